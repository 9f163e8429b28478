#include "columns.h"

#include <limits.h>

#include "error.h"
#include "region.h"
#include "text.h"

static vfi_axis_role role_of_parts(const vfi_column_shape *shape)
{
  return shape->species == 2 ? VF_ROLE_SPECIES : VF_ROLE_PART;
}

/* The first array with points; if no array has points, a view without points. */
static const vfi_record *record_with_points(const vfi_call *call)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE || !kernel->arguments[a].map.column.points) continue;
    const vfi_operand *operand = vfi_handle_operand(call->arguments[a].view);
    if (operand && operand->count && operand->records[0]->axes.rank) return operand->records[0];
  }
  return NULL;
}

vf_status vfi_columns_boxes(const vfi_call *call, vf_box *boxes, int *count)
{
  const vf_columns *columns = call->columns;
  *count = 0;
  if (!columns) return vfi_fail(VF_ERROR_NULL, "vf_%s: columns is NULL", call->kernel->description.name);
  if (columns->first_point > columns->last_point || columns->first_block > columns->last_block) return VF_OK;
  vf_box whole = { { columns->first_point, columns->first_block, 0 }, { columns->last_point, columns->last_block, 0 } };
  if (columns->levels_said) {
    if (columns->first_level > columns->last_level) return VF_OK;
    if (columns->last_level == INT_MAX)
      return vfi_fail(VF_ERROR_BOX, "vf_%s: levels up to %d; half levels are one more", call->kernel->description.name,
                      INT_MAX);
    whole.lower[2] = columns->first_level;
    whole.upper[2] = columns->last_level + 1;
  }
  const vfi_record *record = record_with_points(call);
  if (columns->columns > 0 && record) {
    const vfi_axis_roles axes = vfi_axes_by_role(&record->axes);
    const vfi_axis points = axes.of[VF_ROLE_POINT], blocks = axes.of[VF_ROLE_BLOCK];
    const int64_t used = columns->last_point - points.lower + 1; /* of a full block */
    if (points.extent > 0 && used > 0 && used <= points.extent) {
      /* blocks with as many columns as the call works on, and the rest for the next block */
      const int64_t full = (columns->columns - used) / points.extent + (columns->columns >= used);
      if (full <= columns->last_block - blocks.lower) {
        const int64_t next = blocks.lower + full;
        /* the last full block by itself: with this block the product may be beyond the integers */
        const int64_t left = full ? columns->columns - (full - 1) * points.extent - points.extent : columns->columns;
        whole.upper[1] = next > columns->first_block ? (int)(next - 1) : columns->first_block - 1;
        if (left >= columns->first_point - points.lower + 1 && next >= columns->first_block) {
          const int cut = (int)(points.lower + left - 1);
          boxes[*count] = whole;
          boxes[*count].upper[0] = cut;
          boxes[*count].lower[1] = boxes[*count].upper[1] = (int)next;
          (*count)++;
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

/* A role, and the demand of a declaration about its axes. */
typedef struct wanted {
  vfi_axis_role role;
  const char *name;
  bool has, may_miss;
} wanted;

static vf_status check_axes(const vfi_kernel_description *kernel, int argument, const vfi_record *record,
                            const vfi_axis_roles *axes)
{
  const vfi_argument_description *described = &kernel->arguments[argument];
  const vfi_column_shape *shape = &described->map.column;
  const wanted list[] = { { VF_ROLE_POINT, "points (i, j)", shape->points, false },
                          { VF_ROLE_LEVEL, "levels (k)", shape->levels, false },
                          { VF_ROLE_PART, "parts (c, d)", shape->parts && shape->species != 2, false },
                          { VF_ROLE_SPECIES, "species (s, q)", shape->species, false },
                          { VF_ROLE_BLOCK, "blocks (b, e)", shape->blocks, true } };
  if (record->axes.rank == 0)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "vf_%s: '%s' (argument %s) has no axes; wrap it with their names, such as 'i k e'", kernel->name,
                    record->label, described->name);
  if (axes->of[VF_ROLE_FREE].there)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' (argument %s) has an axis %c; select an index of it", kernel->name,
                    record->label, described->name, vfi_axes_open(&record->axes));
  for (size_t r = 0; r < sizeof list / sizeof list[0]; r++) {
    const vfi_axis found = axes->of[list[r].role];
    if (found.there && !list[r].has && found.extent != 1)
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' has %s, and argument %s, %s, does not; select an index",
                      kernel->name, record->label, list[r].name, described->name, described->map.word);
    if (!found.there && list[r].has && !list[r].may_miss)
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' has no %s, which argument %s, %s, has", kernel->name,
                      record->label, list[r].name, described->name, described->map.word);
  }
  const vfi_axis first = axes->of[VF_ROLE_POINT];
  if (shape->points && first.stride != 1 && first.extent > 1)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: the points of '%s' (argument %s) lie %lld elements apart", kernel->name,
                    record->label, described->name, (long long)first.stride);
  const vfi_axis of_parts = axes->of[role_of_parts(shape)];
  if (shape->parts && of_parts.extent != shape->parts)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' has %lld %s; argument %s, %s, has %d", kernel->name, record->label,
                    (long long)of_parts.extent, shape->species == 2 ? "species" : "parts", described->name,
                    described->map.word, shape->parts);
  return VF_OK;
}

/* Refuses an array with blocks in a call that names none. */
static vf_status check_blocks(const vfi_kernel_description *kernel, int argument, const vfi_record *record,
                              const vfi_axis *blocks)
{
  if (!blocks->there || (blocks->lower == 1 && blocks->extent == 1)) return VF_OK;
  const long long first = blocks->lower, last = blocks->lower + blocks->extent - 1;
  return vfi_fail(VF_ERROR_ARGUMENT,
                  "vf_%s: '%s' (argument %s) has blocks %lld:%lld, and the call names no blocks; in Fortran: "
                  "vf_columns(..., blocks=[%lld, %lld])",
                  kernel->name, record->label, kernel->arguments[argument].name, first, last, first, last);
}

static vf_status refuse_side(const vfi_kernel_description *kernel, int argument, const vfi_record *record,
                             const char *points)
{
  return vfi_fail(VF_ERROR_BOX,
                  "vf_%s: '%s' (argument %s) has %s; VF_SIDE %d says that the kernel takes elements of %d x %d points",
                  kernel->name, record->label, kernel->arguments[argument].name, points, kernel->side, kernel->side,
                  kernel->side);
}

/* Bodies name points of the whole element by constants. As two axes, each array has exactly these points; as one axis,
 * the array has 1 to the square of the side. */
static vf_status check_side(const vfi_kernel_description *kernel, int argument, const vfi_record *record)
{
  char words[160] = "";
  vfi_text text = { .buffer = words, .size = sizeof words };
  const vfi_axes *axes = &record->axes;
  int64_t first = 1, last = 0;
  int count = 0;
  bool square = true;
  for (int a = 0; a < axes->rank; a++) {
    if (axes->fixed[a] || vfi_axis_role_of(axes->name[a]) != VF_ROLE_POINT) continue;
    first = axes->lower[a];
    last = axes->lower[a] + axes->extent[a] - 1;
    square = square && axes->extent[a] == kernel->side;
    vfi_text_add(&text, "%s%c %lld:%lld", count++ ? ", " : "points ", axes->name[a], (long long)first, (long long)last);
  }
  const bool is_element = count == 1 ? first <= 1 && last >= (int64_t)kernel->side * kernel->side : square;
  return is_element ? VF_OK : refuse_side(kernel, argument, record, words);
}

/* Refuses a call with a part of an element: a phase would leave out points that the next phase reads. */
static vf_status check_side_of_call(const vfi_call *call)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int b = 0; b < call->box_count; b++) {
    const vf_box *box = &call->boxes[b];
    if (vfi_box_is_empty(box) || (box->lower[0] == 1 && box->upper[0] == kernel->side * kernel->side)) continue;
    return vfi_fail(
        VF_ERROR_BOX,
        "vf_%s: the call has points %d:%d of blocks %d:%d; VF_SIDE %d says that the kernel takes elements of "
        "%d x %d points, 1:%d",
        kernel->name, box->lower[0], box->upper[0], box->lower[1], box->upper[1], kernel->side, kernel->side,
        kernel->side, kernel->side * kernel->side);
  }
  return VF_OK;
}

/* An extent shared by several arrays. */
typedef struct common {
  const char *name, *advice;
  const vfi_record *first;
  int64_t extent, lower;
  bool is_strict; /* arrays must agree also if each could have bounds of its own */
} common;

/* True if the points of a view come from several axes, counted from 1. */
static bool is_merged(const vfi_record *record)
{
  int count = 0;
  for (int a = 0; a < record->axes.rank; a++)
    count += !record->axes.fixed[a] && vfi_axis_role_of(record->axes.name[a]) == VF_ROLE_POINT;
  return count > 1;
}

static vf_status agree(const vfi_kernel_description *kernel, common *with, const vfi_record *record, int64_t extent,
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
    return vfi_fail(VF_ERROR_BOX, "vf_%s: the %s of '%s' begin with %lld and those of '%s' with %lld", kernel->name,
                    with->name, with->first->label, (long long)with->lower, record->label, (long long)lower);
  return vfi_fail(VF_ERROR_BOX, "vf_%s: '%s' has %lld %s and '%s' has %lld%s", kernel->name, with->first->label,
                  (long long)with->extent, with->name, record->label, (long long)extent, with->advice);
}

/* Points of one axis are in the bounds of their own array. Points of several axes are the same in all arrays, and so
 * are points of blocks that are filled one after the other. */
static vf_status agree_in_points(const vfi_kernel_description *kernel, common *points, const vfi_record *record,
                                 const vfi_axis *i)
{
  const vfi_record *first = points->first;
  if (first && !points->is_strict && !is_merged(first) && !is_merged(record)) return VF_OK;
  return agree(kernel, points, record, i->extent, i->lower);
}

static int64_t level_1(const vfi_axis *k, const vfi_column_shape *shape, const vfi_checked *checked)
{
  /* arrays of half levels begin with 0 or 1 in codes whose levels begin with 1 */
  const bool is_whole = shape->levels == 2 && k->extent == (int64_t)checked->levels + 1;
  return checked->levels_said && !is_whole ? checked->first_level : k->lower;
}

int64_t vfi_columns_level_1(const vfi_record *record, const vfi_column_shape *shape, const vfi_checked *checked)
{
  const vfi_axis_roles axes = vfi_axes_by_role(&record->axes);
  return level_1(&axes.of[VF_ROLE_LEVEL], shape, checked);
}

bool vfi_columns_has_row(const vfi_record *record, const vfi_column_shape *shape, const vfi_checked *checked,
                         const int64_t row[3])
{
  const vfi_axes *axes = &record->axes;
  int64_t rest = row[0];
  for (int a = 0; a < axes->rank; a++) {
    const vfi_axis_role role = vfi_axis_role_of(axes->name[a]);
    if (role == VF_ROLE_BLOCK) rest = row[2];
    if (role == VF_ROLE_BLOCK || role == VF_ROLE_POINT) continue;
    if (role == VF_ROLE_LEVEL) {
      const int64_t index = axes->lower[a] + rest % axes->extent[a];
      const int64_t first = vfi_columns_level_1(record, shape, checked);
      return index >= first && index - first < checked->levels + (shape->levels == 2);
    }
    rest /= axes->extent[a];
  }
  return true;
}

/* Levels of the call are in the bounds of the array; if the call does not name levels, all arrays have equally many. */
static vf_status agree_in_levels(const vfi_kernel_description *kernel, int argument, common *levels,
                                 const vfi_record *record, const vfi_axis *k, const vfi_checked *checked)
{
  const vfi_column_shape *shape = &kernel->arguments[argument].map.column;
  const bool is_half = shape->levels == 2;
  if (!checked->levels_said) return agree(kernel, levels, record, k->extent - is_half, 0);
  if (!checked->levels) return VF_OK;
  const int64_t first = level_1(k, shape, checked), last = first + checked->levels - 1 + is_half;
  if (first >= k->lower && last <= k->lower + k->extent - 1) return VF_OK;
  return vfi_fail(VF_ERROR_BOX, "vf_%s: the call needs %slevels %lld:%lld of '%s' (argument %s), which has %lld:%lld",
                  kernel->name, is_half ? "half " : "", (long long)first, (long long)last, record->label,
                  kernel->arguments[argument].name, (long long)k->lower, (long long)(k->lower + k->extent - 1));
}

vf_status vfi_check_columns(const vfi_call *call, vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  common levels = { .name = "levels",
                    .advice = "; with levels= in the call each array has levels in bounds of its own" };
  common points = { .name = "points", .advice = "" }, species = { .name = "species", .advice = "" };
  checked->levels = 1;
  checked->levels_said = false;
  checked->first_level = 0;
  if (!vfi_is_over_columns(kernel)) return VF_OK;
  points.is_strict = call->columns && call->columns->columns > 0;
  if (call->box_count == 0 && call->columns && call->columns->levels_said) {
    checked->levels_said = true;
    checked->levels = 0;
  } else if (call->box_count > 0 && call->boxes[0].upper[2] > call->boxes[0].lower[2]) {
    checked->levels_said = true;
    checked->first_level = call->boxes[0].lower[2];
    levels.extent = (int64_t)call->boxes[0].upper[2] - call->boxes[0].lower[2];
    checked->levels = levels.extent < INT_MAX ? (int)levels.extent : INT_MAX;
  }
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    if (!operand) continue;
    if (operand->set)
      return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: '%s' (argument %s) is a set; a kernel over %s takes views",
                      kernel->name, operand->label, kernel->arguments[a].name,
                      vfi_points_traits_of(kernel->points)->word);
    const vfi_record *record = operand->records[0];
    const vfi_column_shape *shape = &kernel->arguments[a].map.column;
    const vfi_axis_roles axes = vfi_axes_by_role(&record->axes);
    vf_status status = check_axes(kernel, a, record, &axes);
    if (!status && call->columns && call->columns->no_blocks)
      status = check_blocks(kernel, a, record, &axes.of[VF_ROLE_BLOCK]);
    if (!status && shape->levels)
      status = agree_in_levels(kernel, a, &levels, record, &axes.of[VF_ROLE_LEVEL], checked);
    if (!status && shape->points && kernel->side) status = check_side(kernel, a, record);
    if (!status && shape->points) status = agree_in_points(kernel, &points, record, &axes.of[VF_ROLE_POINT]);
    if (!status && shape->species == 1) status = agree(kernel, &species, record, axes.of[VF_ROLE_SPECIES].extent, 0);
    if (status) return status;
  }
  if (levels.extent > INT_MAX - 1 || species.extent > INT_MAX)
    return vfi_fail(VF_ERROR_BOX, "vf_%s: more levels or species than a kernel can walk", kernel->name);
  if (levels.first) checked->levels = (int)levels.extent;
  if (species.first) checked->components = (int)species.extent;
  return kernel->side ? check_side_of_call(call) : VF_OK;
}

bool vfi_columns_write_all(const vfi_argument_description *argument, const vfi_record *record,
                           const vfi_checked *checked)
{
  const vfi_column_shape *shape = &argument->map.column;
  if (!shape->is || !shape->points) return false;
  for (int d = 0; d < 3; d++)
    if (argument->reach.below[d] || argument->reach.above[d] || argument->levels.below[d] || argument->levels.above[d])
      return false;
  if (!shape->levels || !checked->levels_said) return true;
  return vfi_axes_by_role(&record->axes).of[VF_ROLE_LEVEL].extent == (int64_t)checked->levels + (shape->levels == 2);
}

/* Guards of bounds have indices as integers; calls never go beyond the integers, even if an array does. */
static int guarded(int64_t index) { return index > INT_MAX ? INT_MAX : index < INT_MIN ? INT_MIN : (int)index; }

vfi_span vfi_columns_span(const vfi_record *record, const vfi_argument_description *argument,
                          const vfi_checked *checked)
{
  const vfi_column_shape *shape = &argument->map.column;
  const int64_t size = (int64_t)vfi_type_size(record->array->type);
  const vfi_axis_roles axes = vfi_axes_by_role(&record->axes);
  const vfi_axis i = axes.of[VF_ROLE_POINT], k = axes.of[VF_ROLE_LEVEL], c = axes.of[role_of_parts(shape)];
  const vfi_axis s = axes.of[VF_ROLE_SPECIES], b = axes.of[VF_ROLE_BLOCK];
  vfi_span span = { 0 };
  int64_t origin = 0;
  span.stride[0] = shape->rows ? shape->rows * c.stride : k.stride;
  span.stride[1] = shape->rows ? 0 : c.stride;
  span.stride[2] = shape->species == 1 ? s.stride : 0;
  span.block_stride = shape->blocks ? b.stride : 0;
  if (shape->points) origin -= i.lower;
  const int64_t before = shape->levels ? level_1(&k, shape, checked) - k.lower : 0; /* ghost levels */
  if (shape->levels) origin += (before - 1) * k.stride;
  if (shape->rows) origin -= span.stride[0] + c.stride;
  else if (shape->parts) origin -= c.stride;
  if (shape->blocks) origin -= b.lower * b.stride;
  const vfi_axis of[4] = { i, k, c, b };
  for (int d = 0; d < 4; d++) {
    span.lower[d] = guarded(of[d].lower);
    span.upper[d] = guarded(of[d].lower + of[d].extent - 1);
  }
  if (shape->levels) {
    span.lower[1] = guarded(1 - before);
    span.upper[1] = guarded(k.extent - before);
  }
  span.origin = (void *)((uintptr_t)vfi_record_address(record, VF_DEVICE) + (uintptr_t)(origin * size));
  return span;
}
