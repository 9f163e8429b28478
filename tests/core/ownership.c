/* The rule who owns an element, against the points themselves: every point of a call marks the elements that its map
 * gives it, and each of those is owned, and no other. */
#include "common.h"

#include <stdio.h>
#include <string.h>

#include <viewfab/backend/ownership.h>
#include <viewfab/kit/maps.h>

static const vf_map maps[] = { VF_MAP(same),          VF_MAP(refined),       VF_MAP(coarsened),
                               VF_MAP(face(0)),       VF_MAP(face(2)),       VF_MAP(face_of_point),
                               VF_MAP(cells_of_face), VF_MAP(shifted(step)), VF_MAP(shared(refined)) };
enum { MAPS = sizeof maps / sizeof maps[0] };
static const int step[3] = { 3, -2, -7 };

/* Elements -SPAN .. SPAN in each direction. */
enum { SPAN = 20, LENGTH = 2 * SPAN + 1 };
static unsigned char given[LENGTH][LENGTH][LENGTH];

static int64_t half(int64_t value)
{
  int64_t result = -100;
  while (2 * (result + 1) <= value) result++;
  return result;
}

/* What the maps give to a point in a direction, by the comment of kernel.h. */
static void elements_of(const vf_map *map, int d, int direction, int64_t p, int64_t *low, int64_t *high)
{
  const char *word = map->word;
  *low = *high = p;
  if (strstr(word, "refined")) *low = 2 * p, *high = 2 * p + 1;
  if (strstr(word, "coarsened")) *low = *high = half(p);
  if ((!strcmp(word, "face(0)") && d == 0) || (!strcmp(word, "face(2)") && d == 2)) *high = p + 1;
  if (!strcmp(word, "cells_of_face") && d == direction) *low = p - 1;
  if (strstr(word, "shifted")) *low = *high = p + step[d];
}

static bool is_point(const vf_box *box, const int p[3], vf_points points, int selector)
{
  int beside = 0;
  for (int d = 0; d < 3; d++) {
    if (p[d] >= box->lower[d] && p[d] <= box->upper[d]) continue;
    if (p[d] < box->lower[d] - 1 || p[d] > box->upper[d] + 1) return false;
    beside++;
  }
  if (points == VF_POINTS_GHOSTS) return beside == 1;
  return beside == 0 && (points != VF_POINTS_COLOURED || (p[0] + p[1] + p[2] + selector) % 2 == 0);
}

static void give(const vf_map *map, const vf_box *box, vf_points points, int selector)
{
  memset(given, 0, sizeof given);
  for (int k = box->lower[2] - 1; k <= box->upper[2] + 1; k++)
    for (int j = box->lower[1] - 1; j <= box->upper[1] + 1; j++)
      for (int i = box->lower[0] - 1; i <= box->upper[0] + 1; i++) {
        const int p[3] = { i, j, k };
        int64_t low[3], high[3];
        if (!is_point(box, p, points, selector)) continue;
        for (int d = 0; d < 3; d++) elements_of(map, d, selector, p[d], &low[d], &high[d]);
        for (int64_t z = low[2]; z <= high[2]; z++)
          for (int64_t y = low[1]; y <= high[1]; y++)
            for (int64_t x = low[0]; x <= high[0]; x++) given[z + SPAN][y + SPAN][x + SPAN] = 1;
      }
}

static void compare(const vf_map *map, const vf_box *box, vf_points points, int selector)
{
  const int64_t components[2] = { 1, 2 };
  const vf_mapping mapping = vf_mapping_of(map, selector, map->shift[0] ? step : NULL);
  const vf_owned_rule rule = vf_owned_rule_of(box, &mapping, points, selector, components);
  give(map, box, points, selector);
  for (int z = -SPAN; z <= SPAN; z++)
    for (int y = -SPAN; y <= SPAN; y++)
      for (int x = -SPAN; x <= SPAN; x++) {
        const bool owned = given[z + SPAN][y + SPAN][x + SPAN];
        if (vf_owned(&rule, x, y, z, 1) != owned)
          fail_msg("%s, points %d, selector %d, box from %d %d %d: element (%d, %d, %d) is %s", map->word, points,
                   selector, box->lower[0], box->lower[1], box->lower[2], x, y, z, owned ? "owned" : "not owned");
        if (vf_owned(&rule, x, y, z, 0) || vf_owned(&rule, x, y, z, 3)) fail_msg("%s: other components", map->word);
      }
}

static const vf_box boxes[] = { { { -3, 2, -6 }, { 1, 4, -5 } }, { { 0, -1, 3 }, { 0, 2, 3 } } };

static void elements_are_owned_where_a_point_has_them(void **state)
{
  (void)state;
  for (size_t b = 0; b < sizeof boxes / sizeof boxes[0]; b++)
    for (int m = 0; m < MAPS; m++)
      for (int selector = 0; selector < 2; selector++) {
        compare(&maps[m], &boxes[b], VF_POINTS_ALL, selector);
        compare(&maps[m], &boxes[b], VF_POINTS_COLOURED, selector);
        compare(&maps[m], &boxes[b], VF_POINTS_GHOSTS, selector);
        compare(&maps[m], &boxes[b], VF_POINTS_FACES, selector + 1);
      }
}

/* Elements between those of neighbouring points belong to nobody. */
static void gaps_between_points_are_not_owned(void **state)
{
  (void)state;
  const vf_map every_second = { .at = { { 0, 2, 1, 1, 1 }, { 1, 1, 1, 0, 0 }, { 2, 1, 3, -1, -1 } }, .shift = "" };
  const int64_t components[2] = { 0, 0 };
  const vf_box box = { { -2, 0, -3 }, { 3, 1, 4 } };
  const vf_mapping mapping = vf_mapping_of(&every_second, 0, NULL);
  const vf_owned_rule rule = vf_owned_rule_of(&box, &mapping, VF_POINTS_ALL, 0, components);
  for (int i = -SPAN; i <= SPAN; i++)
    for (int k = -SPAN; k <= SPAN; k++) {
      const bool owned = i >= -3 && i <= 7 && i % 2 != 0 && k >= -2 && k <= 0;
      if (vf_owned(&rule, i, 1, k, 0) != owned) fail_msg("element (%d, 1, %d)", i, k);
    }
}

/* Against divisions of 64 bits, up to the largest numbers that indices and ratios give. */
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
    if (vf_floor_divide(value, by) != down || vf_ceiling_divide(value, by) != up)
      fail_msg("%lld by %d", (long long)value, by);
  }
}

static const struct CMUnitTest tests[] = {
  claim(elements_are_owned_where_a_point_has_them),
  claim(gaps_between_points_are_not_owned),
  claim(quotients_are_rounded_down_and_up),
};
RUN("ownership", tests)
