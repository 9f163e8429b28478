#include "walk.h"

#include <stdlib.h>
#include <string.h>

#include "../core/state.h"

/* Copies and bytes of a row in the run, and in the walk of the moment. */
typedef struct walk_row {
  int label, next; /* next: the next row of the same label and direction; -1: the last */
  bool to_device;
  vfi_profile_who who, writer;
  int64_t copies, copies_then, bytes, bytes_then;
  double seconds; /* of the copies in the run */
} walk_row;

/* An array with needs of a routine. */
typedef struct routine_use {
  int array, before; /* before: the use before it of the same routine; -1: none */
} routine_use;

typedef struct routine_needs {
  int last;     /* the last of its uses; -1: none */
  double bytes; /* of all its needs; an update counts twice */
} routine_needs;

struct vfi_profile_walk {
  int *labels;             /* [arrays]: the first array of the same label */
  int *first;              /* [2 * arrays]: the first row of a label and a direction; -1: none */
  int *needs, *begins;     /* the needs of array a in their order: needs[begins[a]] to needs[begins[a + 1] - 1] */
  routine_needs *routines; /* [sites]: by the first site of a routine */
  routine_use *uses;       /* [needs] */
  int use_count;
  walk_row *rows;
  int row_count, room;
  double rates[2]; /* seconds of a byte, by direction */
};

static bool is_of(const vfi_profile_need *need, int routine)
{
  return vfi_profile_is_site(need->who) && vfi_profile.sites[vfi_profile_site_of(need->who)].routine_site == routine;
}

static void measure_rates(double rates[2])
{
  double seconds[2] = { 0, 0 }, bytes[2] = { 0, 0 };
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    seconds[copy->to_device] += copy->seconds;
    bytes[copy->to_device] += (double)copy->bytes;
  }
  for (int d = 0; d < 2; d++) rates[d] = bytes[d] > 0 ? seconds[d] / bytes[d] : 0;
  for (int d = 0; d < 2; d++)
    if (bytes[d] <= 0) rates[d] = rates[!d];
}

/* -1: no memory */
static int find_row(vfi_profile_walk *walk, const walk_row *like)
{
  int *first = &walk->first[2 * like->label + like->to_device];
  for (int r = *first; r >= 0; r = walk->rows[r].next)
    if (walk->rows[r].who == like->who && walk->rows[r].writer == like->writer) return r;
  if (walk->row_count == walk->room) {
    const int room = walk->room ? 2 * walk->room : 64;
    walk_row *rows = realloc(walk->rows, (size_t)room * sizeof *rows);
    if (!rows) return -1;
    walk->rows = rows;
    walk->room = room;
  }
  walk->rows[walk->row_count] = *like;
  walk->rows[walk->row_count].next = *first;
  return *first = walk->row_count++;
}

enum { NO_ROUTINE = -1 };

/* Walks through the needs of one array. Adds its copies to the rows, `times` each. */
static bool go_array(vfi_profile_walk *walk, int a, int routine, bool dropped, int times)
{
  vfi_state state = VF_STATE_HOST;
  vfi_profile_who writer = VF_PROFILE_NOBODY;
  for (int n = walk->begins[a]; n < walk->begins[a + 1]; n++) {
    const vfi_profile_need *need = &vfi_profile.needs[walk->needs[n]];
    const bool of_routine = routine != NO_ROUTINE && is_of(need, routine);
    if (of_routine && dropped) continue;
    const vf_side side = of_routine ? VF_DEVICE : (vf_side)need->side;
    const vfi_transition next = vfi_state_access(state, side, (vf_intent)need->intent, need->whole);
    state = next.next;
    if (side == VF_HOST && need->intent != VF_READ) writer = need->who;
    if (next.copy == VF_COPY_NONE) continue;
    const bool to_device = next.copy == VF_COPY_TO_DEVICE;
    const int row = find_row(walk, &(walk_row){ .label = walk->labels[a],
                                                .to_device = to_device,
                                                .who = need->who,
                                                .writer = to_device ? writer : VF_PROFILE_NOBODY });
    if (row < 0) return false;
    walk->rows[row].copies_then += times;
    walk->rows[row].bytes_then += times * vfi_profile.arrays[a].bytes;
  }
  return true;
}

/* An array that the routine does not use has the copies of the program. */
static bool go(vfi_profile_walk *walk, int routine, bool dropped)
{
  bool fits = true;
  for (int r = 0; r < walk->row_count; r++) {
    walk->rows[r].copies_then = walk->rows[r].copies;
    walk->rows[r].bytes_then = walk->rows[r].bytes;
  }
  for (int u = walk->routines[routine].last; u >= 0 && fits; u = walk->uses[u].before)
    fits = go_array(walk, walk->uses[u].array, NO_ROUTINE, false, -1) &&
           go_array(walk, walk->uses[u].array, routine, dropped, 1);
  return fits;
}

/* Seconds of the copies of a row that the walk knows. Others, such as syncs of a side that is up to date, keep their part. */
static double known_seconds(const walk_row *row)
{
  const char *label = vfi_profile.arrays[row->label].label;
  for (int c = 0; c < vfi_profile.copy_count && row->bytes; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    if (copy->to_device != row->to_device || copy->who != row->who || copy->writer != row->writer ||
        strcmp(copy->label, label))
      continue;
    return row->copies < copy->copies ? copy->seconds * (double)row->copies / (double)copy->copies : copy->seconds;
  }
  return 0;
}

static bool go_as_program(vfi_profile_walk *walk)
{
  bool fits = true;
  for (int a = 0; a < vfi_profile.array_count && fits; a++) fits = go_array(walk, a, NO_ROUTINE, false, 1);
  for (int r = 0; r < walk->row_count; r++) {
    walk->rows[r].copies = walk->rows[r].copies_then;
    walk->rows[r].bytes = walk->rows[r].bytes_then;
    walk->rows[r].seconds = known_seconds(&walk->rows[r]);
  }
  return fits;
}

/* Sorts the needs by array; the order of the program stays within an array. */
static void sort_needs(vfi_profile_walk *walk)
{
  int *begins = walk->begins;
  for (int n = 0; n < vfi_profile.need_count; n++) begins[vfi_profile.needs[n].array + 1]++;
  for (int a = 0; a < vfi_profile.array_count; a++) begins[a + 1] += begins[a];
  for (int n = 0; n < vfi_profile.need_count; n++) walk->needs[begins[vfi_profile.needs[n].array]++] = n;
  memmove(begins + 1, begins,
          (size_t)vfi_profile.array_count * sizeof *begins); /* each place has become the next begin */
  begins[0] = 0;
}

static void find_uses(vfi_profile_walk *walk)
{
  for (int s = 0; s < vfi_profile.site_count; s++) walk->routines[s].last = -1;
  for (int n = 0; n < vfi_profile.need_count; n++) {
    const vfi_profile_need *need = &vfi_profile.needs[walk->needs[n]];
    if (!vfi_profile_is_site(need->who)) continue;
    routine_needs *routine = &walk->routines[vfi_profile.sites[vfi_profile_site_of(need->who)].routine_site];
    routine->bytes += (need->intent == VF_UPDATE ? 2 : 1) * (double)vfi_profile.arrays[need->array].bytes;
    if (routine->last >= 0 && walk->uses[routine->last].array == need->array) continue;
    walk->uses[walk->use_count] = (routine_use){ need->array, routine->last };
    routine->last = walk->use_count++;
  }
}

double vfi_profile_walk_bytes(const vfi_profile_walk *walk, int routine) { return walk->routines[routine].bytes; }

static void find_labels(vfi_profile_walk *walk)
{
  int *distinct = walk->first, count = 0; /* not in use yet */
  for (int a = 0; a < vfi_profile.array_count; a++) {
    int d = 0;
    while (d < count && strcmp(vfi_profile.arrays[distinct[d]].label, vfi_profile.arrays[a].label)) d++;
    if (d == count) distinct[count++] = a;
    walk->labels[a] = distinct[d];
  }
  for (int f = 0; f < 2 * vfi_profile.array_count; f++) walk->first[f] = -1;
}

vfi_profile_walk *vfi_profile_walk_begin(void)
{
  const size_t arrays = (size_t)vfi_profile.array_count + 1;
  vfi_profile_walk *walk = calloc(1, sizeof *walk);
  if (!walk) return NULL;
  walk->labels = calloc(arrays, sizeof *walk->labels);
  walk->first = calloc(2 * arrays, sizeof *walk->first);
  walk->begins = calloc(arrays, sizeof *walk->begins);
  walk->needs = calloc((size_t)vfi_profile.need_count + 1, sizeof *walk->needs);
  walk->routines = calloc((size_t)vfi_profile.site_count + 1, sizeof *walk->routines);
  walk->uses = calloc((size_t)vfi_profile.need_count + 1, sizeof *walk->uses);
  bool fits = walk->labels && walk->first && walk->begins && walk->needs && walk->routines && walk->uses;
  if (fits) {
    measure_rates(walk->rates);
    find_labels(walk);
    sort_needs(walk);
    find_uses(walk);
    fits = go_as_program(walk);
  }
  if (!fits) {
    vfi_profile_walk_end(walk);
    return NULL;
  }
  return walk;
}

void vfi_profile_walk_end(vfi_profile_walk *walk)
{
  if (!walk) return;
  free(walk->labels);
  free(walk->first);
  free(walk->needs);
  free(walk->begins);
  free(walk->routines);
  free(walk->uses);
  free(walk->rows);
  free(walk);
}

/* Seconds of a byte: of the row, or for a new row of all copies of the label in its direction, or of all copies. */
static double rate_of(const vfi_profile_walk *walk, const walk_row *row)
{
  double seconds = row->seconds, bytes = (double)row->bytes;
  if (seconds > 0) return seconds / bytes;
  for (int r = walk->first[2 * row->label + row->to_device]; r >= 0; r = walk->rows[r].next) {
    seconds += walk->rows[r].seconds;
    bytes += (double)walk->rows[r].bytes;
  }
  return seconds > 0 ? seconds / bytes : walk->rates[row->to_device];
}

static int by_seconds(const void *p, const void *q)
{
  const double a = ((const vfi_profile_change *)p)->seconds, b = ((const vfi_profile_change *)q)->seconds;
  return (a < b) - (a > b);
}

bool vfi_profile_walk_with(vfi_profile_walk *walk, int routine, bool dropped, vfi_profile_change **changes, int *count)
{
  *changes = NULL;
  *count = 0;
  if (!go(walk, routine, dropped)) return false;
  vfi_profile_change *list = calloc((size_t)walk->row_count + 1, sizeof *list);
  if (!list) return false;
  for (int r = 0; r < walk->row_count; r++) {
    const walk_row *row = &walk->rows[r];
    if (row->copies == row->copies_then && row->bytes == row->bytes_then) continue;
    vfi_profile_change *change = &list[(*count)++];
    memcpy(change->label, vfi_profile.arrays[row->label].label, sizeof change->label);
    change->to_device = row->to_device;
    change->who = row->who;
    change->writer = row->writer;
    change->copies = row->copies - row->copies_then;
    change->seconds = rate_of(walk, row) * (double)(row->bytes - row->bytes_then);
  }
  qsort(list, (size_t)*count, sizeof *list, by_seconds);
  *changes = list;
  return true;
}
