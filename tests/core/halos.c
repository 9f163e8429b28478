/* Ghosts as kernels of any depth visit them, and the refusals of calls over ghosts; on views and sets, in both
 * kinds. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <test_halos_kernels.h>

#include <viewfab/set.h>

enum { MARGIN = 4, COMPONENTS = 2 };
static const vf_type kinds[2] = { VF_REAL32, VF_REAL64 };
static const vf_box boxes[] = { { { -2, 0, 5 }, { 1, 2, 6 } },
                                { { 0, 0, 0 }, { 0, 0, 0 } },
                                { { 3, -4, 1 }, { 3, 5, 2 } },
                                { { -40, -3, -9 }, { 31, 20, 8 } } };
enum { BOXES = sizeof boxes / sizeof boxes[0], N = VF_NEUMANN, U = VF_UNFILLED };

/* A field around a box with more elements than any ghost needs. */
typedef struct field {
  vf_view *view;
  int lower[4];
  int64_t extents[4];
  void *host;
} field;

static field field_around(const vf_box *box, vf_type type)
{
  field x = { .lower = { 0, 0, 0, 1 }, .extents = { 0, 0, 0, COMPONENTS } };
  for (int d = 0; d < 3; d++) {
    x.lower[d] = box->lower[d] - MARGIN;
    x.extents[d] = (int64_t)box->upper[d] - box->lower[d] + 2 + 2 * MARGIN;
  }
  must(vf_view_create(NULL, type, 4, x.extents, x.lower, "x", &x.view));
  must(vf_view_to_host(x.view, VF_UPDATE));
  must(vf_view_host_address(x.view, &x.host));
  return x;
}

static double *number_at(double *number, const field *x, const int at[3], int n)
{
  const int64_t c = ((n * x->extents[2] + at[2] - x->lower[2]) * x->extents[1] + at[1] - x->lower[1]) * x->extents[0] +
                    at[0] - x->lower[0];
  *number = vf_view_type(x->view) == VF_REAL64 ? ((double *)x->host)[c] : (double)((float *)x->host)[c];
  return number;
}

/* The distances of a point from the nodes or cells of a box. Returns the number of directions in which the point lies
 * outside. */
static int beyond(const vf_box *box, const int nodal[3], const int at[3], int by[3])
{
  int directions = 0;
  for (int d = 0; d < 3; d++) {
    const int last = box->upper[d] + nodal[d];
    by[d] = at[d] < box->lower[d] ? at[d] - box->lower[d] : at[d] > last ? at[d] - last : 0;
    directions += by[d] != 0;
  }
  return directions;
}

/* Compares all elements; `wanted` is 0 for an element that no point writes. */
static void expect_all(field *x, double (*wanted)(const int at[3], void *user), void *user, const char *what)
{
  must(vf_view_to_host(x->view, VF_READ));
  for (int n = 0; n < COMPONENTS; n++)
    for (int k = x->lower[2]; k < x->lower[2] + x->extents[2]; k++)
      for (int j = x->lower[1]; j < x->lower[1] + x->extents[1]; j++)
        for (int i = x->lower[0]; i < x->lower[0] + x->extents[0]; i++) {
          const int at[3] = { i, j, k };
          double is;
          const double should = wanted(at, user);
          if (*number_at(&is, x, at, n) != should)
            fail_msg("%s: (%d, %d, %d) of component %d is %.17g, not %.17g", what, i, j, k, n, is, should);
        }
}

typedef struct visit {
  const vf_box *box;
  int depth;
  vf_boundary sides;
  int nodal[3];
} visit;

/* Faces and edges, as count_layers has them. */
static double told(const int at[3], void *user)
{
  const visit *v = user;
  int by[3], face = -1;
  const int directions = beyond(v->box, v->nodal, at, by);
  for (int d = 2; d >= 0; d--) {
    if (!by[d]) continue;
    face = by[d] < 0 ? d : d + 3;
    if (abs(by[d]) > v->depth || v->sides.kind[face] == VF_UNFILLED) return 0;
  }
  if (directions < 1 || directions > 2) return 0;
  return 1000000 * (face + 1) + 10000 * (8 + by[0]) + 100 * (8 + by[1]) + 8 + by[2];
}

static void ghosts_are_visited_once_and_told_where_they_are(void **state)
{
  (void)state;
  static const int sides[][6] = {
    { N, N, N, N, N, N }, { N, U, N, N, N, U }, { U, U, U, U, N, U }, { U, U, U, U, U, U }
  };
  for (int b = 0; b < BOXES; b++)
    for (int depth = 0; depth <= 3; depth++)
      for (int s = 0; s < 4; s++)
        for (int centring = s; centring < 8; centring += 3) {
          visit v = { .box = &boxes[b], .depth = depth, .sides = { .order = 2 } };
          memcpy(v.sides.kind, sides[s], sizeof v.sides.kind);
          for (int d = 0; d < 3; d++) v.nodal[d] = centring >> d & 1;
          field x = field_around(&boxes[b], kinds[(b + depth) % 2]);
          must(vf_count_layers(&boxes[b], x.view, depth, &v.sides, v.nodal));
          expect_all(&x, told, &v, "faces and edges");
          discard(x.view);
        }
}

/* Two layers at faces and corners, nodes in x and z. */
static double corner(const int at[3], void *user)
{
  static const int nodal[3] = { 1, 0, 1 };
  int by[3];
  const int directions = beyond(user, nodal, at, by);
  if (abs(by[0]) > 2 || abs(by[1]) > 2 || abs(by[2]) > 2) return 0;
  return directions == 1 || directions == 3;
}

static void depth_and_centring_may_stand_in_the_file(void **state)
{
  (void)state;
  for (int b = 0; b < BOXES; b++)
    for (int kind = 0; kind < 2; kind++) {
      field x = field_around(&boxes[b], kinds[kind]);
      must(vf_count_corners(&boxes[b], x.view));
      expect_all(&x, corner, (void *)&boxes[b], "faces and corners");
      discard(x.view);
    }
}

/* Nodes 0:6 of the cells 0:5 in x. In y the cells -1:3, and the first and the last of them lie on the walls. */
static void cells_on_walls_may_stand_in_the_file(void **state)
{
  (void)state;
  static const vf_box box = { { 0, -1, 1 }, { 5, 3, 1 } };
  double flux[9][11], wanted[9][11];
  for (int j = 0; j < 9; j++)
    for (int i = 0; i < 11; i++) {
      const int low_i = i < 2 ? 4 - i : i, from_i = i > 8 ? 16 - i : low_i;
      const int low_j = j < 2 ? 4 - j : j, from_j = j > 6 ? 12 - j : low_j;
      flux[j][i] = i >= 2 && i <= 8 && j >= 2 && j <= 6 ? 100 * j + i : -1;
      wanted[j][i] = 100 * from_j + from_i;
    }
  vf_view *view = wrapped(&flux[0][0], 2, (const int64_t[2]){ 11, 9 }, (const int[2]){ -2, -3 }, "flux");
  must(vf_flux_images(&box, view));
  must(vf_view_to_host(view, VF_READ));
  for (int j = 0; j < 9; j++)
    for (int i = 0; i < 11; i++)
      if (flux[j][i] != wanted[j][i]) fail_msg("(%d, %d) is %g, not %g", i - 2, j - 3, flux[j][i], wanted[j][i]);
  discard(view);
}

/* The value of an element before the call. */
static double initial(const int at[3]) { return 10000 * at[0] + 100 * at[1] + at[2]; }

static void fill(field *x)
{
  int64_t c = 0;
  for (int n = 0; n < COMPONENTS; n++)
    for (int k = x->lower[2]; k < x->lower[2] + x->extents[2]; k++)
      for (int j = x->lower[1]; j < x->lower[1] + x->extents[1]; j++)
        for (int i = x->lower[0]; i < x->lower[0] + x->extents[0]; i++, c++) {
          const int at[3] = { i, j, k };
          if (vf_view_type(x->view) == VF_REAL64) ((double *)x->host)[c] = initial(at);
          else ((float *)x->host)[c] = (float)initial(at);
        }
}

static double edge(const int at[3], void *user)
{
  static const int cells[3] = { 0, 0, 0 };
  const vf_box *box = user;
  int by[3], image[3];
  const int directions = beyond(box, cells, at, by);
  for (int d = 0; d < 3; d++) {
    if (directions != 2 || abs(by[d]) > 2) return initial(at);
    image[d] = by[d] < 0 ? box->lower[d] - by[d] - 1 : by[d] > 0 ? box->upper[d] - by[d] + 1 : at[d];
  }
  return initial(image);
}

static void edges_alone_are_mirrored_in_both_directions(void **state)
{
  (void)state;
  static const int chosen[] = { 0, 3 };
  for (size_t c = 0; c < sizeof chosen / sizeof chosen[0]; c++)
    for (int kind = 0; kind < 2; kind++) {
      const vf_box *box = &boxes[chosen[c]];
      field x = field_around(box, kinds[kind]);
      fill(&x);
      must(vf_mirror_edges(box, x.view));
      expect_all(&x, edge, (void *)box, "edges");
      discard(x.view);
    }
}

/* A kernel of rank 2 on arrays of rank 3, whose last index is the component, with a profile along j: depth 2, nodes in
 * x, odd walls in x, a period in y. */
static void planes_have_corners_and_no_ghosts_in_z(void **state)
{
  (void)state;
  enum { LX = -4, HX = 3, LY = 0, HY = 6, DEPTH = 2, NX = HX - LX + 2 + 2 * DEPTH, NY = HY - LY + 1 + 2 * DEPTH };
  const vf_box box = { { LX, LY, 1 }, { HX, HY, 1 } };
  const vf_boundary sides = { .kind = { VF_REFLECT_ODD, VF_PERIODIC, N, VF_REFLECT_ODD, VF_PERIODIC, N }, .order = 2 };
  const int nodal[3] = { 1, 0, 0 }, lower[3] = { LX - DEPTH, LY - DEPTH, 1 };
  const int64_t extents[3] = { NX, NY, COMPONENTS }, rows = NY;
  double values[COMPONENTS][NY][NX], wanted[COMPONENTS][NY][NX], level[NY];
  for (int c = 0; c < COMPONENTS * NY * NX; c++) (&values[0][0][0])[c] = 1 + c % 23;
  for (int j = 0; j < NY; j++) level[j] = 64 * j;
  memcpy(wanted, values, sizeof values);
  for (int n = 0; n < COMPONENTS; n++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        int from_i = i, from_j = j, sign = 1;
        if (i < DEPTH) from_i = 2 * DEPTH - i;
        if (i > NX - 1 - DEPTH) from_i = 2 * (NX - 1 - DEPTH) - i;
        if (from_i != i) sign = -1;
        if (j < DEPTH) from_j = j + HY - LY + 1;
        if (j > NY - 1 - DEPTH) from_j = j - (HY - LY + 1);
        if (from_i != i || from_j != j) wanted[n][j][i] = sign * values[n][from_j][from_i] + level[j] - level[from_j];
      }
  vf_view *x = wrapped(&values[0][0][0], 3, extents, lower, "x");
  vf_view *profile = wrapped(level, 1, &rows, &lower[1], "level");
  must(vf_plane_images(&box, x, profile, DEPTH, &sides, nodal));
  must(vf_view_to_host(x, VF_READ));
  for (int n = 0; n < COMPONENTS; n++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        if (values[n][j][i] != wanted[n][j][i])
          fail_msg("(%d, %d) of component %d is %g, not %g", i + lower[0], j + lower[1], n, values[n][j][i],
                   wanted[n][j][i]);
  refused(
      vf_plane_images(&box, x, profile, 1, &sides, (const int[3]){ 0, 0, 1 }), VF_ERROR_ARGUMENT,
      "nodal (0, 0, 1); each may be 0 (cells), 1 (nodes), or -1 (cells whose first and last lie on the walls), in a "
      "direction of the kernel");
  discard(x);
  discard(profile);
}

/* Every box by itself, and all boxes as a single set. */
static void sets_are_filled_as_their_views_are(void **state)
{
  (void)state;
  static const vf_box tiles[] = { { { -4, 0, 3 }, { 3, 4, 6 } },
                                  { { 9, 9, 9 }, { 8, 9, 9 } },
                                  { { 20, -8, 0 }, { 24, -5, 1 } },
                                  { { 40, 40, 40 }, { 71, 47, 44 } } };
  enum { TILES = sizeof tiles / sizeof tiles[0] };
  const vf_boundary sides = { .kind = { VF_REFLECT_ODD, VF_PERIODIC, N, N, VF_PERIODIC, VF_REFLECT_ODD }, .order = 2 };
  const int nodal[3] = { 1, 0, 0 };
  for (int kind = 0; kind < 2; kind++) {
    field alone[TILES], together[TILES];
    vf_view *views[TILES];
    vf_set *set = NULL;
    for (int t = 0; t < TILES; t++) {
      alone[t] = field_around(&tiles[t], kinds[kind]);
      together[t] = field_around(&tiles[t], kinds[kind]);
      fill(&alone[t]);
      fill(&together[t]);
      views[t] = together[t].view;
      must(vf_fill_halo(&tiles[t], alone[t].view, 2, &sides, nodal));
    }
    must(vf_set_wrap(NULL, tiles, TILES, views, "x", &set));
    must(vf_fill_halo_boxes(tiles, TILES, set, 2, &sides, nodal));
    for (int t = 0; t < TILES; t++) {
      must(vf_view_to_host(alone[t].view, VF_READ));
      must(vf_view_to_host(together[t].view, VF_READ));
      const int64_t elements = alone[t].extents[0] * alone[t].extents[1] * alone[t].extents[2] * COMPONENTS;
      if (memcmp(alone[t].host, together[t].host, (size_t)elements * (kind ? sizeof(double) : sizeof(float))))
        fail_msg("tile %d of a set differs from the same one as a view", t);
    }
    discard(set);
    for (int t = 0; t < TILES; t++) {
      discard(alone[t].view);
      discard(together[t].view);
    }
  }
}

static void what_has_no_image_is_refused(void **state)
{
  (void)state;
  static const vf_box box = { { 0, 0, 0 }, { 4, 1, 0 } };
  static const int cells[3] = { 0, 0, 0 }, wrong[3] = { 0, 2, 0 };
  vf_boundary sides = { .kind = { N, N, U, N, N, U }, .order = 2 };
  double values[11 * 8 * 1] = { 0 };
  vf_view *view = wrapped(values, 3, (const int64_t[3]){ 11, 8, 1 }, (const int[3]){ -3, -3, 0 }, "pressure");
  must(vf_fill_halo(&box, view, 2, &sides, cells));
  refused(vf_fill_halo(&box, view, 3, &sides, cells), VF_ERROR_BOX,
          "vf_fill_halo: 3 layers of ghosts of 'pressure' (argument x) in y have no image in box (0:4, 0:1, 0:0), "
          "which is 2 "
          "cells long there");
  refused(vf_fill_halo(&box, view, 2, &sides, (const int[3]){ 0, -1, 0 }), VF_ERROR_BOX,
          "which is 2 cells long there, with the first and the last on the walls: ");
  must(vf_fill_halo(&box, view, 1, &sides, (const int[3]){ 0, -1, 0 }));
  refused(vf_fill_halo(&box, view, -1, &sides, cells), VF_ERROR_ARGUMENT, "layers -1; it may be 0 or more");
  refused(vf_fill_halo(&box, view, 1, &sides, wrong), VF_ERROR_ARGUMENT,
          "nodal (0, 2, 0); each may be 0 (cells), 1 (nodes), or -1 (cells");
  sides.kind[3] = VF_DIRICHLET;
  refused(vf_fill_halo(&box, view, 1, &sides, cells), VF_ERROR_ARGUMENT, "sides: face x high is Dirichlet; only");
  discard(view);
}

/* The plane has no ghosts in z, and the array none below y. */
static void unfilled_faces_demand_no_ghosts(void **state)
{
  (void)state;
  static const vf_box box = { { 0, 0, 0 }, { 4, 3, 0 } };
  static const int cells[3] = { 0, 0, 0 };
  vf_boundary sides = { .kind = { N, U, U, N, N, U }, .order = 2 };
  double values[9 * 6] = { 0 };
  vf_view *view = wrapped(values, 2, (const int64_t[2]){ 9, 6 }, (const int[2]){ -2, 0 }, "height");
  vf_box plane = box;
  plane.lower[2] = plane.upper[2] = 1;
  must(vf_fill_halo(&plane, view, 2, &sides, cells));
  refused(vf_fill_halo(&plane, view, 6, &sides, cells), VF_ERROR_BOX,
          "in x have no image in box (0:4, 0:3), which is 5 cells");
  must(vf_fill_ghosts(&plane, view, &sides));
  refused(vf_fill_halo(&plane, view, 3, &sides, cells), VF_ERROR_BOX,
          "box (0:4, 0:3, 1:1) needs elements (-3:7, 0:6, 1:1) of 'height' (argument x), which spans (-2:6, 0:5, 1:1)");
  sides.kind[1] = N;
  refused(vf_fill_halo(&plane, view, 2, &sides, cells), VF_ERROR_BOX, "needs elements (-2:6, -2:5, 1:1)");
  refused(vf_fill_halo(&plane, view, 1, &sides, cells), VF_ERROR_BOX, "needs elements (-1:5, -1:4, 1:1)");
  discard(view);
}

/* The view and the box are those of the call before. */
static void ghosts_follow_the_values_of_each_call(void **state)
{
  (void)state;
  static const vf_box box = { { 0, 0, 0 }, { 4, 0, 0 } };
  vf_boundary sides = { .kind = { N, U, U, N, U, U }, .order = 2 };
  double values[9] = { 0, 0, 3, 4, 5, 6, 7, 0, 0 };
  vf_view *view = wrapped(values, 3, (const int64_t[3]){ 9, 1, 1 }, (const int[3]){ -2, 0, 0 }, "row");
  must(vf_fill_halo(&box, view, 1, &sides, (const int[3]){ 0, 0, 0 }));
  sides.kind[0] = VF_REFLECT_ODD;
  must(vf_fill_halo(&box, view, 1, &sides, (const int[3]){ 0, 0, 0 }));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[1] == -3 && values[7] == 7);
  must(vf_fill_halo(&box, view, 1, &sides, (const int[3]){ -1, 0, 0 }));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[1] == -4 && values[7] == 6 && values[0] == 0 && values[8] == 0);
  must(vf_fill_halo(&box, view, 2, &sides, (const int[3]){ -1, 0, 0 }));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[0] == -5 && values[8] == 5);
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(ghosts_are_visited_once_and_told_where_they_are),
  claim(depth_and_centring_may_stand_in_the_file),
  claim(cells_on_walls_may_stand_in_the_file),
  claim(edges_alone_are_mirrored_in_both_directions),
  claim(planes_have_corners_and_no_ghosts_in_z),
  claim(sets_are_filled_as_their_views_are),
  claim(what_has_no_image_is_refused),
  claim(unfilled_faces_demand_no_ghosts),
  claim(ghosts_follow_the_values_of_each_call),
};
RUN("halos", tests)
