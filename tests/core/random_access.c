/* Long sequences of accesses, in any order, give the same values as a single array on the host. */
#include "common.h"

enum { LENGTH = 40, COMPONENTS = 3, CELLS = LENGTH * COMPONENTS, STEPS = 4000 };
static double values[CELLS], truth[CELLS];

static unsigned seed;
static int random_below(int limit)
{
  seed = seed * 1664525u + 1013904223u;
  return (int)(seed >> 8) % limit;
}

static void compare(const double *host)
{
  for (int c = 0; c < CELLS; c++)
    if (host[c] != truth[c]) fail_msg("element %d is %g, not %g", c, host[c], truth[c]);
}

static double truth_norm(int first, int count)
{
  double largest = 0;
  for (int c = first; c < first + count; c++) largest = truth[c] > largest ? truth[c] : largest;
  return largest;
}

/* Host reads and writes, kernels on boxes, kernels on components, forced and lazy moves: every read is the newest. */
static void run_sequence(unsigned start)
{
  seed = start;
  const int64_t extents[4] = { LENGTH, 1, 1, COMPONENTS };
  const vf_box all = line(1, LENGTH);
  for (int c = 0; c < CELLS; c++) values[c] = truth[c] = c;
  vf_view *view = wrapped(values, 4, extents, NULL, "values"), *parts[COMPONENTS];
  for (int n = 0; n < COMPONENTS; n++) must(vf_view_component(view, n + 1, 1, &parts[n]));
  for (int step = 1; step <= STEPS; step++) {
    const int n = random_below(COMPONENTS), cell = random_below(LENGTH), from = random_below(cell + 1);
    const vf_box some = line(from + 1, cell + 1);
    switch (random_below(9)) {
      case 0:
        must(vf_view_to_host(view, VF_READ));
        compare(values);
        break;
      case 1:
        must(vf_view_to_host(parts[n], VF_UPDATE));
        values[n * LENGTH + cell] = truth[n * LENGTH + cell] = step;
        break;
      case 2: /* only a write to the whole array may go without the old values */
        must(vf_view_to_host(parts[n], VF_WRITE));
        for (int c = 0; c < LENGTH; c++) values[n * LENGTH + c] = truth[n * LENGTH + c] = step + c;
        break;
      case 3:
        must(vf_view_to_host(view, VF_WRITE));
        for (int c = 0; c < CELLS; c++) values[c] = truth[c] = step + c;
        break;
      case 4:
        must(vf_fill_value(&some, parts[n], step));
        for (int c = from; c <= cell; c++) truth[n * LENGTH + c] = step;
        break;
      case 5:
        must(vf_fill_value(&all, view, step));
        for (int c = 0; c < CELLS; c++) truth[c] = step;
        break;
      case 6:
        must(vf_copy(&some, parts[n], parts[(n + 1) % COMPONENTS]));
        for (int c = from; c <= cell; c++) truth[(n + 1) % COMPONENTS * LENGTH + c] = truth[n * LENGTH + c];
        break;
      case 7: assert_true(norm(&some, parts[n]) == truth_norm(n * LENGTH + from, cell - from + 1)); break;
      default: assert_true(norm(&all, view) == truth_norm(0, CELLS));
    }
  }
  must(vf_view_sync_d2h(view));
  for (int n = 0; n < COMPONENTS; n++) must(vf_view_release(&parts[n], false));
  must(vf_view_release(&view, false));
}

static void any_order_of_accesses_reads_the_newest(void **state)
{
  (void)state;
  for (unsigned start = 1; start <= 4; start++) run_sequence(start);
}

static const struct CMUnitTest tests[] = {
  claim(any_order_of_accesses_reads_the_newest),
};
RUN("random_access", tests)
