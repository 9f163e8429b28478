/* A host that changes an array between two calls and does not tell: where the device has memory of its own, the check names
 * the array as the cause. */
#include "checking.h"

/* copy, checked, before and after the host has changed a cell of the source; told: with to_host before. */
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

/* The port is wrong by itself: nothing is said of arrays that are alike on both sides. */
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
RUN("untold", tests)
