/* Findings of a build with VIEWFAB_BOUNDS, as an error: in kernels over boxes, then in kernels over columns. */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "error.h"
#include "remote_part.h"
#include "text.h"

/* "(1, 2, 3)" */
static void add_index(vfi_text *text, int rank, const int *index)
{
  vfi_text_add(text, "(");
  for (int d = 0; d < rank; d++) vfi_text_add(text, "%s%d", d ? ", " : "", index[d]);
  vfi_text_add(text, ")");
}

/* Appends the error, and the declaration that would allow the access. */
static void add_reason(vfi_text *text, const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                       const vfi_bounds_record *record)
{
  vfi_reach needed = argument->reach;
  char allowed[VF_RANGE_TEXT];
  bool beyond = false, outside = false;
  int64_t lower[3], upper[3];
  for (int d = 0; d < argument->map.rank; d++) {
    const int axis = argument->map.at[d].axis;
    const int64_t below = (int64_t)record->allowed.lower[d] - record->index[d],
                  above = (int64_t)record->index[d] - record->allowed.upper[d];
    lower[d] = record->allowed.lower[d];
    upper[d] = record->allowed.upper[d];
    outside = outside || below > 0 || above > 0;
    if (axis == VF_AXIS_ANY) continue;
    if (below > 0) needed.below[axis] += (int)below;
    if (above > 0) needed.above[axis] += (int)above;
    beyond = beyond || below > 0 || above > 0;
  }
  if (!outside) return; /* the array does not have this component: no reach allows the access */
  vfi_range_text(allowed, argument->map.rank, lower, upper);
  if (!beyond) {
    vfi_text_add(text, ". With %s it has %s there", argument->map.word, allowed);
    return;
  }
  if (record->changed || argument->intent == VF_ARGUMENT_WRITE) {
    vfi_text_add(text, ". The point owns %s there: a body writes nothing else, and of WRITE arguments reads nothing",
                 allowed);
    return;
  }
  if (vfi_layers_around(kernel) && argument->intent == VF_ARGUMENT_UPDATE) {
    vfi_text_add(text,
                 ". In an updated array a ghost has %s, and reads the cells of the box: other ghosts are written in "
                 "the same call",
                 allowed);
    return;
  }
  vfi_text_add(text, ". With %s, ", argument->map.word);
  vfi_reach_add(text, &argument->reach);
  vfi_text_add(text, " it has %s there; it would need ", allowed);
  vfi_reach_add(text, &needed);
}

/* For a line: the allowed reads of the body, and the reach for this read. */
static void add_line(vfi_text *text, const vfi_line_description *line, const vfi_bounds_record *record)
{
  const int at = record->index[0], offset = at - record->point[0];
  if (line->below < 0) { /* scratch */
    vfi_text_add(text,
                 "accessed element %d of scratch %s, which has %d .. %d in this tile: VF_PHASES and the phase keep to "
                 "its halo in VF_SCRATCH",
                 at, line->name, record->allowed.lower[0], record->allowed.upper[0]);
    return;
  }
  vfi_text_add(text, "read line %s at i = %d. Its reach has %d .. %d there; it would need reach(below(%d), above(%d))",
               line->name, at, record->point[0] - line->below, record->point[0] + line->above,
               -offset > line->below ? -offset : line->below, offset > line->above ? offset : line->above);
}

/* Appends the access to an element of an array. */
static void add_access(vfi_text *text, const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                       const vfi_record *view, const vfi_bounds_record *record)
{
  const int rank = argument->map.rank;
  char range[VF_RANGE_TEXT];
  if (argument->map.remote) { /* an element of another rank, by its number */
    const int64_t number = (int64_t)record->index[1] * ((int64_t)1 << 32) + (uint32_t)record->index[0];
    vfi_text_add(text, "named element %lld of '%s' (argument %s)", (long long)number, view->label, argument->name);
    vfi_remote_number_add(text, view->array->remote, number);
    return;
  }
  vfi_text_add(text, "%s element ", record->changed ? "wrote" : "accessed");
  add_index(text, rank, record->index);
  if (!argument->map.shared)
    vfi_text_add(text, " of component %lld", (long long)(record->index[rank] + view->lower[rank]));
  vfi_text_add(text, " of '%s' (argument %s), which spans %s", view->label, argument->name,
               vfi_range_text(range, rank, view->lower, view->upper));
  if (!argument->map.shared)
    vfi_text_add(text, " with components %lld:%lld", (long long)view->lower[rank], (long long)view->upper[rank]);
  add_reason(text, kernel, argument, record);
}

/* From the own indices of an element in the axes of its array to an element counted from the first element; false:
 * there is no such element. */
static bool element_of(const vfi_record *view, const vfi_checked *checked, const vfi_column_record *found,
                       int64_t *element)
{
  const vfi_axes *axes = &view->axes;
  const int numbers = found->shape.rows ? (found->index[1] - 1) * found->shape.rows + found->index[0] : 0;
  const int parts = found->shape.rows ? numbers : found->index[2];
  *element = 0;
  if (found->shape.rows && found->fault == VF_FAULT_AXIS) return false;
  for (int d = 0; d < axes->rank; d++)
    if (axes->fixed[d]) *element += (axes->index[d] - axes->lower[d]) * axes->stride[d];
  for (int role = VF_ROLE_POINT; role <= VF_ROLE_BLOCK; role++) {
    int64_t lower, extent, stride, from_0 = 0;
    if (!vfi_axes_merged(axes, (vfi_axis_role)role, &lower, &extent, &stride)) continue;
    if (role == VF_ROLE_POINT) from_0 = found->index[0] - lower;
    else if (role == VF_ROLE_LEVEL) {
      from_0 = vfi_columns_level_1(view, &found->shape, checked) + found->index[1] - 1 - lower;
    } else if (role == VF_ROLE_BLOCK) from_0 = found->index[3] - lower;
    else if (role == VF_ROLE_SPECIES && found->shape.species != 2) from_0 = found->species - 1;
    else from_0 = parts - 1;
    if (extent == 1) from_0 = 0;
    if (from_0 < 0 || from_0 >= extent) return false;
    *element += from_0 * stride;
  }
  return true;
}

static const char *words_of_level(const vfi_column_record *found, bool many)
{
  if (found->shape.levels == 2) return many ? "half levels" : "half level";
  return many ? "levels" : "level";
}

static const char *words_of_part(const vfi_column_record *found, bool many)
{
  if (found->shape.species == 2) return "species";
  return many ? "parts" : "part";
}

/* "point 3, level 17, part 2, block 4", or "number (2, 5)" of a table; with the block if the block is not the block of
 * the body */
static void add_column_index(vfi_text *text, const vfi_column_record *found)
{
  const int *index = found->index;
  const char *comma = "";
  if (found->shape.rows) {
    vfi_text_add(text, "number (%d, %d)", index[0], index[1]);
    return;
  }
  if (found->shape.points) vfi_text_add(text, "point %d", index[0]);
  if (found->shape.points) comma = ", ";
  if (found->shape.levels) vfi_text_add(text, "%s%s %d", comma, words_of_level(found, false), index[1]);
  if (found->shape.levels) comma = ", ";
  if (found->shape.parts) vfi_text_add(text, "%s%s %d", comma, words_of_part(found, false), index[2]);
  if (index[3] != found->block) vfi_text_add(text, ", block %d", index[3]);
}

/* "points 1:16, levels 1:60, parts 1:2" */
static void add_ranges(vfi_text *text, const vfi_column_record *found)
{
  const int *lower = found->lower, *upper = found->upper;
  const char *comma = "";
  if (found->shape.rows) {
    vfi_text_add(text, "%d x %d numbers", upper[0], upper[1]);
    return;
  }
  if (found->shape.points) vfi_text_add(text, "points %d:%d", lower[0], upper[0]);
  if (found->shape.points) comma = ", ";
  if (found->shape.levels) vfi_text_add(text, "%s%s %d:%d", comma, words_of_level(found, true), lower[1], upper[1]);
  if (found->shape.levels) comma = ", ";
  if (found->shape.parts) vfi_text_add(text, "%s%s %d:%d", comma, words_of_part(found, true), lower[2], upper[2]);
  if (lower[3] != upper[3] || found->index[3] != found->block) vfi_text_add(text, ", blocks %d:%d", lower[3], upper[3]);
}

/* "1", or "1, 0, 2" of points, levels and blocks */
static void add_numbers(vfi_text *text, bool all, const int numbers[3])
{
  if (all) vfi_text_add(text, "%d, %d, %d", numbers[0], numbers[1], numbers[2]);
  else vfi_text_add(text, "%d", numbers[1]);
}

static void add_declared(vfi_text *text, const vfi_column_reach *reach)
{
  const bool all = reach->below[0] || reach->below[2] || reach->above[0] || reach->above[2];
  const bool same = !memcmp(reach->below, reach->above, sizeof reach->below);
  vfi_text_add(text, same ? "reach(" : "reach(below(");
  add_numbers(text, all, reach->below);
  if (!same) vfi_text_add(text, "), above(");
  if (!same) add_numbers(text, all, reach->above);
  vfi_text_add(text, same ? ")" : "))");
}

/* An access beyond the reach of a sweep; names a sufficient reach, if there is such a reach. */
static void add_reach(vfi_text *text, const vfi_argument_description *argument, const vfi_column_record *found)
{
  static const int place[3] = { 0, 1, 3 }; /* of points, levels and blocks in an index */
  vfi_column_reach reach = found->reach;
  vfi_text_add(text, ". With %s, ", argument->map.word);
  add_declared(text, &reach);
  vfi_text_add(text, " the sweep has ");
  add_ranges(text, found);
  vfi_text_add(text, " there; it would need ");
  for (int d = 0; d < 3; d++) {
    const int below = found->lower[place[d]] - found->index[place[d]];
    const int above = found->index[place[d]] - found->upper[place[d]];
    if (below > 0) reach.below[d] += below;
    if (above > 0) reach.above[d] += above;
  }
  add_declared(text, &reach);
}

/* "point 4, level 17": place of the other body of the phase */
static void add_instance(vfi_text *text, vfi_instance_kind kind, int point, int level)
{
  const bool has_point = kind != VF_INSTANCE_LEVELS, has_level = kind != VF_INSTANCE_COLUMNS;
  if (has_point) vfi_text_add(text, "point %d", point);
  if (has_level) vfi_text_add(text, "%slevel %d", has_point ? ", " : "", level);
}

static void add_column_reason(vfi_text *text, const vfi_argument_description *argument, const vfi_column_record *found)
{
  const char *others = NULL;
  switch (found->fault) {
    case VF_FAULT_AXIS:
      vfi_text_add(text, ". ");
      if (argument) vfi_text_add(text, "With %s it", argument->map.word);
      else vfi_text_add(text, "It");
      vfi_text_add(text, " has ");
      add_ranges(text, found);
      if (!found->shape.rows) vfi_text_add(text, " in this call");
      return;
    case VF_FAULT_REACH: add_reach(text, argument, found); return;
    case VF_FAULT_WRITE:
      vfi_text_add(text, ". The body owns ");
      add_ranges(text, found);
      vfi_text_add(text, " there and writes nothing else");
      return;
    case VF_FAULT_APART:
      vfi_text_add(text,
                   ". VF_INDEPENDENT_LEVELS 1 says that each level goes through all phases by itself, and does not use "
                   "other levels");
      return;
    case VF_FAULT_UNWRITTEN: vfi_text_add(text, " before anything wrote it in this block"); return;
    case VF_FAULT_READ_RACE: others = "which the same phase writes at "; break;
    case VF_FAULT_WRITE_RACE: others = "which the same phase also writes at "; break;
    case VF_FAULT_WRITE_AFTER_READ: others = "which the same phase reads at "; break;
  }
  vfi_text_add(text, ", %s", others);
  add_instance(text, found->kind, found->other_point, found->other_level);
  vfi_text_add(text, ": the bodies of a phase run at the same time");
}

static const char *verb_of(vfi_column_fault fault)
{
  switch (fault) {
    case VF_FAULT_WRITE:
    case VF_FAULT_WRITE_RACE:
    case VF_FAULT_WRITE_AFTER_READ: return "wrote";
    case VF_FAULT_READ_RACE:
    case VF_FAULT_UNWRITTEN: return "read";
    default: return "accessed";
  }
}

static bool has_species(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent != VF_ARGUMENT_VALUE && kernel->arguments[a].map.column.species == 1) return true;
  return false;
}

/* Appends "sweep pressure, at point 3, level 17 of block 5, accessed ...", with the reason.
 *   view  of the argument on record; NULL if there is none */
static void add_column_access(vfi_text *text, const vfi_kernel_description *kernel, const vfi_record *view,
                              const vfi_checked *checked, const vfi_bounds_record *record)
{
  const vfi_column_record *found = &record->column;
  const vfi_argument_description *argument = record->argument < 0 ? NULL : &kernel->arguments[record->argument];
  const bool is_sweep = found->kind == VF_INSTANCE_SWEEP;
  char own[VF_AXES_TEXT];
  int64_t element;
  vfi_text_add(text, "%s %s, at ", is_sweep ? "sweep" : "phase", found->phase);
  add_instance(text, found->kind, found->point, found->level);
  vfi_text_add(text, " of block %d", found->block);
  if (has_species(kernel)) vfi_text_add(text, " and species %d", found->species);
  vfi_text_add(text, ", %s ", verb_of(found->fault));
  add_column_index(text, found);
  if (argument) {
    vfi_text_add(text, " of '%s' (argument %s)", view->label, argument->name);
    if (element_of(view, checked, found, &element))
      vfi_text_add(text, ", element %s", vfi_axes_text(own, &view->axes, element));
  } else {
    vfi_text_add(text, " of %s %s", is_sweep ? "temporary" : "scratch", found->scratch);
  }
  add_column_reason(text, argument, found);
}

vf_status vfi_bounds_report(const vfi_call *call, const vfi_checked *checked, vfi_bounds_record *record)
{
  if (!record || !record->found) return VF_OK;
  const vfi_kernel_description *kernel = &call->kernel->description;
  char words[640];
  vfi_text text = { .buffer = words, .size = sizeof words };
  if (vfi_is_over_columns(kernel)) {
    const vfi_record *view = record->argument < 0 ? NULL : vfi_checked_record(checked, record->argument, record->box);
    vfi_text_add(&text, "kernel %s, ", kernel->name);
    add_column_access(&text, kernel, view, checked, record);
    memset(record, 0, sizeof *record);
    return vfi_fail(VF_ERROR_BOUNDS, "%s", words);
  }
  vfi_text_add(&text, "kernel %s, at point ", kernel->name);
  add_index(&text, kernel->rank, record->point);
  vfi_text_add(&text, ", ");
  if (record->argument < 0) add_line(&text, &kernel->lines[-record->argument - 1], record);
  else
    add_access(&text, kernel, &kernel->arguments[record->argument],
               vfi_checked_record(checked, record->argument, record->box), record);
  memset(record, 0, sizeof *record);
  return vfi_fail(VF_ERROR_BOUNDS, "%s", words);
}
