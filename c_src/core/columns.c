#include "columns.h"

#include <limits.h>

#include "error.h"

/* The axes of an argument as its declaration has them. */
typedef struct part {
  int64_t lower, extent, stride;
  bool there;
} part;

static part part_of(const vf_record *record, vf_axis_role role)
{
  part found;
  found.there = vf_axes_merged(&record->axes, role, &found.lower, &found.extent, &found.stride);
  return found;
}

static vf_axis_role role_of_parts(const vf_column_shape *shape)
{
  return shape->species == 2 ? VF_ROLE_SPECIES : VF_ROLE_PART;
}

/* The first array that has points, and a view without them where none has. */
static const vf_record *record_with_points(const vf_call *call)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE || !kernel->arguments[a].map.column.points) continue;
    const vf_operand *operand = vf_handle_operand(call->arguments[a].view);
    if (operand && operand->count && operand->records[0]->axes.rank) return operand->records[0];
  }
  return NULL;
}

vf_status vf_columns_boxes(const vf_call *call, vf_box *boxes, int *count)
{
  const vf_columns *columns = call->columns;
  *count = 0;
  if (!columns) return vf_fail(VF_ERROR_NULL, "vf_%s: columns is NULL", call->kernel->description.name);
  if (columns->first_point > columns->last_point || columns->first_block > columns->last_block) return VF_OK;
  vf_box whole = { { columns->first_point, columns->first_block, 0 }, { columns->last_point, columns->last_block, 0 } };
  const vf_record *record = record_with_points(call);
  if (columns->columns > 0 && record) {
    const part points = part_of(record, VF_ROLE_POINT), blocks = part_of(record, VF_ROLE_BLOCK);
    const int64_t used = columns->last_point - points.lower + 1; /* of a full block */
    if (points.extent > 0 && used > 0 && used <= points.extent) {
      /* blocks that have as many columns as the call works on, and what is left for the next one */
      const int64_t full = (columns->columns - used) / points.extent + (columns->columns >= used);
      const int64_t next = blocks.lower + full, left = columns->columns - full * points.extent;
      if (next <= columns->last_block) {
        whole.upper[1] = next > columns->first_block ? (int)(next - 1) : columns->first_block - 1;
        if (left >= columns->first_point - points.lower + 1 && next >= columns->first_block) {
          const int cut = (int)(points.lower + left - 1);
          boxes[(*count)++] = (vf_box){ { columns->first_point, (int)next, 0 }, { cut, (int)next, 0 } };
        }
      }
    }
  }
  if (whole.upper[1] >= whole.lower[1]) {
    if (*count) boxes[1] = boxes[0];
    boxes[0] = whole;
    (*count)++;
  }
  return VF_OK;
}

/* What a declaration says of one role. */
typedef struct wanted {
  vf_axis_role role;
  const char *name;
  bool has, may_miss;
} wanted;

static vf_status check_axes(const vf_kernel_description *kernel, int argument, const vf_record *record)
{
  const vf_argument_description *described = &kernel->arguments[argument];
  const vf_column_shape *shape = &described->map.column;
  const vf_axis_role parts = role_of_parts(shape);
  const wanted list[] = { { VF_ROLE_POINT, "points (i, j)", shape->points, false },
                          { VF_ROLE_LEVEL, "levels (k)", shape->levels, false },
                          { VF_ROLE_PART, "parts (c, d)", shape->parts && shape->species != 2, false },
                          { VF_ROLE_SPECIES, "species (s, q)", shape->species, false },
                          { VF_ROLE_BLOCK, "blocks (b, e)", shape->blocks, true } };
  if (record->axes.rank == 0)
    return vf_fail(VF_ERROR_ARGUMENT,
                   "vf_%s: '%s' (argument %s) has no axes; wrap it with their names, such as 'i k e'", kernel->name,
                   record->label, described->name);
  const char open = vf_axes_open(&record->axes);
  if (open)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' (argument %s) has an axis %c; select an index of it", kernel->name,
                   record->label, described->name, open);
  for (size_t r = 0; r < sizeof list / sizeof list[0]; r++) {
    const part found = part_of(record, list[r].role);
    if (found.there && !list[r].has && found.extent != 1)
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' has %s, which argument %s, %s, has not; select an index",
                     kernel->name, record->label, list[r].name, described->name, described->map.word);
    if (!found.there && list[r].has && !list[r].may_miss)
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' has no %s, which argument %s, %s, has", kernel->name,
                     record->label, list[r].name, described->name, described->map.word);
  }
  const part first = part_of(record, VF_ROLE_POINT);
  if (shape->points && first.stride != 1 && first.extent > 1)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: the points of '%s' (argument %s) lie %lld elements apart", kernel->name,
                   record->label, described->name, (long long)first.stride);
  const part of_parts = part_of(record, parts);
  if (shape->parts && of_parts.extent != shape->parts)
    return vf_fail(VF_ERROR_BOX, "vf_%s: '%s' has %lld %s; argument %s, %s, has %d", kernel->name, record->label,
                   (long long)of_parts.extent, shape->species == 2 ? "species" : "parts", described->name,
                   described->map.word, shape->parts);
  return VF_OK;
}

/* An extent that several arrays have in common. */
typedef struct common {
  const char *name;
  const vf_record *first;
  int64_t extent, lower;
} common;

static vf_status agree(const vf_kernel_description *kernel, common *with, const vf_record *record, int64_t extent,
                       int64_t lower)
{
  if (!with->first) {
    with->first = record;
    with->extent = extent;
    with->lower = lower;
    return VF_OK;
  }
  if (with->extent == extent && with->lower == lower) return VF_OK;
  if (with->extent == extent)
    return vf_fail(VF_ERROR_BOX, "vf_%s: the %s of '%s' begin with %lld and those of '%s' with %lld", kernel->name,
                   with->name, with->first->label, (long long)with->lower, record->label, (long long)lower);
  return vf_fail(VF_ERROR_BOX, "vf_%s: '%s' has %lld %s and '%s' has %lld", kernel->name, with->first->label,
                 (long long)with->extent, with->name, record->label, (long long)extent);
}

vf_status vf_check_columns(const vf_call *call, vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  common levels = { .name = "levels" }, points = { .name = "points" }, species = { .name = "species" };
  checked->levels = 1;
  if (!vf_is_over_columns(kernel)) return VF_OK;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_operand *operand = checked->operands[a];
    if (!operand) continue;
    if (operand->set)
      return vf_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' (argument %s) is a set; a kernel over %s takes views",
                     kernel->name, operand->label, kernel->arguments[a].name,
                     vf_points_traits_of(kernel->points)->word);
    const vf_record *record = operand->records[0];
    const vf_column_shape *shape = &kernel->arguments[a].map.column;
    vf_status status = check_axes(kernel, a, record);
    const part k = part_of(record, VF_ROLE_LEVEL), i = part_of(record, VF_ROLE_POINT);
    const part s = part_of(record, VF_ROLE_SPECIES);
    if (!status && shape->levels) status = agree(kernel, &levels, record, k.extent - (shape->levels == 2), 0);
    if (!status && shape->points) status = agree(kernel, &points, record, i.extent, i.lower);
    if (!status && shape->species == 1) status = agree(kernel, &species, record, s.extent, 0);
    if (status) return status;
  }
  if (levels.extent > INT_MAX - 1 || species.extent > INT_MAX)
    return vf_fail(VF_ERROR_BOX, "vf_%s: more levels or species than a kernel can walk", kernel->name);
  if (levels.first) checked->levels = (int)levels.extent;
  if (species.first) checked->components = (int)species.extent;
  return VF_OK;
}

vf_span vf_columns_span(const vf_record *record, const vf_argument_description *argument)
{
  const vf_column_shape *shape = &argument->map.column;
  const int64_t size = (int64_t)vf_type_size(record->array->type);
  const part i = part_of(record, VF_ROLE_POINT), k = part_of(record, VF_ROLE_LEVEL);
  const part c = part_of(record, role_of_parts(shape)), s = part_of(record, VF_ROLE_SPECIES);
  const part b = part_of(record, VF_ROLE_BLOCK);
  vf_span span = { 0 };
  int64_t origin = 0;
  span.stride[0] = shape->rows ? shape->rows * c.stride : k.stride;
  span.stride[1] = shape->rows ? 0 : c.stride;
  span.stride[2] = shape->species == 1 ? s.stride : 0;
  span.block_stride = shape->blocks ? b.stride : 0;
  if (shape->points) origin -= i.lower;
  if (shape->levels) origin -= k.stride;
  if (shape->rows) origin -= span.stride[0] + c.stride;
  else if (shape->parts) origin -= c.stride;
  if (shape->blocks) origin -= b.lower * b.stride;
  const part of[4] = { i, k, c, b };
  for (int d = 0; d < 4; d++) {
    span.lower[d] = (int)of[d].lower;
    span.upper[d] = (int)(of[d].lower + of[d].extent - 1);
  }
  span.origin = (void *)((uintptr_t)vf_record_address(record, VF_DEVICE) + (uintptr_t)(origin * size));
  return span;
}
