/* The host's loops use the threads that OpenMP keeps: a launch starts no thread. The tests run with more than one
 * thread. */
#include "common.h"

#include <dlfcn.h>
#include <pthread.h>

#include <viewfab/set.h>

enum { N = 40 };
static const vf_box boxes[2] = { { { 1, 1, 1 }, { N, N, N } }, { { N + 1, 1, 1 }, { 2 * N, N, N } } };
static int started, ever;

/* Replaces the C library's function, counts the call, and passes it on. */
int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*work)(void *),
                   void *restrict argument)
{
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
  started++, ever++;
  return create(thread, attributes, work, argument);
}

/* Calls for every way in which the host goes through boxes. Each call is large enough for several threads. */
static void run_kernels(vf_view *x)
{
  vf_boundary sides = { .order = 2 };
  double result = 0;
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_NEUMANN;
  must(vf_fill_value_boxes(boxes, 2, x, 1.0));
  must(vf_norm_max_boxes(boxes, 2, x, &result, NULL));
  assert_true(result == 1.0);
  must(vf_fill_ghosts_boxes(boxes, 2, x, &sides));
}

static void start_no_threads(vf_view *x)
{
  run_kernels(x);
  assert_true(ever > 0);
  started = 0;
  for (int round = 0; round < 10; round++) run_kernels(x);
  assert_int_equal(started, 0);
}

static void kernels_on_a_view_start_no_threads(void **state)
{
  (void)state;
  const int64_t extents[3] = { 2 * N + 2, N + 2, N + 2 };
  const int lower[3] = { 0, 0, 0 };
  vf_view *x = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "x", &x));
  start_no_threads(x);
  discard(x);
}

static void kernels_on_a_set_of_few_boxes_start_no_threads(void **state)
{
  (void)state;
  vf_set *x = NULL;
  must(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 1, 0, "x", &x));
  start_no_threads(x);
  discard(x);
}

static const struct CMUnitTest tests[] = {
  claim(kernels_on_a_view_start_no_threads),
  claim(kernels_on_a_set_of_few_boxes_start_no_threads),
};
RUN("kept_threads", tests)
