/* Arguments are distinct arrays (the dispatch refuses others). Compilers use this for a function's parameters only:
 *   , const double *__restrict__ rhs_origin, double *__restrict__ phi_origin */
#if defined(VF_SAFE_IN_PLACE) && VF_SAFE_IN_PLACE
#define VF_DISTINCT
#else
#define VF_DISTINCT __restrict__
#endif
#define VF_ORIGIN_READ(type, name, ...) , const VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) * VF_DISTINCT name##_origin
#define VF_ORIGIN_WRITE(type, name, ...) , VF_ELEMENT_OF(VF_ELEMENT_ROW_##type) * VF_DISTINCT name##_origin
#define VF_ORIGIN_NONE(type, name, text)
#define VF_ORIGINS VF_ARGUMENTS(VF_ORIGIN_READ, VF_ORIGIN_WRITE, VF_ORIGIN_WRITE, VF_ORIGIN_NONE)
#define VF_ORIGIN_NAME(type, name, ...) , name##_origin
#define VF_ORIGIN_NAMES VF_ARGUMENTS(VF_ORIGIN_NAME, VF_ORIGIN_NAME, VF_ORIGIN_NAME, VF_ORIGIN_NONE)
#define VF_PASS_ORIGIN(type, name, ...) , bundle.name.origin
#define VF_PASS_ORIGINS VF_ARGUMENTS(VF_PASS_ORIGIN, VF_PASS_ORIGIN, VF_PASS_ORIGIN, VF_ORIGIN_NONE)
#define VF_TAKE_ORIGIN(type, name, ...) \
  bundle.name.origin = name##_origin;   \
  VF_FIX_STRIDES(VF_MAP_IN(__VA_ARGS__))(bundle.name, VF_HAS_COMPONENTS(VF_MAP_IN(__VA_ARGS__)));
#define VF_TAKE_ORIGINS VF_ARGUMENTS(VF_TAKE_ORIGIN, VF_TAKE_ORIGIN, VF_TAKE_ORIGIN, VF_ORIGIN_NONE)

/* True if no written argument shares memory with another argument, from the first element of each view to its last. */
#if defined(VF_SAFE_IN_PLACE) && VF_SAFE_IN_PLACE
#define VF_MEMORY_OF(type, written)                                                               \
  {                                                                                               \
    const vfi_span *span = &launch->spans[index++];                                               \
    const int64_t bytes = (int64_t)sizeof(VF_ELEMENT_OF(VF_ELEMENT_ROW_##type));                  \
    int64_t first = span->lower[0], last = span->upper[0];                                        \
    for (int d = 1; d < 4; d++) {                                                                 \
      first += span->lower[d] * (int64_t)span->stride[d - 1];                                     \
      last += span->upper[d] * (int64_t)span->stride[d - 1];                                      \
    }                                                                                             \
    const uintptr_t from = (uintptr_t)span->origin + (uintptr_t)(first * bytes);                  \
    const uintptr_t to = (uintptr_t)span->origin + (uintptr_t)((last + 1) * bytes);               \
    for (int other = 0; other < count; other++)                                                   \
      if ((written || is_written[other]) && from < end[other] && begin[other] < to) return false; \
    begin[count] = from;                                                                          \
    end[count] = to;                                                                              \
    is_written[count++] = written;                                                                \
  }
#define VF_MEMORY_READ(type, ...) VF_MEMORY_OF(type, false)
#define VF_MEMORY_WRITE(type, ...) VF_MEMORY_OF(type, true)
#define VF_MEMORY_NONE(...) index++;
static inline bool vfi_launch_is_distinct(const vfi_launch *launch)
{
  uintptr_t begin[vfi_argument_room], end[vfi_argument_room];
  bool is_written[vfi_argument_room];
  int index = 0, count = 0;
  VF_ARGUMENTS(VF_MEMORY_READ, VF_MEMORY_WRITE, VF_MEMORY_WRITE, VF_MEMORY_NONE)
  (void)index;
  return true;
}
#endif
