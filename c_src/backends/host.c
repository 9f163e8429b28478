/* The host as a device, in four variants: alias (the device memory is the code's own memory), mirror (a separate copy),
 * late (a mirror whose queues of copies work as late as the rules allow; see late_copies.c) and shared (a device that uses the code's
 * memory in place and runs kernels as late as the rules allow; see late_launches.c). Other work on the host is done when a
 * call returns, so its other queues are always empty. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "exchange.h"
#include "late_copies.h"
#include "late_launches.h"

static int device_count(int *count)
{
  *count = 1;
  return 0;
}

static const char *error_text(int code) { return strerror(code); }
static int select_device(int ordinal) { return ordinal == 0 ? 0 : ENODEV; }

/* A queue, and an event in it. */
static int create_nothing(void **object)
{
  *object = NULL;
  return 0;
}

static int do_nothing(void *object)
{
  (void)object;
  return 0;
}

static int record_nothing(void *event, void *queue)
{
  (void)event;
  (void)queue;
  return 0;
}

static int order_nothing(void *queue, void *event)
{
  (void)queue;
  (void)event;
  return 0;
}

static int allocate(void **address, size_t bytes)
{
  *address = malloc(bytes);
  return *address ? 0 : ENOMEM;
}

/* Unwritten memory is NaN, and -1 in integers, so that a read of unwritten memory shows. But large memory is left as
 * the system gives the memory: the system has pages only for touched memory. */
static int mark(void *address, size_t bytes)
{
  enum { MARKED = 256 << 20 };
  if (bytes <= MARKED) memset(address, 0xff, bytes);
  return 0;
}

static int allocate_marked(void **address, size_t bytes)
{
  const int code = allocate(address, bytes);
  return code ? code : mark(*address, bytes);
}

static int release(void *address)
{
  free(address);
  return 0;
}

static int copy(void *to, const void *from, size_t bytes, void *queue)
{
  (void)queue;
  memcpy(to, from, bytes);
  return 0;
}

/* The reduction is a constant to the compiler, and neighbouring lanes are added at once. */
static inline __attribute__((always_inline)) void fill_lanes(vfi_reduction reduction, const vf_partial *values,
                                                             int64_t count, int length, double *lanes)
{
  for (int64_t c = 0; c < count; c += VF_REDUCTION_LANES) {
    const int last = count - c < VF_REDUCTION_LANES ? (int)(count - c) : VF_REDUCTION_LANES;
    const vf_partial *from = values + c * length;
    for (int lane = 0; lane < last; lane++)
      lanes[lane] = vfi_reduction_combine(reduction, lanes[lane], from[lane * length].value);
  }
}

static void reduce_values(const vf_partial *values, int64_t count, const vf_partial_row *row, int r, vf_partial *to)
{
  double lanes[VF_REDUCTION_LANES];
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) lanes[lane] = vfi_reduction_start(row->reductions[r]);
  switch (row->reductions[r]) {
#define FILL_LANES(NAME, word, start, of_nothing)                                   \
  case VF_REDUCTION_##NAME:                                                         \
    if (row->length == 1) fill_lanes(VF_REDUCTION_##NAME, values, count, 1, lanes); \
    else fill_lanes(VF_REDUCTION_##NAME, values, count, row->length, lanes);        \
    break;
    VF_REDUCTION_LIST(FILL_LANES)
#undef FILL_LANES
    default: break;
  }
  to[r].value = vfi_reduction_lanes(row->reductions[r], lanes);
}

/* Reduces result r of some rows into the row `to`. The row `to` may be the first of these rows. */
static void reduce_tile(const vf_partial *rows, int64_t count, const vf_partial_row *row, int r, vf_partial *to)
{
  const vfi_reduction reduction = row->reductions[r];
  const int at = row->places[r];
  if (at < 0) {
    reduce_values(rows + r, count, row, r, to);
    return;
  }
  double lanes[VF_REDUCTION_LANES];
  int64_t places[VF_REDUCTION_LANES];
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) {
    lanes[lane] = vfi_reduction_start(reduction);
    places[lane] = VF_NO_PLACE;
  }
  for (int64_t c = 0; c < count; c++, rows += row->length) {
    const int lane = (int)(c % VF_REDUCTION_LANES);
    vfi_reduction_step(reduction, true, &lanes[lane], &places[lane], rows[r].value, rows[at].place);
  }
  vfi_reduction_placed_lanes(reduction, lanes, places);
  to[r].value = lanes[0];
  to[at].place = places[0];
}

static int reduce(vf_partial *partials, int64_t count, const vf_partial_row *row, double *numbers, void *queue)
{
  (void)queue;
  while (count > 1) {
    const int64_t tiles = vfi_reduction_tiles(count);
    for (int64_t t = 0; t < tiles; t++) {
      const int64_t first = t * VF_REDUCTION_TILE, left = count - first;
      for (int r = 0; r < row->results; r++)
        reduce_tile(partials + first * row->length, left < VF_REDUCTION_TILE ? left : VF_REDUCTION_TILE, row, r,
                    partials + t * row->length);
    }
    count = tiles;
  }
  if (numbers)
    for (int r = 0; r < row->results; r++) numbers[r] = partials[r].value;
  return 0;
}

static int digest(const void *address, size_t bytes, void *queue, uint64_t *result)
{
  const uint32_t *words = address;
  uint64_t sum = 0;
  (void)queue;
#pragma omp parallel for reduction(+ : sum) if (bytes > 1 << 20)
  for (size_t w = 0; w < bytes / 4; w++) sum += (uint64_t)words[w] * (2 * w + 1);
  *result = sum;
  return 0;
}

static int pack(void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  (void)queue;
  for (int64_t r = 0; r < count; r++)
    memcpy((char *)packed + (size_t)runs[r].packed * size, (const char *)array + (size_t)runs[r].begin * size,
           (size_t)runs[r].count * size);
  return 0;
}

static int unpack(void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue)
{
  (void)queue;
  for (int64_t r = 0; r < count; r++)
    memcpy((char *)array + (size_t)runs[r].begin * size, (const char *)packed + (size_t)runs[r].packed * size,
           (size_t)runs[r].count * size);
  return 0;
}

/* DEFINE_MOVE(move_words, uint64_t): copies elements that lie `stride` elements apart in the array. Each lies in a line of
 * memory of its own, and stores wait for their lines one after the other: lines are asked for ahead. */
enum { AHEAD = 32 };
#define DEFINE_MOVE(name, Word)                                                          \
  static void name(Word *array, Word *packed, int64_t stride, int64_t count, bool packs) \
  {                                                                                      \
    if (packs)                                                                           \
      for (int64_t e = 0; e < count; e++) packed[e] = array[e * stride];                 \
    else                                                                                 \
      for (int64_t e = 0; e < count; e++) {                                              \
        __builtin_prefetch(&array[(e + AHEAD < count ? e + AHEAD : e) * stride], 1);     \
        array[e * stride] = packed[e];                                                   \
      }                                                                                  \
  }
DEFINE_MOVE(move_words, uint64_t)
DEFINE_MOVE(move_half_words, uint32_t)

static void move_row(char *array, char *packed, size_t size, int64_t stride, int64_t count, bool packs)
{
  if (stride == 1) memcpy(packs ? packed : array, packs ? array : packed, (size_t)count * size);
  else if (size == sizeof(uint64_t)) move_words((uint64_t *)array, (uint64_t *)packed, stride, count, packs);
  else move_half_words((uint32_t *)array, (uint32_t *)packed, stride, count, packs);
}

/* Elements begin ... end - 1 of a box, row by row. */
static void move_box(char *array, char *packed, size_t size, const vf_packed_box *box, int64_t begin, int64_t end,
                     bool packs)
{
  for (int64_t e = begin, length; e < end; e += length) {
    const int64_t along = e % box->extent[0];
    int64_t place = box->begin + along * box->stride[0];
    for (int64_t d = 1, rest = e / box->extent[0]; d < box->rank; rest /= box->extent[d++])
      place += rest % box->extent[d] * box->stride[d];
    length = box->extent[0] - along;
    if (length > end - e) length = end - e;
    move_row(array + (size_t)place * size, packed + (size_t)(e - begin) * size, size, box->stride[0], length, packs);
  }
}

static int move_boxes(char *array, char *packed, const vf_packing *packing, int64_t first, int64_t count, bool packs)
{
  for (int b = 0; b < packing->count; b++) {
    const vf_packed_box *box = &packing->box[b];
    const int64_t last = box->packed + box->elements;
    const int64_t begin = first > box->packed ? first : box->packed, end = first + count < last ? first + count : last;
    if (begin < end)
      move_box(array, packed + (size_t)(begin - first) * packing->size, packing->size, box, begin - box->packed,
               end - box->packed, packs);
  }
  return 0;
}

static int pack_boxes(void *packed, const void *array, const vf_packing *packing, int64_t first, int64_t count,
                      void *queue)
{
  (void)queue;
  return move_boxes((char *)(uintptr_t)array, packed, packing, first, count, true);
}

static int unpack_boxes(void *array, const void *packed, const vf_packing *packing, int64_t first, int64_t count,
                        void *queue)
{
  (void)queue;
  return move_boxes(array, (char *)(uintptr_t)packed, packing, first, count, false);
}

/* DEFINE_BEHIND(copy, (void *to, ...), copy(to, ...)): the function behind all late launches of its queue. */
#define DEFINE_BEHIND(name, parameters, queue, call) \
  static int name parameters                         \
  {                                                  \
    const int code = vfi_late_queue_wait(queue);     \
    return code ? code : call;                       \
  }
DEFINE_BEHIND(copy_behind, (void *to, const void *from, size_t bytes, void *queue), queue, copy(to, from, bytes, queue))

/* Copies beside kernels are late too. The memory of other copies may be gone when the call returns. */
static int copy_late_or_behind(void *to, const void *from, size_t bytes, void *queue)
{
  return vfi_late_is_of_copies(queue) ? vfi_late_copy(to, from, bytes, queue) : copy_behind(to, from, bytes, queue);
}

DEFINE_BEHIND(reduce_behind,
              (vf_partial * partials, int64_t count, const vf_partial_row *row, double *numbers, void *queue), queue,
              reduce(partials, count, row, numbers, queue))
DEFINE_BEHIND(digest_behind, (const void *address, size_t bytes, void *queue, uint64_t *result), queue,
              digest(address, bytes, queue, result))
DEFINE_BEHIND(exchange_behind, (const vf_exchange *exchange), exchange->queue, vfi_exchange_host(exchange))
DEFINE_BEHIND(pack_behind,
              (void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue), queue,
              pack(packed, array, size, runs, count, queue))
DEFINE_BEHIND(unpack_behind,
              (void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue), queue,
              unpack(array, packed, size, runs, count, queue))
DEFINE_BEHIND(pack_boxes_behind,
              (void *packed, const void *array, const vf_packing *packing, int64_t first, int64_t count, void *queue),
              queue, pack_boxes(packed, array, packing, first, count, queue))
DEFINE_BEHIND(unpack_boxes_behind,
              (void *array, const void *packed, const vf_packing *packing, int64_t first, int64_t count, void *queue),
              queue, unpack_boxes(array, packed, packing, first, count, queue))

/* Late launches may use memory that was given back. */
static int release_behind(void *address)
{
  vfi_late_catch_up_all();
  return release(address);
}

static int mark_behind(void *address, size_t bytes)
{
  vfi_late_catch_up_all();
  return mark(address, bytes);
}

static int reach_all(int ordinal, vf_host_reach *reach)
{
  (void)ordinal;
  *reach = (vf_host_reach){ .managed = true, .pages = true, .host_tables = true };
  return 0;
}

/* VF_HOST_BACKEND(vf_backend_host_alias, true, allocate, ...): the table of one variant. The variants differ in queues, copies
 * and events. */
#define VF_HOST_BACKEND(symbol, aliases, takes, ...) \
  extern const vf_backend symbol;                    \
  const vf_backend symbol = {                        \
    .name = "host",                                  \
    .id = VF_BACKEND_HOST,                           \
    .aliases_host = aliases,                         \
    .out_of_memory = ENOMEM,                         \
    .device_count = device_count,                    \
    .error_text = error_text,                        \
    .select = select_device,                         \
    .allocate = takes,                               \
    .allocate_shared = allocate,                     \
    __VA_ARGS__,                                     \
  }
#define VF_EMPTY_QUEUE                                                                                     \
  .queue_create = create_nothing, .release = release, .release_shared = release, .reduce = reduce,         \
  .copy_on_device = copy, .digest = digest, .exchange = vfi_exchange_host, .pack = pack, .unpack = unpack, \
  .pack_boxes = pack_boxes, .unpack_boxes = unpack_boxes
#define VF_AT_ONCE                                                                                                     \
  VF_EMPTY_QUEUE, .queue_destroy = do_nothing, .queue_wait = do_nothing, .copy_to_device = copy, .copy_to_host = copy, \
                  .event_create = create_nothing, .event_destroy = do_nothing, .event_record = record_nothing,         \
                  .event_wait = do_nothing
VF_HOST_BACKEND(vf_backend_host_alias, true, allocate, VF_AT_ONCE);
VF_HOST_BACKEND(vf_backend_host_mirror, false, allocate_marked, VF_AT_ONCE, .forget = mark,
                .copy_queue_create = create_nothing, .queue_order = order_nothing);
VF_HOST_BACKEND(vf_backend_host_late, false, allocate_marked, VF_EMPTY_QUEUE, .forget = mark,
                .queue_destroy = vfi_late_queue_destroy, .queue_wait = vfi_late_queue_wait,
                .copy_to_device = vfi_late_copy, .copy_to_host = vfi_late_copy, .event_create = vfi_late_event_create,
                .event_destroy = vfi_late_event_destroy, .event_record = vfi_late_event_record,
                .event_wait = vfi_late_event_wait, .copy_queue_create = vfi_late_queue_create,
                .queue_order = vfi_late_queue_order);
VF_HOST_BACKEND(vf_backend_host_shared, false, allocate_marked, .release = release_behind,
                .release_shared = release_behind, .forget = mark_behind, .queue_create = vfi_late_queue_create,
                .queue_destroy = vfi_late_queue_destroy, .queue_wait = vfi_late_queue_wait,
                .copy_to_device = copy_late_or_behind, .copy_to_host = copy_late_or_behind,
                .event_create = vfi_late_event_create, .event_destroy = vfi_late_event_destroy,
                .event_record = vfi_late_event_record, .event_wait = vfi_late_event_wait,
                .copy_queue_create = vfi_late_copy_queue_create, .queue_order = vfi_late_queue_order,
                .reduce = reduce_behind, .copy_on_device = copy_behind, .digest = digest_behind,
                .exchange = exchange_behind, .pack = pack_behind, .unpack = unpack_behind,
                .pack_boxes = pack_boxes_behind, .unpack_boxes = unpack_boxes_behind, .host_reach = reach_all,
                .launch_later = vfi_late_launch);

/* The environment chooses between the variants; see core/device.c. */
const vf_backend *vf_backend_host(void) { return &vf_backend_host_alias; }
