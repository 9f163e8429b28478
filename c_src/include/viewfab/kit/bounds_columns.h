/* Checked element access in kernels over columns and teams, for builds with VIEWFAB_BOUNDS. An instance is what a body is
 * run for: a level of a column, or what a phase of a team is run for. It may touch what the declaration gives it and
 * write what it owns. As in bounds.h, the first access beyond is put on record; the host then goes on, within the array,
 * and a GPU stops the kernel. */
#ifndef VIEWFAB_KIT_BOUNDS_COLUMNS_H
#define VIEWFAB_KIT_BOUNDS_COLUMNS_H

#include <viewfab/kit/bounds.h>

typedef struct vf_instance {
  const char *name; /* of its sweep or phase */
  vf_instance_kind kind;
  int phase;        /* the phases of a team are numbered from 1 */
  int run;          /* number of the body that is run; from 1 */
  int point, level; /* its own; 0 where its kind has none */
  int levels, first_point, last_point, block, species;
  bool is_apart; /* the file says that levels are independent */
  vf_bounds_record *record;
} vf_instance;

struct vf_shadow;

/* Of an array, of scratch or of a temporary. */
typedef struct vf_column_guard {
  int argument;        /* -1: none */
  const char *scratch; /* name of scratch or of a temporary */
  vf_argument_intent intent;
  vf_column_shape shape;
  vf_column_reach reach;       /* as it is declared */
  int first_level, last_level; /* that the array has, with ghosts, where level 1 is the first one of the call */
  const vf_instance *here;
  vf_trace *trace;          /* for what may be written and is not owned; NULL: nothing is noted */
  struct vf_shadow *shadow; /* see bounds_shadow.h; NULL: none */
} vf_column_guard;

/* Indices of an element, or the first or last of several: point, level, part and block; of a table its two numbers. */
typedef struct vf_column_index {
  int at[4];
} vf_column_index;

/* Whether bodies may read beyond the points and levels of the call what the reach gives them. What a team writes has
 * shadows of these alone. */
VF_MAP_FUNCTION bool vf_column_has_ghosts(const vf_column_guard *guard)
{
  return guard->intent == VF_ARGUMENT_READ || guard->here->kind == VF_INSTANCE_SWEEP;
}

/* The first and last index of each axis, with 1 where the array has none. */
VF_MAP_FUNCTION vf_column_index vf_column_first(const vf_column_guard *guard)
{
  const vf_instance *here = guard->here;
  vf_column_index first = { { 1, 1, 1, here->block - guard->reach.below[2] } };
  if (guard->shape.points) first.at[0] = here->first_point;
  if (!vf_column_has_ghosts(guard)) return first;
  if (guard->shape.points) first.at[0] -= guard->reach.below[0];
  if (guard->shape.levels) {
    first.at[1] = 1 - guard->reach.below[1];
    if (first.at[1] < guard->first_level) first.at[1] = guard->first_level;
  }
  return first;
}

VF_MAP_FUNCTION vf_column_index vf_column_last(const vf_column_guard *guard)
{
  const vf_column_shape *shape = &guard->shape;
  vf_column_index last = { { 1, 1, 1, guard->here->block + guard->reach.above[2] } };
  if (shape->rows) {
    last.at[0] = shape->rows;
    last.at[1] = shape->parts / shape->rows;
    return last;
  }
  if (shape->points) last.at[0] = guard->here->last_point;
  if (shape->levels) last.at[1] = guard->here->levels + (shape->levels == 2);
  if (shape->parts) last.at[2] = shape->parts;
  if (!vf_column_has_ghosts(guard)) return last;
  if (shape->points) last.at[0] += guard->reach.above[0];
  if (shape->levels) {
    last.at[1] += guard->reach.above[1];
    if (last.at[1] > guard->last_level) last.at[1] = guard->last_level;
  }
  return last;
}

/* Takes the first and last index to those of the own point or level with this reach, as far as its kind has them. */
VF_MAP_FUNCTION void vf_column_own(const vf_column_guard *guard, const vf_column_reach *reach, vf_column_index *first,
                                   vf_column_index *last)
{
  const vf_instance *here = guard->here;
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

/* The same without a reach: what the instance owns. */
VF_MAP_FUNCTION void vf_column_owned(const vf_column_guard *guard, vf_column_index *first, vf_column_index *last)
{
  const vf_column_reach none = { { 0, 0, 0 }, { 0, 0, 0 } };
  vf_column_own(guard, &none, first, last);
}

VF_MAP_FUNCTION bool vf_column_within(const vf_column_index *index, const vf_column_index *first,
                                      const vf_column_index *last)
{
  for (int d = 0; d < 4; d++)
    if (index->at[d] < first->at[d] || index->at[d] > last->at[d]) return false;
  return true;
}

VF_MAP_FUNCTION void vf_copy_name(char *to, const char *from, int size)
{
  int length = 0;
  for (; from && from[length] && length < size - 1; length++) to[length] = from[length];
  to[length] = '\0';
}

/* Puts an access on record, if it is the first; ends the kernel on a GPU.
 *   first, last  what there is, is allowed or owned, as the fault says
 *   other        point and level of the other instance in a race; NULL: there is none */
VF_ONE_COPY void vf_column_report(const vf_column_guard *guard, vf_column_fault fault, const vf_column_index *index,
                                  const vf_column_index *first, const vf_column_index *last, const int *other)
{
  const vf_instance *here = guard->here;
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  const bool is_first = atomicExch(&here->record->found, 1) == 0;
#else
  const bool is_first = __atomic_exchange_n(&here->record->found, 1, __ATOMIC_RELAXED) == 0;
#endif
  if (is_first) {
    vf_column_record *record = &here->record->column;
    here->record->argument = guard->argument;
    here->record->box = 0;
    record->fault = fault;
    record->kind = here->kind;
    vf_copy_name(record->phase, here->name, (int)sizeof record->phase);
    vf_copy_name(record->scratch, guard->scratch, (int)sizeof record->scratch);
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
  }
#if defined(__CUDA_ARCH__)
  __threadfence_system();
  __trap();
#elif defined(__HIP_DEVICE_COMPILE__)
  __threadfence_system();
  __builtin_trap();
#endif
}

/* What an instance of a kernel over columns may touch; false: it may not, which is on record. */
VF_MAP_FUNCTION bool vf_column_is_declared(const vf_column_guard *guard, const vf_column_index *index)
{
  vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  const bool is_read_only = guard->intent == VF_ARGUMENT_READ && guard->argument >= 0;
  if (!vf_column_within(index, &first, &last)) return false;
  if (guard->here->kind == VF_INSTANCE_SWEEP && guard->argument >= 0)
    vf_column_own(guard, &guard->reach, &first, &last);
  else if (guard->here->is_apart && !is_read_only) {
    const vf_column_index begin = first, end = last;
    vf_column_owned(guard, &first, &last);
    first.at[0] = begin.at[0];
    last.at[0] = end.at[0];
  }
  return vf_column_within(index, &first, &last);
}

VF_ONE_COPY void vf_column_refuse(const vf_column_guard *guard, const vf_column_index *index)
{
  vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  vf_column_fault fault = VF_FAULT_AXIS;
  const bool is_sweep = guard->here->kind == VF_INSTANCE_SWEEP;
  vf_column_index in_block = *index; /* to a sweep another block is a matter of reach */
  if (is_sweep) in_block.at[3] = guard->here->block;
  if (vf_column_within(&in_block, &first, &last)) {
    fault = is_sweep ? VF_FAULT_REACH : VF_FAULT_APART;
    if (is_sweep) vf_column_own(guard, &guard->reach, &first, &last);
    else vf_column_owned(guard, &first, &last);
  }
  vf_column_report(guard, fault, index, &first, &last, NULL);
}

VF_MAP_FUNCTION bool vf_column_owns(const vf_column_guard *guard, const vf_column_index *index)
{
  vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  vf_column_owned(guard, &first, &last);
  return vf_column_within(index, &first, &last);
}

VF_ONE_COPY void vf_column_refuse_write(const vf_column_guard *guard, const vf_column_index *index)
{
  vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  vf_column_owned(guard, &first, &last);
  vf_column_report(guard, VF_FAULT_WRITE, index, &first, &last, NULL);
}

#if !defined(__CUDACC__) && !defined(__HIPCC__)
#include <viewfab/kit/bounds_shadow.h>
#define VF_SHADOW_ACCESS(guard, index, address, size) \
  if ((guard)->shadow) vf_shadow_access(guard, index, address, size)
#else
#define VF_SHADOW_ACCESS(guard, index, address, size) (void)0
#endif

/* From the origin to an element: point i, level k, part c of the block so many blocks beside; of a table i and k are its
 * numbers. */
VF_ONE_COPY ptrdiff_t vf_column_offset(const vf_column_guard *guard, const void *origin, int size, int i, int k, int c,
                                       int beside, ptrdiff_t stride_i, ptrdiff_t stride_k, ptrdiff_t stride_c,
                                       ptrdiff_t stride_b)
{
  const int block = guard->here->block;
  const vf_column_shape *shape = &guard->shape;
  const bool has_i = shape->points || shape->rows, has_k = shape->levels || shape->rows,
             has_c = shape->parts && !shape->rows;
  vf_column_index index = { { has_i ? i : 1, has_k ? k : 1, has_c ? c : 1, block + beside } };
  if (!vf_column_is_declared(guard, &index)) {
    const vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
    vf_column_refuse(guard, &index);
    for (int d = 0; d < 4; d++) {
      if (index.at[d] < first.at[d]) index.at[d] = first.at[d];
      if (index.at[d] > last.at[d]) index.at[d] = last.at[d];
    }
  }
  const ptrdiff_t offset = (has_i ? index.at[0] : 0) * stride_i + (has_k ? index.at[1] : 0) * stride_k +
                           (has_c ? index.at[2] : 0) * stride_c + (index.at[3] - block) * stride_b;
  VF_SHADOW_ACCESS(guard, &index, (const char *)origin + offset * size, size);
  if (guard->trace && !vf_column_owns(guard, &index))
    vf_trace_element(guard->trace, (const char *)origin + offset * size, size, index.at[0], index.at[1], index.at[2],
                     index.at[3]);
  return offset;
}

/* After a body: whether what it does not own is as it was. */
VF_ONE_COPY void vf_column_compare(const vf_column_guard *guard, int size)
{
  vf_trace *trace = guard->trace;
  if (!trace) return;
  for (int t = 0; t < trace->count; t++) {
    const int *at = trace->at[t].index;
    const vf_column_index index = { { at[0], at[1], at[2], at[3] } };
    if (vf_bits_at(trace->at[t].address, size) != trace->at[t].bits) vf_column_refuse_write(guard, &index);
  }
  trace->count = 0;
}

VF_MAP_FUNCTION void vf_instance_begin(vf_instance *here, vf_instance_kind kind, const char *name, int point, int level)
{
  here->kind = kind;
  here->name = name;
  here->point = point;
  here->level = level;
  here->run++;
}

#endif
