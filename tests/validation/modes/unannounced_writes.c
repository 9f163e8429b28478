/* A host that changes an array between two calls without telling viewfab. If the device has its own memory, the report
 * names the array as the cause. */
#include "checking.h"

/* Makes a checked copy before and after the host changes a cell of the source. `told`: the host calls to_host first.
 * Returns true if the device has its own memory. */
static bool copy_twice(bool told)
{
  planted nothing = { 0 };
  void *device = NULL;
  check_copy(&nothing);
  copy_and_fetch(&whole);
  must(vf_view_device_address(from, VF_READ, &device));
  if (told) must(vf_view_to_host(from, VF_UPDATE));
  source[cell(1, 2, 4)] = 5.5;
  copy_and_fetch(&whole);
  return device != source;
}

static void array_that_the_host_changed_without_telling_is_the_cause(void **state)
{
  (void)state;
  const bool apart = copy_twice(false);
  if (apart)
    expect_said("(argument source) holds other values on the host than on the device, first at (1, 2, 4): the host has "
                "changed it without to_host(vf_update) before, or mark_written");
  else expect_not_said("holds other values");
  expect_verdict(!apart, 2);
}

static void array_that_the_host_changed_and_told_is_none(void **state)
{
  (void)state;
  (void)copy_twice(true);
  expect_not_said("holds other values");
  expect_verdict(true, 2);
}

/* The port itself is wrong. The report says nothing of arrays with the same values on host and device. */
static void arrays_alike_on_both_sides_are_not_spoken_of(void **state)
{
  (void)state;
  planted wrong = plant(cell(1, 2, 4), 77);
  check_copy(&wrong);
  copy_and_fetch(&whole);
  expect_not_said("holds other values");
  expect_verdict(false, 1);
}

static const struct CMUnitTest tests[] = {
  claim(array_that_the_host_changed_without_telling_is_the_cause),
  claim(array_that_the_host_changed_and_told_is_none),
  claim(arrays_alike_on_both_sides_are_not_spoken_of),
};
RUN("unannounced_writes", tests)
