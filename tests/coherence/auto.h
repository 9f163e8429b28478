/* Helpers of the tests of VF_COHERENCE=auto: arrays of one direction in memory of their own, without one sync. */
#ifndef VIEWFAB_TESTS_COHERENCE_AUTO_H
#define VIEWFAB_TESTS_COHERENCE_AUTO_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "../core/common.h"

#include <stdio.h>
#include <sys/mman.h>

enum { LONG = 300001 /* several pieces, and partial pages at both ends */ };

/* The device opens with the setting. */
static inline int open_auto(void **state)
{
  setenv("VF_COHERENCE", "auto", 1);
  return open_device(state);
}
#define auto_claim(name) cmocka_unit_test_setup_teardown(name, open_auto, close_device)

/* Numbers first, first + 1, ... */
static inline double *numbers(int64_t count, double first)
{
  double *made = malloc((size_t)count * sizeof *made);
  assert_non_null(made);
  for (int64_t n = 0; n < count; n++) made[n] = first + (double)n;
  return made;
}

static inline void must_be(double value, double expected)
{
  if (value != expected) fail_msg("%g, not %g", value, expected);
}

/* The number of elements n with another value than first + step * n. */
static inline int64_t wrong_values(const double *values, int64_t count, double first, double step)
{
  int64_t wrong = 0;
  for (int64_t n = 0; n < count; n++) wrong += values[n] != first + step * (double)n;
  return wrong;
}

#define must_hold(condition)                        \
  do {                                              \
    if (!(condition)) fail_msg("not: " #condition); \
  } while (0)

/* A view of LONG values. */
typedef struct device_line {
  double *values;
  vf_view *view;
  vf_box all;
} device_line;

/* The values 0, 1, ..., on the host alone. */
static inline device_line numbered(void)
{
  device_line made = { .values = numbers(LONG, 0), .all = line(1, LONG) };
  made.view = wrapped_line(made.values, LONG, "values");
  return made;
}

/* All values are 3 on the device, and old on the host. */
static inline device_line filled_on_device(void)
{
  const device_line made = numbered();
  must(vf_fill_value(&made.all, made.view, 3));
  return made;
}

static inline void drop(device_line *array)
{
  discard(array->view);
  free(array->values);
}

static const size_t bytes = LONG * sizeof(double); /* of LONG values */

/* A file without a name. */
static inline int new_file(void)
{
  const int file = memfd_create("values", MFD_CLOEXEC);
  must_hold(file >= 0);
  return file;
}

#endif
