/* Results of kernels on a layout have the bits of a single rank that calls the kernel with all boxes, for any number of
 * ranks and any owners. Each rank makes this call too, by itself. */
#include "results_cases.h"

#include <viewfab_kernels.h>

#include "ranks_results_kernels.h"

static vf_group *group;

enum { CASES = 12 };

static void compare(const boxes_case *c, const char *what)
{
  vf_set *all_x = filled_on(c, NULL, 1, "all x"), *all_y = filled_on(c, NULL, -0.7, "all y");
  vf_layout *layout = layout_of(c, group, "boxes");
  vf_set *x = filled_on(c, layout, 1, "x"), *y = filled_on(c, layout, -0.7, "y");
  answers is, wanted;
  ask(c, NULL, all_x, all_y, &wanted);
  ask(c, layout, x, y, &is);
  expect_answers(what, &is, &wanted);
  discard_set(x);
  discard_set(y);
  discard_set(all_x);
  discard_set(all_y);
  must(vf_layout_destroy(&layout));
}

static void compare_cases(vf_type type, int components)
{
  for (int number = 0; number < CASES; number++)
    for (spreading how = SPREAD_AT_RANDOM; how < SPREADINGS; how++) {
      char what[64];
      boxes_case c = random_case(number, type, components);
      give_to_ranks(&c, how, number, ranks);
      snprintf(what, sizeof what, "case %d, owners %d, rank %d", number, (int)how, rank);
      compare(&c, what);
    }
}

static void results_have_the_bits_of_one_rank_for_any_owners(void)
{
  group = world();
  compare_cases(VF_REAL64, 1);
  must(vf_group_destroy(&group));
}

static void results_of_components_have_the_bits_of_one_rank(void)
{
  group = world();
  compare_cases(VF_REAL64, 3);
  must(vf_group_destroy(&group));
}

static void results_of_real32_have_the_bits_of_one_rank(void)
{
  group = world();
  compare_cases(VF_REAL32, 2);
  must(vf_group_destroy(&group));
}

static void no_boxes_at_all_give_what_no_points_give(void)
{
  group = world();
  const boxes_case none = { .type = VF_REAL64, .components = 2 };
  boxes_case empty = { .type = VF_REAL64, .components = 1, .count = 1, .boxes = { { { 1, 1, 1 }, { 0, 5, 5 } } } };
  compare(&none, "no boxes");
  compare(&empty, "an empty box");
  must(vf_group_destroy(&group));
}

/* Boxes of a set and elements of a single view that holds all boxes. */
static void views_by_themselves_hold_the_own_boxes(void)
{
  group = world();
  const vf_box parts[] = { { { 1, 1, 1 }, { 30, 30, 9 } },
                           { { 1, 1, 10 }, { 30, 30, 14 } },
                           { { 1, 1, 15 }, { 30, 30, 30 } } };
  const int64_t extents[] = { 30, 30, 30 };
  const int own_order[] = { 2 % ranks, 0, 1 % ranks };
  static double numbers[30 * 30 * 30];
  for (int at = 0; at < 30 * 30 * 30; at++) numbers[at] = number_at(0, at, 0, 0, 0);
  vf_layout *layout = NULL;
  vf_view *view = NULL;
  double is = 0, wanted = 1;
  must(vf_view_wrap(NULL, numbers, VF_REAL64, 3, extents, NULL, "numbers", VF_WRAP_DISTINCT, &view));
  must(vf_layout_create_owned(group, parts, own_order, 3, "parts", &layout));
  must(vf_sum_boxes(parts, 3, view, &wanted, NULL));
  must(vf_sum_layout(layout, view, &is, NULL));
  holds(is == wanted);
  must(vf_view_release(&view, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void kernels_without_results_work_on_the_own_boxes_alone(void)
{
  group = world();
  boxes_case c = random_case(5, VF_REAL64, 2);
  give_to_ranks(&c, SPREAD_IN_TURN, 5, ranks);
  vf_layout *layout = layout_of(&c, group, "boxes");
  vf_set *x = filled_on(&c, layout, 1, "x"), *y = filled_on(&c, layout, 2, "y");
  int own = 0;
  if (rank == 0) must(vf_axpy_layout(layout, 0.5, x, y)); /* is not collective */
  must(vf_layout_size(layout, &own, NULL));
  must(vf_view_to_host(y, VF_READ));
  for (int place = 0; place < own; place++) {
    int box = 0;
    must(vf_layout_own(layout, place, &box));
    const vf_box *cells = &c.boxes[box];
    for (int k = cells->lower[2]; k <= cells->upper[2]; k++)
      for (int j = cells->lower[1]; j <= cells->upper[1]; j++)
        for (int i = cells->lower[0]; i <= cells->upper[0]; i++) {
          const double number = number_at(box, i, j, k, 1);
          holds(element_of(y, place, i, j, k, 1) == 2 * number + (rank == 0 ? 0.5 * number : 0));
        }
  }
  discard_set(x);
  discard_set(y);
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void several_results_are_waited_for_once(void)
{
  group = world();
  boxes_case c = random_case(3, VF_REAL64, 1);
  for (int b = 0; b < c.count; b++) c.boxes[b] = (vf_box){ { 20 * b, 0, 0 }, { 20 * b + 17, 17, 17 } };
  give_to_ranks(&c, SPREAD_IN_TURN, 3, ranks);
  vf_layout *layout = layout_of(&c, group, "boxes");
  vf_set *x = filled_on(&c, layout, 1, "x"), *y = filled_on(&c, layout, 2, "y");
  double step[STEP_RESULTS];
  vf_counters counters;
  int own = 0;
  must(vf_layout_size(layout, &own, NULL));
  must(vf_view_to_device(x, VF_READ));
  must(vf_view_to_device(y, VF_UPDATE));
  must(vf_counters_reset(NULL));
  must(vf_step_totals_layout(layout, x, y, 1, &step[0], &step[1], &step[2], NULL, &step[3], NULL, &step[4], NULL,
                             &step[5], &step[6], &step[7], NULL));
  must(vf_counters_get(NULL, &counters));
  holds(counters.waits == (own > 0));
  holds(counters.launches == (own > 0));
  discard_set(x);
  discard_set(y);
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

/* Rows of many tiles lie in memory shared by ranks: each call sees its own rows, not the rows of a call before. */
static void each_call_has_the_rows_of_its_own_tiles(void)
{
  group = world();
  for (int tiles = 8; tiles <= 64; tiles *= 2) {
    const vf_box own = { { 0, 0, tiles * rank }, { 63, 63, tiles * (rank + 1) - 1 } };
    vf_layout *layout = NULL;
    vf_set *x = NULL;
    must(vf_layout_create(group, &own, 1, "slabs", &layout));
    must(vf_set_create_on(layout, VF_REAL64, 1, 0, 0, "x", &x));
    for (int value = 1; value <= 5; value++) {
      double total = 0;
      must(vf_fill_value_boxes(&own, 1, x, value * (rank + 1)));
      must(vf_sum_layout(layout, x, &total, NULL));
      holds(total == 64. * 64. * tiles * value * ranks * (ranks + 1) / 2);
    }
    discard_set(x);
    must(vf_layout_destroy(&layout));
  }
  must(vf_group_destroy(&group));
}

static void on_one_rank_results_for_a_view_stay_on_the_device(void)
{
  group = world();
  if (ranks == 1) {
    boxes_case c = random_case(3, VF_REAL64, 1);
    give_to_ranks(&c, SPREAD_IN_TURN, 3, ranks);
    vf_layout *layout = layout_of(&c, group, "boxes");
    vf_set *x = filled_on(&c, layout, 1, "x");
    double total = 0, wanted = 1;
    vf_view *view = NULL;
    vf_counters counters;
    must(vf_view_wrap(NULL, &total, VF_REAL64, 1, &(int64_t){ 1 }, NULL, "total", VF_WRAP_DISTINCT, &view));
    must(vf_sum_layout(layout, x, &wanted, NULL));
    must(vf_view_to_device(view, VF_WRITE));
    must(vf_counters_reset(NULL));
    must(vf_sum_layout(layout, x, NULL, view));
    must(vf_counters_get(NULL, &counters));
    holds(counters.waits == 0);
    must(vf_view_to_host(view, VF_READ));
    holds(total == wanted);
    must(vf_view_release(&view, true));
    discard_set(x);
    must(vf_layout_destroy(&layout));
  }
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = {
  claim(results_have_the_bits_of_one_rank_for_any_owners),
  claim(results_of_components_have_the_bits_of_one_rank),
  claim(results_of_real32_have_the_bits_of_one_rank),
  claim(no_boxes_at_all_give_what_no_points_give),
  claim(views_by_themselves_hold_the_own_boxes),
  claim(kernels_without_results_work_on_the_own_boxes_alone),
  claim(several_results_are_waited_for_once),
  claim(each_call_has_the_rows_of_its_own_tiles),
  claim(on_one_rank_results_for_a_view_stay_on_the_device),
};

RUN(claims)
