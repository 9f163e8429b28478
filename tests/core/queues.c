/* Queues of kernels: the values are those of one queue, and the waits are those of the arrays. */
#include <viewfab/set.h>

#include "solvers.h"
#include "two_queues.h"

/* The result stays on the device, and the host does not wait. */
static void norm_into(const vf_box *box, vf_view *of, vf_view *result)
{
  const vfi_argument arguments[1] = { { .view = of } };
  must(vfi_dispatch(&(vfi_call){
      .kernel = &vf_norm_max_kernel, .boxes = box, .box_count = 1, .arguments = arguments, .result_view = result }));
}

/* The host waits for all work then. */
static bool in_place(vf_view *view)
{
  bool is;
  must(vf_view_in_place(view, &is));
  return is;
}

/* ---- Values ---- */

static void kernel_finds_what_a_kernel_of_another_queue_wrote(void **state)
{
  (void)state;
  open_two();
  for (int round = 0; round < 100; round++) { /* more than a queue has events */
    fill_in(first, a_v, round);
    copy_in(second, a_v, b_v);
    copy_in(first, b_v, c_v);
    if (round % 7) continue;
    expect_on_host(c_v, c, round);
  }
  must(vf_queue_wait(first));
  expect_on_host(c_v, c, 99);
  close_two();
}

/* The first queue runs ahead, so the event behind the write of a has been used again. */
static void kernel_waits_for_a_launch_whose_event_was_used_again(void **state)
{
  (void)state;
  open_two();
  for (int launches = 28; launches < 70; launches++) {
    fill_in(first, a_v, launches);
    for (int l = 0; l < launches; l++) fill_in(first, c_v, l);
    copy_in(second, a_v, b_v);
    must(vf_queue_wait(second));
    expect_on_host(b_v, b, launches);
  }
  close_two();
}

static void write_waits_for_the_reads_of_other_queues(void **state)
{
  (void)state;
  open_two();
  fill(a_v, 5);
  copy_in(first, a_v, b_v);
  copy_in(second, a_v, c_v);
  fill_in(second, a_v, 6);
  must(vf_queue_wait(second));
  expect_on_host(b_v, b, 5);
  expect_on_host(c_v, c, 5);
  expect_on_host(a_v, a, 6);
  close_two();
}

static void kernels_without_a_queue_run_between_those_of_all_queues(void **state)
{
  (void)state;
  open_two();
  fill_in(first, a_v, 5);
  copy(a_v, b_v);
  fill_in(second, a_v, 6);
  copy_in(first, b_v, c_v);
  must(vf_context_wait(NULL));
  expect_on_host(c_v, c, 5);
  expect_on_host(b_v, b, 5);
  expect_on_host(a_v, a, 6);
  close_two();
}

static void accesses_of_the_host_wait_for_the_queues_of_their_arrays(void **state)
{
  (void)state;
  open_two();
  fill_in(first, a_v, 5);
  expect_on_host(a_v, a, 5);
  copy_in(second, a_v, b_v);
  must(vf_view_to_host(a_v, VF_WRITE)); /* the kernel has read a, or its copy of a */
  set(a, 7);
  copy_in(first, a_v, c_v); /* a travels to the device, behind the reading kernel of the second queue */
  must(vf_view_sync_d2h(c_v));
  expect(c, 7);
  must(vf_view_sync_d2h(b_v));
  expect(b, 5);
  close_two();
}

static void release_brings_the_values_of_a_queue(void **state)
{
  (void)state;
  open_two();
  for (int round = 0; round < 20; round++) {
    fill_in(round % 2 ? first : second, a_v, round);
    must(vf_view_to_host(a_v, VF_READ));
    must(vf_view_release(&a_v, false));
    expect(a, round);
    a_v = wrapped_line(a, CELLS, "a");
  }
  close_two();
}

/* Memory of a released array goes to the next array at once. On the host as a device new memory is marked, behind all work. */
static void memory_that_a_queue_still_uses_is_not_overwritten(void **state)
{
  (void)state;
  static double d[CELLS];
  watch(NULL, false);
  watched.table.forget = NULL;
  open_two();
  for (int round = 0; round < 10; round++) {
    vf_view *gone = wrapped_line(d, CELLS, "gone");
    fill_in(first, gone, round);
    copy_in(first, gone, b_v);
    must(vf_view_release(&gone, true));
    set(c, 100 + round);
    must(vf_view_release(&c_v, true));
    c_v = wrapped_line(c, CELLS, "c");
    copy_in(second, c_v, a_v);
    fill_in(second, c_v, -1);
    expect_on_host(b_v, b, round);
    expect_on_host(a_v, a, 100 + round);
    expect_on_host(c_v, c, -1);
  }
  close_two();
}

static void prefetches_wait_for_the_kernels_of_all_queues(void **state)
{
  (void)state;
  open_two();
  must(vf_view_prefetch(a_v, VF_DEVICE));
  for (int round = 0; round < 5; round++) {
    copy_in(first, a_v, b_v);
    must(vf_view_prefetch(b_v, VF_HOST));
    fill_in(second, b_v, -1);
    must(vf_view_wait(b_v));
    if (separate() && !in_place(b_v)) expect(b, 1 + round);
    must(vf_view_to_host(a_v, VF_WRITE));
    set(a, 2 + round);
    must(vf_view_prefetch(a_v, VF_DEVICE)); /* behind the kernel of the first queue */
    copy_in(second, a_v, c_v);
    must(vf_queue_wait(second));
    expect_on_host(c_v, c, 2 + round);
    expect_on_host(b_v, b, -1);
  }
  close_two();
}

static void results_in_a_queue_are_those_of_its_kernels(void **state)
{
  (void)state;
  const vf_box box = all();
  double sum = 0;
  open_two();
  fill_in(first, a_v, 5);
  must(vf_queue_begin(second));
  must(vf_sum(&box, a_v, &sum));
  assert_true(sum == 5.0 * CELLS);
  norm_into(&box, a_v, b_v);
  must(vf_queue_end(second));
  fill_in(first, a_v, 6);
  must(vf_view_to_host(b_v, VF_READ));
  assert_true(b[0] == 5);
  expect_on_host(a_v, a, 6);
  close_two();
}

static void sets_in_queues_have_the_values_of_one_queue(void **state)
{
  (void)state;
  enum { BOXES = 3 };
  const vf_box boxes[BOXES] = { { { 1, 1, 1 }, { 4, 5, 6 } },
                                { { 5, 1, 1 }, { 9, 5, 6 } },
                                { { 1, 6, 1 }, { 4, 6, 6 } } };
  vf_set *x = NULL, *y = NULL;
  double sum = 0;
  open_two();
  must(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 1, 0, "x", &x));
  must(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 1, 0, "y", &y));
  for (int round = 1; round < 5; round++) {
    must(vf_queue_begin(first));
    must(vf_fill_value_boxes(boxes, BOXES, x, round));
    must(vf_queue_begin(second));
    must(vf_copy_boxes(boxes, BOXES, x, y));
    must(vf_queue_end(second));
    must(vf_fill_value_boxes(boxes, BOXES, x, -1));
    must(vf_queue_end(first));
    must(vf_sum_boxes(boxes, BOXES, y, &sum, NULL));
    assert_true(sum == round * (4 * 5 * 6 + 5 * 5 * 6 + 4 * 1 * 6));
  }
  must(vf_view_release(&x, true));
  must(vf_view_release(&y, true));
  close_two();
}

/* The own queue of the context has no part in this order. */
static void new_queue_waits_for_the_kernels_of_older_queues(void **state)
{
  (void)state;
  vf_queue *third = NULL;
  open_two();
  fill_in(first, a_v, 5);
  must(vf_queue_create(NULL, "third", &third));
  copy_in(third, a_v, b_v);
  must(vf_queue_wait(third));
  expect_on_host(b_v, b, 5);
  must(vf_queue_destroy(third));
  close_two();
}

static void each_queue_waits_for_a_copy_in_the_air(void **state)
{
  (void)state;
  open_two();
  fill(a_v, 1); /* then the queues have seen all work of the own queue */
  fill_in(first, c_v, 0);
  fill_in(second, a_v, 0);
  must(vf_view_prefetch(b_v, VF_DEVICE));
  copy_in(first, b_v, c_v);
  copy_in(second, b_v, a_v);
  must(vf_queue_wait(second));
  must(vf_queue_wait(first));
  expect_on_host(a_v, a, 2);
  expect_on_host(c_v, c, 2);
  close_two();
}

static void result_in_a_view_waits_for_the_reads_of_other_queues(void **state)
{
  (void)state;
  const vf_box box = all();
  open_two();
  fill(b_v, 3);
  copy_in(first, b_v, c_v);
  must(vf_queue_begin(second));
  norm_into(&box, a_v, b_v);
  must(vf_queue_end(second));
  expect_on_host(c_v, c, 3);
  close_two();
}

/* Views of a solver, and addresses for kernels of the program: work in the own queue of the context. */
static void solver_and_addresses_come_behind_the_kernels_of_queues(void **state)
{
  (void)state;
  enum { N = 4 };
  static double phi[(N + 2) * (N + 2) * (N + 2)], rhs[N * N * N];
  const int64_t around[3] = { N + 2, N + 2, N + 2 }, inside[3] = { N, N, N };
  const int lower[3] = { 0, 0, 0 };
  const vf_box box = { { 1, 1, 1 }, { N, N, N } };
  vf_boundary sides = { .order = 2 };
  vf_multigrid *solver = NULL;
  void *address = NULL;
  double norms[2] = { 0 };
  if (!separate()) skip();
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  watch(NULL, false);
  open_two();
  vf_view *phi_v = wrapped(phi, 3, around, lower, "phi"), *rhs_v = wrapped(rhs, 3, inside, NULL, "rhs");
  must(poisson_on_boxes(&box, 1, 1.0, &sides, NULL, &solver));
  for (int queued = 0; queued < 2; queued++) {
    if (queued) must(vf_queue_begin(first));
    must(vf_fill_value(&(vf_box){ { 0, 0, 0 }, { N + 1, N + 1, N + 1 } }, phi_v, 0));
    must(vf_fill_value(&box, rhs_v, queued ? 1 : 2));
    must(vf_fill_value(&box, rhs_v, 1));
    if (queued) must(vf_queue_end(first));
    const int orders = watched.orders;
    must(vf_multigrid_solve(solver, &phi_v, &rhs_v, NULL, NULL));
    if (queued) assert_true(watched.orders > orders);
    norms[queued] = norm(&box, phi_v);
  }
  assert_true(norms[0] > 0 && norms[0] == norms[1]);
  must(vf_multigrid_destroy(&solver));
  fill_in(first, a_v, 5);
  const int orders = watched.orders;
  must(vf_view_device_address(a_v, VF_READ, &address));
  assert_int_equal(watched.orders, orders + 1);
  must(vf_view_release(&phi_v, true));
  must(vf_view_release(&rhs_v, true));
  close_two();
}

/* ---- Waits ---- */

/* Two queues with one buffer would have to wait for each other. */
static void each_queue_has_scratch_of_its_own(void **state)
{
  (void)state;
  const vf_box box = all();
  if (!separate()) skip();
  watch(NULL, false);
  open_two();
  fill(a_v, 5);
  fill(b_v, 6);
  fill(c_v, 7);
  const int taken = watched.allocations;
  for (int round = 0; round < 3; round++) {
    must(vf_queue_begin(first));
    norm_into(&box, a_v, b_v);
    must(vf_queue_begin(second));
    norm_into(&box, a_v, c_v);
    must(vf_queue_end(second));
    must(vf_queue_end(first));
  }
  assert_int_equal(watched.allocations, taken + 2);
  close_two();
}

static void queue_in_the_place_of_an_ended_queue_is_not_waited_for(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  open_two();
  fill_in(second, a_v, 5);
  must(vf_queue_destroy(second));
  must(vf_queue_create(NULL, "second", &second));
  fill_in(second, c_v, 6);
  fill_in(first, b_v, 6);
  const int orders = watched.orders;
  copy_in(first, a_v, b_v); /* the write of a is over */
  assert_int_equal(watched.orders, orders);
  close_two();
}

static void reads_of_one_array_and_kernels_of_different_arrays_do_not_wait_for_each_other(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  open_two();
  fill(a_v, 5);
  fill(b_v, 6);
  fill(c_v, 7);
  copy_in(first, a_v, b_v); /* behind the kernels without a queue */
  copy_in(second, a_v, c_v);
  const int orders = watched.orders, waits = watched.queue_waits, event_waits = watched.event_waits;
  for (int round = 0; round < 3; round++) {
    copy_in(first, a_v, b_v);
    copy_in(second, a_v, c_v);
  }
  assert_int_equal(watched.orders, orders);
  fill_in(first, b_v, 8);
  fill_in(second, c_v, 9);
  assert_int_equal(watched.orders, orders);
  copy_in(second, c_v, b_v); /* one wait for the first queue, on the device */
  assert_int_equal(watched.orders, orders + 1);
  fill_in(second, b_v, 9); /* it has waited */
  assert_int_equal(watched.orders, orders + 1);
  assert_int_equal(watched.queue_waits, waits);
  assert_int_equal(watched.event_waits, event_waits);
  close_two();
}

static void host_waits_for_its_array_alone(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  open_two();
  fill_in(first, a_v, 5);
  fill_in(second, b_v, 6);
  const int orders = watched.orders, all_queues = in_place(a_v);
  expect_on_host(a_v, a, 5);
  assert_int_equal(watched.orders, orders + 1 + all_queues); /* the copy waits for the first queue alone */
  close_two();
}

static void context_without_queues_has_no_waits_between_queues(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  begin(1, 2);
  fill(a_v, 3);
  copy(a_v, b_v);
  expect_on_host(b_v, b, 3);
  assert_int_equal(watched.orders + watched.events + watched.event_waits, 0);
  end();
}

static const struct CMUnitTest tests[] = {
  claim(kernel_finds_what_a_kernel_of_another_queue_wrote),
  claim(kernel_waits_for_a_launch_whose_event_was_used_again),
  claim(write_waits_for_the_reads_of_other_queues),
  claim(kernels_without_a_queue_run_between_those_of_all_queues),
  claim(accesses_of_the_host_wait_for_the_queues_of_their_arrays),
  claim(release_brings_the_values_of_a_queue),
  claim(memory_that_a_queue_still_uses_is_not_overwritten),
  claim(prefetches_wait_for_the_kernels_of_all_queues),
  claim(results_in_a_queue_are_those_of_its_kernels),
  claim(sets_in_queues_have_the_values_of_one_queue),
  claim(new_queue_waits_for_the_kernels_of_older_queues),
  claim(each_queue_waits_for_a_copy_in_the_air),
  claim(result_in_a_view_waits_for_the_reads_of_other_queues),
  claim(solver_and_addresses_come_behind_the_kernels_of_queues),
  claim(each_queue_has_scratch_of_its_own),
  claim(queue_in_the_place_of_an_ended_queue_is_not_waited_for),
  claim(reads_of_one_array_and_kernels_of_different_arrays_do_not_wait_for_each_other),
  claim(host_waits_for_its_array_alone),
  claim(context_without_queues_has_no_waits_between_queues),
};
RUN("queues", tests)
