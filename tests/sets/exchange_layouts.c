/* vf_set_fill_ghosts on many layouts of boxes, drawn from a seed. Domains have bounds of any sign and are cut at any
 * place. Boxes come in any order, and some are left out. Some boxes are thin; some have sides with more cells than a
 * part of an exchange. Each element of each box is compared with a search through all boxes. Fields have one to three
 * directions, and layers by direction. */
#include "boxes.h"

#include <stdio.h>

enum { LAYOUTS = 160, CUTS = 5, MOST = CUTS * CUTS * CUTS };

typedef struct layout {
  int number;
  vf_box domain, boxes[MOST];
  int count, rank, layers[3], ghosts[3], components;
  bool alike; /* as many layers in each direction */
  vf_type type;
  vf_boundary sides;
} layout;

/* Extents of domains with planes of more than VF_EXCHANGE_CELLS, in a single row or in many rows. */
enum { LARGE = 8 };
static const int large[LARGE][3] = { { 70, 64, 3 },  { 51, 83, 2 }, { 1100, 5, 2 }, { 2100, 3, 2 },
                                     { 2048, 2, 2 }, { 3, 90, 70 }, { 60, 2, 60 },  { 2, 2100, 2 } };

static uint64_t state_of_chance;

static int chance(int below)
{
  state_of_chance = state_of_chance * 6364136223846793005u + 1442695040888963407u;
  return (int)((state_of_chance >> 33) % (unsigned)below);
}

/* Cuts `length` cells in up to CUTS parts. Part p begins at first[p], and first[number] is the end. */
static int cut(int length, int first[CUTS + 1])
{
  int parts = 1 + chance(length < CUTS ? length : CUTS);
  first[0] = 0;
  first[parts] = length;
  for (int p = 1; p < parts; p++) {
    const int room = length - first[p - 1] - (parts - p); /* leaves at least a cell for each following part */
    first[p] = first[p - 1] + 1 + (room > 1 ? chance(room) : 0);
  }
  return parts;
}

/* Draws the layers of the field's directions, and the ghosts of its arrays; extent: cells of the domain. */
static void draw_layers(layout *l, const int extent[3])
{
  l->alike = chance(2);
  for (int d = 0; d < l->rank; d++) {
    l->layers[d] = l->alike && d ? l->layers[0] : chance(2) + (l->alike || d == 0) + chance(2);
    l->ghosts[d] = l->layers[d] + chance(2);
  }
  for (int d = 0; d < l->rank; d++) /* no deeper than a period */
    if (l->layers[d] > extent[d] && l->sides.kind[d] == VF_PERIODIC)
      l->sides.kind[d] = l->sides.kind[d + 3] = VF_UNFILLED;
}

static void draw(layout *l, int number)
{
  static const int kinds[] = { VF_UNFILLED, VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD };
  static const vf_type types[] = { VF_REAL64, VF_REAL32, VF_INT32, VF_INT64 };
  int first[3][CUTS + 1], parts[3], extent[3];
  memset(l, 0, sizeof *l);
  l->number = number;
  l->rank = number < LARGE ? 3 : 1 + chance(3);
  for (int d = 0; d < 3; d++) {
    const int length = number < LARGE ? large[number][d] : d < l->rank ? 1 + chance(9) : 1;
    extent[d] = length;
    l->domain.lower[d] = d < l->rank ? chance(21) - 10 : 1;
    l->domain.upper[d] = l->domain.lower[d] + length - 1;
    if (number < LARGE && d != 2) { /* a single part */
      first[d][0] = 0;
      first[d][1] = length;
      parts[d] = 1;
    } else {
      parts[d] = cut(length, first[d]);
    }
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
  l->sides.order = 2;
  const bool real = l->type == VF_REAL64 || l->type == VF_REAL32;
  for (int d = 0; d < 3; d++) {
    const bool periodic = number < LARGE ? number % 2 == 0 : chance(2);
    for (int side = 0; side < 2; side++)
      l->sides.kind[d + 3 * side] = periodic ? VF_PERIODIC : real ? kinds[chance(4)] : VF_UNFILLED;
  }
  draw_layers(l, extent);
}

static vf_set *created(const layout *l)
{
  vf_set *set = NULL;
  must(vf_set_create_by_direction(NULL, l->boxes, l->count, l->type, l->rank, l->components, l->ghosts, 0, "layout",
                                  &set));
  return set;
}

static void exchange(const layout *l, vf_set *set)
{
  if (l->alike) must(vf_set_fill_ghosts(set, NULL, l->layers[0], &l->domain, &l->sides));
  else must(vf_set_fill_ghosts_by_direction(set, NULL, l->layers, &l->domain, &l->sides));
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

/* The right value of an element of box b after the exchange; -1 for an element that the exchange does not fill. */
static double expected(const layout *l, const vf_box *box, const int at[3], int n)
{
  int cell[3], in[3], beside = -1, outside = 0;
  if (inside(box, at)) return number_at(at, n);
  for (int d = 0; d < 3; d++) {
    const int low = l->domain.lower[d], high = l->domain.upper[d], length = high - low + 1;
    if (at[d] < box->lower[d] - l->layers[d] || at[d] > box->upper[d] + l->layers[d]) return -1;
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

/* Calls `visit` for each element of a box with its ghosts, in memory order. */
static void each_element(const layout *l, int b, void *address,
                         void (*visit)(const layout *, int, const int *, int, void *, int64_t))
{
  int64_t e = 0;
  int at[3];
  const vf_box *box = &l->boxes[b];
  for (int n = 0; n < l->components; n++)
    for (at[2] = box->lower[2] - l->ghosts[2]; at[2] <= box->upper[2] + l->ghosts[2]; at[2]++)
      for (at[1] = box->lower[1] - l->ghosts[1]; at[1] <= box->upper[1] + l->ghosts[1]; at[1]++)
        for (at[0] = box->lower[0] - l->ghosts[0]; at[0] <= box->upper[0] + l->ghosts[0]; at[0]++)
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
    vf_set *set = created(&l);
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), fill);
    for (int repeat = 0; repeat < 2; repeat++) exchange(&l, set);
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

/* The set keeps its plan. A call with other layers, another domain or other sides makes a new plan. */
static void plan_is_that_of_the_call(void **state)
{
  (void)state;
  static layout l;
  state_of_chance = 7;
  do draw(&l, LARGE);
  while (l.type != VF_REAL64 || l.count < 4 || l.rank < 3 || l.ghosts[0] < 2 || l.ghosts[1] < 2 || l.ghosts[2] < 2);
  vf_set *set = created(&l);
  for (int change = 0; change < 40; change++) {
    l.alike = chance(2);
    l.layers[0] = 1 + chance(2);
    for (int d = 0; d < 3; d++) {
      l.layers[d] = l.alike || d == 0 ? l.layers[0] : chance(3);
      const bool periodic = chance(2) && l.layers[d] <= l.domain.upper[d] - l.domain.lower[d] + 1;
      for (int side = 0; side < 2; side++)
        l.sides.kind[d + 3 * side] = periodic ? VF_PERIODIC : chance(2) ? VF_NEUMANN : VF_UNFILLED;
    }
    must(vf_view_to_host(set, VF_WRITE));
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), fill);
    exchange(&l, set);
    must(vf_view_to_host(set, VF_READ));
    for (int b = 0; b < l.count; b++) each_element(&l, b, address_of(set, b), compare);
    if (change % 3 == 2) l.domain.upper[chance(3)]++; /* boxes that met a face do not meet the face any more */
  }
  discard(set);
}

/* Texts have as many indices as the field. */
static void what_a_plane_lacks_is_said_in_its_indices(void **state)
{
  (void)state;
  const vf_box halves[2] = { { { -3, 2, 1 }, { 0, 6, 1 } }, { { 1, 2, 1 }, { 4, 6, 1 } } };
  const vf_box whole = { { -3, 2, 1 }, { 4, 6, 1 } }, part = { { -3, 2, 1 }, { 3, 6, 1 } };
  const vf_box thick[1] = { { { -3, 2, 0 }, { 0, 6, 1 } } };
  const int one[3] = { 1, 1, 0 }, deep[3] = { 2, 1, 0 }, through[3] = { 1, 1, 1 }, none[3] = { 0, 0, 0 };
  const int negative[3] = { 1, -1, 0 };
  const vf_boundary sides = { .order = 2 };
  vf_set *set = NULL;
  refused(vf_set_create_by_direction(NULL, halves, 2, VF_REAL64, 4, 1, one, 0, "u", &set), VF_ERROR_ARGUMENT,
          "'u': a field of rank 4");
  refused(vf_set_create_by_direction(NULL, halves, 2, VF_REAL64, 2, 1, through, 0, "u", &set), VF_ERROR_ARGUMENT,
          "'u': 1 ghosts in direction 3 of a field of rank 2");
  refused(vf_set_create_by_direction(NULL, thick, 1, VF_REAL64, 2, 1, one, 0, "u", &set), VF_ERROR_BOX,
          "'u': box (-3:0, 2:6, 0:1) of a field of rank 2");
  must(vf_set_create_by_direction(NULL, halves, 2, VF_REAL64, 2, 1, one, 0, "u", &set));
  refused(vf_set_fill_ghosts(set, NULL, 2, &whole, &sides), VF_ERROR_BOX,
          "box (-3:0, 2:6) of 'u' with 2 ghost layers needs more than its view, which spans (-4:1, 1:7)");
  refused(vf_set_fill_ghosts_by_direction(set, NULL, deep, &whole, &sides), VF_ERROR_BOX,
          "box (-3:0, 2:6) of 'u' with (2, 1) ghost layers needs more than its view, which spans (-4:1, 1:7)");
  refused(vf_set_fill_ghosts_by_direction(set, NULL, through, &whole, &sides), VF_ERROR_BOX,
          "box (-3:0, 2:6, 1:1) of 'u' with (1, 1, 1) ghost layers");
  refused(vf_set_fill_ghosts(set, NULL, 1, &part, &sides), VF_ERROR_BOX,
          "box (1:4, 2:6) of 'u' lies outside the domain (-3:3, 2:6)");
  refused(vf_set_fill_ghosts_by_direction(set, NULL, none, &whole, &sides), VF_ERROR_ARGUMENT,
          "(0, 0, 0) layers of 'u'");
  refused(vf_set_fill_ghosts_by_direction(set, NULL, negative, &whole, &sides), VF_ERROR_ARGUMENT, "(1, -1, 0) layers");
  refused(vf_set_fill_ghosts_by_direction(set, NULL, NULL, &whole, &sides), VF_ERROR_NULL, "layers is NULL");
  discard(set);
  /* A single plane in three directions: the array does not have ghosts in z. */
  must(vf_set_create_by_direction(NULL, halves, 2, VF_REAL64, 3, 1, one, 0, "u", &set));
  refused(
      vf_set_fill_ghosts(set, NULL, 1, &whole, &sides), VF_ERROR_BOX,
      "box (-3:0, 2:6, 1:1) of 'u' with 1 ghost layers needs more than its view, which spans (-4:1, 1:7, 1:1); layers "
      "by direction may be 0 in one where views have no ghosts");
  must(vf_set_fill_ghosts_by_direction(set, NULL, one, &whole, &sides));
  discard(set);
  const vf_box twice[2] = { halves[0], part };
  must(vf_set_create_by_direction(NULL, twice, 2, VF_REAL64, 2, 1, one, 0, "u", &set));
  refused(vf_set_fill_ghosts(set, NULL, 1, &whole, &sides), VF_ERROR_BOX,
          "boxes (-3:0, 2:6) and (-3:3, 2:6) of 'u' overlap");
  discard(set);
}

static const struct CMUnitTest tests[] = {
  claim(every_element_is_what_a_search_finds),
  claim(empty_boxes_are_passed_over),
  claim(plan_is_that_of_the_call),
  claim(what_a_plane_lacks_is_said_in_its_indices),
};

RUN("exchange_layouts", tests)
