/* A composite replaces several kernels by a single kernel. If any of them is watched, the plain sequence of kernels
 * runs, and its calls are checked. */
#include "checking.h"

#include <errno.h>

#include <viewfab/smooth.h>

enum { N = 12, AROUND = N + 2, SMOOTHS = 3 };
static const int64_t cells[3] = { N, N, N }, around[3] = { AROUND, AROUND, AROUND };
static const int first[3] = { -2, 1, 4 }, first_ghost[3] = { -3, 0, 3 };
static const vf_box box = { { -2, 1, 4 }, { N - 3, N, N + 3 } };
static const vf_boundary walls = {
  .kind = { VF_DIRICHLET, VF_NEUMANN, VF_DIRICHLET, VF_DIRICHLET, VF_NEUMANN, VF_DIRICHLET }, .order = 2
};
static double phi_values[AROUND * AROUND * AROUND], rhs_values[N * N * N];
static int sweeps; /* made by the original */

static void counting_gsrb(const vf_original_call *call, void *user)
{
  sweeps++;
  original_gsrb_poisson(call, user);
}

/* Updates no cell. */
static void idle_gsrb(const vf_original_call *call, void *user)
{
  (void)call;
  (void)user;
  sweeps++;
}

static void fill_fields(void)
{
  for (int e = 0; e < AROUND * AROUND * AROUND; e++) phi_values[e] = 1 + e * 37 % 101 / 101.0;
  for (int e = 0; e < N * N * N; e++) rhs_values[e] = e * 53 % 97 / 97.0;
}

/* Smooths from the same start each time. Returns the number of kernel launches. */
static int64_t smooth(void)
{
  fill_fields();
  vf_view *phi = wrapped(phi_values, 3, around, first_ghost, "phi"), *rhs = wrapped(rhs_values, 3, cells, first, "rhs");
  const int64_t before = counters().launches;
  must(vf_smooth_poisson(&box, phi, rhs, NULL, 0.1, &walls, SMOOTHS));
  const int64_t launches = counters().launches - before;
  must(vf_view_to_host(phi, VF_READ));
  discard(phi);
  discard(rhs);
  return launches;
}

static void watch(vf_mode mode, vf_original original)
{
  sweeps = 0;
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, original, NULL));
  must(vf_validate_mode("gsrb_poisson", mode));
}

/* The tuned smooth launches none of these kernels. */
static void smooth_of_unwatched_kernels_is_the_tuned_one(void **state)
{
  (void)state;
  watch(VF_MODE_DEVICE, counting_gsrb);
  assert_int_equal(smooth(), 0);
  assert_int_equal(sweeps, 0);
}

static void smooth_of_a_checked_kernel_is_the_plain_sequence(void **state)
{
  (void)state;
  watch(VF_MODE_CHECK, counting_gsrb);
  assert_int_equal(smooth(), 4 * SMOOTHS);
  assert_true(sweeps >= 2 * SMOOTHS);
  expect_verdict(true, 2 * SMOOTHS);
}

static void wrong_member_of_a_smooth_is_found(void **state)
{
  (void)state;
  watch(VF_MODE_CHECK, idle_gsrb);
  smooth();
  expect_verdict(false, 2 * SMOOTHS);
}

static void smooth_runs_the_original_of_its_member(void **state)
{
  (void)state;
  watch(VF_MODE_ORIGINAL, idle_gsrb);
  smooth();
  assert_int_equal(sweeps, 2 * SMOOTHS);
  for (int k = 1; k <= N; k++)
    for (int j = 1; j <= N; j++)
      for (int i = 1; i <= N; i++) {
        const int e = i + AROUND * (j + AROUND * k);
        assert_true(phi_values[e] == 1 + e * 37 % 101 / 101.0);
      }
}

static void fills_of_a_smooth_are_checked(void **state)
{
  (void)state;
  must(vf_kernel_set_original(&vf_fill_ghosts_kernel, VF_REAL64, original_fill_ghosts, NULL));
  must(vf_validate_mode("fill_ghosts", VF_MODE_CHECK));
  smooth();
  expect_verdict(true, 2 * SMOOTHS);
}

/* A watched kernel outside the smooth has no effect on the smooth: the tuned smooth runs. */
static void other_watched_kernels_leave_the_tuned_smooth(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  assert_int_equal(smooth(), 0);
  expect_nothing_checked();
}

static int fills_until_failure;

static int failing_fill(const vfi_launch *launch)
{
  (void)launch;
  return --fills_until_failure ? VF_LAUNCH_DECLINED : EIO;
}

/* A smooth in which the given fill fails, then the same smooth without a failure. Before, either the host or the device
 * has the newest values. */
static void fail_and_smooth_again(int fill, bool on_device, vf_view *phi, vf_view *rhs)
{
  vfi_launcher *slot = &vf_fill_ghosts_kernel.tuned[backend_under_test()][1], before = *slot;
  must(vf_view_to_host(phi, VF_UPDATE));
  fill_fields();
  if (on_device) must(vf_add_constant(&box, phi, 0)); /* only valid on the device, if it has its own memory */
  fills_until_failure = fill;
  *slot = failing_fill;
  refused(vf_smooth_poisson(&box, phi, rhs, NULL, 0.1, &walls, SMOOTHS), VF_ERROR_DEVICE, "fill_ghosts");
  *slot = before;
  must(vf_view_to_host(phi, VF_READ));
  for (int e = 0; e < AROUND * AROUND * AROUND; e++) assert_true(phi_values[e] == 1 + e * 37 % 101 / 101.0);
  must(vf_smooth_poisson(&box, phi, rhs, NULL, 0.1, &walls, SMOOTHS));
  must(vf_view_to_host(phi, VF_READ));
}

/* In mode check, and in mode original, where the original runs in the arrays of the host. */
static void smooth_that_fails_midway_leaves_phi_and_can_be_made_again(void **state)
{
  (void)state;
  static double result[AROUND * AROUND * AROUND];
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    watch((vf_mode)mode, counting_gsrb);
    smooth();
    memcpy(result, phi_values, sizeof result);
    vf_view *phi = wrapped(phi_values, 3, around, first_ghost, "phi");
    vf_view *rhs = wrapped(rhs_values, 3, cells, first, "rhs");
    for (int fill = 1; fill <= 2 * SMOOTHS; fill++)
      for (int on_device = 0; on_device < 2; on_device++) {
        fail_and_smooth_again(fill, on_device, phi, rhs);
        assert_memory_equal(phi_values, result, sizeof result);
      }
    discard(phi);
    discard(rhs);
  }
}

/* A difference stops the smooth after the differing kernel. phi must then have its values from before the smooth. */
static void smooth_that_a_difference_stops_leaves_phi(void **state)
{
  (void)state;
  watch(VF_MODE_CHECK, idle_gsrb);
  must(vf_validate_stop("gsrb_poisson", true));
  fill_fields();
  vf_view *phi = wrapped(phi_values, 3, around, first_ghost, "phi"), *rhs = wrapped(rhs_values, 3, cells, first, "rhs");
  refused(vf_smooth_poisson(&box, phi, rhs, NULL, 0.1, &walls, SMOOTHS), VF_ERROR_MISMATCH,
          "gsrb_poisson: 'phi' differs");
  must(vf_view_to_host(phi, VF_READ));
  for (int e = 0; e < AROUND * AROUND * AROUND; e++) assert_true(phi_values[e] == 1 + e * 37 % 101 / 101.0);
  must(vf_validate_stop("gsrb_poisson", false));
  discard(phi);
  discard(rhs);
}

static int close_composites(void **state)
{
  must(vf_validate_mode("gsrb_poisson", VF_MODE_DEVICE));
  must(vf_validate_mode("fill_ghosts", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
  must(vf_kernel_set_original(&vf_fill_ghosts_kernel, VF_REAL64, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_composites)

static const struct CMUnitTest tests[] = {
  claim(smooth_of_unwatched_kernels_is_the_tuned_one),
  claim(smooth_of_a_checked_kernel_is_the_plain_sequence),
  claim(wrong_member_of_a_smooth_is_found),
  claim(smooth_runs_the_original_of_its_member),
  claim(fills_of_a_smooth_are_checked),
  claim(other_watched_kernels_leave_the_tuned_smooth),
  claim(smooth_that_fails_midway_leaves_phi_and_can_be_made_again),
  claim(smooth_that_a_difference_stops_leaves_phi),
};
RUN("composites", tests)
