/* The runs of the order check: the parts of a box, their order, and the result that stays. */
#include "checking.h"

#include <stdio.h>

enum { RUNS = 4, PARTS = 300 };

typedef struct run {
  int count;
  vf_box boxes[PARTS], domains[PARTS];
} run;

static run runs[RUNS];
static int run_count, failing_run;
static double value_of_run[RUNS];
static int first_cells; /* this many cells of each row in a box get the value of the run; -1: all */

/* fill_value; each run writes its own value. */
static int port(const vfi_launch *call)
{
  assert_true(run_count < RUNS && call->box_count <= PARTS);
  run *now = &runs[run_count++];
  now->count = call->box_count;
  for (int b = 0; b < call->box_count; b++) {
    now->boxes[b] = call->boxes[b];
    now->domains[b] = call->domains ? call->domains[b] : call->boxes[b];
  }
  const vfi_span *span = &call->spans[0];
  for (int b = 0; b < call->box_count; b++)
    for (int k = now->boxes[b].lower[2]; k <= now->boxes[b].upper[2]; k++)
      for (int j = now->boxes[b].lower[1]; j <= now->boxes[b].upper[1]; j++)
        for (int i = now->boxes[b].lower[0]; i <= now->boxes[b].upper[0]; i++) {
          const bool changes = first_cells < 0 || i - now->domains[b].lower[0] < first_cells;
          ((double *)span->origin)[i + j * span->stride[0] + k * span->stride[1]] =
              changes ? value_of_run[run_count - 1] : 1;
        }
  return run_count == failing_run ? 1 : 0;
}

/* A call with an order check; the given values are the values of its runs. */
static vf_status check(const vf_box *boxes, int count, double first, double second, double third)
{
  value_of_run[0] = first;
  value_of_run[1] = second;
  value_of_run[2] = third;
  run_count = 0;
  must(vf_report_reset());
  must(vf_view_to_host(to, VF_WRITE));
  for (int c = 0; c < CELLS; c++) target[c] = -7;
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, original_fill_value, NULL));
  must(vfi_kernel_tune(&vf_fill_value_kernel, VF_BACKEND_HOST, VF_REAL64, port));
  must(vf_validate_mode("fill_value", VF_MODE_CHECK));
  must(vf_validate_order("fill_value", true));
  const vf_status status = vf_fill_value_boxes(boxes, count, to, 1);
  must(vfi_kernel_tune(&vf_fill_value_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
  return status;
}

static int at_most_four(const vf_box *box, int d)
{
  const int length = box->upper[d] - box->lower[d] + 1;
  return length < 4 ? length : 4;
}

/* Checks the parts of the box that begin at `number`, in reverse order. The parts cover each cell once, and their
 * thickness is even. */
static int expect_parts(const run *all, int number, const vf_box *box)
{
  char covered[CELLS] = { 0 };
  const int count = at_most_four(box, 0) * at_most_four(box, 1) * at_most_four(box, 2);
  for (int p = number; p < number + count; p++) {
    const vf_box *part = &all->boxes[p];
    assert_memory_equal(&all->domains[p], box, sizeof *box);
    for (int d = 0; d < 3; d++) {
      const int length = part->upper[d] - part->lower[d] + 1, all_of_it = box->upper[d] - box->lower[d] + 1;
      assert_in_range(length, all_of_it / at_most_four(box, d), (all_of_it - 1) / at_most_four(box, d) + 1);
    }
    for (int k = part->lower[2]; k <= part->upper[2]; k++)
      for (int j = part->lower[1]; j <= part->upper[1]; j++)
        for (int i = part->lower[0]; i <= part->upper[0]; i++) assert_int_equal(covered[cell(i, j, k)]++, 0);
    if (p == number) continue;
    const vf_box *before = &all->boxes[p - 1];
    const int d = part->lower[2] != before->lower[2] ? 2 : part->lower[1] != before->lower[1] ? 1 : 0;
    assert_true(part->lower[d] < before->lower[d]);
  }
  for (int k = box->lower[2]; k <= box->upper[2]; k++)
    for (int j = box->lower[1]; j <= box->upper[1]; j++)
      for (int i = box->lower[0]; i <= box->upper[0]; i++) assert_int_equal(covered[cell(i, j, k)], 1);
  return number + count;
}

static void boxes_run_in_parts_backwards_and_forwards(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static const struct {
    int count;
    vf_box boxes[3];
  } cases[] = {
    { 1, { { { -2, 0, 3 }, { 6, 4, 6 } } } },
    { 1, { { { 0, 1, 4 }, { 0, 1, 4 } } } },
    { 1, { { { -1, 2, 3 }, { 2, 4, 3 } } } },
    { 1, { { { -1, 2, 5 }, { 3, 3, 6 } } } },
    { 2, { { { -2, 0, 3 }, { 0, 4, 6 } }, { { 1, 1, 4 }, { 6, 1, 4 } } } },
    { 3, { { { -2, 0, 3 }, { -2, 0, 3 } }, { { 5, 4, 6 }, { 4, 4, 6 } }, { { 0, 0, 5 }, { 5, 3, 6 } } } },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    must(check(cases[c].boxes, cases[c].count, 1, 1, 1));
    expect_verdict(true, 1);
    assert_int_equal(run_count, 3);
    int number = 0, whole_boxes = 0;
    for (int b = cases[c].count - 1; b >= 0; b--) {
      if (cases[c].boxes[b].upper[0] < cases[c].boxes[b].lower[0]) continue;
      number = expect_parts(&runs[1], number, &cases[c].boxes[b]);
      whole_boxes++;
    }
    assert_int_equal(runs[0].count, whole_boxes);
    assert_int_equal(runs[1].count, number);
    assert_int_equal(runs[2].count, number);
    for (int p = 0; p < number; p++) {
      assert_memory_equal(&runs[2].boxes[p], &runs[1].boxes[number - 1 - p], sizeof(vf_box));
      assert_memory_equal(&runs[2].domains[p], &runs[1].domains[number - 1 - p], sizeof(vf_box));
    }
  }
}

/* The call leaves the result of the first run, whatever the later runs gave. */
static void either_run_is_compared_and_the_first_is_left(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static const struct {
    double values[3];
    int cells, runs;
    const char *words;
  } cases[] = {
    { { 1, 1, 1 }, -1, 3, NULL },
    { { 1, 2, 1 }, -1, 2, "'to' depends on the order of points: 42 elements change their bits" },
    { { 1, 1, 2 }, -1, 3, "'to' depends on the order of points: 42 elements change their bits" },
    { { 1, 1 + 0x1p-52, 1 },
      1,
      2,
      "6 elements change their bits when the port's points are taken in another order, "
      "first at (-1, 1, 4)\n" },
    { { 1, 1, 1 - 0x1p-53 },
      2,
      3,
      "12 elements change their bits when the port's points are taken in another order, "
      "first at (-1, 1, 4)\n" },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    first_cells = cases[c].cells;
    must(check(&inside, 1, cases[c].values[0], cases[c].values[1], cases[c].values[2]));
    assert_int_equal(run_count, cases[c].runs);
    if (cases[c].words) expect_said(cases[c].words);
    expect_verdict(!cases[c].words, 1);
    must(vf_view_to_host(to, VF_READ));
    assert_true(target[cell(-1, 1, 4)] == 1 && target[cell(5, 3, 5)] == 1);
    assert_true(target[cell(-2, 1, 4)] == -7 && target[cell(6, 3, 5)] == -7 && target[cell(0, 0, 4)] == -7);
  }
}

static void a_port_that_fails_in_another_order_fails_the_call_and_leaves_the_values_from_before(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  for (failing_run = 1; failing_run <= 3; failing_run++) {
    for (int box = 0; box < 2; box++) {
      refused(check(box ? &whole : &inside, 1, 1, 1, 1), VF_ERROR_DEVICE, "fill_value");
      assert_int_equal(run_count, failing_run);
      expect_nothing_checked();
      must(vf_view_to_host(to, VF_READ));
      for (int c = 0; c < CELLS; c++) assert_true(target[c] == -7);
    }
  }
}

/* A failing port leaves the newest values, on the host or on the device. */
static void a_port_that_fails_leaves_what_was_newest(void **state)
{
  (void)state;
  if (on_gpu() || !separate()) skip();
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, original_fill_value, NULL));
  must(vf_validate_mode("fill_value", VF_MODE_CHECK));
  for (int device = 0; device < 2; device++) {
    must(vf_view_to_host(to, VF_WRITE));
    for (int c = 0; c < CELLS; c++) target[c] = -7;
    if (device) must(vf_add_constant(&whole, to, 1));
    run_count = 0;
    failing_run = 1;
    must(vfi_kernel_tune(&vf_fill_value_kernel, VF_BACKEND_HOST, VF_REAL64, port));
    refused(vf_fill_value(&inside, to, 1), VF_ERROR_DEVICE, "fill_value");
    must(vfi_kernel_tune(&vf_fill_value_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
    must(vf_view_to_host(to, VF_READ));
    for (int c = 0; c < CELLS; c++) assert_true(target[c] == -7 + device);
  }
}

/* A reduction has a fixed order of points, and ghosts are filled from cells inside: neither needs an order check. */
static void reductions_and_ghosts_run_once(void **state)
{
  (void)state;
  const vf_boundary sides = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                              .order = 2 };
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, original_norm_max, NULL));
  must(vf_kernel_set_original(&vf_fill_ghosts_kernel, VF_REAL64, original_fill_ghosts, NULL));
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  must(vf_validate_mode("fill_ghosts", VF_MODE_CHECK));
  must(vf_validate_order(NULL, true));
  must(vf_counters_reset(NULL));
  norm(&inside, from);
  must(vf_fill_ghosts(&inside, from, &sides));
  assert_int_equal(counters().launches, 2);
  expect_verdict(true, 2);
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  must(vf_validate_mode("fill_ghosts", VF_MODE_DEVICE));
}

static int open_runs(void **state)
{
  first_cells = -1;
  failing_run = 0;
  return open_checking(state);
}

static int close_runs(void **state)
{
  must(vfi_kernel_tune(&vf_fill_value_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
  must(vf_validate_mode("fill_value", VF_MODE_DEVICE));
  must(vf_validate_order("fill_value", false));
  must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_runs, close_runs)

static const struct CMUnitTest tests[] = {
  claim(boxes_run_in_parts_backwards_and_forwards),
  claim(either_run_is_compared_and_the_first_is_left),
  claim(a_port_that_fails_in_another_order_fails_the_call_and_leaves_the_values_from_before),
  claim(a_port_that_fails_leaves_what_was_newest),
  claim(reductions_and_ghosts_run_once),
};
RUN("order_runs", tests)
