/* Kept lists of calls that are made again meet copies in the air, and states that code of the library sets. The test calls the
 * library's own functions. */
#include "common.h"

#include "../../c_src/core/flight.h"
#include "../../c_src/core/view.h"
#include "../../c_src/relink/host_side.h"
#include "../../c_src/relink/together.h"

enum { CELLS = 300 };
static double a[CELLS], b[CELLS];

static void kept_calls_wait_for_copies_to_the_host(void **state)
{
  (void)state;
  vf_view *views[2] = { wrapped_line(a, CELLS, "a"), wrapped_line(b, CELLS, "b") };
  const vf_box box = line(1, CELLS);
  vfi_argument arguments[2][2] = { { { .view = views[0] }, { .value.number = 1 } },
                                   { { .view = views[1] }, { .value.number = 1 } } };
  vfi_repeated_calls *repeated = NULL;
  vfi_call calls[2];
  bool made = false;
  memset(calls, 0, sizeof calls);
  for (int c = 0; c < 2; c++) {
    calls[c].kernel = &vf_add_constant_kernel;
    calls[c].boxes = &box;
    calls[c].box_count = 1;
    calls[c].arguments = arguments[c];
    for (int i = 0; i < CELLS; i++) a[i] = b[i] = 0;
  }
  must(vf_dispatch_together(calls, 2));
  must(vfi_calls_keep(calls, 2, &repeated));
  assert_non_null(repeated);
  for (int round = 2; round <= 5; round++) {
    for (int v = 0; v < 2; v++) must(vf_view_prefetch(views[v], VF_HOST));
    must(vfi_calls_again(repeated, &made));
    assert_true(made);
    for (int v = 0; v < 2; v++) must(vf_view_wait(views[v]));
    if (separate()) assert_true(a[0] == round - 1 && b[CELLS - 1] == round - 1);
  }
  vfi_calls_drop(repeated);
  must(vf_view_to_host(views[0], VF_READ));
  assert_true(a[7] == 5);
  for (int v = 0; v < 2; v++) discard(views[v]);
}

/* A legacy call has written the host's array. */
static void values_that_the_library_sees_on_the_host_are_copied_again(void **state)
{
  (void)state;
  vf_view *from = wrapped_line(a, CELLS, "a"), *to = wrapped_line(b, CELLS, "b");
  const vf_box box = line(1, CELLS);
  for (int i = 0; i < CELLS; i++) a[i] = 1;
  must(vf_view_prefetch(from, VF_DEVICE));
  must(vf_view_wait(from));
  must(vf_view_to_host(from, VF_UPDATE));
  must(vf_view_prefetch(from, VF_DEVICE));
  vfi_host_is_newest(from);
  must(vf_copy(&box, from, to));
  expect_copies(3 * separate(), 0);
  must(vf_fill_value(&box, from, 4));
  must(vf_view_prefetch(from, VF_HOST));
  vfi_host_is_newest(from);
  must(vf_view_wait(from));
  if (separate()) expect_state(from, true, false);
  discard(from);
  discard(to);
}

static const struct CMUnitTest tests[] = {
  claim(kept_calls_wait_for_copies_to_the_host),
  claim(values_that_the_library_sees_on_the_host_are_copied_again),
};
RUN("prefetch_again", tests)
