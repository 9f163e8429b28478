/* The same work again and again must not increase the host's memory. With a sanitizer's allocator the count is
 * constant, but the sanitizer looks for leaks itself. The test does not run on a GPU, because a GPU's driver keeps
 * memory of its own. */
#include "boxes.h"

#include <malloc.h>

enum { MANY = 40 }; /* more boxes than a call keeps without memory of its own */

static size_t in_use(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

/* Everything that takes memory: wrapped and owned views, sets of them, kernels on many boxes, reductions, exchanges
 * with changing plans, and calls that are refused after they took memory. */
static void work(void)
{
  static double values[4 * MANY];
  vf_box cells[MANY];
  vf_view *line_of_values = wrapped_line(values, 4 * MANY, "values");
  for (int b = 0; b < MANY; b++) cells[b] = line(4 * b + 1, 4 * b + 4);
  double sum = 0;
  must(vf_add_constant_boxes(cells, MANY, line_of_values, 1));
  must(vf_sum_boxes(cells, MANY, line_of_values, &sum, NULL));
  must(vf_view_sync_d2h(line_of_values));
  vf_set *x = filled_set(1, "x"), *wrong = NULL;
  vf_boundary sides = { .order = 2 };
  for (int layers = 1; layers <= GHOSTS; layers++) must(vf_set_fill_ghosts(x, NULL, layers, &domain, &sides));
  refused(vf_set_fill_ghosts(x, NULL, GHOSTS + 1, &domain, &sides), VF_ERROR_BOX, "ghost layers");
  must(vf_sum_boxes(boxes, BOXES, x, &sum, NULL));
  must(vf_view_to_host(x, VF_READ));
  vf_view *twice[2];
  must(vf_set_view(x, 0, NULL, &twice[0]));
  twice[1] = twice[0];
  refused(vf_set_wrap(NULL, boxes, 2, twice, "wrong", &wrong), VF_ERROR_OVERLAP, "share elements");
  vf_context *context = NULL;
  must(vf_context_create(NULL, &context));
  must(vf_context_destroy(context));
  discard(x);
  discard(line_of_values);
}

/* Caches of an allocator fill up now and then; a leak is there every time. */
static void memory_does_not_grow(void **state)
{
  (void)state;
  size_t least = SIZE_MAX;
  for (int window = 0; window < 16; window++) {
    const size_t before = in_use();
    for (int round = 0; round < 5; round++) work();
    const size_t after = in_use(), growth = after > before ? after - before : 0;
    if (growth < least) least = growth;
  }
  if (least > 0) fail_msg("5 rounds leave %zu bytes or more", least);
}

static const struct CMUnitTest tests[] = {
  claim(memory_does_not_grow),
};

RUN("released_memory", tests)
