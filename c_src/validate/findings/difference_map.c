#include "difference_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_grid.h"

static const int most_cells[3] = { 24, 24, 12 };

static vfi_difference_map maps[VF_MOST_MAPS];
static int map_count;

const vfi_difference_map *vfi_difference_maps(int *count)
{
  *count = map_count;
  return maps;
}

static bool has_map(const char *kernel, const char *label)
{
  for (int m = 0; m < map_count; m++)
    if (!strcmp(maps[m].kernel, kernel) && !strcmp(maps[m].label, label)) return true;
  return false;
}

static bool take_cells(vfi_difference_map *map)
{
  size_t count = 1;
  for (int d = 0; d < 3; d++) {
    map->cells[d] = map->extent[d] < most_cells[d] ? (int)map->extent[d] : most_cells[d];
    count *= (size_t)map->cells[d];
  }
  map->compared = calloc(2 * count, sizeof *map->compared);
  map->failed = map->compared + count;
  return map->compared;
}

/* Counts an element at a place, counted from the lowest. */
static void add(const vfi_difference_map *map, const int64_t at[3], bool fails)
{
  int64_t cell = 0;
  for (int d = 2; d >= 0; d--) cell = cell * map->cells[d] + at[d] * map->cells[d] / map->extent[d];
  map->compared[cell]++;
  map->failed[cell] += fails;
}

static bool map_points(vfi_difference_map *map, const vfi_image *image, const vf_tolerance *tolerance, double magnitude)
{
  static const char *const names[3] = { "i", "j", "k" };
  const vf_layout *layout = &image->layout;
  for (int d = 0; d < 3; d++) {
    map->direction[d] = names[d];
    map->lower[d] = layout->lower[d];
    map->extent[d] = layout->extent[d];
  }
  if (!take_cells(map)) return false;
  const int64_t pieces = vfi_workspace_pieces(image->workspace, &image->window, layout, image->size);
  for (int64_t p = 0; p < pieces; p++) {
    const vfi_window_piece piece = vfi_workspace_piece(image->workspace, &image->window, layout, p);
    int64_t at[3] = { 0, piece.row % layout->extent[1], piece.row / layout->extent[1] % layout->extent[2] };
    for (at[0] = piece.first; at[0] < piece.last; at[0]++)
      add(map, at, vfi_column_fails(image, tolerance, magnitude, piece.row * layout->extent[0] + at[0]));
  }
  return true;
}

static bool map_columns(vfi_difference_map *map, const vfi_images *images, const vfi_image *image,
                        const vf_tolerance *tolerance, double magnitude)
{
  static const vfi_axis_role roles[3] = { VF_ROLE_POINT, VF_ROLE_LEVEL, VF_ROLE_BLOCK };
  const int argument = image->layout.argument;
  const vfi_column_shape *shape = &images->call->kernel->description.arguments[argument].map.column;
  const vfi_column_grid grid =
      vfi_column_grid_of(images->checked, vfi_checked_record(images->checked, argument, 0), shape);
  for (int d = 0; d < 3; d++) {
    int64_t high = 0;
    vfi_column_range(images, shape, &grid, roles[d], &map->lower[d], &high);
    map->direction[d] = vfi_column_role_word(roles[d]);
    map->extent[d] = high - map->lower[d] + 1;
  }
  if (!take_cells(map)) return false;
  vfi_column_walk walk = vfi_column_walk_begin(images, shape, &grid);
  while (vfi_column_walk_next(&walk, VF_GRID_ROLES)) {
    int64_t at[3];
    for (int d = 0; d < 3; d++) at[d] = walk.now.at[roles[d]] - map->lower[d];
    add(map, at, vfi_column_fails(image, tolerance, magnitude, vfi_column_element(&grid, &walk.now)));
  }
  return true;
}

void vfi_difference_map_make(const vfi_images *images, const vfi_image *image, const vfi_ledger *ledger,
                             const vf_tolerance *tolerance, double magnitude)
{
  const char *label = vfi_checked_record(images->checked, image->layout.argument, 0)->label;
  if (map_count == VF_MOST_MAPS || has_map(ledger->name, label)) return;
  vfi_difference_map *map = &maps[map_count];
  *map = (vfi_difference_map){ .call = ledger->calls };
  snprintf(map->kernel, sizeof map->kernel, "%s", ledger->name);
  snprintf(map->label, sizeof map->label, "%s", label);
  const bool made = vfi_is_over_columns(&images->call->kernel->description)
                        ? map_columns(map, images, image, tolerance, magnitude)
                        : map_points(map, image, tolerance, magnitude);
  map_count += made;
}
