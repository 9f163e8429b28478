/* Calls that are checked while parts of their arrays are old on a side: the check sees the newest values, and leaves them. */
#include <viewfab/parts.h>

#include "checking.h"

static const vf_box of_host = { { -2, 0, 4 }, { 6, 4, 4 } }, of_device = { { -2, 0, 5 }, { 6, 4, 5 } };

static bool in(const vf_box *box, int c)
{
  const int k = c / (NX * NY) + 3;
  return k >= box->lower[2] && k <= box->upper[2];
}

/* Both sides get newest parts: the host a plane of 3, the device a plane of 2 over which the host has written nothing. */
static void mix(vf_view *view, double *host)
{
  must(vf_fill_value(&whole, view, 2));
  must(vf_view_to_host(view, VF_READ));
  must(vf_view_to_host_box(view, VF_WRITE, &of_host, NULL));
  for (int c = 0; c < CELLS; c++)
    if (in(&of_host, c)) host[c] = 3;
  must(vf_view_to_device_box(view, VF_UPDATE, &of_device, NULL));
  for (int c = 0; c < CELLS; c++)
    if (in(&of_device, c)) host[c] = -9;
  expect_state(view, false, false);
}

static void expect_values(const double *host, double of_host_plane)
{
  for (int c = 0; c < CELLS; c++)
    if (host[c] != (in(&of_host, c) ? of_host_plane : 2)) fail_msg("element %d is %g", c, host[c]);
}

static void checked_call_sees_the_newest_parts_of_both_sides(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int mixed = 1; mixed < 4; mixed++)
    for (int keep = 0; keep < 2; keep++) {
      planted original = { 0 };
      must(vf_validate_mode("copy", VF_MODE_DEVICE));
      if (mixed & 1) mix(from, source);
      else must(vf_fill_value(&whole, from, 2));
      if (mixed & 2) mix(to, target);
      else must(vf_fill_value(&whole, to, 2));
      check_copy(&original);
      must(vf_validate_keep("copy", keep ? VF_KEEP_ORIGINAL : VF_KEEP_PORT));
      must(vf_copy(&whole, from, to));
      assert_in_range(original.calls, 1, 2);
      must(vf_view_to_host(to, VF_READ));
      must(vf_view_to_host(from, VF_READ));
      expect_values(source, mixed & 1 ? 3 : 2);
      expect_values(target, mixed & 1 ? 3 : 2);
      expect_verdict(true, 1);
      must(vf_report_reset());
    }
}

static const struct CMUnitTest tests[] = {
  claim(checked_call_sees_the_newest_parts_of_both_sides),
};
RUN("parts_of_checked_arrays", tests)
