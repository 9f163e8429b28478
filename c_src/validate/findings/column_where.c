#include "column_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../compare/compare.h"

static uint64_t bits_at(const char *state, size_t size, int64_t element)
{
  uint64_t bits = 0;
  memcpy(&bits, state + (size_t)element * size, size);
  return bits;
}

bool vfi_column_fails(const vfi_image *image, const vf_tolerance *tolerance, double magnitude, int64_t element)
{
  const vfi_states states = vfi_image_states(image);
  const vf_type type = image->array->type;
  const uint64_t p = bits_at(states.port, image->size, element), o = bits_at(states.original, image->size, element);
  if (p == o) return false;
  const vfi_worst pair = { .port = vfi_element_value(type, states.port, element),
                           .original = vfi_element_value(type, states.original, element) };
  if (isnan(pair.port) && isnan(pair.original)) return false;
  double errors[VF_MEASURES];
  vfi_differences_of(type, p, o, &pair, errors);
  return !vfi_differences_allowed(errors, tolerance, magnitude);
}

/* The seen indices of a role. */
typedef struct seen {
  int64_t low, high;         /* of the call */
  int64_t first, last, many; /* of the seen indices; many: number of different indices */
  char *at;
} seen;

typedef struct all_seen {
  seen of[VF_GRID_ROLES];
  int64_t count;
} all_seen;

/* Without memory nothing is seen, and nothing is said. */
static bool begin(const vfi_images *images, const vfi_column_shape *shape, const vfi_column_grid *grid, all_seen *all)
{
  bool there = true;
  *all = (all_seen){ .count = 0 };
  for (int role = 0; role < VF_GRID_ROLES; role++) {
    seen *seen = &all->of[role];
    vfi_column_range(images, shape, grid, role, &seen->low, &seen->high);
    seen->at = calloc((size_t)(seen->high - seen->low + 1), 1);
    there = there && seen->at;
  }
  return there;
}

static void end(all_seen *all)
{
  for (int role = 0; role < VF_GRID_ROLES; role++) free(all->of[role].at);
}

static void add(all_seen *all, const vfi_column_place *place)
{
  for (int role = 0; role < VF_GRID_ROLES; role++) {
    seen *seen = &all->of[role];
    const int64_t index = place->at[role];
    if (!all->count || index < seen->first) seen->first = index;
    if (!all->count || index > seen->last) seen->last = index;
    seen->many += !seen->at[index - seen->low];
    seen->at[index - seen->low] = 1;
  }
  all->count++;
}

/* The last point of the last block, if the call cuts the block; else false. */
static bool cut_block(const vfi_images *images, int64_t *block, int64_t *point)
{
  const vfi_box_list *list = images->list;
  if (list->count < 2) return false;
  *block = list->boxes[list->count - 1].upper[1];
  *point = list->boxes[list->count - 1].upper[0];
  return true;
}

static void say_one(vfi_text *text, const vfi_images *images, const vfi_column_grid *grid, vfi_axis_role role,
                    const seen *seen)
{
  int64_t block, point;
  vfi_text_add(text, role == VF_ROLE_BLOCK || role == VF_ROLE_SPECIES ? "in " : "at ");
  vfi_column_index_add(text, grid, role, seen->first);
  if (seen->first == seen->high) vfi_text_add(text, ", the last one");
  else if (seen->first == seen->low) vfi_text_add(text, ", the first one");
  if (role != VF_ROLE_BLOCK || !cut_block(images, &block, &point) || block != seen->first) return;
  vfi_text_add(text, ", which ends with ");
  vfi_column_index_add(text, grid, VF_ROLE_POINT, point);
}

static void say_several(vfi_text *text, const vfi_column_grid *grid, vfi_axis_role role, const seen *seen)
{
  if (seen->last == seen->high) {
    vfi_text_add(text, "from ");
    vfi_column_index_add(text, grid, role, seen->first);
    vfi_text_add(text, " on");
  } else {
    vfi_text_add(text, seen->first == seen->low ? "up to " : "from ");
    if (seen->first > seen->low) {
      vfi_column_index_add(text, grid, role, seen->first);
      vfi_text_add(text, " to ");
    }
    vfi_column_index_add(text, grid, role, seen->last);
  }
}

/* Names roles with a part of their indices in a range without gaps. Points and parts are told for a single index. */
static void say(vfi_text *text, const vfi_images *images, const vfi_column_grid *grid, const all_seen *all,
                const char *before)
{
  static const vfi_axis_role order[VF_GRID_ROLES] = { VF_ROLE_LEVEL, VF_ROLE_SPECIES, VF_ROLE_PART, VF_ROLE_BLOCK,
                                                      VF_ROLE_POINT };
  for (int r = 0; r < VF_GRID_ROLES; r++) {
    const seen *seen = &all->of[order[r]];
    if (seen->low == seen->high || seen->many != seen->last - seen->first + 1) continue;
    if (seen->first == seen->low && seen->last == seen->high) continue;
    if (seen->first < seen->last && seen->first > seen->low && seen->last < seen->high) continue;
    if (seen->first < seen->last && (order[r] == VF_ROLE_PART || order[r] == VF_ROLE_POINT)) continue;
    vfi_text_add(text, "%s", before);
    if (seen->first == seen->last) say_one(text, images, grid, order[r], seen);
    else say_several(text, grid, order[r], seen);
  }
}

typedef bool (*chosen)(const void *how, const vfi_image *image, int64_t element);

static void tell(vfi_text *text, const vfi_images *images, const vfi_image *image, chosen chosen, const void *how,
                 const char *before)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  const int argument = image->layout.argument;
  if (!vfi_is_over_columns(kernel)) return;
  const vfi_column_shape *shape = &kernel->arguments[argument].map.column;
  const vfi_column_grid grid =
      vfi_column_grid_of(images->checked, vfi_checked_record(images->checked, argument, 0), shape);
  all_seen all;
  if (begin(images, shape, &grid, &all)) {
    vfi_column_walk walk = vfi_column_walk_begin(images, shape, &grid);
    while (vfi_column_walk_next(&walk, VF_GRID_ROLES))
      if (chosen(how, image, vfi_column_element(&grid, &walk.now))) add(&all, &walk.now);
    if (all.count) say(text, images, &grid, &all, before);
  }
  end(&all);
}

typedef struct failing {
  const vf_tolerance *tolerance;
  double magnitude;
} failing;

static bool fails(const void *how, const vfi_image *image, int64_t element)
{
  const failing *failing = how;
  return vfi_column_fails(image, failing->tolerance, failing->magnitude, element);
}

const char *vfi_column_where(char text[VF_WHERE_TEXT], const vfi_images *images, const vfi_image *image,
                             const vfi_comparison *found, const vf_tolerance *tolerance)
{
  const failing how = { tolerance, found->magnitude };
  vfi_text out = { .buffer = text, .size = VF_WHERE_TEXT };
  text[0] = 0;
  tell(&out, images, image, fails, &how, "; only ");
  return text;
}

static bool is_unwritten(const void *how, const vfi_image *image, int64_t element)
{
  (void)how;
  return bits_at(vfi_image_states(image).port, image->size, element) == vfi_unwritten(image->array->type);
}

const char *vfi_column_where_unwritten(char text[VF_WHERE_TEXT], const vfi_images *images, const vfi_image *image)
{
  vfi_text out = { .buffer = text, .size = VF_WHERE_TEXT };
  text[0] = 0;
  tell(&out, images, image, is_unwritten, NULL, ", all ");
  return text;
}

/* ---- Elements that the call does not own ------------------------------------------------------------------------ */

typedef struct strays {
  int64_t beside;         /* in selected elements */
  int64_t other_blocks;   /* blocks without a point of the call */
  int64_t before, beyond; /* the points of the call in their block */
  int64_t cut;            /* among the elements beyond: in the cut block */
} strays;

static void sort_stray(const vfi_images *images, const vfi_column_shape *shape, const vfi_column_grid *grid,
                       int64_t element, strays *strays)
{
  vfi_column_place place;
  if (!vfi_column_place_of(grid, element, &place)) {
    strays->beside++;
    return;
  }
  const int64_t block = place.at[VF_ROLE_BLOCK], point = place.at[VF_ROLE_POINT];
  bool known = false;
  for (int b = 0; b < images->list->count; b++) {
    const vf_box *box = &images->list->boxes[b];
    if (shape->blocks && (block < box->lower[1] || block > box->upper[1])) continue;
    known = true;
    if (shape->points && point < box->lower[0]) strays->before++;
    if (!shape->points || point <= box->upper[0]) continue;
    strays->beyond++;
    strays->cut += images->list->count > 1 && b == images->list->count - 1;
  }
  strays->other_blocks += !known;
}

static bool is_stray(const vfi_image *image, vfi_column_writer writer, int64_t element)
{
  const vfi_states states = vfi_image_states(image);
  const uint64_t before = bits_at(states.before, image->size, element);
  const bool port = bits_at(states.port, image->size, element) != before;
  const bool original = bits_at(states.original, image->size, element) != before;
  return writer == VF_COLUMN_PORT ? port : original && !port;
}

/* Sorts all compared elements. */
static int64_t sort_all(const vfi_images *images, const vfi_image *image, vfi_column_writer writer,
                        const vfi_column_grid *grid, strays *strays)
{
  const vf_layout *layout = &image->layout;
  const vfi_column_shape *shape = &images->call->kernel->description.arguments[layout->argument].map.column;
  const int64_t begin = (int64_t)(layout->begin / image->size), end = begin + (int64_t)(layout->bytes / image->size);
  const vf_run all = { .begin = begin, .count = end - begin };
  const vf_run *runs = image->window.runs ? image->window.runs : &all;
  const int64_t run_count = image->window.runs ? image->window.count : 1;
  unsigned char *marks = malloc((size_t)layout->extent[0] + 1);
  int64_t count = 0, marked = -1;
  *strays = (struct strays){ 0 };
  for (int64_t r = 0; marks && r < run_count; r++)
    for (int64_t at = runs[r].begin; at < runs[r].begin + runs[r].count; at++) {
      if (at < begin || at >= end || !is_stray(image, writer, at - begin)) continue;
      const int64_t element = at - begin, row = element / layout->extent[0];
      const int64_t place[3] = { row % layout->extent[1], row / layout->extent[1] % layout->extent[2],
                                 row / layout->extent[1] / layout->extent[2] };
      if (row != marked) vfi_ownership_row(images->call, images->checked, images->list, layout, place, marks);
      marked = row;
      if (marks[element % layout->extent[0]]) continue;
      sort_stray(images, shape, grid, element, strays);
      count++;
    }
  free(marks);
  return count;
}

const char *vfi_column_where_outside(char text[VF_WHERE_TEXT], const vfi_images *images, const vfi_image *image,
                                     vfi_column_writer writer)
{
  vfi_text out = { .buffer = text, .size = VF_WHERE_TEXT };
  strays strays;
  int64_t block, point;
  text[0] = 0;
  if (!vfi_is_over_columns(&images->call->kernel->description) || !images->list->count) return text;
  const int argument = image->layout.argument;
  const vfi_column_grid grid = vfi_column_grid_of(images->checked, vfi_checked_record(images->checked, argument, 0),
                                                  &images->call->kernel->description.arguments[argument].map.column);
  const int64_t count = sort_all(images, image, writer, &grid, &strays);
  const char *who = writer == VF_COLUMN_PORT ? "port" : "original";
  if (!count) return text;
  if (strays.beside == count) {
    vfi_text_add(&out, ", all outside of the selected index of an axis");
  } else if (strays.other_blocks == count) {
    vfi_text_add(&out, ", all in blocks that are not in the call");
  } else if (strays.before == count) {
    vfi_text_add(&out, ", all before ");
    vfi_column_index_add(&out, &grid, VF_ROLE_POINT, images->list->boxes[0].lower[0]);
    vfi_text_add(&out, ", with which the call begins in each block");
  } else if (strays.cut == count && cut_block(images, &block, &point)) {
    vfi_text_add(&out, ", all beyond ");
    vfi_column_index_add(&out, &grid, VF_ROLE_POINT, point);
    vfi_text_add(&out, " in ");
    vfi_column_index_add(&out, &grid, VF_ROLE_BLOCK, block);
    vfi_text_add(&out, ", where the columns end: does the %s go over all points of the last block?", who);
  } else if (strays.beyond == count) {
    vfi_text_add(&out, ", all beyond ");
    vfi_column_index_add(&out, &grid, VF_ROLE_POINT, images->list->boxes[0].upper[0]);
    vfi_text_add(&out, ", with which the call ends in each block");
  } else if (strays.before + strays.beyond == count) {
    vfi_text_add(&out, ", all at points that the call leaves out: does the %s go over whole blocks?", who);
  }
  return text;
}
