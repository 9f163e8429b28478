/* Validation and results over ranks: each rank runs the originals on its own boxes. */
#include "results_cases.h"

#include <viewfab/report.h>
#include <viewfab/validate.h>

#include <viewfab_kernels.h>

#include "ranks_results_kernels.h"

static vf_group *group;

/* The least value, its place and, beside them, the sum of ones: 1000 less than the port's sum. */
static void original_totals(const vf_original_call *call, void *user)
{
  const vf_original_array *x = &call->arrays[0];
  const double *first = x->first;
  const int64_t row = x->upper[0] - x->lower[0] + 1, plane = row * (x->upper[1] - x->lower[1] + 1);
  const int64_t all = plane * (x->upper[2] - x->lower[2] + 1);
  (void)user;
  for (int n = 0; n < call->components; n++)
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
        for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
          const double v = first[i - x->lower[0] + row * (j - x->lower[1]) + plane * (k - x->lower[2]) + all * n];
          call->result[0] += 1;
          if (!(v < call->result[2])) continue;
          call->result[2] = v;
          call->places[2] = (vf_place){ .index = { i, j, k }, .component = n };
        }
}

typedef struct totals {
  double total, least;
  vf_place place;
} totals;

static totals ask_totals(const boxes_case *c, vf_layout *layout, vf_set *x, vf_set *y)
{
  totals t = { 0 };
  if (layout)
    must(vf_step_totals_layout(layout, x, y, 1, &t.total, NULL, &t.least, &t.place, NULL, NULL, NULL, NULL, NULL, NULL,
                               NULL, NULL));
  else
    must(vf_step_totals_boxes(c->boxes, c->count, x, y, 1, &t.total, NULL, &t.least, &t.place, NULL, NULL, NULL, NULL,
                              NULL, NULL, NULL, NULL));
  return t;
}

static void expect_totals(const totals *is, const totals *wanted)
{
  holds(is->total == wanted->total && is->least == wanted->least);
  holds(!memcmp(&is->place, &wanted->place, sizeof is->place));
}

static double cells_of(const boxes_case *c)
{
  double cells = 0;
  for (int b = 0; b < c->count; b++) {
    double of_box = c->components;
    for (int d = 0; d < 3; d++) of_box *= c->boxes[b].upper[d] - c->boxes[b].lower[d] + 1;
    cells += of_box;
  }
  return cells;
}

static void compare_modes(spreading how)
{
  boxes_case c = random_case(11, VF_REAL64, 2);
  give_to_ranks(&c, how, 11, ranks);
  vf_layout *layout = layout_of(&c, group, "boxes");
  vf_set *x = filled_on(&c, layout, 1, "x"), *y = filled_on(&c, layout, 2, "y");
  vf_set *all_x = filled_on(&c, NULL, 1, "all x"), *all_y = filled_on(&c, NULL, 2, "all y");
  const totals of_port = ask_totals(&c, NULL, all_x, all_y);
  totals of_original = of_port;
  of_original.total = cells_of(&c);
  must(vf_step_totals_set_original(VF_REAL64, original_totals, NULL));
  must(vf_validate_mode("step_totals", VF_MODE_ORIGINAL));
  totals is = ask_totals(&c, layout, x, y);
  expect_totals(&is, &of_original);
  must(vf_validate_mode("step_totals", VF_MODE_CHECK));
  is = ask_totals(&c, layout, x, y);
  expect_totals(&is, &of_port);
  must(vf_validate_keep("step_totals", VF_KEEP_ORIGINAL));
  is = ask_totals(&c, layout, x, y);
  expect_totals(&is, &of_original);
  must(vf_validate_keep("step_totals", VF_KEEP_PORT));
  must(vf_validate_mode("step_totals", VF_MODE_DEVICE));
  must(vf_report_reset());
  discard_set(x);
  discard_set(y);
  discard_set(all_x);
  discard_set(all_y);
  must(vf_layout_destroy(&layout));
}

static void results_of_originals_are_combined_over_ranks(void)
{
  group = world();
  compare_modes(SPREAD_IN_TURN);
  compare_modes(SPREAD_TO_THE_LAST);
  must(vf_group_destroy(&group));
}

/* A single view holds the cells of all boxes; the original runs box by box in a single call. */
static void results_of_originals_on_one_view_are_combined(void)
{
  group = world();
  const vf_box parts[] = { { { 1, 1, 1 }, { 30, 30, 9 } },
                           { { 1, 1, 10 }, { 30, 30, 14 } },
                           { { 1, 1, 15 }, { 30, 30, 30 } } };
  const int owners[] = { 0, 1 % ranks, 0 };
  const int64_t extents[] = { 30, 30, 30 };
  static double numbers[30 * 30 * 30], more[30 * 30 * 30];
  for (int at = 0; at < 30 * 30 * 30; at++) numbers[at] = number_at(0, at, 0, 0, 0);
  boxes_case c = { .count = 3, .components = 1, .type = VF_REAL64 };
  memcpy(c.boxes, parts, sizeof parts);
  memcpy(c.owners, owners, sizeof owners);
  vf_layout *layout = layout_of(&c, group, "parts");
  vf_view *x = NULL, *y = NULL;
  must(vf_view_wrap(NULL, numbers, VF_REAL64, 3, extents, NULL, "numbers", VF_WRAP_DISTINCT, &x));
  must(vf_view_wrap(NULL, more, VF_REAL64, 3, extents, NULL, "more", VF_WRAP_DISTINCT, &y));
  const totals of_port = ask_totals(&c, NULL, x, y);
  totals of_original = of_port;
  of_original.total = 30 * 30 * 30;
  must(vf_step_totals_set_original(VF_REAL64, original_totals, NULL));
  for (int keeps = 0; keeps < 2; keeps++) {
    must(vf_validate_mode("step_totals", VF_MODE_CHECK));
    must(vf_validate_keep("step_totals", keeps ? VF_KEEP_ORIGINAL : VF_KEEP_PORT));
    const totals is = ask_totals(&c, layout, x, y);
    expect_totals(&is, keeps ? &of_original : &of_port);
  }
  must(vf_validate_keep("step_totals", VF_KEEP_PORT));
  must(vf_validate_mode("step_totals", VF_MODE_DEVICE));
  must(vf_report_reset());
  must(vf_view_release(&x, true));
  must(vf_view_release(&y, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = {
  claim(results_of_originals_are_combined_over_ranks),
  claim(results_of_originals_on_one_view_are_combined),
};

RUN(claims)
