#include "diagnosis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "column_grid.h"

typedef struct suspect {
  const vfi_images *images;
  const vfi_image *image;
  const vfi_comparison *found;
  const vf_tolerance *tolerance;
  const vfi_column_shape *shape;
  const char *name; /* label of the array */
  vfi_column_grid grid;
  vfi_states states;
  vf_type type;
  double epsilon; /* relative difference of two numbers that still count as equal */
} suspect;

static suspect suspect_of(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                          const vf_tolerance *tolerance)
{
  const int argument = image->layout.argument;
  const vfi_record *record = vfi_checked_record(images->checked, argument, 0);
  return (suspect){ .images = images,
                    .image = image,
                    .found = found,
                    .tolerance = tolerance,
                    .shape = &images->call->kernel->description.arguments[argument].map.column,
                    .name = record->label,
                    .grid = vfi_column_grid_of(images->checked, record,
                                               &images->call->kernel->description.arguments[argument].map.column),
                    .states = vfi_image_states(image),
                    .type = image->array->type,
                    .epsilon = 256 * vfi_type_traits_of(image->array->type).epsilon };
}

static bool same(const suspect *suspect, double a, double b, double scale)
{
  return fabs(a - b) <= suspect->epsilon * scale || fabs(a - b) <= suspect->tolerance->absolute;
}

/* ---- An index in the place of another index --------------------------------------------------------------------- */

/* Nothing differs; differing values are other values; they are the values of the other index. */
typedef enum index_values { SAME_VALUES, OTHER_VALUES, VALUES_OF_INDEX } index_values;

/* Tells if the differing values at index n of a role are the original's values at index m; SAME_VALUES: nothing
 * differs at n. */
static index_values values_at(const suspect *suspect, int role, int64_t n, int64_t m)
{
  int64_t differing = 0;
  vfi_column_walk walk = vfi_column_walk_begin(suspect->images, suspect->shape, &suspect->grid);
  walk.only = role;
  walk.index = n;
  while (vfi_column_walk_next(&walk, VF_GRID_ROLES)) {
    const int64_t element = vfi_column_element(&suspect->grid, &walk.now);
    if (!vfi_column_fails(suspect->image, suspect->tolerance, suspect->found->magnitude, element)) continue;
    vfi_column_place other = walk.now;
    other.at[role] = m;
    const double port = vfi_element_value(suspect->type, suspect->states.port, element);
    const double there =
        vfi_element_value(suspect->type, suspect->states.original, vfi_column_element(&suspect->grid, &other));
    if (!same(suspect, port, there, fmax(fabs(port), fabs(there)))) return OTHER_VALUES;
    differing++;
  }
  if (!differing) return SAME_VALUES;
  return differing > 1 ? VALUES_OF_INDEX : OTHER_VALUES; /* a single value may be equal by chance */
}

static bool tell_index(const suspect *suspect, vfi_axis_role role, int64_t n, int64_t m, vfi_text *text)
{
  if (m > n && values_at(suspect, role, m, n) == VALUES_OF_INDEX) {
    vfi_text_add(text, "in '%s' ", suspect->name);
    vfi_column_index_add(text, &suspect->grid, role, n);
    vfi_text_add(text, " and ");
    vfi_column_index_add(text, &suspect->grid, role, m);
    vfi_text_add(text, " are swapped: each holds what the original has in the other");
  } else {
    vfi_column_index_add(text, &suspect->grid, role, n);
    vfi_text_add(text, " of '%s' holds what the original has in ", suspect->name);
    vfi_column_index_add(text, &suspect->grid, role, m);
  }
  return true;
}

static bool other_index(const suspect *suspect, vfi_axis_role role, vfi_text *text)
{
  const int64_t low = suspect->grid.lower[role], high = low + suspect->grid.extent[role] - 1;
  for (int64_t n = low; n <= high; n++) {
    index_values found = OTHER_VALUES;
    for (int64_t m = low; m <= high && found == OTHER_VALUES; m++) {
      if (m != n) found = values_at(suspect, role, n, m);
      if (found == VALUES_OF_INDEX) return tell_index(suspect, role, n, m, text);
    }
  }
  return false;
}

/* ---- Values along the levels ------------------------------------------------------------------------------------ */

/* The levels of a column, or the single number of a column without levels. */
typedef struct column {
  int64_t levels, failed, first_failed, last_failed; /* levels counted from 0 */
  double *port, *original, *before;
  char *fails;
  double scale; /* the largest size of a number */
} column;

static bool column_take(const suspect *suspect, column *column)
{
  const size_t levels = (size_t)(suspect->grid.high_level - suspect->grid.low_level + 1);
  column->port = malloc(3 * levels * sizeof(double) + levels);
  if (!column->port) return false;
  column->original = column->port + levels;
  column->before = column->original + levels;
  column->fails = (char *)(column->before + levels);
  column->levels = (int64_t)levels;
  return true;
}

/* False if some value is no number. */
static bool column_read(const suspect *suspect, const vfi_column_place *top, column *column)
{
  vfi_column_place place = *top;
  column->failed = 0;
  column->scale = 0;
  for (int64_t k = 0; k < column->levels; k++, place.at[VF_ROLE_LEVEL]++) {
    const int64_t element = vfi_column_element(&suspect->grid, &place);
    column->port[k] = vfi_element_value(suspect->type, suspect->states.port, element);
    column->original[k] = vfi_element_value(suspect->type, suspect->states.original, element);
    column->before[k] = vfi_element_value(suspect->type, suspect->states.before, element);
    column->fails[k] = vfi_column_fails(suspect->image, suspect->tolerance, suspect->found->magnitude, element);
    if (!isfinite(column->port[k]) || !isfinite(column->original[k])) return false;
    column->scale = fmax(column->scale, fmax(fabs(column->port[k]), fabs(column->original[k])));
    if (!column->fails[k]) continue;
    if (!column->failed++) column->first_failed = k;
    column->last_failed = k;
  }
  return true;
}

/* The verdict of a rule on a column: the rule explains the difference, says nothing, or is refuted. */
typedef enum verdict { REFUTED, SILENT, EXPLAINED } verdict;
typedef verdict (*rule)(const suspect *suspect, const column *column);

static verdict in_reverse(const suspect *suspect, const column *column)
{
  const int64_t n = column->levels;
  for (int64_t k = 0; k < n; k++)
    if (!same(suspect, column->port[k], column->original[n - 1 - k], column->scale)) return REFUTED;
  return n > 2 ? EXPLAINED : SILENT;
}

static verdict beside(const suspect *suspect, const column *column, int step)
{
  int64_t explained = 0;
  for (int64_t k = 0; k < column->levels; k++) {
    if (!column->fails[k] || k + step < 0 || k + step >= column->levels) continue;
    if (!same(suspect, column->port[k], column->original[k + step], column->scale)) return REFUTED;
    explained++;
  }
  return explained > 1 ? EXPLAINED : REFUTED;
}

static verdict one_above(const suspect *suspect, const column *column) { return beside(suspect, column, -1); }
static verdict one_below(const suspect *suspect, const column *column) { return beside(suspect, column, 1); }

/* The addend of the original in an element with a read and a write. */
static verdict change(const suspect *suspect, const column *column, double of_before, double of_change)
{
  if (suspect->states.only_written) return REFUTED;
  for (int64_t k = 0; k < column->levels; k++) {
    const double change = column->original[k] - column->before[k];
    const double expected = of_before * column->before[k] + of_change * change;
    const double scale = fmax(fmax(fabs(column->before[k]), fabs(column->original[k])), fabs(column->port[k]));
    if (!isfinite(change)) return REFUTED;
    if (column->fails[k] && !same(suspect, column->port[k], expected, scale)) return REFUTED;
  }
  return EXPLAINED;
}

static verdict assigned(const suspect *suspect, const column *column) { return change(suspect, column, 0, 1); }
static verdict twice(const suspect *suspect, const column *column) { return change(suspect, column, 1, 2); }
static verdict subtracted(const suspect *suspect, const column *column) { return change(suspect, column, 1, -1); }

static verdict accumulated(const suspect *suspect, const column *column)
{
  if (suspect->states.only_written) return REFUTED;
  for (int64_t k = 0; k < column->levels; k++) {
    const double expected = column->before[k] + column->original[k];
    const double scale = fmax(column->scale, fabs(column->before[k]));
    if (column->fails[k] && (!isfinite(expected) || !same(suspect, column->port[k], expected, scale))) return REFUTED;
  }
  return EXPLAINED;
}

/* The port's steps from level to level are the original's with the other sign, on the same level or on a neighbour,
 * like the steps of sums from the other end. A sum contains all terms before the level (lag -1), with half of the
 * level's own term (0), or with the whole term (1). */
static bool steps_back(const suspect *suspect, const column *column, int lag)
{
  int64_t compared = 0;
  double largest = 0;
  for (int64_t k = 1; k < column->levels; k++) {
    const int64_t from = k - 1 + lag, to = k + lag;
    if (from < 0 || to >= column->levels) continue;
    const double step = column->port[k] - column->port[k - 1], back = column->original[from] - column->original[to];
    if (!same(suspect, step, back, column->scale)) return false;
    largest = fmax(largest, fabs(step));
    compared++;
  }
  return compared > 1 && largest > 64 * suspect->epsilon * column->scale;
}

/* True if the difference changes its sign on the way, as between sums from both ends. */
static bool crosses(const column *column)
{
  const int64_t last = column->levels - 1;
  return (column->port[0] - column->original[0]) * (column->port[last] - column->original[last]) < 0;
}

static verdict from_other_end(const suspect *suspect, const column *column)
{
  const bool back = (steps_back(suspect, column, 0) && crosses(column)) || steps_back(suspect, column, -1) ||
                    steps_back(suspect, column, 1);
  return back ? EXPLAINED : REFUTED;
}

static verdict other_sign(const suspect *suspect, const column *column)
{
  return steps_back(suspect, column, 0) && !crosses(column) ? EXPLAINED : REFUTED;
}

static verdict by_an_offset(const suspect *suspect, const column *column)
{
  const double offset = column->port[0] - column->original[0];
  if (column->failed < column->levels || column->levels < 2) return REFUTED;
  for (int64_t k = 1; k < column->levels; k++)
    if (!same(suspect, column->port[k] - column->original[k], offset, column->scale)) return REFUTED;
  return EXPLAINED;
}

static verdict growing(const column *column, int64_t first, int64_t step)
{
  const int64_t n = column->levels;
  double before = 0;
  int64_t failed = 0, k = first;
  for (int64_t count = 0; count < n; count++, k += step) {
    const double size = fabs(column->port[k] - column->original[k]);
    if (column->fails[k] ? size <= before : failed > 0) return REFUTED;
    if (column->fails[k]) before = size;
    failed += column->fails[k];
  }
  return failed > 1 && failed < n ? EXPLAINED : REFUTED;
}

static verdict grows_downward(const suspect *suspect, const column *column)
{
  (void)suspect;
  return growing(column, 0, 1);
}

static verdict grows_upward(const suspect *suspect, const column *column)
{
  (void)suspect;
  return growing(column, column->levels - 1, -1);
}

/* A rule explains a difference if the rule explains some column, and no column refutes the rule. */
static bool explains(const suspect *suspect, rule rule)
{
  column column;
  bool explained = false, refuted = false;
  if (!column_take(suspect, &column)) return false;
  vfi_column_walk walk = vfi_column_walk_begin(suspect->images, suspect->shape, &suspect->grid);
  while (!refuted && vfi_column_walk_next(&walk, VF_ROLE_LEVEL)) {
    if (!column_read(suspect, &walk.now, &column)) refuted = true;
    if (refuted || !column.failed) continue;
    const verdict verdict = rule(suspect, &column);
    refuted = verdict == REFUTED;
    explained = explained || verdict == EXPLAINED;
  }
  free(column.port);
  return explained && !refuted;
}

/* True if the columns at the first point of the call are right in all blocks, and all other columns are wrong. */
static bool first_points_alone(const suspect *suspect)
{
  column column;
  bool right =
      suspect->shape->points && suspect->images->list->boxes[0].lower[0] < suspect->images->list->boxes[0].upper[0];
  if (!right || !column_take(suspect, &column)) return false;
  vfi_column_walk walk = vfi_column_walk_begin(suspect->images, suspect->shape, &suspect->grid);
  while (right && vfi_column_walk_next(&walk, VF_ROLE_LEVEL)) {
    const bool first = walk.now.at[VF_ROLE_POINT] == walk.low.at[VF_ROLE_POINT];
    right = column_read(suspect, &walk.now, &column) && (column.failed == 0) == first;
  }
  free(column.port);
  return right;
}

typedef struct explanation {
  rule rule;
  const char *text; /* with the name of the array */
} explanation;

static bool explained(const suspect *suspect, const explanation *list, size_t count, vfi_text *text)
{
  for (size_t e = 0; e < count; e++) {
    if (!explains(suspect, list[e].rule)) continue;
    vfi_text_add(text, list[e].text, suspect->name);
    return true;
  }
  return false;
}

static const explanation of_changes[] = {
  { assigned, "'%s' holds what the original adds to it: assigned in place of accumulated?" },
  { accumulated,
    "'%s' holds what it held before and, in addition, what the original assigns: accumulated in place of assigned?" },
  { twice, "'%s' has twice what the original adds to it: an addition in each of two sweeps or phases?" },
  { subtracted, "to '%s' the same is added as by the original, with the other sign" },
};
static const explanation of_levels[] = {
  { in_reverse, "the levels of '%s' are those of the original in reverse order" },
  { one_above, "'%s' holds what the original has one level above: is an index of levels or half levels off by one?" },
  { one_below, "'%s' holds what the original has one level below: is an index of levels or half levels off by one?" },
  { other_sign,
    "'%s' changes from level to level as much as in the original, with the other sign: the wrong sign of what a "
    "sweep adds?" },
  { from_other_end,
    "'%s' changes from level to level as a sum that is scanned from the other end: a sweep down in place of a "
    "sweep up, or the reverse?" },
};
static const explanation of_carried[] = {
  { by_an_offset,
    "'%s' differs by the same number on all levels of a column: a carried value that begins with another number, or "
    "is not reset between two sweeps?" },
  { grows_downward,
    "the difference of '%s' grows from level to level on the way down: is a value that a sweep carries down wrong?" },
  { grows_upward,
    "the difference of '%s' grows from level to level on the way up: is a value that a sweep carries up wrong?" },
};

enum { FEW = 2 }; /* chance could explain so few elements */

#define ALL_OF(list) list, sizeof list / sizeof list[0]

bool vfi_column_cause(char text[VF_CAUSE_TEXT], const vfi_images *images, const vfi_image *image,
                      const vfi_comparison *found, const vf_tolerance *tolerance)
{
  const suspect suspect = suspect_of(images, image, found, tolerance);
  vfi_text out = { .buffer = text, .size = VF_CAUSE_TEXT };
  if (found->failed < FEW) return false;
  return explained(&suspect, ALL_OF(of_changes), &out) || other_index(&suspect, VF_ROLE_SPECIES, &out) ||
         other_index(&suspect, VF_ROLE_PART, &out) || explained(&suspect, ALL_OF(of_levels), &out);
}

bool vfi_column_carried(char text[VF_CAUSE_TEXT], const vfi_images *images, const vfi_image *image,
                        const vfi_comparison *found, const vf_tolerance *tolerance)
{
  const suspect suspect = suspect_of(images, image, found, tolerance);
  vfi_text out = { .buffer = text, .size = VF_CAUSE_TEXT };
  if (found->failed < FEW) return false;
  if (first_points_alone(&suspect)) {
    vfi_text_add(&out,
                 "'%s' is right in the first column of each block alone: is a value kept from one column to the next?",
                 suspect.name);
    return true;
  }
  return explained(&suspect, ALL_OF(of_carried), &out);
}
