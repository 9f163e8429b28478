/* VF_COHERENCE=auto for memory of all sorts, and for memory that is freed and used again. */
#include "auto.h"

#include <unistd.h>

static void an_array_on_the_stack_may_be_shut(void **state)
{
  (void)state;
  double values[20000];
  for (int n = 0; n < 20000; n++) values[n] = n;
  vf_view *view = wrapped_line(values, 20000, "on the stack");
  const vf_box all = line(1, 20000);
  must(vf_fill_value(&all, view, 3));
  assert_int_equal(wrong_values(values, 20000, 3, 0), 0);
  discard(view);
}

static __attribute__((noinline)) vf_view *wrap_and_return(const vf_box *all)
{
  double values[20000];
  for (int n = 0; n < 20000; n++) values[n] = n;
  vf_view *view = wrapped_line(values, 20000, "on the stack");
  must(vf_fill_value(all, view, 3));
  return view;
}

static __attribute__((noinline)) double use_the_stack(void)
{
  volatile double values[20000];
  double sum = 0;
  for (int n = 0; n < 20000; n++) values[n] = 1;
  for (int n = 0; n < 20000; n++) sum += values[n];
  return sum;
}

static void a_stack_array_without_release_leaves_the_stack_usable(void **state)
{
  (void)state;
  const vf_box all = line(1, 20000);
  vf_view *view = wrap_and_return(&all);
  must_be(use_the_stack(), 20000);
  discard(view);
  must_be(use_the_stack(), 20000);
}

/* Calls with frames much smaller than the earlier array on the stack. */
static __attribute__((noinline)) int deep(int calls)
{
  volatile char frame[200];
  frame[0] = (char)calls;
  return calls ? deep(calls - 1) + (frame[0] == (char)calls) : 0;
}

static void calls_may_use_the_stack_of_an_array_without_release(void **state)
{
  (void)state;
  const vf_box all = line(1, 20000);
  vf_view *view = wrap_and_return(&all);
  assert_int_equal(deep(700), 700);
  discard(view);
}

static double in_data[40000] = { 1 };

static void a_static_array_is_watched(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(in_data, 40000, "in data");
  const vf_box all = line(1, 40000);
  must(vf_fill_value(&all, view, 3));
  assert_int_equal(wrong_values(in_data, 40000, 3, 0), 0);
  in_data[20000] = 9;
  must_be(norm(&all, view), 9);
  discard(view);
}

/* Small enough for the heap: the next allocation gets the same memory, whose pages are still shut. */
static void memory_freed_without_release_can_be_used_again(void **state)
{
  (void)state;
  enum { SOME = 10000 };
  void *fence = NULL;
  int same = 0;
  for (int round = 0; round < 20; round++) {
    double *values = numbers(SOME, 0);
    free(fence);
    fence = malloc(64);
    vf_view *view = wrapped_line(values, SOME, "values");
    const vf_box all = line(1, SOME);
    must(vf_fill_value(&all, view, 3));
    free(values);
    double *again = calloc(SOME, sizeof *again);
    same += again == values;
    assert_int_equal(wrong_values(again, SOME, 0, 0), 0);
    for (int n = 0; n < SOME; n++) again[n] = n;
    discard(view);
    assert_int_equal(wrong_values(again, SOME, 0, 1), 0);
    free(again);
  }
  free(fence);
  must_hold(same > 0);
}

/* The system gives the same addresses to other memory. viewfab must not touch this memory at the release. */
static void memory_unmapped_without_release_belongs_to_the_next_user(void **state)
{
  (void)state;
  double *values = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  vf_view *view = wrapped_line(values, LONG, "values");
  const vf_box all = line(1, LONG);
  must(vf_fill_value(&all, view, 3));
  must_hold(!munmap(values, bytes));
  char *other = mmap(values, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  must_hold(other == (char *)values);
  memset(other, 1, bytes);
  discard(view);
  for (size_t b = 0; b < bytes; b++)
    if (other[b] != 1) fail_msg("byte %zu was written", b);
  must_hold(!munmap(other, bytes));
}

static void code_at_the_address_of_an_unmapped_array_can_still_run(void **state)
{
  (void)state;
  double *values = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  vf_view *view = wrapped_line(values, LONG, "values");
  const vf_box all = line(1, LONG);
  must(vf_fill_value(&all, view, 3));
  must_hold(!munmap(values, bytes));
  const int file = new_file();
  must_hold(!ftruncate(file, (off_t)bytes) && write(file, "\xc3", 1) == 1); /* the instruction `return` */
  char *code = mmap(values, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, file, 0);
  must_hold(code == (char *)values);
  discard(view);
  void (*run)(void);
  memcpy(&run, &code, sizeof run);
  run();
  close(file);
  must_hold(!munmap(code, bytes));
}

static void memory_unmapped_without_release_may_stay_unmapped(void **state)
{
  (void)state;
  double *values = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  vf_view *view = wrapped_line(values, LONG, "values");
  const vf_box all = line(1, LONG);
  must(vf_fill_value(&all, view, 3));
  must_hold(!munmap(values, bytes));
  discard(view);
}

static void large_pages_of_the_system_are_watched_too(void **state)
{
  (void)state;
  enum { LARGE = 2 << 20, MANY = 4 * LARGE / sizeof(double) };
  double *values = aligned_alloc(LARGE, MANY * sizeof *values);
  madvise(values, MANY * sizeof *values, MADV_HUGEPAGE);
  for (int n = 0; n < MANY; n++) values[n] = n;
  vf_view *view = wrapped_line(values, MANY, "values");
  const vf_box all = line(1, MANY);
  must(vf_fill_value(&all, view, 3));
  values[MANY / 2] = 7;
  must_be(norm(&all, view), 7);
  must(vf_add_constant(&all, view, 1));
  must_be(values[MANY / 2], 8);
  must_be(values[MANY / 4], 4);
  discard(view);
  free(values);
}

/* The number of regions of memory with protections of their own that the system allows; usually 65530. */
static int most_regions(void)
{
  int most = 0;
  FILE *file = fopen("/proc/sys/vm/max_map_count", "r");
  must_hold(file && fscanf(file, "%d", &most) == 1);
  fclose(file);
  return most;
}

static void an_array_is_served_when_no_region_is_left(void **state)
{
  (void)state;
  enum { PAGE = 4096, MOST = 1 << 22 };
  const int regions = most_regions() + 5000;
  if (regions > MOST) {
    print_message("this system allows more regions than the test can make\n");
    skip();
  }
  device_line array = filled_on_device();
  char *pages = mmap(NULL, (size_t)regions * 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  must_hold(pages != MAP_FAILED);
  int made = 0;
  while (made < regions && !mprotect(pages + (size_t)made * 2 * PAGE, PAGE, PROT_READ)) made++;
  must_hold(made < regions);
  const double half = array.values[LONG / 2];
  array.values[LONG / 3] = 4;
  must_hold(!munmap(pages, (size_t)regions * 2 * PAGE));
  must_be(half, 3);
  must_be(array.values[LONG / 4], 3);
  must_be(norm(&array.all, array.view), 4);
  drop(&array);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    auto_claim(an_array_on_the_stack_may_be_shut),
    auto_claim(a_stack_array_without_release_leaves_the_stack_usable),
    auto_claim(calls_may_use_the_stack_of_an_array_without_release),
    auto_claim(a_static_array_is_watched),
    auto_claim(memory_freed_without_release_can_be_used_again),
    auto_claim(memory_unmapped_without_release_belongs_to_the_next_user),
    auto_claim(code_at_the_address_of_an_unmapped_array_can_still_run),
    auto_claim(memory_unmapped_without_release_may_stay_unmapped),
    auto_claim(large_pages_of_the_system_are_watched_too),
    auto_claim(an_array_is_served_when_no_region_is_left),
  };
  return run_claims(argc, argv, "auto_memory", tests, sizeof tests / sizeof tests[0]);
}
