// The back end of a GPU, for CUDA and HIP alike: one table, filled from the runtime that gpu_names.h picks.
#include <viewfab/kit/gpu_names.h>

#include <viewfab/kit/gpu_early.h>
#include <viewfab/kit/reduction_tree.h>

#include "exchange.h"
#include "peers.h"

#define VF_PASTE_(a, b) a##b
#define VF_PASTE(a, b) VF_PASTE_(a, b)
#define VF_TEXT_(a) #a
#define VF_TEXT(a) VF_TEXT_(a)

namespace {

using vfi_stream = VF_GPU(Stream_t);

// The runtimes keep the last error until a call reads the error. A reported failure must not show up again later.
int result_of(VF_GPU(Error_t) error)
{
  if (error != VF_GPU(Success)) (void)VF_GPU(GetLastError)();
  return (int)error;
}

int device_count(int *count) { return result_of(VF_GPU(GetDeviceCount)(count)); }
const char *error_text(int code)
{
  return code == VF_PEER_LOST ? "another rank does not come" : VF_GPU(GetErrorString)((VF_GPU(Error_t))code);
}
int select_device(int ordinal) { return result_of(VF_GPU(SetDevice)(ordinal)); }

int queue_create(void **queue)
{
  return result_of(VF_GPU(StreamCreateWithFlags)((vfi_stream *)queue, VF_GPU(StreamNonBlocking)));
}
int queue_destroy(void *queue) { return result_of(VF_GPU(StreamDestroy)((vfi_stream)queue)); }
int pass(void *queue) { return VF_PASTE(vfi_peers_pass_, VF_GPU_NAME)(queue); }
int queue_wait(void *queue)
{
  const int lost = pass(queue);
  return lost ? lost : result_of(VF_GPU(StreamSynchronize)((vfi_stream)queue));
}

int allocate(void **address, size_t bytes) { return result_of(VF_GPU(Malloc)(address, bytes)); }
int unused_memory(size_t *bytes)
{
  size_t total = 0;
  return result_of(VF_GPU(MemGetInfo)(bytes, &total));
}
int release(void *address) { return result_of(VF_GPU(Free)(address)); }

// Attributes of the device, as the driver reports them.
bool device_has(VF_GPU_ATTRIBUTE_TYPE attribute, int ordinal)
{
  int value = 0;
  return result_of(VF_GPU(DeviceGetAttribute)(&value, attribute, ordinal)) == 0 && value;
}
int host_reach(int ordinal, vf_host_reach *reach)
{
  reach->managed = device_has(VF_GPU_CONCURRENT_MANAGED, ordinal);
  reach->pages = device_has(VF_GPU_PAGEABLE, ordinal);
  reach->host_tables = reach->pages && device_has(VF_GPU_HOST_TABLES, ordinal);
  return 0;
}
int is_managed(const void *address, bool *managed)
{
  VF_GPU_POINTER_ATTRIBUTES attributes;
  *managed = false;
  const VF_GPU(Error_t) code = VF_GPU(PointerGetAttributes)(&attributes, address);
  if (code != VF_GPU(Success)) {
    (void)VF_GPU(GetLastError)(); // HIP refuses memory without attributes
    return 0;
  }
  *managed = VF_GPU_IS_MANAGED(attributes);
  return 0;
}

// Larger copies, and copies to the host, may wait for the queue.
int copy_to_device(void *device, const void *host, size_t bytes, void *queue)
{
  constexpr size_t small = 65536;
  const int lost = bytes > small ? pass(queue) : 0;
  if (lost) return lost;
  return result_of(VF_GPU(MemcpyAsync)(device, host, bytes, VF_GPU(MemcpyHostToDevice), (vfi_stream)queue));
}
int copy_to_host(void *host, const void *device, size_t bytes, void *queue)
{
  const int lost = pass(queue);
  if (lost) return lost;
  return result_of(VF_GPU(MemcpyAsync)(host, device, bytes, VF_GPU(MemcpyDeviceToHost), (vfi_stream)queue));
}
int copy_on_device(void *to, const void *from, size_t bytes, void *queue)
{
  // arrays used in place are host memory for the runtime
  return result_of(VF_GPU(MemcpyAsync)(to, from, bytes, VF_GPU(MemcpyDefault), (vfi_stream)queue));
}

int lock(void *host, size_t bytes) { return result_of(VF_GPU(HostRegister)(host, bytes, 0)); }
int unlock(void *host) { return result_of(VF_GPU(HostUnregister)(host)); }
int allocate_shared(void **address, size_t bytes) { return result_of(VF_GPU(HostMalloc)(address, bytes, 0)); }
int release_shared(void *address) { return result_of(VF_GPU(HostFree)(address)); }

// Events that time nothing are cheap.
int event_create(void **event)
{
  return result_of(VF_GPU(EventCreateWithFlags)((VF_GPU(Event_t) *)event, VF_GPU(EventDisableTiming)));
}
int timed_event_create(void **event)
{
  return result_of(VF_GPU(EventCreateWithFlags)((VF_GPU(Event_t) *)event, VF_GPU(EventDefault)));
}
int event_seconds(void *begin, void *end, double *seconds)
{
  float milliseconds = 0;
  const int code = result_of(VF_GPU(EventElapsedTime)(&milliseconds, (VF_GPU(Event_t))begin, (VF_GPU(Event_t))end));
  *seconds = 1e-3 * (double)milliseconds;
  return code;
}
int event_destroy(void *event) { return result_of(VF_GPU(EventDestroy)((VF_GPU(Event_t))event)); }
int event_record(void *event, void *queue)
{
  return result_of(VF_GPU(EventRecord)((VF_GPU(Event_t))event, (vfi_stream)queue));
}
int event_wait(void *event)
{
  const int lost = VF_PASTE(vfi_peers_pass_event_, VF_GPU_NAME)(event);
  return lost ? lost : result_of(VF_GPU(EventSynchronize)((VF_GPU(Event_t))event));
}
int queue_order(void *queue, void *event)
{
  return result_of(VF_GPU(StreamWaitEvent)((vfi_stream)queue, (VF_GPU(Event_t))event, 0));
}

// One block reduces one result of one tile of the list: blockIdx.y is the result. No other block reads the elements
// written by this block. A lane loads all its elements before it combines them, so the lane waits for memory once.
__global__ void __launch_bounds__(VF_REDUCTION_LANES)
    reduce_list(const vf_partial *partials, vf_partial *results, double *numbers, int64_t count,
                const vf_partial_row row)
{
  VF_NEXT_MAY_START
  VF_KERNEL_BEFORE_IS_OVER
  __shared__ double lanes[VF_REDUCTION_LANES];
  __shared__ int64_t places[VF_REDUCTION_LANES];
  const int lane = (int)threadIdx.x, r = (int)blockIdx.y, at = row.places[r];
  const vfi_reduction reduction = row.reductions[r];
  const int64_t first = (int64_t)blockIdx.x * VF_REDUCTION_TILE;
  const int64_t left = count - first;
  const int length = left < VF_REDUCTION_TILE ? (int)left : VF_REDUCTION_TILE;
  constexpr int rounds = VF_REDUCTION_TILE / VF_REDUCTION_LANES;
  double given[rounds];
  int64_t given_at[rounds];
#pragma unroll
  for (int round = 0; round < rounds; round++) {
    const int cell = round * VF_REDUCTION_LANES + lane;
    const vf_partial *from = partials + (first + cell) * row.length;
    given[round] = cell < length ? from[r].value : 0;
    given_at[round] = cell < length && at >= 0 ? from[at].place : 0;
  }
  double value = vfi_reduction_start(reduction);
  int64_t place = VF_NO_PLACE;
#pragma unroll
  for (int round = 0; round < rounds; round++)
    if (round * VF_REDUCTION_LANES + lane < length)
      vfi_reduction_step(reduction, at >= 0, &value, &place, given[round], given_at[round]);
  lanes[lane] = value;
  places[lane] = place;
  for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
    __syncthreads();
    if (lane < half)
      vfi_reduction_step(reduction, at >= 0, &lanes[lane], &places[lane], lanes[lane + half], places[lane + half]);
  }
  if (lane > 0) return;
  vf_partial *to = results + (int64_t)blockIdx.x * row.length;
  to[r].value = lanes[0];
  if (at >= 0) to[at].place = places[0];
  if (numbers) numbers[r] = lanes[0];
}

// Blocks of one launch run in any order, so the results of a list of several tiles lie outside the list: behind the
// first list, then at the place of the first list, and so on. The last results lie at the place of the first list.
int reduce(vf_partial *partials, int64_t count, const vf_partial_row *row, double *numbers, void *queue)
{
  static const bool early = vfi_starts_early((const void *)reduce_list);
  vf_partial *const behind = partials + count * row->length;
  if (count == 1 && numbers) return copy_on_device(numbers, partials, (size_t)row->results * sizeof *numbers, queue);
  for (vf_partial *from = partials; count > 1;) {
    const int64_t tiles = vfi_reduction_tiles(count);
    vf_partial *to = tiles > 1 && from == partials ? behind : partials;
    const int code = result_of(vfi_launch_early(early, reduce_list, dim3((unsigned)tiles, (unsigned)row->results),
                                                VF_REDUCTION_LANES, (vfi_stream)queue, from, to,
                                                tiles > 1 ? nullptr : numbers, count, *row));
    if (code) return code;
    from = to;
    count = tiles;
  }
  return 0;
}

// The sum of the words of all threads; no order of the threads changes the sum.
__global__ void digest_words(const uint32_t *words, size_t count, unsigned long long *sum)
{
  unsigned long long part = 0;
  for (size_t w = blockIdx.x * (size_t)blockDim.x + threadIdx.x; w < count; w += (size_t)gridDim.x * blockDim.x)
    part += (unsigned long long)words[w] * (2 * w + 1);
  __shared__ unsigned long long parts[256];
  parts[threadIdx.x] = part;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(sum, parts[0]);
}

int digest(const void *address, size_t bytes, void *queue, uint64_t *result)
{
  void *sum = nullptr;
  int code = result_of(VF_GPU(MallocAsync)(&sum, sizeof *result, (vfi_stream)queue));
  if (code) return code;
  code = result_of(VF_GPU(MemsetAsync)(sum, 0, sizeof *result, (vfi_stream)queue));
  if (!code) {
    digest_words<<<1024, 256, 0, (vfi_stream)queue>>>((const uint32_t *)address, bytes / 4, (unsigned long long *)sum);
    code = result_of(VF_GPU(GetLastError)());
  }
  if (!code) code = copy_to_host(result, sum, sizeof *result, queue);
  if (!code) code = queue_wait(queue);
  const int freed = result_of(VF_GPU(FreeAsync)(sum, (vfi_stream)queue));
  return code ? code : freed;
}

#include "gpu_compare.h"

} // namespace

// A function, and not an object, since HIP would want the object on the device too.
#define VF_BACKEND_FUNCTION VF_PASTE(vf_backend_, VF_GPU_NAME)
extern "C" const vf_backend *VF_BACKEND_FUNCTION(void)
{
  static const vf_backend backend = {
    VF_TEXT(VF_GPU_NAME),
    VF_GPU_ID,
    false,
    (int)VF_GPU(ErrorMemoryAllocation),
    device_count,
    error_text,
    select_device,
    queue_create,
    queue_destroy,
    queue_wait,
    allocate,
    release,
    copy_to_device,
    copy_to_host,
    lock,
    unlock,
    allocate_shared,
    release_shared,
    event_create,
    event_destroy,
    event_record,
    event_wait,
    queue_create,
    queue_order,
    reduce,
    copy_on_device,
    digest,
    mark_unwritten,
    compare,
    VF_PASTE(vfi_exchange_, VF_GPU_NAME),
    pack,
    unpack,
    pack_boxes,
    unpack_boxes,
    VF_PASTE(vfi_peers_, VF_GPU_NAME)(),
    timed_event_create,
    event_seconds,
    nullptr,
    unused_memory,
    host_reach,
    is_managed,
    nullptr,
  };
  return &backend;
}
