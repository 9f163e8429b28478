/* Helpers of the core's tests: the variants of a device, short ways to make views, counters and states. */
#ifndef VIEWFAB_TESTS_COMMON_H
#define VIEWFAB_TESTS_COMMON_H

#include "testing.h"

#include <viewfab/backend.h>
#include <viewfab/parts.h>
#include <viewfab_kernels.h>

/* True if the device keeps a copy of its own. Otherwise nothing is ever copied, and both sides are always valid. */
static inline bool separate(void) { return strcmp(device_memory(), "alias") != 0; }
static inline bool on_gpu(void) { return !strcmp(device_memory(), "gpu"); }

static inline vf_backend_id backend_under_test(void)
{
  const char *name = vf_context_device(NULL);
  return !strncmp(name, "cuda", 4) ? VF_BACKEND_CUDA : !strncmp(name, "hip", 3) ? VF_BACKEND_HIP : VF_BACKEND_HOST;
}

static inline vf_counters counters(void)
{
  vf_counters now;
  must(vf_counters_get(NULL, &now));
  return now;
}

/* A view of real64 numbers; lower NULL: all 1. */
static inline vf_view *wrapped(double *host, int rank, const int64_t *extents, const int *lower, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, host, VF_REAL64, rank, extents, lower, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static inline vf_view *wrapped_line(double *host, int64_t length, const char *label)
{
  return wrapped(host, 1, &length, NULL, label);
}

static inline void discard(vf_view *view) { must(vf_view_release(&view, true)); }

/* Cells first .. last of a view of rank 1. */
static inline vf_box line(int first, int last) { return (vf_box){ { first, 1, 1 }, { last, 1, 1 } }; }

static inline double norm(const vf_box *box, vf_view *view)
{
  double result = -1;
  must(vf_norm_max(box, view, &result));
  return result;
}

#define expect_state(view, host, device)                                                                            \
  do {                                                                                                              \
    bool host_valid_, device_valid_;                                                                                \
    must(vf_view_state(view, &host_valid_, &device_valid_));                                                        \
    if (host_valid_ != (host) || device_valid_ != (device))                                                         \
      fail_msg("host side %s, device side %s", host_valid_ ? "valid" : "stale", device_valid_ ? "valid" : "stale"); \
  } while (0)

#define expect_copies(to_device, to_host)                     \
  do {                                                        \
    assert_int_equal(counters().copies_to_device, to_device); \
    assert_int_equal(counters().copies_to_host, to_host);     \
  } while (0)

#endif
