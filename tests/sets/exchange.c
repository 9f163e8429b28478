/* Compares vf_set_fill_ghosts cell by cell with its definition: the source of each ghost, and the ghosts that stay
 * unchanged. */
#include "boxes.h"

static bool inside(const vf_box *box, const int at[3])
{
  for (int d = 0; d < 3; d++)
    if (at[d] < box->lower[d] || at[d] > box->upper[d]) return false;
  return true;
}

/* The face of the domain beside the cell: the cell is outside in a single direction, and by a single cell. -1: no
 * face. */
static int beside(const int at[3])
{
  int face = -1, outside = 0;
  for (int d = 0; d < 3; d++) {
    if (at[d] >= domain.lower[d] && at[d] <= domain.upper[d]) continue;
    outside++;
    if (at[d] == domain.lower[d] - 1) face = d;
    else if (at[d] == domain.upper[d] + 1) face = d + 3;
    else return -1;
  }
  return outside == 1 ? face : -1;
}

/* The cell of the domain that a periodic direction maps the cell to. */
static void wrapped_cell(const vf_boundary *sides, const int at[3], int to[3])
{
  for (int d = 0; d < 3; d++) {
    const int length = domain.upper[d] - domain.lower[d] + 1;
    to[d] = at[d];
    if (sides->kind[d] != VF_PERIODIC) continue;
    if (to[d] < domain.lower[d]) to[d] += length;
    if (to[d] > domain.upper[d]) to[d] -= length;
  }
}

/* The right value of a ghost of a box: its neighbour's value, the boundary's value, or the old -1. */
static double expected(const vf_boundary *sides, const vf_box *list, int count, const vf_box *box, int layers,
                       const int at[3], int n, double wall)
{
  int to[3], in[3];
  for (int d = 0; d < 3; d++)
    if (at[d] < box->lower[d] - layers || at[d] > box->upper[d] + layers) return -1;
  wrapped_cell(sides, at, to);
  for (int b = 0; b < count; b++)
    if (inside(&list[b], to)) return value_at(to[0], to[1], to[2], n);
  const int face = beside(at);
  if (face < 0) return -1;
  for (int d = 0; d < 3; d++) {
    in[d] = at[d] + (face % 3 == d ? (face < 3 ? 1 : -1) : 0);
    if (in[d] < box->lower[d] || in[d] > box->upper[d]) return -1; /* an edge of the box */
  }
  const double next = value_at(in[0], in[1], in[2], n);
  switch (sides->kind[face]) {
    case VF_NEUMANN: return next;
    case VF_REFLECT_ODD: return -next;
    case VF_DIRICHLET: return 2 * wall - next; /* order 2 */
    default: return -1;
  }
}

static double wall_at(int i, int j, int k, int n) { return 0.125 * i - j + 0.5 * k + n; }

/* Fills the ghosts of a set on the first count boxes and looks at all elements. */
static void check(const vf_boundary *sides, int count, int layers, bool with_walls)
{
  vf_set *all = filled_set(1, "phi"), *set = NULL, *wall = NULL;
  vf_view *views[BOXES];
  for (int b = 0; b < count; b++) must(vf_set_view(all, b, NULL, &views[b]));
  must(vf_set_wrap(NULL, boxes, count, views, "phi", &set));
  if (with_walls) {
    must(vf_set_create(NULL, boxes, count, VF_REAL64, COMPONENTS, 1, 0, "walls", &wall));
    must(vf_view_to_host(wall, VF_WRITE));
    for (int b = 0; b < count; b++)
      for (int n = 0; n < COMPONENTS; n++)
        for (int k = boxes[b].lower[2] - 1; k <= boxes[b].upper[2] + 1; k++)
          for (int j = boxes[b].lower[1] - 1; j <= boxes[b].upper[1] + 1; j++)
            for (int i = boxes[b].lower[0] - 1; i <= boxes[b].upper[0] + 1; i++)
              *element(wall, b, i, j, k, n) = wall_at(i, j, k, n);
  }
  for (int repeat = 0; repeat < 2; repeat++) must(vf_set_fill_ghosts(set, wall, layers, &domain, sides));
  must(vf_view_to_host(set, VF_READ));
  for (int b = 0; b < count; b++)
    for (int n = 0; n < COMPONENTS; n++)
      for (int k = boxes[b].lower[2] - GHOSTS; k <= boxes[b].upper[2] + GHOSTS; k++)
        for (int j = boxes[b].lower[1] - GHOSTS; j <= boxes[b].upper[1] + GHOSTS; j++)
          for (int i = boxes[b].lower[0] - GHOSTS; i <= boxes[b].upper[0] + GHOSTS; i++) {
            const int at[3] = { i, j, k };
            const double is = *element(set, b, i, j, k, n);
            const double wanted =
                expected(sides, boxes, count, &boxes[b], layers, at, n, with_walls ? wall_at(i, j, k, n) : 0);
            if (is != wanted) fail_msg("box %d, (%d, %d, %d), %d: %.17g, not %.17g", b, i, j, k, n, is, wanted);
          }
  if (wall) discard(wall);
  discard(set);
  discard(all);
}

static void ghosts_come_from_neighbours_edges_and_corners_included(void **state)
{
  (void)state;
  const vf_boundary unfilled = { .order = 2 };
  check(&unfilled, BOXES, 1, false);
  check(&unfilled, BOXES, GHOSTS, false);
}

static void periodic_directions_wrap(void **state)
{
  (void)state;
  const vf_boundary x = { .order = 2, .kind = { VF_PERIODIC, 0, 0, VF_PERIODIC, 0, 0 } };
  const vf_boundary all = { .order = 2,
                            .kind = { VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC, VF_PERIODIC } };
  check(&x, BOXES, GHOSTS, false);
  check(&all, BOXES, GHOSTS, false);
}

static void walls_are_filled_from_the_inside(void **state)
{
  (void)state;
  const vf_boundary sides = {
    .order = 2, .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_REFLECT_ODD, VF_UNFILLED, VF_PERIODIC }
  };
  check(&sides, BOXES, 1, false);
  check(&sides, BOXES, GHOSTS, false);
}

static void walls_have_values_from_a_set(void **state)
{
  (void)state;
  const vf_boundary sides = {
    .order = 2, .kind = { VF_DIRICHLET, VF_DIRICHLET, VF_NEUMANN, VF_DIRICHLET, VF_DIRICHLET, VF_DIRICHLET }
  };
  check(&sides, BOXES, 1, true);
}

static void ghosts_without_a_neighbour_stay(void **state)
{
  (void)state;
  const vf_boundary sides = { .order = 2, .kind = { VF_PERIODIC, VF_NEUMANN, 0, VF_PERIODIC, VF_NEUMANN, 0 } };
  check(&sides, 7, GHOSTS, false);
}

/* The same bits as the kernel gives on a single array, for polynomials of every order and walls at a distance. */
static void polynomials_are_those_of_the_kernel(void **state)
{
  (void)state;
  for (int order = 1; order <= 4; order++) {
    vf_boundary sides = { .order = order, .distance = { 0, 0.25, 0.5, 0.125, 0, 0 } };
    for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
    const vf_box cube = { { 0, 0, 0 }, { 7, 6, 5 } };
    vf_set *set = NULL;
    vf_view *whole = NULL, *view = NULL;
    must(vf_set_create(NULL, &cube, 1, VF_REAL64, 1, 1, 0, "phi", &set));
    const int64_t extents[4] = { 10, 9, 8, 1 };
    const int lower[4] = { -1, -1, -1, 1 };
    must(vf_view_create(NULL, VF_REAL64, 4, extents, lower, "whole", &whole));
    must(vf_set_view(set, 0, NULL, &view));
    for (int k = 0; k <= 5; k++)
      for (int j = 0; j <= 6; j++)
        for (int i = 0; i <= 7; i++)
          *element(set, 0, i, j, k, 0) = *whole_element(whole, i, j, k, 0) = value_at(i, j, k, 0);
    must(vf_set_fill_ghosts(set, NULL, 1, &cube, &sides));
    must(vf_fill_ghosts(&cube, whole, &sides));
    must(vf_view_to_host(set, VF_READ));
    must(vf_view_to_host(whole, VF_READ));
    for (int k = -1; k <= 6; k++)
      for (int j = -1; j <= 7; j++)
        for (int i = -1; i <= 8; i++) {
          const double is = *element(set, 0, i, j, k, 0), wanted = *whole_element(whole, i, j, k, 0);
          if (is != wanted) fail_msg("order %d, (%d, %d, %d): %.17g, not %.17g", order, i, j, k, is, wanted);
        }
    discard(set);
    discard(whole);
  }
}

static void other_element_types_are_exchanged(void **state)
{
  (void)state;
  const vf_box two[2] = { { { 0, 0, 0 }, { 3, 3, 3 } }, { { 4, 0, 0 }, { 7, 3, 3 } } };
  const vf_box both = { { 0, 0, 0 }, { 7, 3, 3 } };
  const vf_boundary unfilled = { .order = 2 };
  const vf_boundary neumann = { .order = 2, .kind = { VF_NEUMANN, 0, 0, 0, 0, 0 } };
  vf_set *set = NULL;
  must(vf_set_create(NULL, two, 2, VF_INT32, 1, 1, 0, "mask", &set));
  int32_t *first[2];
  for (int b = 0; b < 2; b++) {
    vf_view *view = NULL;
    void *address = NULL;
    must(vf_set_view(set, b, NULL, &view));
    must(vf_view_host_address(view, &address));
    first[b] = address;
    for (int e = 0; e < 6 * 6 * 6; e++) first[b][e] = 1000 * (b + 1) + e;
  }
  must(vf_set_fill_ghosts(set, NULL, 1, &both, &unfilled));
  must(vf_view_to_host(set, VF_READ));
  /* Cell (4, 1, 1) of the second is ghost (4, 1, 1) of the first. */
  assert_int_equal(first[0][5 + 6 * (2 + 6 * 2)], 2000 + 1 + 6 * (2 + 6 * 2));
  assert_int_equal(first[1][0 + 6 * (2 + 6 * 2)], 1000 + 4 + 6 * (2 + 6 * 2));
  refused(vf_set_fill_ghosts(set, NULL, 1, &both, &neumann), VF_ERROR_KIND, "'mask' is int32");
  discard(set);
}

static void wrong_layers_domains_and_walls_are_refused(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi"), *narrow = NULL;
  vf_boundary sides = { .order = 2,
                        .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN } };
  vf_box small = domain;
  small.upper[0]--;
  must(vf_set_create(NULL, boxes, BOXES, VF_REAL64, COMPONENTS, 0, 0, "narrow", &narrow));
  refused(vf_set_fill_ghosts(x, NULL, 0, &domain, &sides), VF_ERROR_ARGUMENT, "0 layers of 'phi'");
  refused(vf_set_fill_ghosts(x, NULL, GHOSTS + 1, &domain, &sides), VF_ERROR_BOX, "with 3 ghost layers");
  refused(vf_set_fill_ghosts(x, NULL, 1, &small, &sides), VF_ERROR_BOX, "outside the domain");
  refused(vf_set_fill_ghosts(x, x, 1, &domain, &sides), VF_ERROR_ALIAS, "'phi'");
  refused(vf_set_fill_ghosts(x, narrow, 1, &domain, &sides), VF_ERROR_BOX, "'narrow' has no values");
  sides.kind[0] = VF_PERIODIC;
  refused(vf_set_fill_ghosts(x, NULL, 1, &domain, &sides), VF_ERROR_ARGUMENT, "periodic");
  discard(narrow);
  discard(x);
}

static void boxes_that_overlap_are_refused(void **state)
{
  (void)state;
  const vf_box two[2] = { { { 0, 0, 0 }, { 4, 3, 3 } }, { { 4, 0, 0 }, { 7, 3, 3 } } };
  const vf_box both = { { 0, 0, 0 }, { 7, 3, 3 } };
  const vf_boundary unfilled = { .order = 2 };
  vf_set *set = NULL;
  must(vf_set_create(NULL, two, 2, VF_REAL64, 1, 1, 0, "phi", &set));
  refused(vf_set_fill_ghosts(set, NULL, 1, &both, &unfilled), VF_ERROR_BOX,
          "boxes (0:4, 0:3, 0:3) and (4:7, 0:3, 0:3) of 'phi' overlap");
  discard(set);
}

static const struct CMUnitTest tests[] = {
  claim(ghosts_come_from_neighbours_edges_and_corners_included),
  claim(periodic_directions_wrap),
  claim(walls_are_filled_from_the_inside),
  claim(walls_have_values_from_a_set),
  claim(ghosts_without_a_neighbour_stay),
  claim(polynomials_are_those_of_the_kernel),
  claim(other_element_types_are_exchanged),
  claim(wrong_layers_domains_and_walls_are_refused),
  claim(boxes_that_overlap_are_refused),
};

RUN("exchange", tests)
