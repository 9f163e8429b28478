/* Checked element access, for builds with VIEWFAB_BOUNDS: each point may touch what the declaration gives it, and write
 * what it owns. The first access beyond is put on record; the host then goes on, within the array, and a GPU stops
 * the kernel with a trap (a device assert would cost registers even where it never fires). */
#ifndef VIEWFAB_KIT_BOUNDS_H
#define VIEWFAB_KIT_BOUNDS_H

#include <viewfab/backend/halo.h>

/* One copy: inlined at each access it would be most of a kernel, and of the time that it takes to compile. */
#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_ONE_COPY static __device__ __noinline__ __attribute__((unused))
#else
#define VF_ONE_COPY static __attribute__((noinline, unused))
#endif

/* Elements that a point touches without owning them, and what they held: as many as are looked at again when the body
 * is done. */
enum { VF_TRACED = 32 };
typedef struct vf_trace {
  int count;
  struct {
    const void *address;
    uint64_t bits;
    int index[4];
  } at[VF_TRACED];
} vf_trace;

/* What one point may do with one argument. */
typedef struct vf_near {
  vf_box allowed, owned;
  vf_box cells;    /* a ghost reads these too; otherwise the same as allowed */
  vf_trace *trace; /* NULL: what is allowed is owned, or only read */
  int point[3];
} vf_near;

typedef struct vf_guard {
  int lower[4], upper[4], argument, box;
  const vf_near *near; /* NULL: all of the array is allowed */
  vf_bounds_record *record;
} vf_guard;

/* Turns a guard to the span that an argument has for a box. */
VF_MAP_FUNCTION void vf_guard_move(vf_guard *guard, const vf_span *span, int box)
{
  for (int d = 0; d < 4; d++) {
    guard->lower[d] = span->lower[d];
    guard->upper[d] = span->upper[d];
  }
  guard->box = box;
}

/* Of an array that is no argument, and whose elements are known to be inside: nothing to record in. */
VF_MAP_FUNCTION vf_guard vf_guard_lone(const vf_span *span)
{
  vf_guard guard;
  guard.argument = 0;
  guard.near = NULL;
  guard.record = NULL;
  vf_guard_move(&guard, span, 0);
  return guard;
}

static inline vf_guard vf_guard_of(const vf_span *span, int argument, vf_bounds_record *record)
{
  vf_guard guard;
  guard.argument = argument;
  guard.near = NULL;
  guard.record = record;
  vf_guard_move(&guard, span, 0);
  return guard;
}

VF_MAP_FUNCTION int vf_to_int(int64_t value)
{
  return value > 2147483647 ? 2147483647 : value < -2147483647 - 1 ? -2147483647 - 1 : (int)value;
}

/* The elements of points lower .. upper, and those of the reach around them.
 *   within  that those in directions without an axis are in; NULL: all */
VF_MAP_FUNCTION vf_box vf_near_box(const vf_mapping *mapping, const vf_reach *reach, const vf_box *within,
                                   const int lower[3], const int upper[3])
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    const vf_mapping_entry *entry = &mapping->at[d];
    const int axis = entry->axis;
    box.lower[d] = within && d < mapping->rank ? within->lower[d] : -2147483647 - 1;
    box.upper[d] = within && d < mapping->rank ? within->upper[d] : 2147483647;
    if (axis == VF_AXIS_ANY) continue;
    box.lower[d] = vf_to_int(vf_mapped_first(entry, lower[axis]) - reach->below[axis]);
    box.upper[d] = vf_to_int(vf_mapped_last(entry, upper[axis]) + reach->above[axis]);
  }
  return box;
}

/* intent, map, reach: as declared
 *   halo   of a kernel over ghosts, which read all cells of their box; NULL: of another one
 *   trace  for an argument that is updated; NULL where points may write what others read */
VF_MAP_FUNCTION vf_near vf_near_of(vf_argument_intent intent, const vf_map *map, const vf_reach *reach,
                                   const vf_halo *halo, int direction, const int *shift, const vf_box *within,
                                   const int point[3], const vf_box *box, vf_trace *trace)
{
  const vf_mapping mapping = vf_mapping_of(map, direction, shift);
  const vf_reach none = { { 0, 0, 0 }, { 0, 0, 0 } };
  vf_near near;
  near.owned = vf_near_box(&mapping, &none, within, point, point);
  near.cells = near.allowed = near.owned;
  near.trace = NULL;
  for (int d = 0; d < 3; d++) near.point[d] = point[d];
  if (intent == VF_ARGUMENT_WRITE) return near;
  near.cells = near.allowed = vf_near_box(&mapping, reach, within, point, point);
  if (halo) {
    vf_box points = *box;
    for (int d = 0; d < 3; d++) {
      /* ghosts of what others update are written in the same call */
      const bool all = intent == VF_ARGUMENT_READ;
      points.lower[d] = all ? vf_to_int(vf_halo_first(halo, box, d)) : box->lower[d];
      points.upper[d] = all ? vf_to_int(vf_halo_last(halo, box, d)) : box->upper[d] + halo->nodal[d];
    }
    near.cells = vf_near_box(&mapping, intent == VF_ARGUMENT_READ ? reach : &none, within, points.lower, points.upper);
  }
  if (intent == VF_ARGUMENT_UPDATE) near.trace = trace;
  return near;
}

VF_MAP_FUNCTION bool vf_box_has(const vf_box *box, int i, int j, int k)
{
  return i >= box->lower[0] && i <= box->upper[0] && j >= box->lower[1] && j <= box->upper[1] && k >= box->lower[2] &&
         k <= box->upper[2];
}

VF_MAP_FUNCTION uint64_t vf_bits_at(const void *address, int size)
{
  uint64_t bits = 0;
  for (int b = 0; b < size; b++) bits |= (uint64_t)((const volatile unsigned char *)address)[b] << (8 * b);
  return bits;
}

/* Puts an access on record, if it is the first; ends the kernel on a GPU. */
VF_ONE_COPY void vf_guard_report(const vf_guard *guard, int i, int j, int k, int n, bool changed)
{
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  const bool first = atomicExch(&guard->record->found, 1) == 0;
#else
  const bool first = __atomic_exchange_n(&guard->record->found, 1, __ATOMIC_RELAXED) == 0;
#endif
  if (first) {
    const int index[4] = { i, j, k, n };
    guard->record->argument = guard->argument;
    guard->record->box = guard->box;
    guard->record->changed = changed;
    for (int d = 0; d < 4; d++) guard->record->index[d] = index[d];
    for (int d = 0; guard->near && d < 3; d++) guard->record->point[d] = guard->near->point[d];
    if (guard->near) guard->record->allowed = changed ? guard->near->owned : guard->near->allowed;
  }
#if defined(__CUDA_ARCH__)
  __threadfence_system();
  __trap();
#elif defined(__HIP_DEVICE_COMPILE__)
  __threadfence_system();
  __builtin_trap();
#endif
}

/* Where a line has the value of point i, of those that the body of a point may read; guard: of any array there. */
VF_ONE_COPY int vf_guarded_value(const vf_guard *guard, int number, int i, int point, int below, int above)
{
  if (i >= point - below && i <= point + above) return i - point + below;
  vf_guard line = *guard;
  line.argument = -number;
  vf_guard_report(&line, i, line.near->point[1], line.near->point[2], 0, false);
  return 0;
}

/* Notes what an element holds that the point does not own. */
VF_ONE_COPY void vf_trace_element(vf_trace *trace, const void *address, int size, int i, int j, int k, int n)
{
  for (int t = 0; t < trace->count; t++)
    if (trace->at[t].address == address) return;
  if (trace->count == VF_TRACED) return;
  trace->at[trace->count].address = address;
  trace->at[trace->count].bits = vf_bits_at(address, size);
  trace->at[trace->count].index[0] = i;
  trace->at[trace->count].index[1] = j;
  trace->at[trace->count].index[2] = k;
  trace->at[trace->count].index[3] = n;
  trace->count++;
}

/* After the body: whether what it noted is as it was. */
VF_ONE_COPY void vf_trace_compare(const vf_guard *guard, int size)
{
  const vf_trace *trace = guard->near->trace;
  for (int t = 0; trace && t < trace->count; t++) {
    const int *index = trace->at[t].index;
    if (vf_bits_at(trace->at[t].address, size) != trace->at[t].bits)
      vf_guard_report(guard, index[0], index[1], index[2], index[3], true);
  }
}

VF_ONE_COPY ptrdiff_t vf_guarded_offset(const vf_guard *guard, const void *origin, int size, int i, int j, int k, int n,
                                        ptrdiff_t stride_j, ptrdiff_t stride_k, ptrdiff_t stride_n)
{
  const int at[4] = { i, j, k, n };
  bool inside = true;
  for (int d = 0; d < 4; d++) inside = inside && at[d] >= guard->lower[d] && at[d] <= guard->upper[d];
  if (!inside ||
      (guard->near && !vf_box_has(&guard->near->allowed, i, j, k) && !vf_box_has(&guard->near->cells, i, j, k)))
    vf_guard_report(guard, i, j, k, n, false);
  if (!inside) return guard->lower[0] + guard->lower[1] * stride_j + guard->lower[2] * stride_k;
  const ptrdiff_t offset = i + j * stride_j + k * stride_k + n * stride_n;
  if (guard->near && guard->near->trace && !vf_box_has(&guard->near->owned, i, j, k))
    vf_trace_element(guard->near->trace, (const char *)origin + offset * size, size, i, j, k, n);
  return offset;
}

/* The number of an element of a remote array that some rank has, or that of one that every window has. */
VF_ONE_COPY int64_t vf_remote_checked(const vf_guard *guard, const int64_t e, const int shift, const int64_t *lengths,
                                      const int ranks)
{
  const int64_t rank = e >> shift;
  if (e >= 0 && rank < ranks && (e & (((int64_t)1 << shift) - 1)) < lengths[rank]) return e;
  vf_guard_report(guard, (int)(uint32_t)e, (int)(e >> 32), 0, 0, false);
  return 0;
}

#endif
