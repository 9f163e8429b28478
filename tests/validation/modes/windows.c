/* Checked calls on small parts of large arrays. The check copies and examines only elements within reach of the call
 * and a margin around them. It must still miss nothing there, and accuse nobody wrongly. */
#include "checking.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include <modes_kernels_kernels.h>

/* Planes of whole pages. */
enum { WX = 48, WY = 80, WZ = 57, PLANE = WX * WY, LARGE = WZ * PLANE, FAR = 40 };
static const int64_t shape[3] = { WX, WY, WZ };
static const int first[3] = { -3, 0, 5 };
static const vf_box low_z = { { -3, 0, 6 }, { WX - 4, WY - 1, 6 } };
static double *x, *y;
static vf_view *in, *out;

static int at(int i, int j, int k) { return i - first[0] + WX * (j - first[1] + WY * (k - first[2])); }

static double *pages(void)
{
  void *memory = mmap(NULL, LARGE * sizeof(double), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(memory != MAP_FAILED);
  return memory;
}

static int open_windows(void **state)
{
  if (open_checking(state)) return -1;
  x = pages();
  y = pages();
  for (int c = 0; c < LARGE; c++) {
    x[c] = 1 + (double)(c * 7919L % 1000) / 1000;
    y[c] = -7;
  }
  in = wrapped(x, 3, shape, first, "x");
  out = wrapped(y, 3, shape, first, "y");
  return 0;
}

static int stray_argument, stray[3];

static int writes_astray(const vfi_launch *launch)
{
  const vfi_span *span = &launch->spans[stray_argument];
  const int code = vf_copy_kernel.launchers[VF_BACKEND_HOST][1](launch);
  ((double *)span->origin)[stray[0] + stray[1] * span->stride[0] + stray[2] * span->stride[1]] = 0.125;
  return code;
}

static void write_astray(int argument, int i, int j, int k)
{
  const int place[3] = { i, j, k };
  stray_argument = argument;
  memcpy(stray, place, sizeof stray);
  must(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_HOST, VF_REAL64, writes_astray));
}

static int close_windows(void **state)
{
  must(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
  vf_kernel *const kernels[] = { &vf_split_kernel, &vf_square_kernel };
  for (int k = 0; k < 2; k++) {
    must(vf_validate_mode(kernels[k]->description.name, VF_MODE_DEVICE));
    must(vf_validate_keep(kernels[k]->description.name, VF_KEEP_PORT));
    must(vf_validate_order(kernels[k]->description.name, false));
  }
  const int status = close_checking(state);
  munmap(x, LARGE * sizeof(double));
  munmap(y, LARGE * sizeof(double));
  return status;
}

/* After a reset of the report the first checked call of a sort examines whole arrays. Later calls examine windows, and whole
 * arrays only now and then. */
static void check_strips(planted *original)
{
  check_copy(original);
  must(vf_report_reset());
  must(vf_copy(&low_z, in, out));
  expect_verdict(true, 1);
}

/* Access to the protected memory ends the program. */
static void checked_strip_reads_nothing_far_from_it(void **state)
{
  (void)state;
  planted original = { 0 };
  check_copy(&original);
  must(vf_copy(&low_z, in, out));
  const int near = 6; /* planes */
  double *const arrays[2] = { x, y };
  const size_t rest = (size_t)(LARGE - near * PLANE) * sizeof(double);
  for (int a = 0; a < 2; a++) assert_int_equal(mprotect(arrays[a] + near * PLANE, rest, PROT_NONE), 0);
  vf_status status = VF_OK;
  for (int call = 0; call < 6 && !status; call++) {
    if (call == 3) status = vf_validate_perturb("copy", 7, 0);
    if (!status) status = vf_copy(&low_z, in, out);
  }
  for (int a = 0; a < 2; a++) assert_int_equal(mprotect(arrays[a] + near * PLANE, rest, PROT_READ | PROT_WRITE), 0);
  must(status);
  must(vf_validate_perturb("copy", 0, 0));
  expect_verdict(true, 7);
}

static long resident(void)
{
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return -1;
  if (fscanf(file, "%ld %ld", &size, &pages) != 2) pages = -1;
  fclose(file);
  return pages < 0 ? -1 : pages * sysconf(_SC_PAGESIZE);
}

/* Also with a moving window. A sanitizer keeps freed memory, so the claim does not run under it. */
static void memory_that_checked_strips_keep_is_that_of_strips(void **state)
{
  (void)state;
#if defined(__SANITIZE_ADDRESS__)
  skip();
#endif
  const int64_t wide[3] = { 256, 256, 128 };
  const int64_t count = wide[0] * wide[1] * wide[2];
  const long bytes = (long)(count * (int64_t)sizeof(double));
  double *p = malloc((size_t)bytes), *q = malloc((size_t)bytes);
  assert_true(p && q);
  for (int64_t e = 0; e < count; e++) p[e] = q[e] = (double)e;
  vf_view *from_wide = wrapped(p, 3, wide, NULL, "p"), *to_wide = wrapped(q, 3, wide, NULL, "q");
  planted original = { 0 };
  must(vf_views_to_device((vf_view *[]){ from_wide, to_wide }, 2,
                          VF_UPDATE)); /* a call on a strip would bring the strip alone */
  must(vf_copy(&(vf_box){ { 1, 1, 1 }, { 256, 256, 1 } }, from_wide, to_wide));
  const long before = resident();
  if (before < 0 || on_gpu()) skip();
  check_copy(&original);
  for (int k = 1; k <= 128; k += 9) must(vf_copy(&(vf_box){ { 1, 1, k }, { 256, 256, k } }, from_wide, to_wide));
  assert_true(resident() - before < bytes);
  expect_verdict(true, 15);
  discard(from_wide);
  discard(to_wide);
  free(p);
  free(q);
}

static void differences_in_strips_are_found_where_they_are(void **state)
{
  (void)state;
  planted none = { 0 };
  check_strips(&none);
  for (int d = 0; d < 3; d++)
    for (int side = 0; side < 2; side++)
      for (int round = 0; round < 3; round++) {
        vf_box box = { { -3, 0, 5 }, { WX - 4, WY - 1, WZ + 4 } };
        if (side) box.lower[d] = box.upper[d] - 1;
        else box.upper[d] = box.lower[d];
        const int place[3] = { (box.lower[0] + box.upper[0]) / 2, box.lower[1], box.upper[2] };
        planted wrong = plant(at(place[0], place[1], place[2]), 0.25);
        check_strips(&none);
        must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, planting_copy, round ? &wrong : &none));
        must(vf_validate_order("copy", round == 0));
        must(vf_validate_keep("copy", round == 2 ? VF_KEEP_ORIGINAL : VF_KEEP_PORT));
        must(vf_copy(&box, in, out));
        must(vf_validate_keep("copy", VF_KEEP_PORT));
        expect_verdict(round == 0, 2);
        char words[128];
        snprintf(words, sizeof words, "'y' differs in 1 of %d valid cells, worst at (%d, %d, %d)",
                 LARGE / (int)shape[d] * (1 + side), place[0], place[1], place[2]);
        if (round) expect_said(words);
        must(vf_view_to_host(out, VF_READ));
        for (int c = 0; c < LARGE; c++) {
          const int index[3] = { c % WX - 3, c / WX % WY, c / PLANE + 5 };
          const bool planted_here = round == 2 && c == wrong.at[0].cell;
          if (index[d] >= box.lower[d] && index[d] <= box.upper[d]) assert_true(y[c] == (planted_here ? 0.25 : x[c]));
          else assert_true(y[c] == -7 || y[c] == x[c] || y[c] == 0.25);
        }
      }
}

static void stray_writes_beside_a_strip_are_found_where_they_are(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  planted original = { 0 };
  for (int k = 7; k <= 8; k++) {
    char words[128];
    must(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
    check_strips(&original);
    write_astray(1, 11, 20, k);
    must(vf_copy(&low_z, in, out));
    snprintf(words, sizeof words, "the port writes 1 elements of 'y' outside the declared map, first (11, 20, %d)", k);
    expect_said(words);
    stray_argument = 0;
    must(vf_copy(&low_z, in, out));
    snprintf(words, sizeof words, "the port changes 'x' (argument source), which it only reads, at (11, 20, %d)", k);
    expect_said(words);
    must(vf_view_to_host(in, VF_UPDATE));
    must(vf_view_to_host(out, VF_UPDATE));
    x[at(11, 20, k)] = y[at(11, 20, k)] = 3;
  }
}

/* The check sees stray writes far from the strip only in calls that examine whole arrays: the first call, and later
 * calls by chance. */
static void stray_writes_far_from_a_strip_are_seen_at_first_and_by_chance(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  planted original = { 0 };
  check_copy(&original);
  write_astray(1, 11, 20, 50);
  must(vf_copy(&low_z, in, out));
  expect_said("the port writes 1 elements of 'y' outside the declared map, first (11, 20, 50)");
  check_strips(&original);
  int calls = 0;
  for (bool passed = true; passed && calls < 2000; calls++) {
    must(vf_copy(&low_z, in, out));
    passed = vf_report_passed(NULL);
    must(vf_view_to_host(out, VF_UPDATE));
    y[at(11, 20, 50)] = -7;
  }
  assert_in_range(calls, 2, 1999);
  expect_said("the port writes 1 elements of 'y' outside the declared map, first (11, 20, 50)");
}

/* y = x + factor (y(.., .., k + FAR) + 7). The original reads far from the points that it writes, outside the window. */
static void reads_far(const vf_original_call *call, void *user)
{
  const double factor = *(const double *)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        *element(&call->arrays[1], i, j, k, 0) =
            *element(&call->arrays[0], i, j, k, 0) + factor * (*element(&call->arrays[1], i, j, k + FAR, 0) + 7);
}

static void original_that_reads_far_is_no_false_alarm(void **state)
{
  (void)state;
  double factor = 2; /* multiplies y + 7, which is 0 */
  planted plain = { 0 };
  check_strips(&plain);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, reads_far, &factor));
  for (int call = 0; call < 3; call++) must(vf_copy(&low_z, in, out));
  expect_verdict(true, 4);
  expect_said("results of the original depend on elements more than 2 cells beyond what the kernel declares");
}

static void port_that_leaves_out_what_the_original_reads_far_is_found(void **state)
{
  (void)state;
  double factor = 2;
  planted plain = { 0 };
  must(vf_view_to_host(out, VF_UPDATE));
  y[at(4, 5, 6 + FAR)] = -6;
  check_strips(&plain);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, reads_far, &factor));
  must(vf_copy(&low_z, in, out));
  expect_verdict(false, 2);
  expect_said("'y' differs in 1 of 3840 valid cells, worst at (4, 5, 6)");
}

/* Only the device has the newest values. The original gets a part of them as well. */
static void newest_values_of_the_device_are_what_the_original_reads(void **state)
{
  (void)state;
  planted original = { 0 };
  const vf_box all = { { -3, 0, 5 }, { WX - 4, WY - 1, WZ + 4 } };
  check_strips(&original);
  must(vf_add_constant(&all, in, 2));
  must(vf_copy(&low_z, in, out));
  expect_verdict(true, 2);
  expect_not_said("remark");
  must(vf_view_to_host(out, VF_READ));
  for (int c = PLANE; c < 2 * PLANE; c++) assert_true(y[c] == 1 + (double)(c * 7919L % 1000) / 1000 + 2);
}

static void original_split(const vf_original_call *call, void *user)
{
  const double *errors = user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        const double value = *element(&call->arrays[0], i, j, k, 0);
        *element(&call->arrays[1], i, j, k, 0) = value / 2;
        *element(&call->arrays[2], i, j, k, 0) = 2 * value;
      }
  *element(&call->arrays[1], 1, 2, 2, 0) += errors[0];
  *element(&call->arrays[2], 2, 1, 1, 0) += errors[1];
}

static vf_view *joined(double *begin, int64_t extent, int lowest, const char *label)
{
  const int64_t extents_of[3] = { extent, extent, extent };
  const int corner[3] = { lowest, lowest, lowest };
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, begin, VF_REAL64, 3, extents_of, corner, label, VF_WRAP_JOIN, &view));
  return view;
}

static void sections_of_a_large_array_are_checked_each_with_its_shape(void **state)
{
  (void)state;
  enum { M = 16, X = 1005, HALF = X + M * M * M + 7, TWICE = HALF + 18 * 18 * 18 };
  const vf_box block = { { 0, 0, 0 }, { M - 1, M - 1, M - 1 } };
  double errors[2] = { 0, 0 };
  discard(in);
  vf_view *all = wrapped_line(x, LARGE, "work");
  vf_view *source_of = joined(x + X, M, 0, "first"), *half = joined(x + HALF, 18, -1, "half");
  vf_view *twice = joined(x + TWICE, M, 0, "twice");
  must(vf_kernel_set_original(&vf_split_kernel, VF_REAL64, original_split, errors));
  must(vf_validate_mode("split", VF_MODE_CHECK));
  must(vf_validate_order("split", true));
  for (int call = 0; call < 3; call++) {
    must(vf_split(&block, source_of, half, twice));
    must(vf_validate_keep("split", VF_KEEP_ORIGINAL));
  }
  expect_verdict(true, 3);
  errors[0] = 0.25;
  must(vf_split(&block, source_of, half, twice));
  expect_said("'half' differs in 1 of 4096 valid cells, worst at (1, 2, 2)");
  errors[1] = 0.5;
  must(vf_split(&block, source_of, half, twice));
  expect_said("'twice' differs in 1 of 4096 valid cells, worst at (2, 1, 1)");
  must(vf_view_to_host(all, VF_READ));
  for (int c = 0; c < LARGE; c++) {
    const int i = (c - HALF) % 18 - 1, j = (c - HALF) / 18 % 18 - 1, k = (c - HALF) / 324 - 1;
    const bool in_half = c >= HALF && c < TWICE && i >= 0 && i < M && j >= 0 && j < M && k >= 0 && k < M;
    const int from_half = X + i + M * (j + M * k), from_twice = c - TWICE + X;
    double expected = 1 + (double)(c * 7919L % 1000) / 1000;
    if (in_half) expected = x[from_half] / 2 + (i == 1 && j == 2 && k == 2) * errors[0];
    if (c >= TWICE && c < TWICE + M * M * M) expected = 2 * x[from_twice] + (c - TWICE == 2 + M * (1 + M)) * errors[1];
    if (x[c] != expected) fail_msg("element %d is %g, not %g", c, x[c], expected);
  }
}

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_windows, close_windows)

static const struct CMUnitTest tests[] = {
  claim(checked_strip_reads_nothing_far_from_it),
  claim(memory_that_checked_strips_keep_is_that_of_strips),
  claim(differences_in_strips_are_found_where_they_are),
  claim(stray_writes_beside_a_strip_are_found_where_they_are),
  claim(stray_writes_far_from_a_strip_are_seen_at_first_and_by_chance),
  claim(original_that_reads_far_is_no_false_alarm),
  claim(port_that_leaves_out_what_the_original_reads_far_is_found),
  claim(newest_values_of_the_device_are_what_the_original_reads),
  claim(sections_of_a_large_array_are_checked_each_with_its_shape),
};
RUN("windows", tests)
