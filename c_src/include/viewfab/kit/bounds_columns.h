/* Checked element access in kernels over columns and teams, for builds with VIEWFAB_BOUNDS. An instance is one run of a
 * body: for a level of a column, or for a point, level or column in a phase of a team. An instance may touch its
 * declared elements and write its own elements. As in bounds.h, the first access beyond is recorded; the host then goes
 * on, within the array, and a GPU stops the kernel. */
#ifndef VIEWFAB_KIT_BOUNDS_COLUMNS_H
#define VIEWFAB_KIT_BOUNDS_COLUMNS_H

#include <viewfab/kit/bounds.h>

typedef struct vfi_instance {
  const char *name; /* name of the sweep or phase */
  vfi_instance_kind kind;
  int phase;        /* the phases of a team are numbered from 1 */
  int run;          /* number of the running body, from 1 */
  int point, level; /* its own point and level; 0 if its kind has none */
  int levels, first_point, last_point, block, species;
  bool is_apart; /* the file declares independent levels */
  vfi_bounds_record *record;
} vfi_instance;

struct vfi_shadow;

/* The guard of an array, of scratch or of a temporary. */
typedef struct vfi_column_guard {
  int argument;        /* -1: none */
  const char *scratch; /* name of the scratch or temporary */
  vfi_argument_intent intent;
  vfi_column_shape shape;
  vfi_column_reach reach;      /* as declared */
  int first_level, last_level; /* levels of the array, with ghosts; level 1 is the first level of the call */
  const vfi_instance *here;
  vfi_trace *trace;          /* for elements that may be written and are not owned; NULL: no trace */
  struct vfi_shadow *shadow; /* see bounds_shadow.h; NULL: none */
} vfi_column_guard;

/* Indices of an element, or first or last indices of a range: point, level, part and block; for a table its two
 * numbers. */
typedef struct vfi_column_index {
  int at[4];
} vfi_column_index;

/* True if bodies may use the reach beyond the points and levels of the call. Arrays that a team writes have shadows of
 * the points and levels of the call only. */
VF_MAP_FUNCTION bool vfi_column_has_ghosts(const vfi_column_guard *guard)
{
  return guard->intent == VF_ARGUMENT_READ || guard->here->kind == VF_INSTANCE_SWEEP;
}

/* The first and last index of each axis; 1 if the array does not have the axis. */
VF_MAP_FUNCTION vfi_column_index vfi_column_first(const vfi_column_guard *guard)
{
  const vfi_instance *here = guard->here;
  vfi_column_index first = { { 1, 1, 1, here->block - guard->reach.below[2] } };
  if (guard->shape.points) first.at[0] = here->first_point;
  if (!vfi_column_has_ghosts(guard)) return first;
  if (guard->shape.points) first.at[0] -= guard->reach.below[0];
  if (guard->shape.levels) {
    first.at[1] = 1 - guard->reach.below[1];
    if (first.at[1] < guard->first_level) first.at[1] = guard->first_level;
  }
  return first;
}

VF_MAP_FUNCTION vfi_column_index vfi_column_last(const vfi_column_guard *guard)
{
  const vfi_column_shape *shape = &guard->shape;
  vfi_column_index last = { { 1, 1, 1, guard->here->block + guard->reach.above[2] } };
  if (shape->rows) {
    last.at[0] = shape->rows;
    last.at[1] = shape->parts / shape->rows;
    return last;
  }
  if (shape->points) last.at[0] = guard->here->last_point;
  if (shape->levels) last.at[1] = guard->here->levels + (shape->levels == 2);
  if (shape->parts) last.at[2] = shape->parts;
  if (!vfi_column_has_ghosts(guard)) return last;
  if (shape->points) last.at[0] += guard->reach.above[0];
  if (shape->levels) {
    last.at[1] += guard->reach.above[1];
    if (last.at[1] > guard->last_level) last.at[1] = guard->last_level;
  }
  return last;
}

/* Narrows first and last to the own point and level of the instance, with this reach, as far as its kind has them. */
VF_MAP_FUNCTION void vfi_column_own(const vfi_column_guard *guard, const vfi_column_reach *reach,
                                    vfi_column_index *first, vfi_column_index *last)
{
  const vfi_instance *here = guard->here;
  const bool by_point = here->kind != VF_INSTANCE_LEVELS;
  const bool by_level = here->kind != VF_INSTANCE_COLUMNS && here->kind != VF_INSTANCE_OF_COLUMN;
  if (guard->shape.points && by_point) {
    first->at[0] = here->point - reach->below[0];
    last->at[0] = here->point + reach->above[0];
  }
  if (guard->shape.levels && by_level) {
    first->at[1] = here->level - reach->below[1];
    last->at[1] = here->level + reach->above[1] + (guard->shape.levels == 2);
  }
  first->at[3] = here->block - reach->below[2];
  last->at[3] = here->block + reach->above[2];
}

/* The same without a reach: the owned elements of the instance. */
VF_MAP_FUNCTION void vfi_column_owned(const vfi_column_guard *guard, vfi_column_index *first, vfi_column_index *last)
{
  const vfi_column_reach none = { { 0, 0, 0 }, { 0, 0, 0 } };
  vfi_column_own(guard, &none, first, last);
}

VF_MAP_FUNCTION bool vfi_column_within(const vfi_column_index *index, const vfi_column_index *first,
                                       const vfi_column_index *last)
{
  for (int d = 0; d < 4; d++)
    if (index->at[d] < first->at[d] || index->at[d] > last->at[d]) return false;
  return true;
}

VF_MAP_FUNCTION void vfi_copy_name(char *to, const char *from, int size)
{
  int length = 0;
  for (; from && from[length] && length < size - 1; length++) to[length] = from[length];
  to[length] = '\0';
}

/* Records an access, if it is the first; ends the kernel on a GPU.
 *   first, last  the existing, allowed or owned range, as in the fault
 *   other        point and level of the other instance in a race; NULL: there is none */
VF_ONE_COPY void vfi_column_report(const vfi_column_guard *guard, vfi_column_fault fault, const vfi_column_index *index,
                                   const vfi_column_index *first, const vfi_column_index *last, const int *other)
{
  const vfi_instance *here = guard->here;
  vfi_column_record *record = &here->record->column;
  if (!vfi_record_begins(here->record)) return;
  here->record->argument = guard->argument;
  here->record->box = 0;
  record->fault = fault;
  record->kind = here->kind;
  vfi_copy_name(record->phase, here->name, (int)sizeof record->phase);
  vfi_copy_name(record->scratch, guard->scratch, (int)sizeof record->scratch);
  record->shape = guard->shape;
  record->point = here->point;
  record->level = here->level;
  record->block = here->block;
  record->species = here->species;
  record->other_point = other ? other[0] : 0;
  record->other_level = other ? other[1] : 0;
  record->reach = guard->reach;
  for (int d = 0; d < 4; d++) {
    record->index[d] = index->at[d];
    record->lower[d] = first->at[d];
    record->upper[d] = last->at[d];
  }
  vfi_record_ends();
}

/* True if the instance may touch the element. The caller reports other accesses. */
VF_MAP_FUNCTION bool vfi_column_is_declared(const vfi_column_guard *guard, const vfi_column_index *index)
{
  vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  const bool is_read_only = guard->intent == VF_ARGUMENT_READ && guard->argument >= 0;
  if (!vfi_column_within(index, &first, &last)) return false;
  if (guard->here->kind == VF_INSTANCE_SWEEP && guard->argument >= 0)
    vfi_column_own(guard, &guard->reach, &first, &last);
  else if (guard->here->is_apart && !is_read_only) {
    const vfi_column_index begin = first, end = last;
    vfi_column_owned(guard, &first, &last);
    first.at[0] = begin.at[0];
    last.at[0] = end.at[0];
  }
  return vfi_column_within(index, &first, &last);
}

VF_ONE_COPY void vfi_column_refuse(const vfi_column_guard *guard, const vfi_column_index *index)
{
  vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  vfi_column_fault fault = VF_FAULT_AXIS;
  const bool is_sweep = guard->here->kind == VF_INSTANCE_SWEEP;
  vfi_column_index in_block = *index; /* in a sweep another block counts as a matter of reach */
  if (is_sweep) in_block.at[3] = guard->here->block;
  if (vfi_column_within(&in_block, &first, &last)) {
    fault = is_sweep ? VF_FAULT_REACH : VF_FAULT_APART;
    if (is_sweep) vfi_column_own(guard, &guard->reach, &first, &last);
    else vfi_column_owned(guard, &first, &last);
  }
  vfi_column_report(guard, fault, index, &first, &last, NULL);
}

VF_MAP_FUNCTION bool vfi_column_owns(const vfi_column_guard *guard, const vfi_column_index *index)
{
  vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  vfi_column_owned(guard, &first, &last);
  return vfi_column_within(index, &first, &last);
}

VF_ONE_COPY void vfi_column_refuse_write(const vfi_column_guard *guard, const vfi_column_index *index)
{
  vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  vfi_column_owned(guard, &first, &last);
  vfi_column_report(guard, VF_FAULT_WRITE, index, &first, &last, NULL);
}

#if !defined(__CUDACC__) && !defined(__HIPCC__)
#include <viewfab/kit/bounds_shadow.h>
#define VF_SHADOW_ACCESS(guard, index, address, size) \
  if ((guard)->shadow) vfi_shadow_access(guard, index, address, size)
#else
#define VF_SHADOW_ACCESS(guard, index, address, size) (void)0
#endif

/* Notes the distance of an element from the own point, level and block of the instance. */
VF_MAP_FUNCTION void vfi_column_notes(const vfi_column_guard *guard, const vfi_column_index *index)
{
#if !defined(__CUDACC__) && !defined(__HIPCC__)
  const vfi_instance *const here = guard->here;
  vfi_used_reach *const used = here->record ? vfi_used_reach_of(here->record) : NULL;
  if (!used || !used->watched || guard->argument < 0) return;
  const vfi_column_reach none = { { 0, 0, 0 }, { 0, 0, 0 } };
  vfi_column_index first = *index, last = *index;
  vfi_column_own(guard, &none, &first, &last);
  for (int d = 0; d < 3; d++) {
    const int of = d == 2 ? 3 : d; /* behind the parts stands the block */
    vfi_raise(&used->of[guard->argument].below[d], first.at[of] > index->at[of] ? first.at[of] - index->at[of] : 0);
    vfi_raise(&used->of[guard->argument].above[d], last.at[of] < index->at[of] ? index->at[of] - last.at[of] : 0);
  }
#else
  (void)guard;
  (void)index;
#endif
}

/* The offset of an element from the origin: point i, level k, part c, in the block at distance beside; for a table i
 * and k are its numbers. */
VF_ONE_COPY ptrdiff_t vfi_column_offset(const vfi_column_guard *guard, const void *origin, int size, int i, int k,
                                        int c, int beside, ptrdiff_t stride_i, ptrdiff_t stride_k, ptrdiff_t stride_c,
                                        ptrdiff_t stride_b)
{
  const int block = guard->here->block;
  const vfi_column_shape *shape = &guard->shape;
  const bool has_i = shape->points || shape->rows, has_k = shape->levels || shape->rows,
             has_c = shape->parts && !shape->rows;
  vfi_column_index index = { { has_i ? i : 1, has_k ? k : 1, has_c ? c : 1, block + beside } };
  vfi_column_notes(guard, &index);
  if (!vfi_column_is_declared(guard, &index)) {
    const vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
    vfi_column_refuse(guard, &index);
    for (int d = 0; d < 4; d++) {
      if (index.at[d] < first.at[d]) index.at[d] = first.at[d];
      if (index.at[d] > last.at[d]) index.at[d] = last.at[d];
    }
  }
  const ptrdiff_t offset = (has_i ? index.at[0] : 0) * stride_i + (has_k ? index.at[1] : 0) * stride_k +
                           (has_c ? index.at[2] : 0) * stride_c + (index.at[3] - block) * stride_b;
  VF_SHADOW_ACCESS(guard, &index, (const char *)origin + offset * size, size);
  if (guard->trace && !vfi_column_owns(guard, &index))
    vfi_trace_element(guard->trace, (const char *)origin + offset * size, size, index.at[0], index.at[1], index.at[2],
                      index.at[3]);
  return offset;
}

/* After a body: reports each traced element with a changed value. */
VF_ONE_COPY void vfi_column_compare(const vfi_column_guard *guard, int size)
{
  vfi_trace *trace = guard->trace;
  if (!trace) return;
  for (int t = 0; t < trace->count; t++) {
    const int *at = trace->at[t].index;
    const vfi_column_index index = { { at[0], at[1], at[2], at[3] } };
    if (vfi_bits_at(trace->at[t].address, size) != trace->at[t].bits) vfi_column_refuse_write(guard, &index);
  }
  trace->count = 0;
}

VF_MAP_FUNCTION void vfi_instance_begin(vfi_instance *here, vfi_instance_kind kind, const char *name, int point,
                                        int level)
{
  here->kind = kind;
  here->name = name;
  here->point = point;
  here->level = level;
  here->run++;
}

#endif
