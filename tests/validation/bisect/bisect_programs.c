/* vf_bisect on a program that uses viewfab: the search together with the modes, the report and the kept view of the
 * library. */
#include "bisecting.h"

#define STEPS "-- '" PROGRAM "' "

static void the_kernel_that_breaks_the_exit_status_is_named(void **state)
{
  (void)state;
  bisect(1, "", STEPS "0.1 axpy 0.5");
  expect_words(verdict, "breaks the result: axpy\n  exit status 1\n");
  expect_words(verdict, "VF_MODE=original VF_KERNELS=axpy=device\n");
  expect_words(verdict, "all other kernels together are good on the port\n");
  expect_words(verdict, "without an original, so on the port in every run: norm_max\n");
}

/* An error e of copy, add_constant or xpay reaches phi as e. Each alone stays within the limit 1; two errors of 0.6
 * or three of 0.4 exceed the limit. */
static void kernels_that_break_only_together_are_named(void **state)
{
  (void)state;
  bisect(1, "", STEPS "1 copy 0.6 xpay 0.6");
  expect_words(verdict, "break the result together: copy, xpay\n");
  expect_words(verdict, "no smaller set does\n");
  bisect(1, "", STEPS "1 copy 0.4 xpay 0.4 add_constant 0.4");
  expect_words(verdict, "break the result together: copy, add_constant, xpay\n");
}

static void errors_that_cancel_are_found_one_by_one(void **state)
{
  (void)state;
  bisect(1, "", STEPS "0.1 copy 0.5 xpay -0.5 axpy 1");
  expect_words(verdict, "breaks the result: axpy\n");
  expect_words(verdict, "breaks the result: copy\n");
  expect_words(verdict, "breaks the result: xpay\n");
}

static void a_view_beyond_the_tolerance_is_told_in_the_users_indices(void **state)
{
  (void)state;
  bisect(1, "", "--view phi --absolute 1e-3 " STEPS "100 add_constant 0.25");
  expect_words(verdict, "breaks the result: add_constant\n"
                        "  view 'phi' differs, worst at (-1, 0, 5): 4 with the originals, 4.25 here "
                        "(difference 0.25)\n");
  bisect(0, "", "--view phi --absolute 0.26 " STEPS "100 add_constant 0.25");
  expect_words(verdict, "nothing to find");
  bisect(0, "", "--view phi --relative 0.07 " STEPS "100 add_constant 0.25");
  bisect(1, "", "--view phi --absolute 1e300 --relative 1e10 " STEPS "100 add_constant nan");
  expect_words(verdict, "breaks the result: add_constant\n");
  expect_words(verdict, "nan");
}

static void a_view_that_is_never_released_is_compared_too(void **state)
{
  (void)state;
  bisect(1, "", "--view y --absolute 1e-3 " STEPS "100 copy 0.25");
  expect_words(verdict, "worst at (-1, 0, 5): 1.5 with the originals, 1.75 here");
}

static void ports_that_agree_leave_nothing_to_find(void **state)
{
  (void)state;
  bisect(0, "", "--view phi " STEPS "0");
  expect_words(verdict, "nothing to find");
}

static void a_program_that_is_wrong_without_ports_is_no_case(void **state)
{
  (void)state;
  bisect(2, "", STEPS "-1");
  expect_words(progress, "bad already with all kernels on their originals: exit status 1");
  expect_words(progress, "without an original, so on the port in every run: norm_max");
}

/* A port that crashes writes no report. The report of the run with the originals names the kernels. */
static void a_port_that_crashes_is_named(void **state)
{
  (void)state;
  bisect(1, "", STEPS "0 xpay crash");
  expect_words(verdict, "breaks the result: xpay\n  ended by signal 9 (");
}

static void a_port_that_hangs_is_named(void **state)
{
  (void)state;
  if (!strcmp(device_memory(), "mirror")) skip(); /* the host is enough: a hanging run takes 2 seconds */
  bisect(1, "", "--timeout 2 --kernels xpay,copy " STEPS "0 xpay hang");
  expect_words(verdict, "breaks the result: xpay\n  no end after 2 seconds\n");
}

/* The wrong ghosts: a corner ghost two layers away from the box (fill_halo), and a ghost beside a face
 * (fill_ghosts). */
static void kernels_over_ghosts_are_found_by_the_ghosts_that_they_fill(void **state)
{
  (void)state;
  bisect(1, "", "--view phi -- '" GHOST_PROGRAM "' fill_halo 0.125");
  expect_words(verdict, "breaks the result: fill_halo\n  view 'phi' differs, worst at (-3, -2, 8)");
  expect_words(verdict, "VF_KERNELS=fill_halo=device\nall other kernels together are good on the port\n");
  bisect(1, "", "--view phi -- '" GHOST_PROGRAM "' fill_ghosts 0.125");
  expect_words(verdict, "breaks the result: fill_ghosts\n  view 'phi' differs, worst at (2, 3, 2)");
  bisect(0, "", "--view phi -- '" GHOST_PROGRAM "' fill_halo 0");
}

static const struct CMUnitTest tests[] = {
  claim(the_kernel_that_breaks_the_exit_status_is_named),
  claim(kernels_that_break_only_together_are_named),
  claim(errors_that_cancel_are_found_one_by_one),
  claim(a_view_beyond_the_tolerance_is_told_in_the_users_indices),
  claim(a_view_that_is_never_released_is_compared_too),
  claim(ports_that_agree_leave_nothing_to_find),
  claim(a_program_that_is_wrong_without_ports_is_no_case),
  claim(a_port_that_crashes_is_named),
  claim(a_port_that_hangs_is_named),
  claim(kernels_over_ghosts_are_found_by_the_ghosts_that_they_fill),
};
RUN("bisect_programs", tests)
