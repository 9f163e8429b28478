/* More elements than 2^31 and more bytes than 2^31, in arrays whose memory is hardly touched. */
#include "common.h"

#include <sys/mman.h>

static float *reserve(int64_t elements)
{
  float *host = mmap(NULL, (size_t)elements * sizeof(float), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (host == MAP_FAILED) return NULL;
  madvise(host, (size_t)elements * sizeof(float), MADV_HUGEPAGE);
  return host;
}

static void give_back(vf_view *view, float *host, int64_t elements)
{
  discard(view);
  munmap(host, (size_t)elements * sizeof(float));
}

static vf_view *wrap(float *host, int rank, const int64_t *extents, const int *lower)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, host, VF_REAL32, rank, extents, lower, "large", VF_WRAP_DISTINCT, &view));
  return view;
}

/* The far end of an array of more than 2^31 elements is at the right place, in every direction that may be
 * long. */
static void far_end_of_more_than_2_to_the_31_elements(void **state)
{
  (void)state;
  if (separate()) skip(); /* every copy would be as large */
  const int64_t shapes[4][4] = {
    { 3000000000, 1, 1, 1 }, { 3, 1000000000, 1, 1 }, { 1500, 2000, 1000, 1 }, { 1500, 2000, 100, 10 }
  };
  const int lower[4] = { -1500000000, -7, 0, 1 };
  for (int s = 0; s < 4; s++) {
    float *host = reserve(3000000000);
    if (!host) skip();
    vf_view *view = wrap(host, 4, shapes[s], lower), *last = NULL;
    vf_box cell;
    for (int d = 0; d < 3; d++) cell.lower[d] = cell.upper[d] = (int)(lower[d] + shapes[s][d] - 1);
    must(vf_view_component(view, (int)shapes[s][3], 1, &last));
    must(vf_fill_value(&cell, last, 7));
    assert_true(host[2999999999] == 7);
    host[2999999999] = -9;
    assert_true(norm(&cell, last) == 9);
    must(vf_view_release(&last, false));
    give_back(view, host, 3000000000);
  }
}

/* Copies from the far end of a large array to the far end of another large array. */
static void kernels_on_two_large_arrays(void **state)
{
  (void)state;
  if (separate()) skip();
  const int64_t extents[3] = { 2048, 2048, 640 }, elements = 2048LL * 2048 * 640;
  const vf_box end = { { 2001, 2048, 640 }, { 2048, 2048, 640 } };
  float *from = reserve(elements), *to = reserve(elements);
  if (!from || !to) skip();
  vf_view *source = wrap(from, 3, extents, NULL), *destination = wrap(to, 3, extents, NULL);
  for (int c = 0; c < 48; c++) from[elements - 48 + c] = (float)c;
  must(vf_copy(&end, source, destination));
  for (int c = 0; c < 48; c++) assert_true(to[elements - 48 + c] == (float)c);
  assert_true(to[elements - 49] == 0);
  give_back(source, from, elements);
  give_back(destination, to, elements);
}

/* More than 2 GiB travel to the device in one copy. */
static void more_than_2_gib_are_copied(void **state)
{
  (void)state;
  const int64_t extents[3] = { 1024, 1024, 513 }, elements = 1024LL * 1024 * 513;
  const vf_box end = { { 1000, 1024, 513 }, { 1024, 1024, 513 } };
  float *host = reserve(elements);
  if (!host) skip();
  vf_view *view = wrap(host, 3, extents, NULL);
  host[elements - 1] = 3;
  must(vf_view_sync_h2d(view));
  assert_int_equal(counters().bytes_to_device, separate() ? 4 * elements : 0);
  assert_true(norm(&end, view) == 3);
  give_back(view, host, elements);
}

/* An array of 9 GiB, as a whole: set, reduced, and copied in both directions. */
static void nine_gib_travel_and_are_reduced(void **state)
{
  (void)state;
  if (!on_gpu()) skip();
  const int64_t extents[3] = { 1024, 1024, 2304 }, elements = 1024LL * 1024 * 2304;
  const vf_box all = { { 1, 1, 1 }, { 1024, 1024, 2304 } }, end = { { 1024, 1024, 2304 }, { 1024, 1024, 2304 } };
  float *host = reserve(elements);
  if (!host) skip();
  vf_view *view = wrap(host, 3, extents, NULL);
  double sum = 0;
  must(vf_fill_value(&all, view, 2));
  must(vf_fill_value(&end, view, 3));
  assert_true(norm(&all, view) == 3);
  must(vf_dot(&all, view, view, &sum));
  assert_true(sum == 4.0 * (double)(elements - 1) + 9);
  must(vf_view_sync_d2h(view));
  assert_true(host[0] == 2 && host[1LL << 31] == 2 && host[elements - 1] == 3);
  host[elements - 1] = 50;
  must(vf_view_sync_h2d(view));
  assert_true(norm(&end, view) == 50);
  assert_int_equal(counters().bytes_to_device, 4 * elements);
  give_back(view, host, elements);
}

static const struct CMUnitTest tests[] = {
  claim(far_end_of_more_than_2_to_the_31_elements),
  claim(kernels_on_two_large_arrays),
  claim(more_than_2_gib_are_copied),
  claim(nine_gib_travel_and_are_reduced),
};
RUN("large", tests)
