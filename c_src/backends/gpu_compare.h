// Comparison of two results on the device, which reads the bytes at its own rate, and copies of runs. Included in the
// namespace of gpu.cu.

__device__ inline bool owned(const vf_device_states &states, int64_t i, int64_t j, int64_t k, int64_t n)
{
  for (int r = 0; r < states.rule_count; r++)
    if (vfi_owned(&states.rules[r], i, j, k, n)) return true;
  return false;
}

__device__ inline double number_of(uint64_t bits, double) { return __longlong_as_double((long long)bits); }
__device__ inline double number_of(uint32_t bits, float) { return (double)__uint_as_float(bits); }
__device__ inline double number_of(uint32_t bits, int) { return (double)(int)bits; }
__device__ inline double number_of(uint64_t bits, int64_t) { return (double)(int64_t)bits; }

// A logical: whatever is not 0 is true.
struct truth {};
__device__ inline double number_of(uint32_t bits, truth) { return bits ? 1 : 0; }

// Numbers in the order of their bits, negative numbers in reverse.
__device__ inline double ulp_between(uint64_t a, uint64_t b, double)
{
  const int64_t x = (int64_t)a < 0 ? INT64_MIN - (int64_t)a : (int64_t)a;
  const int64_t y = (int64_t)b < 0 ? INT64_MIN - (int64_t)b : (int64_t)b;
  return fabs((double)x - (double)y) < 9e15 ? fabs((double)(x - y)) : fabs((double)x - (double)y);
}
__device__ inline double ulp_between(uint32_t a, uint32_t b, float)
{
  const int64_t s = (int32_t)a, t = (int32_t)b;
  const int64_t x = s < 0 ? (int64_t)INT32_MIN - s : s, y = t < 0 ? (int64_t)INT32_MIN - t : t;
  return fabs((double)(x - y));
}
__device__ inline double ulp_between(uint32_t a, uint32_t b, int) { return fabs((double)(int)a - (double)(int)b); }
__device__ inline double ulp_between(uint64_t a, uint64_t b, int64_t)
{
  return (double)((int64_t)a > (int64_t)b ? a - b : b - a);
}
__device__ inline double ulp_between(uint32_t a, uint32_t b, truth t)
{
  return fabs(number_of(a, t) - number_of(b, t));
}

// As doubles, neighbours among large integers are the same number.
__device__ inline double absolute_of(double a, double b, double, double) { return fabs(a - b); }
__device__ inline double absolute_of(double a, double b, double, float) { return fabs(a - b); }
template <typename Number> __device__ inline double absolute_of(double, double, double ulp, Number) { return ulp; }

__device__ inline void count(int64_t *counter) { atomicAdd((unsigned long long *)counter, 1ull); }

// The bits of numbers that are not negative have the order of the numbers.
__device__ inline void raise(double *largest, double value)
{
  atomicMax((unsigned long long *)largest, (unsigned long long)__double_as_longlong(value));
}

// Absolute, relative and ULP difference; infinite if one side is no finite number.
template <typename Word, typename Number> __device__ inline void errors_of(Word p, Word o, double errors[3])
{
  const double a = number_of(p, Number()), b = number_of(o, Number());
  errors[0] = errors[1] = errors[2] = HUGE_VAL;
  if (!isfinite(a) || !isfinite(b)) return;
  errors[2] = ulp_between(p, o, Number());
  errors[0] = absolute_of(a, b, errors[2], Number());
  errors[1] = errors[0] == 0 ? 0 : errors[0] / fmax(fabs(a), fabs(b));
}

template <typename Word, typename Number> __device__ inline bool both_nan(Word p, Word o)
{
  return isnan(number_of(p, Number())) && isnan(number_of(o, Number()));
}

// Calls visit(element, i, j, k, n) for every element: rows of threads along i, and each row of threads takes rows in
// turn.
template <typename Visit> __device__ inline void each_element(const vf_device_states &states, Visit visit)
{
  const int64_t rows = states.extent[1] * states.extent[2] * states.extent[3];
  for (int64_t row = blockIdx.x * (int64_t)blockDim.y + threadIdx.y; row < rows;
       row += gridDim.x * (int64_t)blockDim.y) {
    const int64_t j = row % states.extent[1], k = row / states.extent[1] % states.extent[2];
    const int64_t n = row / states.extent[1] / states.extent[2];
    for (int64_t i = threadIdx.x; i < states.extent[0]; i += blockDim.x) visit(row * states.extent[0] + i, i, j, k, n);
  }
}

// Finds any difference, and the magnitude for a closer look. Six blocks a multiprocessor: the rule of ownership would
// take more registers for a rare case.
template <typename Word, typename Number>
__global__ void __launch_bounds__(256, 6) look_at_elements(const vf_device_states states, vf_device_differences *seen)
{
  const Word *port = (const Word *)states.port, *original = (const Word *)states.original;
  const Word *before = (const Word *)states.before;
  int64_t compared[2] = { 0, 0 };
  double magnitude = 0;
  each_element(states, [&](int64_t element, int64_t i, int64_t j, int64_t k, int64_t n) {
    const Word p = port[element], o = original[element];
    const int colour = (int)((i + j + k) & 1);
    if (!owned(states, i, j, k, n)) {
      if (p != before[element] || o != before[element]) count(&seen->outside);
      return;
    }
    const double b = number_of(o, Number());
    compared[colour]++;
    if (isfinite(b)) magnitude = fmax(magnitude, fabs(b));
    if (states.unwritten && p == (Word)states.unwritten) count(&seen->unwritten);
    if (p != o) seen->different[colour] = 1; // for now: says that there is a difference
  });
  for (int c = 0; c < 2; c++)
    if (compared[c]) atomicAdd((unsigned long long *)&seen->compared[c], (unsigned long long)compared[c]);
  raise(&seen->magnitude, magnitude);
}

// Measures the elements that differ. There may be many such elements, so each block counts its own: per colour the
// decades, then the failed elements.
template <typename Word, typename Number>
__global__ void measure_elements(const vf_device_states states, vf_device_differences *seen)
{
  const Word *port = (const Word *)states.port, *original = (const Word *)states.original;
  const int last = VF_ULP_DECADES - 1;
  double worst[2][3] = { { 0, 0, 0 }, { 0, 0, 0 } };
  __shared__ unsigned counts[2][VF_ULP_DECADES + 1];
  const int thread = (int)(threadIdx.y * blockDim.x + threadIdx.x);
  if (thread < 2 * (VF_ULP_DECADES + 1)) counts[thread % 2][thread / 2] = 0;
  __syncthreads();
  each_element(states, [&](int64_t element, int64_t i, int64_t j, int64_t k, int64_t n) {
    const Word p = port[element], o = original[element];
    if (p == o || !owned(states, i, j, k, n)) return;
    if (both_nan<Word, Number>(p, o)) return;
    const int colour = (int)((i + j + k) & 1);
    double errors[3];
    errors_of<Word, Number>(p, o, errors);
    const int decade = errors[2] < 1 ? 0 : !isfinite(errors[2]) ? last : min((int)log10(errors[2]), last);
    atomicAdd(&counts[colour][decade], 1u);
    const bool passes =
        isfinite(errors[2]) && (errors[2] <= states.ulp || errors[1] <= states.relative ||
                                errors[0] <= states.absolute || errors[0] <= states.scaled * seen->magnitude);
    if (!passes) atomicAdd(&counts[colour][VF_ULP_DECADES], 1u);
    for (int m = 0; m < 3; m++) worst[colour][m] = fmax(worst[colour][m], errors[m]);
  });
  for (int c = 0; c < 2; c++)
    for (int m = 0; m < 3; m++)
      if (worst[c][m] > 0) raise(&seen->worst[c][m], worst[c][m]);
  __syncthreads();
  if (thread >= 2 * (VF_ULP_DECADES + 1)) return;
  const int colour = thread % 2, decade = thread / 2;
  const unsigned long long number = counts[colour][decade];
  if (number == 0) return;
  if (decade == VF_ULP_DECADES) {
    atomicAdd((unsigned long long *)&seen->failed[colour], number);
  } else {
    atomicAdd((unsigned long long *)&seen->decades[colour][decade], number);
    atomicAdd((unsigned long long *)&seen->different[colour], number);
  }
}

// The first element with the worst error.
template <typename Word, typename Number>
__global__ void place_worst(const vf_device_states states, vf_device_differences *seen)
{
  const Word *port = (const Word *)states.port, *original = (const Word *)states.original;
  each_element(states, [&](int64_t element, int64_t i, int64_t j, int64_t k, int64_t n) {
    const Word p = port[element], o = original[element];
    if (p == o || both_nan<Word, Number>(p, o) || !owned(states, i, j, k, n)) return;
    const int colour = (int)((i + j + k) & 1);
    double errors[3];
    errors_of<Word, Number>(p, o, errors);
    for (int m = 0; m < 3; m++)
      if (errors[m] > 0 && errors[m] == seen->worst[colour][m])
        atomicMin((unsigned long long *)&seen->place[colour][m], (unsigned long long)element);
  });
}

template <typename Word> __global__ void mark_elements(Word *array, const vf_device_states states)
{
  each_element(states, [&](int64_t element, int64_t i, int64_t j, int64_t k, int64_t n) {
    if (owned(states, i, j, k, n)) array[element] = (Word)states.unwritten;
  });
}

const dim3 comparison_block(32, 8);
const unsigned comparison_blocks = 2048;

template <typename Word, typename Number>
int compare_states(const vf_device_states &states, vf_device_differences *seen, vfi_stream stream,
                   vf_device_differences *differences)
{
  const auto fetch = [&]() {
    int code = result_of(VF_GPU(GetLastError)());
    if (!code) code = copy_to_host(differences, seen, sizeof *differences, stream);
    return code ? code : queue_wait(stream);
  };
  look_at_elements<Word, Number><<<comparison_blocks, comparison_block, 0, stream>>>(states, seen);
  int code = fetch();
  if (code || !(differences->different[0] || differences->different[1])) return code;
  differences->different[0] = differences->different[1] = 0;
  for (int c = 0; c < 2; c++)
    for (int m = 0; m < 3; m++) differences->place[c][m] = INT64_MAX;
  code = copy_to_device(seen, differences, sizeof *differences, stream);
  if (code) return code;
  measure_elements<Word, Number><<<comparison_blocks, comparison_block, 0, stream>>>(states, seen);
  place_worst<Word, Number><<<comparison_blocks, comparison_block, 0, stream>>>(states, seen);
  return fetch();
}

int compare(const vf_device_states *states, void *queue, vf_device_differences *differences)
{
  void *seen = nullptr;
  *differences = vf_device_differences();
  const auto stream = (vfi_stream)queue;
  int code = result_of(VF_GPU(MallocAsync)(&seen, sizeof *differences, stream));
  if (code) return code;
  code = result_of(VF_GPU(MemsetAsync)(seen, 0, sizeof *differences, stream));
  if (!code && states->type == VF_REAL64)
    code = compare_states<uint64_t, double>(*states, (vf_device_differences *)seen, stream, differences);
  else if (!code && states->type == VF_REAL32)
    code = compare_states<uint32_t, float>(*states, (vf_device_differences *)seen, stream, differences);
  else if (!code && states->type == VF_INT64)
    code = compare_states<uint64_t, int64_t>(*states, (vf_device_differences *)seen, stream, differences);
  else if (!code && states->type == VF_LOGICAL32)
    code = compare_states<uint32_t, truth>(*states, (vf_device_differences *)seen, stream, differences);
  else if (!code) code = compare_states<uint32_t, int>(*states, (vf_device_differences *)seen, stream, differences);
  const int freed = result_of(VF_GPU(FreeAsync)(seen, stream));
  return code ? code : freed;
}

int mark_unwritten(void *array, const vf_device_states *states, void *queue)
{
  const auto stream = (vfi_stream)queue;
  if (vfi_type_size(states->type) == sizeof(uint64_t))
    mark_elements<<<comparison_blocks, comparison_block, 0, stream>>>((uint64_t *)array, *states);
  else mark_elements<<<comparison_blocks, comparison_block, 0, stream>>>((uint32_t *)array, *states);
  const int code = result_of(VF_GPU(GetLastError)());
  return code ? code : queue_wait(queue);
}

// ---- Copies between runs of an array and a packed copy of the runs ----

// Rows of threads take runs in turn.
template <typename Word, bool packs>
__global__ void move_runs(Word *array, Word *packed, const vf_run *runs, int64_t count)
{
  for (int64_t r = blockIdx.x * (int64_t)blockDim.y + threadIdx.y; r < count; r += gridDim.x * (int64_t)blockDim.y) {
    const vf_run run = runs[r];
    for (int64_t e = threadIdx.x; e < run.count; e += blockDim.x) {
      if (packs) packed[run.packed + e] = array[run.begin + e];
      else array[run.begin + e] = packed[run.packed + e];
    }
  }
}

template <bool packs>
int move_runs_of(void *array, void *packed, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  const dim3 block(32, 8);
  const int64_t wanted = (count + 7) / 8;
  const unsigned blocks = wanted < 4096 ? (unsigned)wanted : 4096;
  if (count == 0) return 0;
  if (size == 8)
    move_runs<uint64_t, packs>
        <<<blocks, block, 0, (vfi_stream)queue>>>((uint64_t *)array, (uint64_t *)packed, runs, count);
  else
    move_runs<uint32_t, packs>
        <<<blocks, block, 0, (vfi_stream)queue>>>((uint32_t *)array, (uint32_t *)packed, runs, count);
  return result_of(VF_GPU(GetLastError)());
}

int pack(void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  return move_runs_of<true>((void *)array, packed, size, runs, count, queue);
}

int unpack(void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  return move_runs_of<false>(array, (void *)packed, size, runs, count, queue);
}

// ---- Copies between boxes of an array and a packed copy of them ----

// A thread takes an element, and finds its box and its place there. The packed copy lies in the host's memory: neighbours in
// the packed copy go over the link together.
template <typename Word, bool packs>
__global__ void move_boxes(Word *array, Word *packed, const vf_packing packing, int64_t first, int64_t count)
{
  const int64_t step = gridDim.x * (int64_t)blockDim.x;
  for (int64_t e = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; e < count; e += step) {
    int b = 0;
    while (first + e >= packing.box[b].packed + packing.box[b].elements) b++;
    const vf_packed_box &box = packing.box[b];
    int64_t rest = first + e - box.packed, place = box.begin;
    for (int d = 0; d < box.rank; d++) {
      const int64_t next = d + 1 < box.rank ? rest / box.extent[d] : 0;
      place += (rest - next * box.extent[d]) * box.stride[d];
      rest = next;
    }
    if (packs) packed[e] = array[place];
    else array[place] = packed[e];
  }
}

template <bool packs>
int move_boxes_of(void *array, void *packed, const vf_packing *packing, int64_t first, int64_t count, void *queue)
{
  constexpr int block = 256, most = 2048;
  const int64_t wanted = (count + block - 1) / block;
  const unsigned blocks = wanted < most ? (unsigned)wanted : most;
  if (count == 0) return 0;
  if (packing->size == 8)
    move_boxes<uint64_t, packs>
        <<<blocks, block, 0, (vfi_stream)queue>>>((uint64_t *)array, (uint64_t *)packed, *packing, first, count);
  else
    move_boxes<uint32_t, packs>
        <<<blocks, block, 0, (vfi_stream)queue>>>((uint32_t *)array, (uint32_t *)packed, *packing, first, count);
  return result_of(VF_GPU(GetLastError)());
}

int pack_boxes(void *packed, const void *array, const vf_packing *packing, int64_t first, int64_t count, void *queue)
{
  return move_boxes_of<true>((void *)array, packed, packing, first, count, queue);
}

int unpack_boxes(void *array, const void *packed, const vf_packing *packing, int64_t first, int64_t count, void *queue)
{
  return move_boxes_of<false>(array, (void *)packed, packing, first, count, queue);
}
