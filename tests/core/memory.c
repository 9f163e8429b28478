/* Device memory that runs out, and page-locked host memory. */
#include "common.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* A failed allocation is an answer here, not a finding of the address sanitizer. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "allocator_may_return_null=1"; }

/* Host addresses without memory behind them: an access is a crash. */
static double *untouchable(int64_t elements)
{
  void *address =
      mmap(NULL, (size_t)elements * sizeof(double), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return address == MAP_FAILED ? NULL : address;
}

static char *pages(size_t bytes)
{
  void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(address != MAP_FAILED);
  return address;
}

/* Opens the device again: no array leaves it, and no call is cut. */
static void keep_arrays_on_device(void)
{
  must(vf_finalize());
  setenv("VF_DEVICE_MEMORY", "0", 1);
  must(vf_init(NULL));
  unsetenv("VF_DEVICE_MEMORY");
}

/* An array larger than any device: the call fails with label and size, and nothing is touched or lost. */
static void array_that_does_not_fit_is_refused(void **state)
{
  (void)state;
  static double small[8];
  const int64_t extents[3] = { 1 << 20, 1 << 20, 9 }, elements = (int64_t)9 << 40; /* 72 TiB */
  const vf_box all = { { 1, 1, 1 }, { 1 << 20, 1 << 20, 9 } }, corner = { { 1, 1, 1 }, { 8, 1, 1 } };
  double *host = untouchable(elements);
  if (!host || !separate()) skip();
  keep_arrays_on_device();
  char bytes[32];
  snprintf(bytes, sizeof bytes, "%lld bytes", (long long)elements * 8);
  vf_view *view = wrapped(host, 3, extents, NULL, "too large"), *other = wrapped_line(small, 8, "small");
  must(vf_fill_value(&corner, other, 5));
  refused(vf_fill_value(&all, view, 1), VF_ERROR_MEMORY, "'too large'");
  assert_non_null(strstr(vf_last_error(), bytes));
  refused(vf_copy(&corner, other, view), VF_ERROR_MEMORY, "'too large'");
  refused(vf_view_sync_h2d(view), VF_ERROR_MEMORY, "'too large'");
  refused(vf_view_to_device(view, VF_WRITE), VF_ERROR_MEMORY, "'too large'");
  expect_state(view, true, false);
  assert_int_equal(counters().device_bytes, sizeof small);
  must(vf_view_release(&view, false));
  must(vf_view_to_host(other, VF_READ));
  for (int c = 0; c < 8; c++) assert_true(small[c] == 5);
  must(vf_view_release(&other, false));
  munmap(host, (size_t)elements * sizeof(double));
}

/* An owned array that is too large for the host is refused too. */
static void owned_array_that_does_not_fit_is_refused(void **state)
{
  (void)state;
  const int64_t elements = (int64_t)1 << 59;
  vf_view *view = NULL;
  refused(vf_view_create(NULL, VF_REAL64, 1, &elements, NULL, "too large", &view), VF_ERROR_MEMORY, "'too large'");
  assert_null(view);
}

/* On a full device a call fails; once an array is released the same call succeeds. */
static void release_makes_room_on_a_full_device(void **state)
{
  (void)state;
  enum { MOST = 64 };
  const int64_t extents[3] = { 1024, 1024, 1024 }; /* 8 GiB */
  const vf_box all = { { 1, 1, 1 }, { 1024, 1024, 1024 } };
  double *host[MOST];
  vf_view *views[MOST];
  if (!on_gpu()) skip();
  keep_arrays_on_device();
  vf_status status = VF_OK;
  int count = 0;
  while (!status && count < MOST) {
    host[count] = untouchable((int64_t)1 << 30);
    assert_non_null(host[count]);
    views[count] = wrapped(host[count], 3, extents, NULL, "filling");
    status = vf_fill_value(&all, views[count], count);
    count++;
  }
  assert_int_equal(status, VF_ERROR_MEMORY);
  assert_in_range(count, 2, MOST - 1);
  expect_state(views[count - 1], true, false);
  assert_true(norm(&all, views[count - 2]) == count - 2);
  discard(views[0]);
  must(vf_fill_value(&all, views[count - 1], 77));
  assert_true(norm(&all, views[count - 1]) == 77);
  for (int v = 1; v < count; v++) discard(views[v]);
  assert_int_equal(counters().device_bytes, 0);
  for (int v = 0; v < count; v++) munmap(host[v], (size_t)8 << 30);
}

/* Pages are locked from the second transfer on, and unlocked on release. Other devices than GPUs lock nothing. */
static void pages_are_locked_from_the_second_transfer_on(void **state)
{
  (void)state;
  const size_t bytes = 1 << 22;
  char *host = pages(bytes);
  vf_view *view = wrapped_line((double *)(host + 8), (int64_t)bytes / 8 - 2, "values");
  must(vf_view_sync_h2d(view));
  assert_int_equal(counters().locked_bytes, 0);
  must(vf_view_sync_h2d(view));
  const int64_t locked = counters().locked_bytes;
  if (on_gpu()) assert_in_range(locked, bytes / 2, bytes - 16);
  else assert_int_equal(locked, 0);
  ((double *)host)[1] = -3;
  ((double *)host)[bytes / 8 - 2] = 4;
  must(vf_view_sync_h2d(view));
  const vf_box ends[2] = { line(1, 1), line((int)(bytes / 8) - 2, (int)(bytes / 8) - 2) };
  assert_true(norm(&ends[0], view) == 3 && norm(&ends[1], view) == 4);
  assert_int_equal(counters().locked_bytes, locked);
  discard(view);
  assert_int_equal(counters().locked_bytes, 0);
  munmap(host, bytes);
}

/* Two arrays that share a page, and tiny arrays that fill no page, travel any number of times. */
static void arrays_that_share_a_page_are_transferred(void **state)
{
  (void)state;
  const int64_t page = sysconf(_SC_PAGESIZE) / 8;
  const int64_t starts[5] = { 0, 3 * page + 7, 6 * page + 1, 6 * page + 2, 8 * page };
  double *host = (double *)pages((size_t)starts[4] * 8);
  vf_view *views[4];
  for (int v = 0; v < 4; v++) views[v] = wrapped_line(host + starts[v], starts[v + 1] - starts[v], "neighbour");
  for (int round = 1; round <= 4; round++) {
    for (int v = 0; v < 4; v++) {
      const vf_box all = line(1, (int)(starts[v + 1] - starts[v]));
      must(vf_view_to_host(views[v], VF_UPDATE));
      host[starts[v]] = host[starts[v + 1] - 1] = -(1000 * round + v);
      assert_true(norm(&all, views[v]) == 1000 * round + v);
      must(vf_fill_value(&all, views[v], 100 * round + v));
    }
    for (int v = 0; v < 4; v++) {
      must(vf_view_to_host(views[v], VF_READ));
      for (int64_t c = starts[v]; c < starts[v + 1]; c++) assert_true(host[c] == 100 * round + v);
    }
  }
  assert_int_equal(counters().locks_refused, 0);
  for (int v = 0; v < 4; v++) must(vf_view_release(&views[v], false));
  assert_int_equal(counters().locked_bytes, 0);
  munmap(host, (size_t)starts[4] * 8);
}

/* Memory that other code has locked already: viewfab counts the refused lock and transfers the data all the
 * same. */
static void array_that_is_locked_elsewhere_is_transferred(void **state)
{
  (void)state;
  const size_t bytes = 1 << 20;
  void *driver = backend_under_test() == VF_BACKEND_CUDA ? dlopen("libcuda.so.1", RTLD_LAZY) : NULL;
  if (!driver) skip();
  int (*lock)(void *, size_t, unsigned) = (int (*)(void *, size_t, unsigned))dlsym(driver, "cuMemHostRegister_v2");
  int (*unlock)(void *) = (int (*)(void *))dlsym(driver, "cuMemHostUnregister");
  char *host = pages(bytes);
  double *values = (double *)host;
  const int length = (int)(bytes / 8);
  const vf_box all = line(1, length);
  assert_int_equal(lock(host, bytes, 0), 0);
  vf_view *view = wrapped_line(values, length, "locked elsewhere");
  for (int round = 1; round <= 4; round++) {
    must(vf_view_to_host(view, VF_UPDATE));
    values[length - 1] = round;
    assert_true(norm(&all, view) == round);
    must(vf_fill_value(&all, view, -1));
  }
  assert_int_equal(counters().locks_refused, 1);
  assert_int_equal(counters().locked_bytes, 0);
  discard(view);
  assert_int_equal(unlock(host), 0);
  munmap(host, bytes);
}

/* Many short lives leave no device memory and no lock behind. */
static void nothing_is_left_behind(void **state)
{
  (void)state;
  const size_t bytes = 1 << 16;
  char *host = pages(bytes);
  for (int life = 0; life < 300; life++) {
    vf_view *view = wrapped_line((double *)host, (int64_t)bytes / 8, "short");
    for (int transfer = 0; transfer < 3; transfer++) must(vf_view_sync_h2d(view));
    must(vf_view_sync_d2h(view));
    must(vf_view_release(&view, false));
  }
  assert_int_equal(counters().device_bytes, 0);
  assert_int_equal(counters().locked_bytes, 0);
  munmap(host, bytes);
}

static const struct CMUnitTest tests[] = {
  claim(array_that_does_not_fit_is_refused),
  claim(owned_array_that_does_not_fit_is_refused),
  claim(release_makes_room_on_a_full_device),
  claim(pages_are_locked_from_the_second_transfer_on),
  claim(arrays_that_share_a_page_are_transferred),
  claim(array_that_is_locked_elsewhere_is_transferred),
  claim(nothing_is_left_behind),
};
RUN("memory", tests)
