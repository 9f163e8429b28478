#include "schedule.h"

#include <stdint.h>
#include <string.h>

field fields[FIELDS];
size_t pool_size;

static uint32_t state;

void random_begin(unsigned seed) { state = seed; }

int random_below(int limit)
{
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 8) % (uint32_t)limit);
}

static void swap(void *p, void *q, size_t bytes)
{
  char kept[sizeof(phase)];
  memcpy(kept, p, bytes);
  memmove(p, q, bytes);
  memcpy(q, kept, bytes);
}

static void shuffle(void *items, int count, size_t bytes)
{
  for (int i = count - 1; i > 0; i--)
    swap((char *)items + i * bytes, (char *)items + random_below(i + 1) * bytes, bytes);
}

static size_t cells_of(const int *lo, const int *hi)
{
  size_t cells = 1;
  for (int d = 0; d < 3; d++) cells *= (size_t)(hi[d] - lo[d] + 1);
  return cells;
}

void make_fields(void)
{
  static const int least[3] = { 6, 4, 7 };
  int order[FIELDS];
  for (int f = 0; f < FIELDS; f++) {
    order[f] = f;
    for (int d = 0; d < 3; d++) {
      fields[f].lo[d] = -random_below(3);
      fields[f].hi[d] = fields[f].lo[d] + least[d] + random_below(3) - 1;
    }
    fields[f].cells = cells_of(fields[f].lo, fields[f].hi);
  }
  shuffle(order, FIELDS, sizeof *order);
  pool_size = 0;
  for (int f = 0; f < FIELDS; f++) {
    fields[order[f]].first = pool_size;
    pool_size += COMPONENTS * fields[order[f]].cells;
  }
}

/* ---- Calls ---- */

static int least_of(int p, int q) { return p < q ? p : q; }

/* A box in lo .. hi, mostly of several cells. */
static void random_box(const int *lo, const int *hi, int *box_lo, int *box_hi)
{
  for (int d = 0; d < 3; d++) {
    const int length = hi[d] - lo[d] + 1, cells = random_below(3) ? length - random_below(2) : 1 + random_below(length);
    box_lo[d] = lo[d] + random_below(length - (cells > 0 ? cells : 1) + 1);
    box_hi[d] = box_lo[d] + (cells > 0 ? cells : 1) - 1;
  }
}

/* A source in the same field: the layers beside the tile. So a tile reads cells that the tile before it wrote, and no
 * cells of its own. */
static void source_within(entry *call)
{
  enum { MOST_TILES = 3 };
  const field *of = &fields[call->to];
  const int d = random_below(3), length = of->hi[d] - of->lo[d] + 1, layers = 1 + random_below(length / 2);
  const int tiles = 1 + random_below(least_of(length / layers - 1, MOST_TILES)), upward = random_below(2);
  call->layers[d] = layers;
  call->lo[d] = of->lo[d] + random_below(length - layers * (tiles + 1) + 1) + upward * layers;
  call->hi[d] = call->lo[d] + layers * tiles - 1;
  memcpy(call->at, call->lo, sizeof call->at);
  call->at[d] += upward ? -layers : layers;
  call->from_component = call->to_component;
}

/* The source lies at the place of the destination, or elsewhere. */
static void random_source(entry *call)
{
  const field *to = &fields[call->to], *from = &fields[call->from];
  if (call->to == call->from) {
    source_within(call);
    return;
  }
  for (int d = 0; d < 3; d++) {
    const int room = from->hi[d] - from->lo[d] + 1;
    call->hi[d] = least_of(call->hi[d], call->lo[d] + room - 1);
    const int spare = room - (call->hi[d] - call->lo[d] + 1);
    call->at[d] = from->lo[d] + random_below(spare + 1);
  }
  if (random_below(4) == 0) return;
  for (int d = 0; d < 3; d++) {
    call->lo[d] = to->lo[d] > from->lo[d] ? to->lo[d] : from->lo[d];
    call->hi[d] = least_of(to->hi[d], from->hi[d]) - random_below(2);
    call->at[d] = call->lo[d];
  }
}

/* Inside of the source by a cell. */
static void random_spread(entry *call)
{
  const field *to = &fields[call->to], *from = &fields[call->from];
  int lo[3], hi[3];
  for (int d = 0; d < 3; d++) {
    lo[d] = to->lo[d] > from->lo[d] + 1 ? to->lo[d] : from->lo[d] + 1;
    hi[d] = least_of(to->hi[d], from->hi[d] - 1);
  }
  random_box(lo, hi, call->lo, call->hi);
}

static entry random_call(const rules *rules, kind kind)
{
  entry call = { .kind = kind, .components = 1 + random_below(COMPONENTS), .value = random_below(9) - 4 };
  const int both = kind == SPREAD || kind == TO_MEMORY || kind == FROM_MEMORY;
  call.to = random_below(rules->few_fields);
  call.from = random_below(rules->few_fields);
  if (both && call.from == call.to) call.from = (call.to + 1) % FIELDS;
  call.to_component = random_below(COMPONENTS - call.components + 1);
  call.from_component = call.components == COMPONENTS || random_below(2) ? 0 : call.to_component;
  random_box(fields[call.to].lo, fields[call.to].hi, call.lo, call.hi);
  memcpy(call.at, call.lo, sizeof call.at);
  if (kind == COPY || kind == PLUS || kind == MINUS) random_source(&call);
  if (kind == SPREAD) random_spread(&call);
  if (kind != TO_MEMORY && kind != FROM_MEMORY) return call;
  const size_t of_to = fields[call.to].cells, of_from = fields[call.from].cells;
  if (kind == TO_MEMORY) random_box(fields[call.from].lo, fields[call.from].hi, call.lo, call.hi);
  memcpy(call.at, call.lo, sizeof call.at);
  while (cells_of(call.lo, call.hi) > (of_to < of_from ? of_to : of_from)) call.hi[2]--;
  return call;
}

static entry part_of(const entry *call, const int *lo, const int *hi)
{
  entry part = *call;
  for (int d = 0; d < 3; d++) {
    part.lo[d] = lo[d];
    part.hi[d] = hi[d];
    part.at[d] = call->at[d] + lo[d] - call->lo[d];
  }
  return part;
}

/* Up to three tiles in each direction, of different lengths. */
static int tiles_of(const entry *call, entry *tiles)
{
  enum { MOST = 3 };
  int begin[3][MOST + 1], count[3], number = 0;
  for (int d = 0; d < 3; d++) {
    const int length = call->hi[d] - call->lo[d] + 1;
    count[d] = call->layers[d] ? length / call->layers[d] : 1 + random_below(least_of(length, MOST));
    for (int t = 0; t <= count[d]; t++) begin[d][t] = call->lo[d] + length * t / count[d];
    if (!call->layers[d] && count[d] > 1 && begin[d][2] - begin[d][1] > 1) begin[d][1] += random_below(2);
  }
  for (int t = 0; t < count[0] * count[1] * count[2]; t++) {
    const int at[3] = { t % count[0], t / count[0] % count[1], t / count[0] / count[1] };
    int lo[3], hi[3];
    for (int d = 0; d < 3; d++) {
      lo[d] = begin[d][at[d]];
      hi[d] = begin[d][at[d] + 1] - 1;
    }
    tiles[number++] = part_of(call, lo, hi);
  }
  return number;
}

static int overlapping_boxes(const entry *call, entry *boxes)
{
  const int number = 2 + random_below(3);
  for (int b = 0; b < number; b++) {
    int lo[3], hi[3];
    random_box(call->lo, call->hi, lo, hi);
    boxes[b] = part_of(call, lo, hi);
  }
  return number;
}

static int is_in_tiles(kind kind) { return kind <= SPREAD || kind == LARGEST; }

/* Tiles of calls: call by call, tile by tile, or in any order. */
static void make_phase(const rules *rules, kind kind, phase *made)
{
  enum { MOST_TILES = 27 };
  const int calls = kind >= FREE ? 1 : 1 + random_below(rules->calls), order = random_below(3);
  entry tiles[MOST_TILES];
  int place[MOST_ENTRIES / MOST_PHASES];
  made->count = 0;
  for (int c = 0; c < calls; c++) {
    const entry call = random_call(rules, kind);
    int number = 1;
    tiles[0] = call;
    if (is_in_tiles(kind))
      number = rules->overlapping && call.from != call.to && random_below(rules->overlapping) == 0
                   ? overlapping_boxes(&call, tiles)
                   : tiles_of(&call, tiles);
    for (int t = 0; t < number && made->count < MOST_ENTRIES / MOST_PHASES; t++) {
      int to = made->count;
      for (; order == 1 && to > 0 && place[to - 1] > t; to--) {
        place[to] = place[to - 1];
        made->entries[to] = made->entries[to - 1];
      }
      place[to] = t;
      made->entries[to] = tiles[t];
      made->entries[to].thread = random_below(rules->threads);
      made->count++;
    }
  }
  if (order == 2) shuffle(made->entries, made->count, sizeof *made->entries);
}

void make_schedule(const rules *rules, schedule *made)
{
  made->count = MOST_PHASES / 2 + random_below(MOST_PHASES / 2 + 1);
  for (int p = 0; p < made->count; p++) {
    kind kind = (enum kind)random_below(GIVE_PARTS + 1);
    while (!(rules->kinds & 1u << kind)) kind = (enum kind)random_below(GIVE_PARTS + 1);
    make_phase(rules, kind, &made->phases[p]);
  }
}

void shuffle_phases(schedule *schedule) { shuffle(schedule->phases, schedule->count, sizeof *schedule->phases); }

void shuffle_entries(schedule *schedule)
{
  for (int p = 0; p < schedule->count; p++)
    shuffle(schedule->phases[p].entries, schedule->phases[p].count, sizeof *schedule->phases[p].entries);
}
