/* Checked element access, for builds with VIEWFAB_BOUNDS. Each point may touch its declared elements, and write its own
 * elements. The first access beyond is recorded. The host then goes on, within the array, and on a GPU its thread stops the kernel
 * with a trap (a device assert costs registers even without a failure). */
#ifndef VIEWFAB_KIT_BOUNDS_H
#define VIEWFAB_KIT_BOUNDS_H

#include <viewfab/backend/halo.h>
#include <viewfab/backend/used_reach.h>

/* One copy: inlined at each access the function would be most of a kernel, and most of the compile time. */
#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_ONE_COPY static __device__ __noinline__ __attribute__((unused))
#else
#define VF_ONE_COPY static __attribute__((noinline, unused))
#endif

/* Elements that a point touches without owning them, with their values before the body. After the body the first
 * VF_TRACED elements are compared. */
enum { VF_TRACED = 32 };
typedef struct vfi_trace {
  int count;
  struct {
    const void *address;
    uint64_t bits;
    int index[4];
  } at[VF_TRACED];
} vfi_trace;

/* The elements of one argument that a point may use. */
typedef struct vfi_near {
  vf_box allowed, owned;
  vf_box cells;     /* further elements that a ghost may read; otherwise the same as allowed */
  vfi_trace *trace; /* NULL: all allowed elements are owned, or only read */
  int point[3];
} vfi_near;

typedef struct vfi_guard {
  int lower[4], upper[4], argument, box;
  const vfi_near *near; /* NULL: the whole array is allowed */
  vfi_bounds_record *record;
} vfi_guard;

/* Moves a guard to the span of an argument for a box. */
VF_MAP_FUNCTION void vfi_guard_move(vfi_guard *guard, const vfi_span *span, int box)
{
  for (int d = 0; d < 4; d++) {
    guard->lower[d] = span->lower[d];
    guard->upper[d] = span->upper[d];
  }
  guard->box = box;
}

VF_MAP_FUNCTION vfi_guard vfi_guard_of(const vfi_span *span, int argument, vfi_bounds_record *record)
{
  vfi_guard guard;
  guard.argument = argument;
  guard.near = NULL;
  guard.record = record;
  vfi_guard_move(&guard, span, 0);
  return guard;
}

VF_MAP_FUNCTION int vfi_to_int(int64_t value)
{
  return value > 2147483647 ? 2147483647 : value < -2147483647 - 1 ? -2147483647 - 1 : (int)value;
}

/* The elements of the points lower .. upper, and the reach around them.
 *   within  bounds of the elements in directions without an axis; NULL: all elements */
VF_MAP_FUNCTION vf_box vfi_near_box(const vfi_mapping *mapping, const vfi_reach *reach, const vf_box *within,
                                    const int lower[3], const int upper[3])
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    const vfi_mapping_entry *entry = &mapping->at[d];
    const int axis = entry->axis;
    box.lower[d] = within && d < mapping->rank ? within->lower[d] : -2147483647 - 1;
    box.upper[d] = within && d < mapping->rank ? within->upper[d] : 2147483647;
    if (axis == VF_AXIS_ANY) continue;
    box.lower[d] = vfi_to_int(vfi_mapped_first(entry, lower[axis]) - reach->below[axis]);
    box.upper[d] = vfi_to_int(vfi_mapped_last(entry, upper[axis]) + reach->above[axis]);
  }
  return box;
}

/* The elements that a point may use.
 *   intent, map, reach  as declared
 *   halo                the ghosts of a kernel over ghosts, whose points read all cells of their box; NULL: another
 *                       kernel
 *   trace               for an updated argument; NULL: points may write elements that other points read */
VF_MAP_FUNCTION vfi_near vfi_near_of(vfi_argument_intent intent, const vfi_map *map, const vfi_reach *reach,
                                     const vfi_halo *halo, int direction, const int *shift, const vf_box *within,
                                     const int point[3], const vf_box *box, vfi_trace *trace)
{
  const vfi_mapping mapping = vfi_mapping_of(map, direction, shift);
  const vfi_reach none = { { 0, 0, 0 }, { 0, 0, 0 } };
  vfi_near near;
  near.owned = vfi_near_box(&mapping, &none, within, point, point);
  near.cells = near.allowed = near.owned;
  near.trace = NULL;
  for (int d = 0; d < 3; d++) near.point[d] = point[d];
  if (intent == VF_ARGUMENT_WRITE) return near;
  near.cells = near.allowed = vfi_near_box(&mapping, reach, within, point, point);
  if (halo) {
    vf_box points = *box;
    for (int d = 0; d < 3; d++) {
      /* the ghosts of an updated array are written in the same call, so only its cells may be read */
      const bool all = intent == VF_ARGUMENT_READ;
      points.lower[d] = all ? vfi_to_int(vfi_halo_first(halo, box, d)) : box->lower[d];
      points.upper[d] = all ? vfi_to_int(vfi_halo_last(halo, box, d)) : box->upper[d] + halo->nodal[d];
    }
    near.cells = vfi_near_box(&mapping, intent == VF_ARGUMENT_READ ? reach : &none, within, points.lower, points.upper);
  }
  if (intent == VF_ARGUMENT_UPDATE) near.trace = trace;
  return near;
}

VF_MAP_FUNCTION bool vfi_box_has(const vf_box *box, int i, int j, int k)
{
  return i >= box->lower[0] && i <= box->upper[0] && j >= box->lower[1] && j <= box->upper[1] && k >= box->lower[2] &&
         k <= box->upper[2];
}

VF_MAP_FUNCTION uint64_t vfi_bits_at(const void *address, int size)
{
  uint64_t bits = 0;
  for (int b = 0; b < size; b++) bits |= (uint64_t)((const volatile unsigned char *)address)[b] << (8 * b);
  return bits;
}

/* True for the first access beyond. All other threads go on as on the host: a trap of another thread could end the kernel
 * before the first thread has filled the record. */
VF_MAP_FUNCTION bool vfi_record_begins(vfi_bounds_record *record)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  return atomicExch(&record->found, 1) == 0;
#else
  return __atomic_exchange_n(&record->found, 1, __ATOMIC_RELAXED) == 0;
#endif
}

/* The record is filled: ends the kernel on a GPU. */
VF_MAP_FUNCTION void vfi_record_ends(void)
{
#if defined(__CUDA_ARCH__)
  __threadfence_system();
  __trap();
#elif defined(__HIP_DEVICE_COMPILE__)
  __threadfence_system();
  __builtin_trap();
#endif
}

/* Records an access, if it is the first; ends the kernel on a GPU. */
VF_ONE_COPY void vfi_guard_report(const vfi_guard *guard, int i, int j, int k, int n, bool changed)
{
  const int index[4] = { i, j, k, n };
  vfi_bounds_record *const record = guard->record;
  if (!vfi_record_begins(record)) return;
  record->argument = guard->argument;
  record->box = guard->box;
  record->changed = changed;
  for (int d = 0; d < 4; d++) record->index[d] = index[d];
  for (int d = 0; guard->near && d < 3; d++) record->point[d] = guard->near->point[d];
  if (guard->near) record->allowed = changed ? guard->near->owned : guard->near->allowed;
  vfi_record_ends();
}

/* The place of point i among the values of a line around a point. An i beyond the reach is recorded, and gives place 0.
 * guard: the guard of any array of the kernel; number: the number of the line, from 1. */
VF_ONE_COPY int vfi_guarded_value(const vfi_guard *guard, int number, int i, int point, int below, int above)
{
  if (i >= point - below && i <= point + above) return i - point + below;
  vfi_guard line = *guard;
  line.argument = -number;
  vfi_guard_report(&line, i, line.near->point[1], line.near->point[2], 0, false);
  return 0;
}

/* Records the value of an element that the point does not own. */
VF_ONE_COPY void vfi_trace_element(vfi_trace *trace, const void *address, int size, int i, int j, int k, int n)
{
  for (int t = 0; t < trace->count; t++)
    if (trace->at[t].address == address) return;
  if (trace->count == VF_TRACED) return;
  trace->at[trace->count].address = address;
  trace->at[trace->count].bits = vfi_bits_at(address, size);
  trace->at[trace->count].index[0] = i;
  trace->at[trace->count].index[1] = j;
  trace->at[trace->count].index[2] = k;
  trace->at[trace->count].index[3] = n;
  trace->count++;
}

/* After the body: reports each traced element with a changed value. */
VF_ONE_COPY void vfi_trace_compare(const vfi_guard *guard, int size)
{
  const vfi_trace *trace = guard->near->trace;
  for (int t = 0; trace && t < trace->count; t++) {
    const int *index = trace->at[t].index;
    if (vfi_bits_at(trace->at[t].address, size) != trace->at[t].bits)
      vfi_guard_report(guard, index[0], index[1], index[2], index[3], true);
  }
}

/* Notes the distance of an element from the own elements of the point. Ghosts read all cells of a box, at any distance. */
VF_MAP_FUNCTION void vfi_guard_notes(const vfi_guard *guard, const int at[4])
{
#if !defined(__CUDACC__) && !defined(__HIPCC__)
  vfi_used_reach *const used = guard->record ? vfi_used_reach_of(guard->record) : NULL;
  const vfi_near *const near = guard->near;
  if (!used || !used->watched || !near || guard->argument < 0 || !vfi_box_has(&near->allowed, at[0], at[1], at[2]))
    return;
  for (int d = 0; d < 3; d++) {
    vfi_raise(&used->of[guard->argument].below[d], near->owned.lower[d] > at[d] ? near->owned.lower[d] - at[d] : 0);
    vfi_raise(&used->of[guard->argument].above[d], near->owned.upper[d] < at[d] ? at[d] - near->owned.upper[d] : 0);
  }
#else
  (void)guard;
  (void)at;
#endif
}

VF_ONE_COPY ptrdiff_t vfi_guarded_offset(const vfi_guard *guard, const void *origin, int size, int i, int j, int k,
                                         int n, ptrdiff_t stride_j, ptrdiff_t stride_k, ptrdiff_t stride_n)
{
  const int at[4] = { i, j, k, n };
  bool inside = true;
  for (int d = 0; d < 4; d++) inside = inside && at[d] >= guard->lower[d] && at[d] <= guard->upper[d];
  if (!inside ||
      (guard->near && !vfi_box_has(&guard->near->allowed, i, j, k) && !vfi_box_has(&guard->near->cells, i, j, k)))
    vfi_guard_report(guard, i, j, k, n, false);
  vfi_guard_notes(guard, at);
  if (!inside) return guard->lower[0] + guard->lower[1] * stride_j + guard->lower[2] * stride_k;
  const ptrdiff_t offset = i + j * stride_j + k * stride_k + n * stride_n;
  if (guard->near && guard->near->trace && !vfi_box_has(&guard->near->owned, i, j, k))
    vfi_trace_element(guard->near->trace, (const char *)origin + offset * size, size, i, j, k, n);
  return offset;
}

/* The number e if a rank has the element; otherwise the access is recorded, and the result is 0, an element of every
 * window. */
VF_ONE_COPY int64_t vfi_remote_checked(const vfi_guard *guard, const int64_t e, const int shift, const int64_t *lengths,
                                       const int ranks)
{
  const int64_t rank = e >> shift;
  if (e >= 0 && rank < ranks && (e & (((int64_t)1 << shift) - 1)) < lengths[rank]) return e;
  vfi_guard_report(guard, (int)(uint32_t)e, (int)(e >> 32), 0, 0, false);
  return 0;
}

/* ---- The scratch of tiles ---- */

/* The guard of scratch: elements first .. last of the present tile. */
typedef struct vfi_tile_guard {
  int first, last, number; /* number of the scratch in its list, from 1 */
  const int *here;         /* the point of the running phase */
  vfi_bounds_record *record;
} vfi_tile_guard;

/* The place of element j. An element outside is recorded, and gives the first place. */
VF_ONE_COPY int vfi_tile_place(const vfi_tile_guard *guard, const int j)
{
  if (j >= guard->first && j <= guard->last) return j;
  vfi_near near;
  vfi_guard outside;
  for (int d = 0; d < 3; d++) {
    near.point[d] = d ? 0 : *guard->here;
    near.allowed.lower[d] = d ? 0 : guard->first;
    near.allowed.upper[d] = d ? 0 : guard->last;
  }
  outside.argument = -guard->number;
  outside.box = 0;
  outside.near = &near;
  outside.record = guard->record;
  vfi_guard_report(&outside, j, 0, 0, 0, false);
  return guard->first;
}

#endif
