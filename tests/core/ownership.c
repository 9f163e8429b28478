/* The rule of ownership, against the points themselves. Every point of a call marks the elements that its map gives to
 * it. The rule has to name exactly the marked elements as owned. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/backend/ownership.h>
#include <viewfab/kit/maps.h>

#define VF_POINTS all
static const vfi_map maps_of_cells[] = {
  VF_MAP(same),
  VF_MAP(refined),
  VF_MAP(coarsened),
  VF_MAP(face(0)),
  VF_MAP(face(2)),
  VF_MAP(shifted(step)),
  VF_MAP(shared(refined)),
  VF_MAP(refined_by(3, -1)),
  VF_MAP(coarsened_by(3, 2)),
  VF_MAP(nodes),
  VF_MAP(edge(1)),
  VF_MAP(cells),
  VF_MAP(along(k, n)),
  VF_MAP(along(k, i, n)),
  VF_MAP(along(j, k, i, n)),
  VF_MAP(along(n)),
};
#undef VF_POINTS
#define VF_POINTS faces
static const vfi_map maps_of_faces[] = { VF_MAP(same),  VF_MAP(cells_of_face), VF_MAP(face_of_point), VF_MAP(cells),
                                         VF_MAP(nodes), VF_MAP(face(1)),       VF_MAP(edge(0)) };
#undef VF_POINTS
#define VF_POINTS all
#define VF_POINTS_ON nodes
static const vfi_map maps_of_nodes[] = { VF_MAP(same), VF_MAP(cells), VF_MAP(nodes), VF_MAP(face(2)), VF_MAP(edge(2)) };
static const int step[3] = { 3, -2, -7 };

/* Elements -SPAN .. SPAN in each direction. */
enum { SPAN = 32, LENGTH = 2 * SPAN + 1 };
static unsigned char given[LENGTH][LENGTH][LENGTH];

static int64_t part(int64_t value, int by)
{
  int64_t result = -100;
  while (by * (result + 1) <= value) result++;
  return result;
}

/* Tells if a point lies on the nodes of direction d, by its letter: cells, nodes, faces of the call. */
static int point_nodal(char of, int d, int direction) { return of == 'n' || (of == 'f' && d == direction); }

/* The same for an element of an array; 2: the same place as the points. */
static int element_nodal(const char *word, int d)
{
  if (!strncmp(word, "cells", 5)) return 0;
  if (!strcmp(word, "nodes")) return 1;
  if (!strncmp(word, "face(", 5)) return d == word[5] - '0';
  if (!strncmp(word, "edge(", 5)) return d != word[5] - '0';
  return 2;
}

/* The elements that a map gives to a point along an axis, by the comment of kernel.h. */
static void elements_of(const vfi_map *map, char of, int d, int direction, int64_t p, int64_t *low, int64_t *high)
{
  const char *word = map->word;
  const int nodal = element_nodal(word, d);
  /* if points are on faces of the call, the faces and edges of a direction are the ones of the cell */
  const bool of_cell = of == 'f' && (!strncmp(word, "face(", 5) || !strncmp(word, "edge(", 5));
  const int point = of_cell ? 0 : point_nodal(of, d, direction);
  *low = *high = p;
  if (strstr(word, "refined")) *low = 2 * p, *high = 2 * p + 1;
  if (strstr(word, "refined_by")) *low = 3 * p - 1, *high = 3 * p + 1;
  if (strstr(word, "coarsened")) *low = *high = part(p, 2);
  if (strstr(word, "coarsened_by")) *low = *high = part(p, 3) + 2;
  if (nodal == 1 && !point) *high = p + 1;
  if (nodal == 0 && point) *low = p - 1;
  if (strstr(word, "shifted")) *low = *high = p + step[d];
}

/* The axes of an array's directions, by its word. Directions behind them have the single element 1, or components 1 and
 * 2. */
static int axes_of(const char *word, int axes[3])
{
  const bool along = !strncmp(word, "along", 5);
  int rank = 0;
  for (const char *c = along ? word + 6 : "ijk"; *c && *c != 'n'; c++)
    if (*c >= 'i' && *c <= 'k') axes[rank++] = *c - 'i';
  return rank;
}

/* The ghosts of a call in the test's terms: layers, in how many directions a ghost may lie beyond the box, unfilled
 * faces, and directions with points on nodes. */
typedef struct around {
  int depth;
  bool beyond[4];
  bool unfilled[6];
  int nodal[3];
} around;
static const around inside = { 0, { true }, { false }, { 0 } }, faces = { 1, { false, true }, { false }, { 0 } };

static bool is_point(const vf_box *box, const int p[3], vfi_points points, const around *ghosts, int selector)
{
  int beyond = 0;
  for (int d = 0; d < 3; d++) {
    const int below = box->lower[d] - p[d], above = p[d] - box->upper[d] - ghosts->nodal[d];
    if (below > ghosts->depth || above > ghosts->depth) return false;
    if ((below > 0 && ghosts->unfilled[d]) || (above > 0 && ghosts->unfilled[d + 3])) return false;
    beyond += below > 0 || above > 0;
  }
  return ghosts->beyond[beyond] && (points != VF_POINTS_COLOURED || (p[0] + p[1] + p[2] + selector) % 2 == 0);
}

static vfi_halo halo_of(const around *ghosts)
{
  vfi_halo halo = { .depth = ghosts->depth };
  for (int p = 0; p < VF_HALO_PIECES; p++) {
    const int side[3] = { p % 3 - 1, p / 3 % 3 - 1, p / 9 - 1 };
    bool unfilled = false;
    for (int d = 0; d < 3; d++) unfilled = unfilled || (side[d] && ghosts->unfilled[side[d] < 0 ? d : d + 3]);
    if (!unfilled && ghosts->beyond[abs(side[0]) + abs(side[1]) + abs(side[2])]) halo.pieces |= 1u << p;
  }
  memcpy(halo.nodal, ghosts->nodal, sizeof halo.nodal);
  return halo;
}

static void give(const vfi_map *map, char of, const vf_box *box, vfi_points points, const around *ghosts, int selector)
{
  enum { MOST = 4 };
  int axes[3];
  const int rank = axes_of(map->word, axes);
  memset(given, 0, sizeof given);
  for (int k = box->lower[2] - MOST; k <= box->upper[2] + MOST; k++)
    for (int j = box->lower[1] - MOST; j <= box->upper[1] + MOST; j++)
      for (int i = box->lower[0] - MOST; i <= box->upper[0] + MOST; i++) {
        const int p[3] = { i, j, k };
        int64_t low[3] = { 1, 1, 1 }, high[3] = { 1, 1, 1 };
        if (!is_point(box, p, points, ghosts, selector)) continue;
        for (int d = 0; d < rank; d++) elements_of(map, of, axes[d], selector, p[axes[d]], &low[d], &high[d]);
        if (rank < 3) high[rank] = 2;
        for (int64_t z = low[2]; z <= high[2]; z++)
          for (int64_t y = low[1]; y <= high[1]; y++)
            for (int64_t x = low[0]; x <= high[0]; x++) given[z + SPAN][y + SPAN][x + SPAN] = 1;
      }
}

static void compare(const vfi_map *map, char of, const vf_box *box, vfi_points points, const around *ghosts,
                    int selector)
{
  const vfi_halo halo = halo_of(ghosts);
  int axes[3];
  const int rank = axes_of(map->word, axes);
  int64_t lower[4] = { -SPAN, -SPAN, -SPAN, 1 }, upper[4] = { SPAN, SPAN, SPAN, 1 };
  for (int d = rank; d < 4; d++) {
    lower[d] = 1;
    upper[d] = d == rank ? 2 : 1;
  }
  const vfi_mapping mapping = vfi_mapping_of(map, selector, map->shift[0] ? step : NULL);
  const vfi_owned_rule rule = vfi_owned_rule_of(box, 3, &halo, &mapping, points, selector, lower, upper);
  give(map, of, box, points, ghosts, selector);
  for (int z = -SPAN; z <= SPAN; z++)
    for (int y = -SPAN; y <= SPAN; y++)
      for (int x = -SPAN; x <= SPAN; x++) {
        const bool owned = given[z + SPAN][y + SPAN][x + SPAN];
        if (vfi_owned(&rule, x, y, z, 1) != owned)
          fail_msg("%s, points %d, depth %d, selector %d, box from %d %d %d: element (%d, %d, %d) is %s", map->word,
                   points, ghosts->depth, selector, box->lower[0], box->lower[1], box->lower[2], x, y, z,
                   owned ? "owned" : "not owned");
        if (vfi_owned(&rule, x, y, z, 0) || vfi_owned(&rule, x, y, z, 3)) fail_msg("%s: other components", map->word);
      }
}

static const vf_box boxes[] = { { { -3, 2, -6 }, { 1, 4, -5 } }, { { 0, -1, 3 }, { 0, 2, 3 } } };

#define EACH(map, maps) for (const vfi_map *map = maps; map < maps + sizeof maps / sizeof maps[0]; map++)

static void elements_are_owned_where_a_point_has_them(void **state)
{
  (void)state;
  for (size_t b = 0; b < sizeof boxes / sizeof boxes[0]; b++)
    for (int selector = 0; selector < 2; selector++) {
      EACH(map, maps_of_cells)
      {
        compare(map, 'c', &boxes[b], VF_POINTS_ALL, &inside, selector);
        compare(map, 'c', &boxes[b], VF_POINTS_COLOURED, &inside, selector);
        compare(map, 'c', &boxes[b], VF_POINTS_GHOSTS, &faces, selector);
      }
      EACH(map, maps_of_faces) compare(map, 'f', &boxes[b], VF_POINTS_FACES, &inside, selector + 1);
      EACH(map, maps_of_nodes) compare(map, 'n', &boxes[b], VF_POINTS_ALL, &inside, selector);
    }
}

/* Layers of any depth, with and without edges and corners, beside some faces only, of cells and of nodes. */
static void ghosts_are_owned_where_a_point_has_them(void **state)
{
  (void)state;
  static const around ghosts[] = {
    { 2, { false, true, false, false }, { false }, { 0, 0, 0 } },
    { 3, { false, true, true, true }, { false }, { 1, 1, 1 } },
    { 2, { false, true, true, false }, { true, false, false, false, false, true }, { 0, 1, 0 } },
    { 1, { false, false, true, false }, { false, false, true, false, false, true }, { 1, 0, 0 } },
    { 2, { false, false, false, true }, { false }, { 0, 0, 1 } },
    { 2, { false, true, true, true }, { true, true, true, true, true, true }, { 0, 0, 0 } },
  };
  for (size_t g = 0; g < sizeof ghosts / sizeof ghosts[0]; g++)
    for (size_t b = 0; b < sizeof boxes / sizeof boxes[0]; b++)
      EACH(map, maps_of_cells) compare(map, 'c', &boxes[b], VF_POINTS_GHOSTS, &ghosts[g], (int)g % 2);
}

/* No point owns the elements between the elements of neighbouring points. */
static void gaps_between_points_are_not_owned(void **state)
{
  (void)state;
  const vfi_map every_second = {
    .at = { { 0, 2, 1, 1, 1, 1, 1 }, { 1, 1, 1, 0, 0, 0, 0 }, { 2, 1, 3, -1, -1, -1, -1 } }, .rank = 3, .shift = ""
  };
  const int64_t none[4] = { 0 };
  const vf_box box = { { -2, 0, -3 }, { 3, 1, 4 } };
  const vfi_mapping mapping = vfi_mapping_of(&every_second, 0, NULL);
  const vfi_halo halo = halo_of(&inside);
  const vfi_owned_rule rule = vfi_owned_rule_of(&box, 3, &halo, &mapping, VF_POINTS_ALL, 0, none, none);
  for (int i = -SPAN; i <= SPAN; i++)
    for (int k = -SPAN; k <= SPAN; k++) {
      const bool owned = i >= -3 && i <= 7 && i % 2 != 0 && k >= -2 && k <= 0;
      if (vfi_owned(&rule, i, 1, k, 0) != owned) fail_msg("element (%d, 1, %d)", i, k);
    }
}

/* Quotients, compared with divisions in 64 bits, up to the largest indices and ratios. */
static void quotients_are_rounded_down_and_up(void **state)
{
  (void)state;
  static const int divisors[] = { 1, 2, 3, 7, 1000, 32767, 65535 };
  uint64_t seed = 12345;
  for (int n = 0; n < 200000; n++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const int64_t value = (int64_t)(seed >> 17) * (n % 2 ? 1 : -1) >> n % 47;
    const int by = divisors[n % 7];
    const int64_t down = value / by - (value % by < 0), up = value / by + (value % by > 0);
    if (vfi_floor_divide(value, by) != down || vfi_ceiling_divide(value, by) != up)
      fail_msg("%lld by %d", (long long)value, by);
  }
}

static const struct CMUnitTest tests[] = {
  claim(elements_are_owned_where_a_point_has_them),
  claim(ghosts_are_owned_where_a_point_has_them),
  claim(gaps_between_points_are_not_owned),
  claim(quotients_are_rounded_down_and_up),
};
RUN("ownership", tests)
