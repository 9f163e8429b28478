/* Ghosts over ranks equal the ghosts of all boxes on a single rank: every element of every box is compared. */
#include "ranks.h"

#include <time.h>

enum { BOXES = 40 };

typedef struct problem {
  vf_box domain, boxes[BOXES];
  int owners[BOXES], count;
  vf_boundary sides;
  int rank, layers[3], ghosts[3], components;
  bool alike; /* as many layers in each direction */
  vf_type type;
  bool walls; /* values on them */
} problem;

static int64_t cells(const vf_box *box)
{
  int64_t number = 1;
  for (int d = 0; d < 3; d++) number *= box->upper[d] - box->lower[d] + 1;
  return number;
}

/* Cuts the largest box again and again; then leaves out some boxes, if the test wants holes. */
static void cut(problem *p, int count, int holes)
{
  p->boxes[0] = p->domain;
  p->count = 1;
  while (p->count < count) {
    int largest = 0;
    for (int b = 1; b < p->count; b++)
      if (cells(&p->boxes[b]) > cells(&p->boxes[largest])) largest = b;
    vf_box *box = &p->boxes[largest], *other = &p->boxes[p->count];
    const int d = (int)random_below((unsigned)p->rank), length = box->upper[d] - box->lower[d] + 1;
    if (length < 2) continue;
    *other = *box;
    box->upper[d] = box->lower[d] + (int)random_below((unsigned)length - 1);
    other->lower[d] = box->upper[d] + 1;
    p->count++;
  }
  for (int h = 0; h < holes && p->count > 1; h++) {
    const int gone = (int)random_below((unsigned)p->count);
    p->boxes[gone] = p->boxes[--p->count];
  }
}

static void put_number(vf_type type, void *array, int64_t at, int64_t number)
{
  switch (type) {
    case VF_REAL32: ((float *)array)[at] = (float)(number % 16777213); break;
    case VF_REAL64: ((double *)array)[at] = (double)number; break;
    case VF_INT64: ((int64_t *)array)[at] = number; break;
    default: ((int32_t *)array)[at] = (int32_t)number; break;
  }
}

/* Cells get numbers for box, cell and component; all other elements get -7. */
static void fill(vf_set *set, int place, int number, int components)
{
  vf_box box;
  vf_view *view = NULL;
  int64_t lower[4] = { 1, 1, 1, 1 }, upper[4] = { 1, 1, 1, 1 }, at = 0; /* there are as many as the rank */
  void *array = NULL;
  must(vf_set_view(set, place, &box, &view));
  must(vf_view_bounds(view, lower, upper));
  must(vf_view_host_address(view, &array));
  for (int n = 0; n < components; n++)
    for (int64_t k = lower[2]; k <= upper[2]; k++)
      for (int64_t j = lower[1]; j <= upper[1]; j++)
        for (int64_t i = lower[0]; i <= upper[0]; i++, at++) {
          const bool inside = i >= box.lower[0] && i <= box.upper[0] && j >= box.lower[1] && j <= box.upper[1] &&
                              k >= box.lower[2] && k <= box.upper[2];
          const int64_t cell = (i + 50) + 100 * ((j + 50) + 100 * (k + 50));
          put_number(vf_view_type(view), array, at, inside ? (cell * 5 + n) * 41 + number : -7);
        }
}

static void compare(vf_set *mine, int place, vf_set *whole, int number, const problem *p)
{
  vf_view *a = NULL, *b = NULL;
  void *x = NULL, *y = NULL;
  int64_t lower[4] = { 1, 1, 1, 1 }, upper[4] = { 1, 1, 1, 1 }, elements = 1;
  must(vf_set_view(mine, place, NULL, &a));
  must(vf_set_view(whole, number, NULL, &b));
  must(vf_view_host_address(a, &x));
  must(vf_view_host_address(b, &y));
  must(vf_view_bounds(a, lower, upper));
  for (int d = 0; d < 4; d++) elements *= upper[d] - lower[d] + 1;
  const size_t size = p->type == VF_REAL64 || p->type == VF_INT64 ? 8 : 4;
  if (!memcmp(x, y, (size_t)elements * size)) return;
  for (int64_t e = 0; e < elements; e++)
    if (memcmp((char *)x + (size_t)e * size, (char *)y + (size_t)e * size, size)) {
      int64_t at[4], rest = e;
      for (int d = 0; d < 4; d++) {
        at[d] = lower[d] + rest % (upper[d] - lower[d] + 1);
        rest /= upper[d] - lower[d] + 1;
      }
      give_up(__FILE__, __LINE__, "box %d differs at (%d, %d, %d, %d)", number, (int)at[0], (int)at[1], (int)at[2],
              (int)at[3]);
    }
}

typedef enum how { AT_ONCE, IN_TWO_CALLS } how;

static void exchange(vf_set *set, vf_set *wall, const problem *p, how way)
{
  const vf_box *domain = &p->domain;
  if (way == AT_ONCE && p->alike) must(vf_set_fill_ghosts(set, wall, p->layers[0], domain, &p->sides));
  else if (way == AT_ONCE) must(vf_set_fill_ghosts_by_direction(set, wall, p->layers, domain, &p->sides));
  else if (p->alike) must(vf_set_fill_ghosts_begin(set, wall, p->layers[0], domain, &p->sides));
  else must(vf_set_fill_ghosts_begin_by_direction(set, wall, p->layers, domain, &p->sides));
  if (way != AT_ONCE) must(vf_set_fill_ghosts_end(set));
}

/* Sets the same number of layers in each direction of the field, and the ghosts of its arrays. */
static void set_layers(problem *p, int layers, int ghosts)
{
  p->alike = true;
  for (int d = 0; d < p->rank; d++) {
    p->layers[d] = layers;
    p->ghosts[d] = ghosts;
  }
}

static vf_set *made(vf_layout *layout, const problem *p, const char *label)
{
  vf_set *set = NULL;
  int own = 0, number = 0;
  must(vf_layout_size(layout, &own, NULL));
  must(vf_set_create_on_by_direction(layout, p->type, p->rank, p->components, p->ghosts, 0, label, &set));
  must(vf_view_to_host(set, VF_WRITE));
  for (int place = 0; place < own; place++) {
    must(vf_layout_own(layout, place, &number));
    fill(set, place, number, p->components);
  }
  return set;
}

static vf_set *made_whole(vf_layout *layout, const problem *p)
{
  vf_set *set = NULL;
  vf_box boxes[BOXES];
  for (int b = 0; b < p->count; b++) must(vf_layout_box(layout, b, &boxes[b], NULL));
  must(vf_set_create_by_direction(NULL, boxes, p->count, p->type, p->rank, p->components, p->ghosts, 0, "whole", &set));
  must(vf_view_to_host(set, VF_WRITE));
  for (int b = 0; b < p->count; b++) fill(set, b, b, p->components);
  return set;
}

/* Exchanges three times, with other values each time, so both buffers are used again. */
static void check(vf_layout *layout, const problem *p, how way)
{
  vf_set *set = made(layout, p, "set"), *whole = made_whole(layout, p), *wall = NULL, *whole_wall = NULL;
  int own = 0, number = 0;
  must(vf_layout_size(layout, &own, NULL));
  if (p->walls) {
    wall = made(layout, p, "wall");
    whole_wall = made_whole(layout, p);
  }
  for (int turn = 0; turn < 3; turn++) {
    exchange(whole, whole_wall, p, AT_ONCE);
    exchange(set, wall, p, way);
    must(vf_view_to_host(set, VF_UPDATE));
    must(vf_view_to_host(whole, VF_UPDATE));
    for (int place = 0; place < own; place++) {
      must(vf_layout_own(layout, place, &number));
      compare(set, place, whole, number, p);
      fill(set, place, number + turn, p->components);
    }
    for (int b = 0; b < p->count; b++) fill(whole, b, b + turn, p->components);
  }
  vf_set *all[4] = { set, whole, wall, whole_wall };
  must(vf_views_release(all, 4, true));
}

static void random_sides(problem *p, bool real)
{
  static const int kinds[4] = { VF_UNFILLED, VF_DIRICHLET, VF_NEUMANN, VF_REFLECT_ODD };
  p->sides = (vf_boundary){ .order = 2 };
  for (int d = 0; d < 3; d++) {
    const bool periodic = random_below(2) == 0;
    for (int side = 0; side < 2; side++)
      p->sides.kind[d + 3 * side] = periodic ? VF_PERIODIC : real ? kinds[random_below(4)] : VF_UNFILLED;
  }
}

static void check_random(unsigned seed, vf_group *group, how way, vf_type type, int directions, bool own_lists)
{
  problem p = { .domain = { { -3, 2, -1 }, { 8, 11, 9 } }, .type = type, .rank = directions };
  for (int d = directions; d < 3; d++) p.domain.lower[d] = p.domain.upper[d] = 1;
  if (directions == 1) p.domain.upper[0] = 61;
  random_from(seed);
  const int layers = 1 + (int)random_below(3);
  set_layers(&p, layers, layers + (int)random_below(2));
  if (directions < 3 && random_below(2)) {
    p.alike = false;
    for (int d = 1; d < directions; d++) p.layers[d] = (int)random_below((unsigned)p.ghosts[d] + 1);
  }
  p.components = 1 + (int)random_below(3);
  cut(&p, 2 + (int)random_below(BOXES - 2), (int)random_below(4));
  random_sides(&p, type == VF_REAL32 || type == VF_REAL64);
  p.walls = (type == VF_REAL32 || type == VF_REAL64) && random_below(2);
  for (int b = 0; b < p.count; b++) p.owners[b] = (int)random_below((unsigned)ranks);
  vf_layout *layout = NULL;
  if (own_lists) {
    vf_box own[BOXES];
    int count = 0;
    for (int b = 0; b < p.count; b++)
      if (p.owners[b] == rank) own[count++] = p.boxes[b];
    must(vf_layout_create(group, own, count, "random", &layout));
  } else {
    must(vf_layout_create_owned(group, p.boxes, p.owners, p.count, "random", &layout));
  }
  check(layout, &p, way);
  must(vf_layout_destroy(&layout));
}

static void check_many(how way, vf_type type, int directions, bool own_lists)
{
  vf_group *group = world();
  /* Other types differ only in the size of an element, planes and lines only in the search. */
  const unsigned problems = type != VF_REAL64 ? 4 : directions < 3 ? 6 : 12;
  for (unsigned seed = 1; seed <= problems; seed++) check_random(seed, group, way, type, directions, own_lists);
  must(vf_group_destroy(&group));
}

static void reals_of_8_bytes(void) { check_many(AT_ONCE, VF_REAL64, 3, false); }
static void reals_of_4_bytes(void) { check_many(AT_ONCE, VF_REAL32, 3, false); }
static void integers_of_4_bytes(void) { check_many(AT_ONCE, VF_INT32, 3, false); }
static void integers_of_8_bytes(void) { check_many(AT_ONCE, VF_INT64, 3, false); }
static void logicals(void) { check_many(AT_ONCE, VF_LOGICAL32, 3, false); }
static void layouts_of_own_lists(void) { check_many(AT_ONCE, VF_REAL64, 3, true); }
static void begin_and_end(void) { check_many(IN_TWO_CALLS, VF_REAL64, 3, false); }
static void planes(void) { check_many(AT_ONCE, VF_REAL64, 2, false); }
static void planes_begin_and_end(void) { check_many(IN_TWO_CALLS, VF_REAL64, 2, true); }
static void lines(void) { check_many(AT_ONCE, VF_REAL64, 1, false); }

/* A problem with all boxes of a domain, cut in so many slabs in x. */
static problem slabs(int count, int layers, bool periodic)
{
  problem p = { .domain = { { 0, 0, 0 }, { 4 * count - 1, 4, 3 } },
                .count = count,
                .rank = 3,
                .components = 1,
                .type = VF_INT64,
                .sides.order = 2 };
  for (int b = 0; b < count; b++) {
    p.boxes[b] = p.domain;
    p.boxes[b].lower[0] = 4 * b;
    p.boxes[b].upper[0] = 4 * b + 3;
  }
  set_layers(&p, layers, layers);
  if (periodic) p.sides.kind[0] = p.sides.kind[3] = VF_PERIODIC;
  return p;
}

static void check_owned(const problem *p)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  must(vf_layout_create_owned(group, p->boxes, p->owners, p->count, "slabs", &layout));
  check(layout, p, AT_ONCE);
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* With two ranks each rank is the other's neighbour on both sides. */
static void a_slab_each_on_a_periodic_axis(void)
{
  problem p = slabs(ranks, 2, true);
  for (int b = 0; b < p.count; b++) p.owners[b] = b;
  check_owned(&p);
}

static void a_rank_is_its_own_neighbour(void)
{
  problem p = slabs(1, 4, true);
  p.sides.kind[1] = p.sides.kind[4] = VF_PERIODIC;
  p.owners[0] = ranks - 1;
  check_owned(&p);
}

static void ranks_without_boxes(void)
{
  problem p = slabs(4, 1, true);
  for (int b = 0; b < p.count; b++) p.owners[b] = ranks > 1 ? (b % 2 ? ranks - 1 : 0) : 0;
  check_owned(&p);
}

static void nobody_has_boxes(void)
{
  problem p = slabs(1, 1, true);
  p.count = 0;
  check_owned(&p);
}

static void a_rank_owns_all(void)
{
  problem p = slabs(6, 3, true);
  check_owned(&p);
}

/* Sets of the same layout with more and with fewer layers: buffers grow while plans are kept. */
static void buffers_grow(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  problem p = slabs(2 * ranks, 1, true);
  for (int b = 0; b < p.count; b++) p.owners[b] = b % ranks;
  must(vf_layout_create_owned(group, p.boxes, p.owners, p.count, "slabs", &layout));
  set_layers(&p, 1, 3);
  vf_set *first = made(layout, &p, "first"), *whole = made_whole(layout, &p);
  must(vf_set_fill_ghosts(first, NULL, 1, &p.domain, &p.sides));
  p.components = 150;
  check(layout, &p, AT_ONCE);
  p.components = 1;
  must(vf_set_fill_ghosts(first, NULL, 1, &p.domain, &p.sides));
  must(vf_set_fill_ghosts(whole, NULL, 1, &p.domain, &p.sides));
  must(vf_view_to_host(first, VF_READ));
  must(vf_view_to_host(whole, VF_READ));
  for (int place = 0; place < 2; place++) compare(first, place, whole, place * ranks + rank, &p);
  must(vf_view_release(&first, true));
  must(vf_view_release(&whole, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* Faces of more cells than an item has, of several components. */
static void large_faces_are_cut_into_items(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  problem p = slabs(ranks, 1, true);
  p.domain.upper[1] = 49;
  p.domain.upper[2] = 44;
  p.components = 3;
  for (int b = 0; b < p.count; b++) {
    p.owners[b] = b;
    p.boxes[b].upper[1] = 49;
    p.boxes[b].upper[2] = 44;
  }
  must(vf_layout_create_owned(group, p.boxes, p.owners, p.count, "slabs", &layout));
  check(layout, &p, AT_ONCE);
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* A late rank gets the ghosts of its own exchange, although other ranks have begun the next exchange with other
 * values. */
static void a_late_rank_gets_the_ghosts_of_its_exchange(void)
{
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_view *view = NULL;
  void *array = NULL;
  problem p = slabs(ranks, 1, true);
  for (int b = 0; b < p.count; b++) p.owners[b] = b;
  must(vf_layout_create_owned(group, p.boxes, p.owners, p.count, "slabs", &layout));
  vf_set *set = made(layout, &p, "set");
  must(vf_set_view(set, 0, NULL, &view));
  must(vf_view_host_address(view, &array));
  const int64_t row = 4 + 2, at = row * (1 + 7 * 1), before = (rank + ranks - 1) % ranks;
  for (int turn = 0; turn < 3; turn++) {
    must(vf_view_to_host(set, VF_UPDATE));
    for (int i = 1; i <= 4; i++) ((int64_t *)array)[at + i] = 1000 * turn + rank;
    must(vf_set_fill_ghosts_begin(set, NULL, 1, &p.domain, &p.sides));
    if (rank == 0) nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, NULL);
    must(vf_set_fill_ghosts_end(set));
    must(vf_view_to_host(set, VF_READ));
    if (((int64_t *)array)[at] != 1000 * turn + before)
      give_up(__FILE__, __LINE__, "turn %d: %d", turn, (int)((int64_t *)array)[at]);
  }
  must(vf_view_release(&set, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = {
  claim(reals_of_8_bytes),
  claim(reals_of_4_bytes),
  claim(integers_of_4_bytes),
  claim(integers_of_8_bytes),
  claim(logicals),
  claim(layouts_of_own_lists),
  claim(begin_and_end),
  claim(planes),
  claim(planes_begin_and_end),
  claim(lines),
  claim(a_slab_each_on_a_periodic_axis),
  claim(a_rank_is_its_own_neighbour),
  claim(ranks_without_boxes),
  claim(nobody_has_boxes),
  claim(a_rank_owns_all),
  claim(buffers_grow),
  claim(large_faces_are_cut_into_items),
  claim(a_late_rank_gets_the_ghosts_of_its_exchange),
};
RUN(claims)
