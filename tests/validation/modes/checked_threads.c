/* Threads of the code make checked calls, and originals call viewfab themselves. */
#include "checking.h"

enum { N = 24, SLABS = 8, THICK = N / SLABS, ROUNDS = 6 };
static double x_values[N * N * N], y_values[N * N * N];
static const int64_t cube[3] = { N, N, N };

static vf_box slab(int number) { return (vf_box){ { 1, 1, number * THICK + 1 }, { N, N, (number + 1) * THICK } }; }

/* y = x + y / 2 on every slab, ROUNDS times, each slab on any thread. Returns the number of failed calls. */
static int relax_slabs(vf_view *x, vf_view *y)
{
  int failures = 0;
#pragma omp parallel for schedule(dynamic) num_threads(4) reduction(+ : failures)
  for (int s = 0; s < SLABS; s++) {
    const vf_box box = slab(s);
    for (int round = 0; round < ROUNDS; round++) {
      double largest = 0;
      failures += vf_xpay(&box, x, 0.5, y) != VF_OK;
      failures += vf_norm_max(&box, y, &largest) != VF_OK;
    }
  }
  return failures;
}

static void expect_relaxed(void)
{
  for (int c = 0; c < N * N * N; c++) {
    double y = -7;
    for (int round = 0; round < ROUNDS; round++) y = x_values[c] + 0.5 * y;
    assert_true(y_values[c] == y);
  }
}

static void slabs(vf_mode mode)
{
  for (int c = 0; c < N * N * N; c++) {
    x_values[c] = c % 64;
    y_values[c] = -7;
  }
  vf_view *x = wrapped(x_values, 3, cube, NULL, "x"), *y = wrapped(y_values, 3, cube, NULL, "y");
  must(vf_kernel_set_original(&vf_xpay_kernel, VF_REAL64, original_xpay, NULL));
  must(vf_validate_mode("xpay", mode));
  assert_int_equal(relax_slabs(x, y), 0);
  must(vf_validate_mode("xpay", VF_MODE_DEVICE));
  must(vf_view_to_host(y, VF_READ));
  expect_relaxed();
  discard(x);
  discard(y);
}

/* Other threads write their tiles during a check. Their writes are no finding. */
static void threads_check_tiles_of_one_array(void **state)
{
  (void)state;
  slabs(VF_MODE_CHECK);
  expect_verdict(true, SLABS * ROUNDS);
}

static void threads_run_originals_on_tiles_of_one_array(void **state)
{
  (void)state;
  slabs(VF_MODE_ORIGINAL);
  expect_said("48 calls by the original alone");
}

static void some_calls_of_threads_are_checked(void **state)
{
  (void)state;
  must(vf_validate_every("xpay", 5));
  slabs(VF_MODE_CHECK);
  expect_verdict(true, 10);
  must(vf_validate_every("xpay", 1));
}

/* An original that copies by viewfab, through views of its arrays. */
static void copy_by_viewfab(const vf_original_call *call, void *user)
{
  vf_view *views[2] = { NULL, NULL };
  for (int a = 0; a < 2; a++) {
    const vf_original_array *array = &call->arrays[a];
    int64_t sizes[3];
    for (int d = 0; d < 3; d++) sizes[d] = array->upper[d] - array->lower[d] + 1;
    *(vf_status *)user =
        vf_view_wrap(NULL, array->first, VF_REAL64, 3, sizes, array->lower, "inner", VF_WRAP_JOIN, &views[a]);
    if (*(vf_status *)user) return;
  }
  *(vf_status *)user = vf_copy(&call->box, views[0], views[1]);
  if (!*(vf_status *)user) *(vf_status *)user = vf_view_to_host(views[1], VF_READ);
  for (int a = 0; a < 2; a++) vf_view_release(&views[a], false);
}

static void original_may_call_viewfab(void **state)
{
  (void)state;
  vf_status status = VF_ERROR_STATE;
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, copy_by_viewfab, &status));
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    must(vf_validate_mode("copy", (vf_mode)mode));
    must(vf_view_to_host(to, VF_UPDATE));
    target[0] = -7;
    must(vf_copy(&whole, from, to));
    must(status);
    must(vf_view_to_host(to, VF_READ));
    assert_memory_equal(target, source, sizeof source);
  }
  expect_verdict(true, 1);
}

static int close_threads(void **state)
{
  must(vf_kernel_set_original(&vf_xpay_kernel, VF_REAL64, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_threads)

static const struct CMUnitTest tests[] = {
  claim(threads_check_tiles_of_one_array),
  claim(threads_run_originals_on_tiles_of_one_array),
  claim(some_calls_of_threads_are_checked),
  claim(original_may_call_viewfab),
};
RUN("checked_threads", tests)
