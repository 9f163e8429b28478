/* VF_CHECK=poison: values that nobody may read are signalling NaN, or the smallest integer. The host device keeps a copy if
 * VF_HOST_MEMORY is unset. */
#include "../core/common.h"

#include <limits.h>
#include <math.h>

enum { COUNT = 5000 };

static int open_poison(void **state)
{
  setenv("VF_CHECK", "poison", 1);
  if (!strcmp(device_memory(), "alias")) unsetenv("VF_HOST_MEMORY");
  return open_device(state);
}
#define poison_claim(name) cmocka_unit_test_setup_teardown(name, open_poison, close_device)

/* Looks at the bits: a load into a register of the old floating-point unit would make the NaN quiet. */
static bool signals(const double *value)
{
  uint64_t bits;
  memcpy(&bits, value, sizeof bits);
  return (bits & UINT64_C(0x7ff8000000000000)) == UINT64_C(0x7ff0000000000000) && bits & UINT64_C(0x7ffffffffffff);
}

static void old_values_of_the_host_signal(void **state)
{
  (void)state;
  static double values[COUNT];
  vf_view *view = wrapped_line(values, COUNT, "values");
  const vf_box some = line(1, COUNT / 2), all = line(1, COUNT);
  must(vf_fill_value(&some, view, 3));
  for (int n = 0; n < COUNT; n++)
    if (!signals(&values[n])) fail_msg("value %d is %g", n + 1, values[n]);
  must(vf_view_to_host(view, VF_READ));
  for (int n = 0; n < COUNT; n++) assert_true(values[n] == (n < COUNT / 2 ? 3 : 0));
  assert_true(norm(&all, view) == 3);
  discard(view);
}

static void device_memory_that_nobody_wrote_signals(void **state)
{
  (void)state;
  static double values[COUNT];
  vf_view *view = wrapped_line(values, COUNT, "values");
  void *device = NULL;
  must(vf_view_device_address(view, VF_WRITE, &device));
  must(vf_view_sync_d2h(view));
  for (int n = 0; n < COUNT; n++) assert_true(signals(&values[n]));
  discard(view);
}

static void old_values_of_the_device_signal(void **state)
{
  (void)state;
  static double values[COUNT];
  vf_view *view = wrapped_line(values, COUNT, "values");
  const vf_box all = line(1, COUNT);
  void *device = NULL;
  must(vf_fill_value(&all, view, 3));
  must(vf_view_to_host(view, VF_WRITE));
  for (int n = 0; n < COUNT; n++) values[n] = 4;
  must(vf_view_device_address(view, VF_WRITE, &device)); /* promises to write all, and does not */
  must(vf_view_sync_d2h(view));
  for (int n = 0; n < COUNT; n++) assert_true(signals(&values[n]));
  discard(view);
}

static void other_types_have_values_that_show_too(void **state)
{
  (void)state;
  static float singles[COUNT];
  static int32_t integers[COUNT];
  const int64_t extent = COUNT;
  vf_view *single = NULL, *integer = NULL;
  void *device = NULL;
  must(vf_view_wrap(NULL, singles, VF_REAL32, 1, &extent, NULL, "singles", VF_WRAP_DISTINCT, &single));
  must(vf_view_wrap(NULL, integers, VF_INT32, 1, &extent, NULL, "integers", VF_WRAP_DISTINCT, &integer));
  must(vf_view_device_address(single, VF_WRITE, &device));
  must(vf_view_device_address(integer, VF_WRITE, &device));
  for (int n = 0; n < COUNT; n++) assert_true(isnan(singles[n]) && integers[n] == INT_MIN);
  discard(single);
  discard(integer);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    poison_claim(old_values_of_the_host_signal),
    poison_claim(device_memory_that_nobody_wrote_signals),
    poison_claim(old_values_of_the_device_signal),
    poison_claim(other_types_have_values_that_show_too),
  };
  return run_claims(argc, argv, "poison", tests, sizeof tests / sizeof tests[0]);
}
