/* vf_set_fill_ghosts on many layouts of boxes, drawn from a seed: domains with bounds of any sign cut at any place,
 * boxes in any order, some of them left out, thin ones and ones whose sides have more cells than a part of an exchange;
 * each element of each box against a search through all boxes. */
#include "boxes.h"

#include <stdio.h>

enum { LAYOUTS = 68, CUTS = 5, MOST = CUTS * CUTS * CUTS };

typedef struct layout {
  int number;
  vf_box domain, boxes[MOST];
  int count, layers, ghosts, components;
  vf_type type;
  vf_boundary sides;
} layout;

/* Extents of domains with planes of more than VF_EXCHANGE_CELLS, in one row or in many. */
enum { LARGE = 8 };
static const int large[LARGE][3] = { { 70, 64, 3 },  { 51, 83, 2 }, { 1100, 5, 2 }, { 2100, 3, 2 },
                                     { 2048, 2, 2 }, { 3, 90, 70 }, { 60, 2, 60 },  { 2, 2100, 2 } };

static uint64_t state_of_chance;

static int chance(int below)
{
  state_of_chance = state_of_chance * 6364136223846793005u + 1442695040888963407u;
  return (int)((state_of_chance >> 33) % (unsigned)below);
}

/* Cuts `length` cells in up to CUTS parts; first[p] is where part p begins, and first[number] the end. */
static int cut(int length, int first[CUTS + 1])
{
  int parts = 1 + chance(length < CUTS ? length : CUTS);
  first[0] = 0;
  first[parts] = length;
  for (int p = 1; p < parts; p++) {
    const int room = length - first[p - 1] - (parts - p); /* one cell at least for each that follows */
    first[p] = first[p - 1] + 1 + (room > 1 ? chance(room) : 0);
  }
  return parts;
}

static void draw(layout *l, int number)
{
  static const int kinds[] = { VF_UNFILLED, VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD };
  static const vf_type types[] = { VF_REAL64, VF_REAL32, VF_INT32, VF_INT64 };
  int first[3][CUTS + 1], parts[3], least = 100;
  memset(l, 0, sizeof *l);
  l->number = number;
  for (int d = 0; d < 3; d++) {
    const int length = number < LARGE ? large[number][d] : 1 + chance(9);
    l->domain.lower[d] = chance(21) - 10;
    l->domain.upper[d] = l->domain.lower[d] + length - 1;
    if (number < LARGE && d != 2) { /* one part */
      first[d][0] = 0;
      first[d][1] = length;
      parts[d] = 1;
    } else {
      parts[d] = cut(length, first[d]);
    }
    if (length < least) least = length;
  }
  for (int c = 0; c < parts[2]; c++)
    for (int b = 0; b < parts[1]; b++)
      for (int a = 0; a < parts[0]; a++) {
        const int at[3] = { a, b, c };
        if (chance(8) == 0 && l->count) continue;
        vf_box *box = &l->boxes[l->count++];
        for (int d = 0; d < 3; d++) {
          box->lower[d] = l->domain.lower[d] + first[d][at[d]];
          box->upper[d] = l->domain.lower[d] + first[d][at[d] + 1] - 1;
        }
      }
  for (int b = l->count - 1; b > 0; b--) {
    const int other = chance(b + 1);
    const vf_box box = l->boxes[b];
    l->boxes[b] = l->boxes[other];
    l->boxes[other] = box;
  }
  l->type = types[chance(4)];
  l->components = 1 + chance(2);
  l->layers = 1 + chance(least < 3 ? least : 3);
  l->ghosts = l->layers + chance(2);
  l->sides.order = 2;
  const bool real = l->type == VF_REAL64 || l->type == VF_REAL32;
  for (int d = 0; d < 3; d++) {
    const bool periodic = number < LARGE ? number % 2 == 0 : chance(2);
    for (int side = 0; side < 2; side++)
      l->sides.kind[d + 3 * side] = periodic ? VF_PERIODIC : real ? kinds[chance(4)] : VF_UNFILLED;
  }
}

/* A whole number for each cell, exact in every type. */
static int number_at(const int at[3], int n)
{
  return 1 + (((at[0] * 37 + at[1] * 101 + at[2] * 211 + n * 17) % 5003) + 5003) % 5003;
}

static double get(const layout *l, const void *from, int64_t e)
{
  switch (l->type) {
    case VF_REAL32: return ((const float *)from)[e];
    case VF_REAL64: return ((const double *)from)[e];
    case VF_INT32: return ((const int32_t *)from)[e];
    default: return (double)((const int64_t *)from)[e];
  }
}

static void put(const layout *l, void *to, int64_t e, double value)
{
  switch (l->type) {
    case VF_REAL32: ((float *)to)[e] = (float)value; break;
    case VF_REAL64: ((double *)to)[e] = value; break;
    case VF_INT32: ((int32_t *)to)[e] = (int32_t)value; break;
    default: ((int64_t *)to)[e] = (int64_t)value; break;
  }
}

static bool inside(const vf_box *box, const int at[3])
{
  for (int d = 0; d < 3; d++)
    if (at[d] < box->lower[d] || at[d] > box->upper[d]) return false;
  return true;
}

/* What an element of box b holds after the exchange; -1 where nothing fills it. */
static double expected(const layout *l, const vf_box *box, const int at[3], int n)
{
  int cell[3], in[3], beside = -1, outside = 0;
  if (inside(box, at)) return number_at(at, n);
  for (int d = 0; d < 3; d++) {
    const int low = l->domain.lower[d], high = l->domain.upper[d], length = high - low + 1;
    if (at[d] < box->lower[d] - l->layers || at[d] > box->upper[d] + l->layers) return -1;
    cell[d] = in[d] = at[d];
    if (l->sides.kind[d] == VF_PERIODIC) cell[d] = low + ((at[d] - low) % length + length) % length;
    else if (at[d] < low || at[d] > high) {
      outside++;
      if (at[d] == low - 1) beside = d, in[d]++;
      else if (at[d] == high + 1) beside = d + 3, in[d]--;
      else return -1;
    }
  }
  for (int b = 0; b < l->count; b++)
    if (inside(&l->boxes[b], cell)) return number_at(cell, n);
  if (outside != 1 || !inside(box, in)) return -1;
  switch (l->sides.kind[beside]) {
    case VF_NEUMANN: return number_at(in, n);
    case VF_DIRICHLET: /* 0 on the wall */
    case VF_REFLECT_ODD: return -number_at(in, n);
    default: return -1;
  }
}

/* Calls visit for each element of a box with its ghosts, in the order in which they lie. */
static void each_element(const layout *l, int b, void *address,
                         void (*visit)(const layout *, int, const int *, int, void *, int64_t))
{
  int64_t e = 0;
  int at[3];
  const vf_box *box = &l->boxes[b];
  for (int n = 0; n < l->components; n++)
    for (at[2] = box->lower[2] - l->ghosts; at[2] <= box->upper[2] + l->ghosts; at[2]++)
      for (at[1] = box->lower[1] - l->ghosts; at[1] <= box->upper[1] + l->ghosts; at[1]++)
        for (at[0] = box->lower[0] - l->ghosts; at[0] <= box->upper[0] + l->ghosts; at[0]++)
          visit(l, b, at, n, address, e++);
}

static void fill(const layout *l, int b, const int at[3], int n, void *address, int64_t e)
{
  put(l, address, e, inside(&l->boxes[b], at) ? number_at(at, n) : -1);
}

static void compare(const layout *l, int b, const int at[3], int n, void *address, int64_t e)
{
  const double is = get(l, address, e), wanted = expected(l, &l->boxes[b], at, n);
  if (is != wanted)
    fail_msg("layout %d, box %d of %d, (%d, %d, %d), component %d: %g, not %g", l->number, b, l->count, at[0], at[1],
             at[2], n, is, wanted);
}

static void *address_of(vf_set *set, int b)
{
  vf_view *view = NULL;
  void *address = NULL;
  must(vf_set_view(set, b, NULL, &view));
  must(vf_view_host_address(view, &address));
  return address;
}

static void every_element_is_what_a_search_finds(void **state)
{
  (void)state;
  static layout l;
  state_of_chance = 20260101;
  for (int number = 0; number < LAYOUTS; number++) {
    draw(&l, number);
    vf_set *set = NULL;
    must(vf_set_create(NULL, l.boxes, l.count, l.type, l.components, l.ghosts, 0, "layout", &set));
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), fill);
    for (int repeat = 0; repeat < 2; repeat++) must(vf_set_fill_ghosts(set, NULL, l.layers, &l.domain, &l.sides));
    must(vf_view_to_host(set, VF_READ));
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), compare);
    discard(set);
  }
}

/* Empty boxes have no ghosts, nor are they a source of any, wherever they are; so with all boxes of a set. */
static void empty_boxes_are_passed_over(void **state)
{
  (void)state;
  const vf_box none = { { -40, 7, 90 }, { -41, 5, 88 } }, other = { { 30, 7, 9 }, { 28, 7, 9 } };
  const vf_box cell = { { 0, 0, 0 }, { 1, 1, 1 } }, around = { { 0, 0, 0 }, { 1, 1, 1 } };
  const vf_boundary sides = { .order = 2,
                              .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN } };
  for (int full = 0; full < 2; full++) {
    const vf_box list[3] = { none, full ? cell : other, other };
    vf_set *set = NULL;
    must(vf_set_create(NULL, list, 3, VF_REAL64, 1, 1, 0, "phi", &set));
    if (full)
      for (int c = 0; c < 8; c++) *element(set, 1, c % 2, c / 2 % 2, c / 4, 0) = c + 1;
    must(vf_set_fill_ghosts(set, NULL, 1, &around, &sides));
    must(vf_view_to_host(set, VF_READ));
    if (full) assert_true(*element(set, 1, 2, 1, 0, 0) == 4 && *element(set, 1, 0, 0, -1, 0) == 1);
    discard(set);
  }
}

/* The plan is kept with the set, and made anew where layers, domain or sides are others. */
static void plan_is_that_of_the_call(void **state)
{
  (void)state;
  static layout l;
  state_of_chance = 7;
  do draw(&l, LARGE);
  while (l.type != VF_REAL64 || l.count < 4 || l.ghosts < 2);
  vf_set *set = NULL;
  must(vf_set_create(NULL, l.boxes, l.count, l.type, l.components, l.ghosts, 0, "layout", &set));
  for (int change = 0; change < 40; change++) {
    l.layers = 1 + chance(2);
    for (int d = 0; d < 3; d++) {
      const bool periodic = chance(2) && l.layers <= l.domain.upper[d] - l.domain.lower[d] + 1;
      for (int side = 0; side < 2; side++)
        l.sides.kind[d + 3 * side] = periodic ? VF_PERIODIC : chance(2) ? VF_NEUMANN : VF_UNFILLED;
    }
    must(vf_view_to_host(set, VF_WRITE));
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), fill);
    must(vf_set_fill_ghosts(set, NULL, l.layers, &l.domain, &l.sides));
    must(vf_view_to_host(set, VF_READ));
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), compare);
    if (change % 3 == 2) l.domain.upper[chance(3)]++; /* boxes that met a face do no more */
  }
  discard(set);
}

static const struct CMUnitTest tests[] = {
  claim(every_element_is_what_a_search_finds),
  claim(empty_boxes_are_passed_over),
  claim(plan_is_that_of_the_call),
};

RUN("exchange_layouts", tests)
