#include "column_grid.h"

#include <string.h>

#include "../../core/columns.h"

vfi_column_grid vfi_column_grid_of(const vfi_checked *checked, const vfi_record *record, const vfi_column_shape *shape)
{
  vfi_column_grid grid = { .axes = &record->axes };
  for (int role = 0; role < VF_GRID_ROLES; role++)
    vfi_axes_merged(&record->axes, (vfi_axis_role)role, &grid.lower[role], &grid.extent[role], &grid.stride[role]);
  grid.first = (int64_t)((record->offset - record->base) / vfi_type_size(record->array->type));
  grid.low_level = grid.lower[VF_ROLE_LEVEL];
  grid.high_level = grid.low_level + grid.extent[VF_ROLE_LEVEL] - 1;
  if (checked->levels_said && shape->levels) {
    grid.low_level = vfi_columns_level_1(record, shape, checked);
    grid.high_level = grid.low_level + checked->levels - 1 + (shape->levels == 2);
  }
  return grid;
}

int64_t vfi_column_element(const vfi_column_grid *grid, const vfi_column_place *place)
{
  int64_t element = grid->first;
  for (int role = 0; role < VF_GRID_ROLES; role++)
    element += (place->at[role] - grid->lower[role]) * grid->stride[role];
  return element;
}

bool vfi_column_place_of(const vfi_column_grid *grid, int64_t element, vfi_column_place *place)
{
  const vfi_axes *axes = grid->axes;
  int64_t before[VF_GRID_ROLES];
  bool selected = true;
  for (int role = 0; role < VF_GRID_ROLES; role++) {
    place->at[role] = grid->lower[role];
    before[role] = 1;
  }
  for (int a = 0; a < axes->rank; a++) {
    const int64_t index = element / axes->stride[a] % axes->extent[a];
    const vfi_axis_role role = vfi_axis_role_of(axes->name[a]);
    if (axes->fixed[a]) {
      selected = selected && index == axes->index[a] - axes->lower[a];
    } else if (role != VF_ROLE_FREE) {
      place->at[role] += index * before[role];
      before[role] *= axes->extent[a];
    }
  }
  return selected;
}

int64_t vfi_column_elements(const vfi_column_grid *grid)
{
  int64_t elements = 1;
  for (int a = 0; a < grid->axes->rank; a++) elements *= grid->axes->extent[a];
  return elements;
}

const char *vfi_column_role_word(vfi_axis_role role)
{
  static const char *const words[VF_ROLE_COUNT] = { "point", "level", "part", "species", "block", "index" };
  return words[role];
}

static int axes_of_role(const vfi_axes *axes, vfi_axis_role role)
{
  int count = 0;
  for (int a = 0; a < axes->rank; a++) count += !axes->fixed[a] && vfi_axis_role_of(axes->name[a]) == role;
  return count;
}

char vfi_column_axis(const vfi_column_grid *grid, vfi_axis_role role)
{
  char name = 0;
  if (axes_of_role(grid->axes, role) != 1) return 0;
  for (int a = 0; a < grid->axes->rank; a++)
    if (!grid->axes->fixed[a] && vfi_axis_role_of(grid->axes->name[a]) == role) name = grid->axes->name[a];
  return name;
}

void vfi_column_index_add(vfi_text *text, const vfi_column_grid *grid, vfi_axis_role role, int64_t index)
{
  const vfi_axes *axes = grid->axes;
  const bool several = axes_of_role(axes, role) > 1;
  int64_t rest = index - grid->lower[role];
  const char *separator = several ? " (" : " ";
  vfi_text_add(text, "%s", vfi_column_role_word(role));
  for (int a = 0; a < axes->rank; a++) {
    if (axes->fixed[a] || vfi_axis_role_of(axes->name[a]) != role) continue;
    const int64_t extent = axes->extent[a] ? axes->extent[a] : 1;
    vfi_text_add(text, "%s%c %lld", separator, axes->name[a],
                 (long long)(axes->lower[a] + (several ? rest % extent : rest)));
    separator = ", ";
    rest /= extent;
  }
  vfi_text_add(text, several ? ")" : "");
}

/* The indices of a role that a box of the call gives the array. */
static void range_of(const vf_box *box, const vfi_column_shape *shape, const vfi_column_grid *grid, int role,
                     int64_t *low, int64_t *high)
{
  *low = grid->lower[role];
  *high = grid->lower[role] + grid->extent[role] - 1;
  if ((role == VF_ROLE_POINT && shape->points) || (role == VF_ROLE_BLOCK && shape->blocks)) {
    *low = box->lower[role == VF_ROLE_BLOCK];
    *high = box->upper[role == VF_ROLE_BLOCK];
  }
  if (role == VF_ROLE_LEVEL) {
    *low = grid->low_level;
    *high = grid->high_level;
  }
}

vfi_column_walk vfi_column_walk_begin(const vfi_images *images, const vfi_column_shape *shape,
                                      const vfi_column_grid *grid)
{
  return (vfi_column_walk){ .images = images, .shape = shape, .grid = grid, .only = VF_GRID_ROLES };
}

static void enter_box(vfi_column_walk *walk)
{
  for (int role = 0; role < VF_GRID_ROLES; role++)
    range_of(&walk->images->list->boxes[walk->box], walk->shape, walk->grid, role, &walk->low.at[role],
             &walk->high.at[role]);
  if (walk->only < VF_GRID_ROLES) walk->low.at[walk->only] = walk->high.at[walk->only] = walk->index;
  walk->now = walk->low;
  walk->begun = true;
}

bool vfi_column_walk_next(vfi_column_walk *walk, int along)
{
  /* the order of memory, or nearly so */
  static const vfi_axis_role order[VF_GRID_ROLES] = { VF_ROLE_POINT, VF_ROLE_LEVEL, VF_ROLE_PART, VF_ROLE_SPECIES,
                                                      VF_ROLE_BLOCK };
  if (!walk->begun) {
    if (walk->images->list->count == 0) return false;
    enter_box(walk);
    return true;
  }
  for (int r = 0; r < VF_GRID_ROLES; r++) {
    const int role = order[r];
    if (role == along) continue;
    if (walk->now.at[role]++ < walk->high.at[role]) return true;
    walk->now.at[role] = walk->low.at[role];
  }
  if (++walk->box == walk->images->list->count) return false;
  enter_box(walk);
  return true;
}

void vfi_column_range(const vfi_images *images, const vfi_column_shape *shape, const vfi_column_grid *grid, int role,
                      int64_t *low, int64_t *high)
{
  for (int b = 0; b < images->list->count; b++) {
    int64_t first, last;
    range_of(&images->list->boxes[b], shape, grid, role, &first, &last);
    if (!b || first < *low) *low = first;
    if (!b || last > *high) *high = last;
  }
}
