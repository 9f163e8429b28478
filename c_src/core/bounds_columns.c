#include "bounds_columns.h"

#include <string.h>

#include "columns.h"

/* From the own indices of an element in the axes of its array to an element counted from the first element; false:
 * there is no such element. */
static bool element_of(const vf_record *view, const vf_checked *checked, const vf_column_record *found,
                       int64_t *element)
{
  const vf_axes *axes = &view->axes;
  const int numbers = found->shape.rows ? (found->index[1] - 1) * found->shape.rows + found->index[0] : 0;
  const int parts = found->shape.rows ? numbers : found->index[2];
  *element = 0;
  if (found->shape.rows && found->fault == VF_FAULT_AXIS) return false;
  for (int d = 0; d < axes->rank; d++)
    if (axes->fixed[d]) *element += (axes->index[d] - axes->lower[d]) * axes->stride[d];
  for (int role = VF_ROLE_POINT; role <= VF_ROLE_BLOCK; role++) {
    int64_t lower, extent, stride, from_0 = 0;
    if (!vf_axes_merged(axes, (vf_axis_role)role, &lower, &extent, &stride)) continue;
    if (role == VF_ROLE_POINT) from_0 = found->index[0] - lower;
    else if (role == VF_ROLE_LEVEL) {
      from_0 = vf_columns_level_1(view, &found->shape, checked) + found->index[1] - 1 - lower;
    } else if (role == VF_ROLE_BLOCK) from_0 = found->index[3] - lower;
    else if (role == VF_ROLE_SPECIES && found->shape.species != 2) from_0 = found->species - 1;
    else from_0 = parts - 1;
    if (extent == 1) from_0 = 0;
    if (from_0 < 0 || from_0 >= extent) return false;
    *element += from_0 * stride;
  }
  return true;
}

static const char *words_of_level(const vf_column_record *found, bool many)
{
  if (found->shape.levels == 2) return many ? "half levels" : "half level";
  return many ? "levels" : "level";
}

static const char *words_of_part(const vf_column_record *found, bool many)
{
  if (found->shape.species == 2) return "species";
  return many ? "parts" : "part";
}

/* "point 3, level 17, part 2, block 4", or "number (2, 5)" of a table; with the block if the block is not the block of
 * the body */
static void add_index(vf_text *text, const vf_column_record *found)
{
  const int *index = found->index;
  const char *comma = "";
  if (found->shape.rows) {
    vf_text_add(text, "number (%d, %d)", index[0], index[1]);
    return;
  }
  if (found->shape.points) vf_text_add(text, "point %d", index[0]);
  if (found->shape.points) comma = ", ";
  if (found->shape.levels) vf_text_add(text, "%s%s %d", comma, words_of_level(found, false), index[1]);
  if (found->shape.levels) comma = ", ";
  if (found->shape.parts) vf_text_add(text, "%s%s %d", comma, words_of_part(found, false), index[2]);
  if (index[3] != found->block) vf_text_add(text, ", block %d", index[3]);
}

/* "points 1:16, levels 1:60, parts 1:2" */
static void add_ranges(vf_text *text, const vf_column_record *found)
{
  const int *lower = found->lower, *upper = found->upper;
  const char *comma = "";
  if (found->shape.rows) {
    vf_text_add(text, "%d x %d numbers", upper[0], upper[1]);
    return;
  }
  if (found->shape.points) vf_text_add(text, "points %d:%d", lower[0], upper[0]);
  if (found->shape.points) comma = ", ";
  if (found->shape.levels) vf_text_add(text, "%s%s %d:%d", comma, words_of_level(found, true), lower[1], upper[1]);
  if (found->shape.levels) comma = ", ";
  if (found->shape.parts) vf_text_add(text, "%s%s %d:%d", comma, words_of_part(found, true), lower[2], upper[2]);
  if (lower[3] != upper[3] || found->index[3] != found->block) vf_text_add(text, ", blocks %d:%d", lower[3], upper[3]);
}

/* "1", or "1, 0, 2" of points, levels and blocks */
static void add_numbers(vf_text *text, bool all, const int numbers[3])
{
  if (all) vf_text_add(text, "%d, %d, %d", numbers[0], numbers[1], numbers[2]);
  else vf_text_add(text, "%d", numbers[1]);
}

static void add_declared(vf_text *text, const vf_column_reach *reach)
{
  const bool all = reach->below[0] || reach->below[2] || reach->above[0] || reach->above[2];
  const bool same = !memcmp(reach->below, reach->above, sizeof reach->below);
  vf_text_add(text, same ? "reach(" : "reach(below(");
  add_numbers(text, all, reach->below);
  if (!same) vf_text_add(text, "), above(");
  if (!same) add_numbers(text, all, reach->above);
  vf_text_add(text, same ? ")" : "))");
}

/* An access beyond the reach of a sweep; names a sufficient reach, if there is such a reach. */
static void add_reach(vf_text *text, const vf_argument_description *argument, const vf_column_record *found)
{
  static const int place[3] = { 0, 1, 3 }; /* of points, levels and blocks in an index */
  vf_column_reach reach = found->reach;
  vf_text_add(text, ". With %s, ", argument->map.word);
  add_declared(text, &reach);
  vf_text_add(text, " the sweep has ");
  add_ranges(text, found);
  vf_text_add(text, " there; it would need ");
  for (int d = 0; d < 3; d++) {
    const int below = found->lower[place[d]] - found->index[place[d]];
    const int above = found->index[place[d]] - found->upper[place[d]];
    if (below > 0) reach.below[d] += below;
    if (above > 0) reach.above[d] += above;
  }
  add_declared(text, &reach);
}

/* "point 4, level 17": place of the other body of the phase */
static void add_instance(vf_text *text, vf_instance_kind kind, int point, int level)
{
  const bool has_point = kind != VF_INSTANCE_LEVELS, has_level = kind != VF_INSTANCE_COLUMNS;
  if (has_point) vf_text_add(text, "point %d", point);
  if (has_level) vf_text_add(text, "%slevel %d", has_point ? ", " : "", level);
}

static void add_reason(vf_text *text, const vf_argument_description *argument, const vf_column_record *found)
{
  const char *others = NULL;
  switch (found->fault) {
    case VF_FAULT_AXIS:
      vf_text_add(text, ". ");
      if (argument) vf_text_add(text, "With %s it", argument->map.word);
      else vf_text_add(text, "It");
      vf_text_add(text, " has ");
      add_ranges(text, found);
      if (!found->shape.rows) vf_text_add(text, " in this call");
      return;
    case VF_FAULT_REACH: add_reach(text, argument, found); return;
    case VF_FAULT_WRITE:
      vf_text_add(text, ". The body owns ");
      add_ranges(text, found);
      vf_text_add(text, " there and writes nothing else");
      return;
    case VF_FAULT_APART:
      vf_text_add(text,
                  ". VF_INDEPENDENT_LEVELS 1 says that each level goes through all phases by itself, without what "
                  "others write");
      return;
    case VF_FAULT_UNWRITTEN: vf_text_add(text, " before anything wrote it in this block"); return;
    case VF_FAULT_READ_RACE: others = "which the same phase writes at "; break;
    case VF_FAULT_WRITE_RACE: others = "which the same phase also writes at "; break;
    case VF_FAULT_WRITE_AFTER_READ: others = "which the same phase reads at "; break;
  }
  vf_text_add(text, ", %s", others);
  add_instance(text, found->kind, found->other_point, found->other_level);
  vf_text_add(text, ": the bodies of a phase run at the same time");
}

static const char *verb_of(vf_column_fault fault)
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

static bool has_species(const vf_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent != VF_ARGUMENT_VALUE && kernel->arguments[a].map.column.species == 1) return true;
  return false;
}

void vf_bounds_columns_add(vf_text *text, const vf_kernel_description *kernel, const vf_record *view,
                           const vf_checked *checked, const vf_bounds_record *record)
{
  const vf_column_record *found = &record->column;
  const vf_argument_description *argument = record->argument < 0 ? NULL : &kernel->arguments[record->argument];
  const bool is_sweep = found->kind == VF_INSTANCE_SWEEP;
  char own[VF_AXES_TEXT];
  int64_t element;
  vf_text_add(text, "%s %s, at ", is_sweep ? "sweep" : "phase", found->phase);
  add_instance(text, found->kind, found->point, found->level);
  vf_text_add(text, " of block %d", found->block);
  if (has_species(kernel)) vf_text_add(text, " and species %d", found->species);
  vf_text_add(text, ", %s ", verb_of(found->fault));
  add_index(text, found);
  if (argument) {
    vf_text_add(text, " of '%s' (argument %s)", view->label, argument->name);
    if (element_of(view, checked, found, &element))
      vf_text_add(text, ", element %s", vf_axes_text(own, &view->axes, element));
  } else {
    vf_text_add(text, " of %s %s", is_sweep ? "temporary" : "scratch", found->scratch);
  }
  add_reason(text, argument, found);
}
