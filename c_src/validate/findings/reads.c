#include "diagnosis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"
#include "../images/scratch.h"
#include "../original_rerun.h"
#include "column_grid.h"
#include "place.h"

/* Most runs of the original in one search. */
enum { MOST_RERUNS = 64 };

typedef struct search {
  vfi_images *images;
  const vf_tolerance *tolerance;
  vfi_ledger *ledger;
  const char *name;
  char *memory[VF_MAX_ARGUMENTS];      /* of the views, as given to the original */
  char *instead[VF_MAX_ARGUMENTS];     /* memory given now; NULL: the same */
  char *memory_copy[VF_MAX_ARGUMENTS]; /* the memory around it */
  int reruns, found;
  char words[256];
  vfi_text text; /* in words */
} search;

static const vfi_argument_description *argument_of(const search *search, int argument)
{
  return &search->images->call->kernel->description.arguments[argument];
}

static bool over_columns(const search *search)
{
  return vfi_is_over_columns(&search->images->call->kernel->description);
}

/* Over boxes the search leaves out views with gaps: the substitute of a view does not have gaps. */
static bool only_read(const search *search, int argument)
{
  const vfi_images *images = search->images;
  const vfi_record *record = vfi_checked_record(images->checked, argument, 0);
  return record && !images->at[images->of[argument]].written && (over_columns(search) || vfi_record_dense(record));
}

static size_t size_of(const search *search, int argument)
{
  return vfi_type_size(vfi_checked_record(search->images->checked, argument, 0)->array->type);
}

/* Gives one argument, at index (i, j, k, n), the element of another view that lies steps[d] further: the element at the
 * address that a body computes, if it lies in the view. Others stay. */
static void gather(const search *search, int argument, int from, const int steps[3])
{
  const vfi_record *to = vfi_checked_record(search->images->checked, argument, 0),
                   *other = vfi_checked_record(search->images->checked, from, 0);
  const size_t size = size_of(search, argument);
  const int64_t elements = vfi_record_elements(other);
  const int directions = argument_of(search, argument)->map.rank;
  int64_t extent[4], stride[4] = { 1 }, begin = 0;
  for (int d = 0; d < 4; d++) {
    extent[d] = vfi_record_extent(to, d);
    if (d) stride[d] = stride[d - 1] * vfi_record_extent(other, d - 1);
    begin += (d < directions ? to->lower[d] - other->lower[d] + steps[d] : 0) * stride[d];
  }
  for (int64_t row = 0; row < extent[1] * extent[2] * extent[3]; row++) {
    const int64_t first = begin + row % extent[1] * stride[1] + row / extent[1] % extent[2] * stride[2] +
                          row / extent[1] / extent[2] * stride[3];
    for (int64_t i = 0; i < extent[0]; i++) {
      const int64_t at = row * extent[0] + i, source = first + i;
      const char *value = source >= 0 && source < elements ? search->memory[from] + (size_t)source * size
                                                           : search->memory[argument] + (size_t)at * size;
      memcpy(search->instead[argument] + (size_t)at * size, value, size);
    }
  }
}

static vfi_column_grid grid_of(const search *search, int argument)
{
  const vfi_images *images = search->images;
  return vfi_column_grid_of(images->checked, vfi_checked_record(images->checked, argument, 0),
                            &images->call->kernel->description.arguments[argument].map.column);
}

/* Size of the substitute of an array: over columns the full extent of its axes, which includes the view. */
static int64_t elements_of(const search *search, int argument, int64_t *before)
{
  *before = 0;
  if (!over_columns(search)) return vfi_record_elements(vfi_checked_record(search->images->checked, argument, 0));
  const vfi_column_grid grid = grid_of(search, argument);
  *before = grid.first;
  return vfi_column_elements(&grid);
}

/* The same over columns, for an index of a role that lies step further in another view. */
static void gather_columns(const search *search, int argument, int from, vfi_axis_role role, int step)
{
  const vfi_column_grid to = grid_of(search, argument), other = grid_of(search, from);
  const size_t size = size_of(search, argument);
  int64_t before, before_other, places = 1;
  const int64_t elements = elements_of(search, argument, &before), others = elements_of(search, from, &before_other);
  const char *source = search->memory[from] - (size_t)before_other * size;
  memcpy(search->memory_copy[argument], search->memory[argument] - (size_t)before * size, (size_t)elements * size);
  for (int r = 0; r < VF_GRID_ROLES; r++) places *= to.extent[r];
  for (int64_t p = 0; p < places; p++) {
    vfi_column_place there, here;
    int64_t rest = p;
    for (int r = 0; r < VF_GRID_ROLES; r++) {
      here.at[r] = to.lower[r] + rest % to.extent[r];
      there.at[r] = other.lower[r] + rest % to.extent[r];
      rest /= to.extent[r];
    }
    const int64_t read = vfi_column_element(&other, &there) + step * other.stride[role];
    if (read >= 0 && read < others)
      memcpy(search->memory_copy[argument] + (size_t)vfi_column_element(&to, &here) * size,
             source + (size_t)read * size, size);
  }
}

static bool same_contents(const search *search, int argument)
{
  int64_t before;
  const size_t size = size_of(search, argument), bytes = (size_t)elements_of(search, argument, &before) * size;
  return !memcmp(search->memory_copy[argument], search->memory[argument] - (size_t)before * size, bytes);
}

/* *fits becomes true if the original agrees with the port in all written arrays, given the substitutes. */
static vf_status agrees(search *search, bool *fits)
{
  vfi_rerun rerun;
  vfi_comparison found;
  search->reruns++;
  vf_status status = vfi_rerun_take(search->images, false, &rerun);
  memcpy(rerun.instead, search->instead, sizeof rerun.instead);
  if (!status) status = vfi_rerun_run(search->images, search->ledger, &rerun);
  *fits = !status;
  for (int i = 0; i < search->images->count && *fits && !status; i++) {
    const vfi_image *image = &search->images->at[i];
    if (!image->written) continue;
    status = vfi_rerun_compare(search->images, image, &rerun, search->tolerance, &found);
    *fits = !status && found.failed == 0;
  }
  vfi_rerun_give(search->images, &rerun);
  return status;
}

static vf_status take(search *search, int argument)
{
  const vfi_record *record = vfi_checked_record(search->images->checked, argument, 0);
  const size_t size = size_of(search, argument);
  int64_t before;
  const int64_t elements = elements_of(search, argument, &before);
  const vf_status status =
      vfi_scratch_take(record->array->context, (size_t)elements * size, &search->memory_copy[argument]);
  if (!status) search->instead[argument] = search->memory_copy[argument] + (size_t)before * size;
  return status;
}

static void give(search *search, int argument)
{
  vfi_scratch_give(search->memory_copy[argument]);
  search->instead[argument] = search->memory_copy[argument] = NULL;
}

/* True if the indices of the array are the indices of the point. */
static bool is_same(const vfi_map *map)
{
  bool same = !map->shift[0];
  for (int d = 0; d < map->rank; d++) {
    const vfi_map_entry *entry = &map->at[d];
    same = same && entry->axis == d && entry->refine == 1 && entry->coarsen == 1 && !entry->first && !entry->last;
  }
  return same;
}

/* "(i+1, j, k)" */
static void add_moved(vfi_text *text, int rank, int direction, int step)
{
  vfi_text_add(text, "(");
  for (int d = 0; d < rank; d++)
    vfi_text_add(text, "%s%c%s", d ? ", " : "", "ijk"[d], d != direction ? "" : step > 0 ? "+1" : "-1");
  vfi_text_add(text, ")");
}

static void begin_words(search *search) { vfi_text_add(&search->text, search->found++ ? " or " : ""); }

/* "half level k+1"; "the next point" if several indices are the point. */
static void add_moved_index(vfi_text *text, const vfi_column_grid *grid, const vfi_column_shape *shape,
                            vfi_axis_role role, int step)
{
  const char *half = role == VF_ROLE_LEVEL && shape->levels == 2 ? "half " : "", *word = vfi_column_role_word(role);
  const char name = vfi_column_axis(grid, role);
  if (name) vfi_text_add(text, "%s%s %c%s", half, word, name, step > 0 ? "+1" : "-1");
  else vfi_text_add(text, step > 0 ? "the next %s" : "the %s before", word);
}

static vf_status try_shifts_of_columns(search *search, int argument)
{
  static const vfi_axis_role order[VF_GRID_ROLES] = { VF_ROLE_LEVEL, VF_ROLE_SPECIES, VF_ROLE_PART, VF_ROLE_POINT,
                                                      VF_ROLE_BLOCK };
  const vfi_column_grid grid = grid_of(search, argument);
  vf_status status = take(search, argument);
  for (int which = 0; which < 2 * VF_GRID_ROLES && !status && search->reruns < MOST_RERUNS; which++) {
    const vfi_axis_role role = order[which / 2];
    const int step = which % 2 ? -1 : 1;
    bool fits = false;
    if (grid.extent[role] == 1) continue;
    gather_columns(search, argument, argument, role, step);
    if (!same_contents(search, argument)) status = agrees(search, &fits);
    if (status || !fits) continue;
    begin_words(search);
    vfi_text_add(&search->text, "%s is read at ", argument_of(search, argument)->name);
    add_moved_index(&search->text, &grid, &argument_of(search, argument)->map.column, role, step);
  }
  give(search, argument);
  return status;
}

static vf_status try_shifts(search *search, int argument)
{
  if (over_columns(search)) return try_shifts_of_columns(search, argument);
  const vfi_record *record = vfi_checked_record(search->images->checked, argument, 0);
  const vfi_map *map = &argument_of(search, argument)->map;
  vf_status status = take(search, argument);
  for (int which = 0; which < 6 && !status && search->reruns < MOST_RERUNS; which++) {
    const int d = which / 2, step = which % 2 ? -1 : 1;
    const int steps[3] = { d == 0 ? step : 0, d == 1 ? step : 0, d == 2 ? step : 0 };
    bool fits = false;
    if (d >= map->rank || vfi_record_extent(record, d) == 1) continue;
    gather(search, argument, argument, steps);
    if (!same_contents(search, argument)) status = agrees(search, &fits);
    if (status || !fits) continue;
    begin_words(search);
    vfi_text_add(&search->text, "%s is read at ", argument_of(search, argument)->name);
    add_moved(&search->text, map->rank, d, step);
    vfi_text_add(&search->text, is_same(map) ? "" : " of its own indices");
  }
  give(search, argument);
  return status;
}

/* Arrays of one type and number of components; their bounds may differ, like the bounds of coefficients on faces. */
static bool alike(const search *search, int one, int other)
{
  const vfi_record *p = vfi_checked_record(search->images->checked, one, 0),
                   *q = vfi_checked_record(search->images->checked, other, 0);
  const vfi_map *p_map = &argument_of(search, one)->map, *q_map = &argument_of(search, other)->map;
  if (over_columns(search)) {
    const vfi_column_grid p_grid = grid_of(search, one), q_grid = grid_of(search, other);
    return p->array->type == q->array->type && !memcmp(&p_map->column, &q_map->column, sizeof p_map->column) &&
           !memcmp(p_grid.extent, q_grid.extent, sizeof p_grid.extent);
  }
  return p->array->type == q->array->type && p_map->rank == q_map->rank &&
         vfi_record_extent(p, p_map->rank) == vfi_record_extent(q, q_map->rank);
}

static vf_status try_exchange(search *search, int one, int other)
{
  static const int none[3] = { 0, 0, 0 };
  bool fits = false;
  vf_status status = take(search, one);
  if (!status) status = take(search, other);
  if (!status) {
    if (over_columns(search)) {
      gather_columns(search, one, other, VF_ROLE_POINT, 0);
      gather_columns(search, other, one, VF_ROLE_POINT, 0);
    } else {
      gather(search, one, other, none);
      gather(search, other, one, none);
    }
    if (!same_contents(search, one) || !same_contents(search, other)) status = agrees(search, &fits);
  }
  give(search, one);
  give(search, other);
  if (status || !fits) return status;
  begin_words(search);
  vfi_text_add(&search->text, "%s and %s are swapped", argument_of(search, one)->name,
               argument_of(search, other)->name);
  return status;
}

vf_status vfi_reads_diagnose(vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                             const vf_tolerance *tolerance, vfi_ledger *ledger, const char *name, bool *fits)
{
  const int count = images->call->kernel->description.argument_count;
  search search = { .images = images, .tolerance = tolerance, .ledger = ledger, .name = name };
  search.text = (vfi_text){ .buffer = search.words, .size = sizeof search.words };
  vf_status status = VF_OK;
  if (found->failed < 2) return VF_OK;
  vfi_images_memory(images, search.memory);
  for (int a = 0; a < count && !status; a++)
    if (only_read(&search, a)) status = try_shifts(&search, a);
  for (int a = 0; a < count && !status; a++)
    for (int b = a + 1; b < count && !status && search.reruns < MOST_RERUNS; b++)
      if (only_read(&search, a) && only_read(&search, b) && alike(&search, a, b)) status = try_exchange(&search, a, b);
  *fits = search.found > 0;
  if (*fits)
    vfi_ledger_note(ledger, VF_FINDING_CAUSE, image->layout.argument, "'%s' agrees with the original when %s", name,
                    search.words);
  return status;
}

/* The first element of the view, counted from its beginning, with other bits on the two sides; -1: none. */
static vf_status first_unlike(const vfi_image *image, int64_t *element)
{
  const vfi_array *array = image->array;
  const vf_layout *layout = &image->layout;
  const size_t size = image->size;
  *element = -1;
  char *device = malloc(array->bytes);
  if (!device) return vfi_fail(VF_ERROR_MEMORY, "no host memory to compare both sides of '%s'", array->label);
  const vf_status status = vfi_array_peek_device(array, device);
  const int64_t count = layout->extent[0] * layout->extent[1] * layout->extent[2] * layout->extent[3];
  for (int64_t e = 0; e < count && !status && *element < 0; e++) {
    const size_t at = layout->begin + (size_t)e * size;
    if (memcmp(device + at, array->host + at, size)) *element = e;
  }
  free(device);
  return status;
}

static bool has_two_sides(const vfi_image *image)
{
  const vfi_array *array = image->array;
  return !image->written && array->bytes && array->state == VF_STATE_BOTH && !array->context->backend->aliases_host;
}

vf_status vfi_unannounced_diagnose(const vfi_images *images, int argument, vfi_ledger *ledger, bool *found)
{
  *found = false;
  for (int i = 0; i < images->count; i++) {
    const vfi_image *image = &images->at[i];
    int64_t element = -1;
    const vf_status status = has_two_sides(image) ? first_unlike(image, &element) : VF_OK;
    if (status) return status;
    if (element < 0) continue;
    char place[VF_PLACE_TEXT];
    const int reads = image->layout.argument;
    *found = true;
    vfi_ledger_note(
        ledger, VF_FINDING_CAUSE, argument,
        "'%s' (argument %s) holds other values on the host than on the device, first at %s: the host has changed "
        "it without to_host(vf_update) before, or mark_written",
        vfi_checked_record(images->checked, reads, 0)->label, images->call->kernel->description.arguments[reads].name,
        vfi_place_text(place, images, image, element));
  }
  return VF_OK;
}
