/* From how many points on threads share a loop of the host: the rule, and loops that are timed once and then know their number. The
 * test looks into the library's own functions. */
#include "common.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <viewfab/kit/host_threads.h>

#include "../../c_src/core/loop_threads.h"

static void long_bodies_and_cheap_threads_ask_for_fewer_points(void **state)
{
  (void)state;
  /* 2 forks of 1 us against half of 10 ns a point: 400 points */
  assert_in_range(vfi_loop_points(10e-9, 1e-6, 2), 400, 401);
  assert_in_range(vfi_loop_points(20e-9, 1e-6, 2), 200, 201);
  assert_in_range(vfi_loop_points(10e-9, 3e-6, 2), 1200, 1201);
  assert_in_range(vfi_loop_points(10e-9, 1e-6, 4), 266, 268);
}

static void number_stays_between_both_ends(void **state)
{
  (void)state;
  assert_int_equal(vfi_loop_points(1e-6, 1e-6, 8), VF_LEAST_LOOP_POINTS);
  assert_int_equal(vfi_loop_points(0.1e-9, 50e-6, 2), VF_PARALLEL_POINTS);
  assert_int_equal(vfi_loop_points(10e-9, 1e-6, 1), VF_PARALLEL_POINTS);
  assert_int_equal(vfi_loop_points(0, 1e-6, 2), VF_PARALLEL_POINTS);
}

static int64_t heard; /* of the last launch; -1: no launch */

static int hear(const vfi_launch *launch)
{
  heard = launch->parallel_points;
  return 5;
}

static int hear_too(const vfi_launch *launch) { return hear(launch); }

/* The number of a launch of so many points. */
static int64_t launch_on(vfi_launcher launcher, vfi_points points, int count)
{
  const vf_kernel kernel = { .description = { .points = points } };
  const vf_box box = line(1, count);
  const vfi_launch launch = { .box_count = 1, .boxes = &box, .components = 1, .levels = 1 };
  heard = -1;
  assert_int_equal(vfi_loop_launch(&kernel, launcher, &launch), 5);
  return heard;
}

static void loops_learn_their_number_from_five_launches(void **state)
{
  (void)state;
#ifdef _OPENMP
  omp_set_num_threads(2);
  for (int l = 0; l < 5; l++) assert_int_equal(launch_on(hear, VF_POINTS_ALL, 1000), 0);
  assert_in_range(launch_on(hear, VF_POINTS_ALL, 1000), VF_LEAST_LOOP_POINTS, VF_PARALLEL_POINTS);
  assert_in_range(launch_on(hear, VF_POINTS_ALL, 100), VF_LEAST_LOOP_POINTS, VF_PARALLEL_POINTS);
  assert_int_equal(launch_on(hear_too, VF_POINTS_ALL, 1000), 0);
  omp_set_num_threads(1);
  assert_int_equal(launch_on(hear, VF_POINTS_ALL, 1000), 0);
#else
  for (int l = 0; l < 7; l++) assert_int_equal(launch_on(hear, VF_POINTS_ALL, 1000), 0);
#endif
}

/* Few points tell nothing, and many points have threads anyway. */
static void loops_of_few_points_and_of_many_points_are_not_timed(void **state)
{
  (void)state;
#ifdef _OPENMP
  omp_set_num_threads(2);
#endif
  for (int l = 0; l < 7; l++) {
    assert_int_equal(launch_on(hear_too, VF_POINTS_ALL, 40), 0);
    assert_int_equal(launch_on(hear_too, VF_POINTS_ALL, 200), 0);
    assert_int_equal(launch_on(hear_too, VF_POINTS_ALL, VF_PARALLEL_POINTS), 0);
    assert_int_equal(launch_on(hear_too, VF_POINTS_GHOSTS, 1000), 0);
  }
}

static const struct CMUnitTest tests[] = {
  claim(long_bodies_and_cheap_threads_ask_for_fewer_points),
  claim(number_stays_between_both_ends),
  claim(loops_learn_their_number_from_five_launches),
  claim(loops_of_few_points_and_of_many_points_are_not_timed),
};
RUN("loop_threads", tests)
