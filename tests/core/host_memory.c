/* The host memory of arrays that viewfab makes: zeros, whoever had the memory before, and no new memory for a work array of the device. The
 * test looks into the library's own structures. */
#include "common.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "../../c_src/core/view.h"

enum { LARGE = 70001, SMALL = 900 };

/* Programs of the address sanitizer take all memory from the heap. */
#ifdef __SANITIZE_ADDRESS__
static const bool large_arrays_are_mapped = false;
#else
static const bool large_arrays_are_mapped = true;
#endif

static vf_view *created(int64_t length)
{
  vf_view *view = NULL;
  must(vf_view_create(NULL, VF_REAL64, 1, &length, NULL, "work", &view));
  return view;
}

static const vfi_array *array_of(vf_view *view) { return vfi_handle_operand(view)->arrays[0]; }

static void expect_zeros(int length)
{
  vf_view *view = created(length);
  void *address = NULL;
  must(vf_view_host_address(view, &address));
  for (int c = 0; c < length; c++)
    if (((double *)address)[c] != 0) fail_msg("element %d of %d is %g", c + 1, length, ((double *)address)[c]);
  must(vf_view_release(&view, false));
}

static void write_by_address(vf_view *view, int length)
{
  void *address = NULL;
  must(vf_view_host_address(view, &address));
  for (int c = 0; c < length; c++) ((double *)address)[c] = 3;
}

static void write_and_sync(vf_view *view, int length)
{
  const vf_box box = line(1, length);
  must(vf_fill_value(&box, view, 3));
  must(vf_view_sync_d2h(view));
}

static void write_and_bring(vf_view *view, int length)
{
  const vf_box box = line(1, length);
  must(vf_fill_value(&box, view, 3));
  must(vf_view_to_host(view, VF_READ));
}

static void write_and_bring_a_part(vf_view *view, int length)
{
  const vf_box box = line(1, length), some = line(length / 2, length / 2 + 3);
  must(vf_fill_value(&box, view, 3));
  must(vf_view_sync_d2h_box(view, &some, NULL));
}

static void write_and_prefetch(vf_view *view, int length)
{
  const vf_box box = line(1, length);
  must(vf_fill_value(&box, view, 3));
  must(vf_view_prefetch(view, VF_HOST));
}

static void write_alone(vf_view *view, int length)
{
  const vf_box box = line(1, length);
  must(vf_fill_value(&box, view, 3));
}

static void created_arrays_are_zero_whoever_had_the_memory_before(void **state)
{
  (void)state;
  static void (*const ways[])(vf_view *, int) = { write_by_address,       write_and_sync,     write_and_bring,
                                                  write_and_bring_a_part, write_and_prefetch, write_alone };
  const int lengths[] = { 8, SMALL, LARGE, 3 * LARGE };
  for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
      vf_view *view = created(lengths[l]);
      ways[w](view, lengths[l]);
      discard(view);
      expect_zeros(lengths[l]);
    }
}

/* On a device with memory of its own. */
static void memory_of_work_arrays_is_used_again(void **state)
{
  (void)state;
  vf_view *view = created(LARGE);
  const vf_box box = line(1, LARGE);
  const char *first = array_of(view)->host;
  must(vf_fill_value(&box, view, 3));
  discard(view);
  for (int life = 0; life < 3; life++) {
    view = created(LARGE);
    if (large_arrays_are_mapped && separate()) assert_ptr_equal(array_of(view)->host, first);
    must(vf_fill_value(&box, view, 4));
    assert_true(norm(&box, view) == 4);
    discard(view);
  }
  expect_zeros(LARGE);
}

/* More arrays are given back than viewfab keeps. */
static void memory_of_many_arrays_is_right(void **state)
{
  (void)state;
  enum { MANY = 90 };
  vf_view *views[MANY];
  for (int round = 0; round < 2; round++) {
    for (int v = 0; v < MANY; v++) views[v] = created(40000 + 10000 * (v % 3));
    for (int v = 0; v < MANY; v++)
      for (int w = 0; w < v; w++) assert_ptr_not_equal(array_of(views[v])->host, array_of(views[w])->host);
    for (int v = 0; v < MANY; v++) discard(views[v]);
  }
  expect_zeros(40000);
}

/* Kilobytes of the system's large pages in the whole program; -1: the system does not say. */
static long large_kilobytes(void)
{
  FILE *all = fopen("/proc/self/smaps_rollup", "r");
  if (!all) return -1;
  char line[256];
  long kilobytes = -1;
  while (fgets(line, sizeof line, all))
    if (sscanf(line, "AnonHugePages: %ld", &kilobytes) == 1) break;
  fclose(all);
  return kilobytes;
}

enum { MANY_DOUBLES = (8 << 20) + 3, HALF_KILOBYTES = 32 << 10 };

/* Kilobytes of large pages that the system gives to as much memory that asks for large pages; 0: none, or the system does not
 * say. */
static long given_by_the_system(void)
{
  enum { LARGE_PAGE = 2 << 20, BYTES = 64 << 20 };
  const long before = large_kilobytes();
  char *memory = aligned_alloc(LARGE_PAGE, BYTES);
  assert_non_null(memory);
  const bool asked = !madvise(memory, BYTES, MADV_HUGEPAGE);
  for (size_t b = 77; b < BYTES; b += LARGE_PAGE) memory[b] = 1;
  const long given = asked && before >= 0 ? large_kilobytes() - before : 0;
  free(memory);
  return given;
}

static long given_to_a_created_array(void)
{
  const long before = large_kilobytes();
  vf_view *view = created(MANY_DOUBLES);
  double *values = (double *)array_of(view)->host;
  for (int64_t c = 0; c < MANY_DOUBLES; c++) values[c] = 1;
  const long given = large_kilobytes() - before;
  discard(view);
  return given;
}

/* The system may have no large pages for a while, since other programs take them. */
static void large_created_arrays_have_large_pages(void **state)
{
  (void)state;
  if (!large_arrays_are_mapped) skip();
  long given = 0, possible = 0;
  for (int attempt = 0; attempt < 5 && given < HALF_KILOBYTES; attempt++) {
    given = given_to_a_created_array();
    possible = given_by_the_system();
    if (possible < HALF_KILOBYTES) skip();
  }
  assert_in_range(given, HALF_KILOBYTES, 2 * HALF_KILOBYTES);
}

static const struct CMUnitTest tests[] = {
  claim(created_arrays_are_zero_whoever_had_the_memory_before),
  claim(memory_of_work_arrays_is_used_again),
  claim(memory_of_many_arrays_is_right),
  claim(large_created_arrays_have_large_pages),
};
RUN("host_memory", tests)
