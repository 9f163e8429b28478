/* Views of elements that do not follow each other: their values on both sides, the calls that pack and unpack them, and refused
 * wraps. The model of each test is the program's own memory. */
#include "common.h"

#include <stdlib.h>
#include <string.h>

enum { I = 7, J = 5, K = 3, GAP = 4, ALL = 3 * I * J * K * GAP };
static double memory[ALL], before[ALL];
static const int64_t size = sizeof(double);

static void number_all(void)
{
  for (int c = 0; c < ALL; c++) memory[c] = before[c] = c + 1;
}

/* A section of memory: extents and steps in elements. */
typedef struct shape {
  int rank;
  int64_t first;
  int64_t extents[4], steps[4];
} shape;

static vf_status wrap(const shape *s, vf_view **view)
{
  int64_t steps[4];
  const int lower[4] = { -1, 2, 0, 1 };
  for (int d = 0; d < 4; d++) steps[d] = s->steps[d] * size;
  return vf_view_wrap_section(NULL, memory + s->first, VF_REAL64, s->rank, s->extents, steps, lower, "section", view);
}

static vf_box box_of(const shape *s)
{
  const int lower[3] = { -1, 2, 0 };
  vf_box box = { { 1, 1, 1 }, { 1, 1, 1 } };
  for (int d = 0; d < s->rank && d < 3; d++) {
    box.lower[d] = lower[d];
    box.upper[d] = lower[d] + (int)s->extents[d] - 1;
  }
  return box;
}

static int64_t place(const shape *s, const int64_t at[4])
{
  int64_t p = s->first;
  for (int d = 0; d < s->rank; d++) p += at[d] * s->steps[d];
  return p;
}

/* Elements of the section have gained `more` since number_all, and all others are as they were. */
static void expect_section(const shape *s, double more)
{
  double expected[ALL];
  memcpy(expected, before, sizeof expected);
  int64_t extent[4];
  for (int d = 0; d < 4; d++) extent[d] = d < s->rank ? s->extents[d] : 1;
  for (int64_t n = 0; n < extent[3]; n++)
    for (int64_t k = 0; k < extent[2]; k++)
      for (int64_t j = 0; j < extent[1]; j++)
        for (int64_t i = 0; i < extent[0]; i++) expected[place(s, (int64_t[]){ i, j, k, n })] += more;
  for (int c = 0; c < ALL; c++)
    if (memory[c] != expected[c]) fail_msg("element %d is %g, not %g", c, memory[c], expected[c]);
}

static void must_be_sum(const vf_box *box, vf_view *view, double expected)
{
  double sum = 0;
  must(vf_sum(box, view, &sum));
  if (sum != expected) fail_msg("the sum is %g, not %g", sum, expected);
}

static const shape shapes[] = {
  { 1, 3, { 9 }, { GAP } },                          /* every fourth */
  { 1, ALL - 1, { ALL }, { -1 } },                   /* reversed */
  { 3, 2, { I, J, K }, { GAP, GAP *I, GAP *I *J } }, /* a component of structures */
  { 2, I *J - 1, { I, J }, { -1, -I } },             /* reversed twice */
  { 3, I + 1, { I - 2, J - 2, K }, { 1, I, I *J } }, /* without a layer around */
  { 3, 0, { K, J, I }, { I * J, I, 1 } },            /* transposed */
  { 4, 1, { 2, J, K, 3 }, { 2, I, I *J, I *J *K } }, /* parts of planes, with components */
  { 1, 17, { 1 }, { 5 } },                           /* a single element */
  { 2, 4, { 1, J }, { 7, I } },                      /* a column of a plane */
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void kernels_and_the_program_see_the_same_values(void **state)
{
  (void)state;
  for (int s = 0; s < SHAPES; s++) {
    vf_view *view = NULL;
    number_all();
    must(wrap(&shapes[s], &view));
    const vf_box box = box_of(&shapes[s]);
    must(vf_add_constant(&box, view, 1000));
    must(vf_view_to_host(view, VF_READ));
    if (shapes[s].rank == 4) { /* the kernel has one component */
      must(vf_view_release(&view, false));
      continue;
    }
    expect_section(&shapes[s], 1000);
    must(vf_view_to_host(view, VF_UPDATE));
    for (int c = 0; c < ALL; c++) memory[c] = before[c] = 2 * c;
    must(vf_add_constant(&box, view, 1));
    must(vf_view_sync_d2h(view));
    expect_section(&shapes[s], 1);
    must(vf_view_release(&view, false));
  }
}

static void all_components_travel(void **state)
{
  (void)state;
  const shape *s = &shapes[6];
  vf_view *view = NULL, *part = NULL;
  number_all();
  must(wrap(s, &view));
  const vf_box box = box_of(s);
  for (int n = 1; n <= 3; n++) {
    must(vf_view_component(view, n, 1, &part));
    must(vf_add_constant(&box, part, 7));
    must(vf_view_release(&part, false));
  }
  must(vf_view_to_host(view, VF_READ));
  expect_section(s, 7);
  must(vf_view_release(&view, false));
}

static void values_written_after_the_wrap_and_before_the_first_kernel_count(void **state)
{
  (void)state;
  vf_view *view = NULL;
  number_all();
  must(wrap(&shapes[0], &view));
  for (int c = 0; c < ALL; c++) memory[c] = before[c] = -c;
  const vf_box box = box_of(&shapes[0]);
  must(vf_add_constant(&box, view, 0.5));
  must(vf_view_to_host(view, VF_READ));
  expect_section(&shapes[0], 0.5);
  must(vf_view_release(&view, false));
}

/* A view of the numbers, which a kernel has read. */
static vf_view *summed_on_the_device(const vf_box *box)
{
  vf_view *view = NULL;
  number_all();
  must(wrap(&shapes[0], &view));
  must_be_sum(box, view, 9 * 4 + 4 * 36);
  return view;
}

static void a_write_that_is_told_later_reaches_the_device(void **state)
{
  (void)state;
  const vf_box box = box_of(&shapes[0]);
  vf_view *view = summed_on_the_device(&box);
  for (int c = 0; c < ALL; c++) memory[c] = 1;
  must(vf_view_mark_written(view, VF_HOST));
  must_be_sum(&box, view, 9);
  for (int c = 0; c < ALL; c++) memory[c] = 2;
  must(vf_view_sync_h2d(view));
  must_be_sum(&box, view, 18);
  must(vf_view_release(&view, false));
}

/* As for other arrays: a copy that nobody needs would overwrite elements that the program has written since. */
static void a_request_leaves_the_program_what_it_has_newest(void **state)
{
  (void)state;
  const vf_box box = box_of(&shapes[0]);
  vf_view *view = summed_on_the_device(&box);
  for (int c = 0; c < ALL; c++) memory[c] = 1;
  must(vf_view_to_host(view, VF_UPDATE));
  must_be_sum(&box, view, 9);
  must(vf_view_release(&view, false));
}

static void a_write_over_newer_values_of_the_device_is_refused(void **state)
{
  (void)state;
  vf_view *view = NULL;
  number_all();
  must(wrap(&shapes[0], &view));
  const vf_box box = box_of(&shapes[0]);
  must(vf_fill_value(&box, view, 3));
  refused(vf_view_mark_written(view, VF_HOST), VF_ERROR_STALE, "'section'");
  refused(vf_view_mark_written_box(view, VF_HOST, &box, NULL), VF_ERROR_STALE, "'section'");
  refused(vf_view_release(&view, false), VF_ERROR_STALE, "lacks the newest values");
  bool host = true, device = false;
  must(vf_view_state(view, &host, &device));
  assert_true(!host && device);
  must(vf_view_to_host(view, VF_UPDATE));
  must(vf_view_state(view, &host, &device));
  assert_true(host && !device);
  must(vf_view_release(&view, false));
  assert_true(memory[3] == 3 && memory[4] == 5);
}

static void a_release_with_discard_leaves_the_programs_memory(void **state)
{
  (void)state;
  vf_view *view = NULL;
  number_all();
  must(wrap(&shapes[2], &view));
  const vf_box box = box_of(&shapes[2]);
  must(vf_fill_value(&box, view, 3));
  must(vf_view_release(&view, true));
  assert_memory_equal(memory, before, sizeof memory);
}

static void prefetches_bring_the_values_by_the_wait(void **state)
{
  (void)state;
  vf_view *view = NULL;
  number_all();
  must(wrap(&shapes[2], &view));
  const vf_box box = box_of(&shapes[2]);
  must(vf_view_prefetch(view, VF_DEVICE));
  must(vf_add_constant(&box, view, 30));
  must(vf_view_prefetch(view, VF_HOST));
  must(vf_view_wait(view));
  expect_section(&shapes[2], 30);
  must(vf_view_release(&view, false));
}

/* The host overwrites a box alone: the other elements are brought. */
static void a_write_of_a_box_keeps_the_other_elements(void **state)
{
  (void)state;
  vf_view *view = NULL;
  const shape *s = &shapes[2];
  number_all();
  must(wrap(s, &view));
  const vf_box box = box_of(s), first = { { -1, 2, 0 }, { -1, 2, 0 } };
  must(vf_add_constant(&box, view, 100));
  must(vf_view_to_host_box(view, VF_WRITE, &first, NULL));
  memory[s->first] = before[s->first] = -1;
  before[s->first] -= 100;
  must(vf_add_constant(&box, view, 0));
  must(vf_view_sync_d2h_box(view, &first, NULL));
  expect_section(s, 100);
  refused(vf_view_sync_h2d_box(view, &first, NULL), VF_ERROR_ARGUMENT, "goes to the device as a whole");
  must(vf_view_release(&view, false));
}

/* x and y of the same structures, at the same time. */
static void components_of_structures_are_views_beside_each_other(void **state)
{
  (void)state;
  static struct particle {
    double x, y;
    int32_t kind, used;
  } particles[11];
  const int64_t count = 11, step = sizeof *particles;
  vf_view *x = NULL, *y = NULL, *kind = NULL, *again = NULL;
  for (int p = 0; p < count; p++) particles[p] = (struct particle){ p, 10 * p, p % 3, 1 };
  must(vf_view_wrap_section(NULL, &particles[0].x, VF_REAL64, 1, &count, &step, NULL, "x", &x));
  must(vf_view_wrap_section(NULL, &particles[0].y, VF_REAL64, 1, &count, &step, NULL, "y", &y));
  must(vf_view_wrap_section(NULL, &particles[0].kind, VF_INT32, 1, &count, &step, NULL, "kind", &kind));
  refused(vf_view_wrap_section(NULL, &particles[1].x, VF_REAL64, 1, &(int64_t){ 4 }, &step, NULL, "again", &again),
          VF_ERROR_OVERLAP, "'again' overlaps the section 'x'");
  refused(vf_view_wrap(NULL, &particles[2].y, VF_REAL64, 1, &(int64_t){ 1 }, NULL, "one", VF_WRAP_DISTINCT, &again),
          VF_ERROR_OVERLAP, "'one' overlaps the section");
  const vf_box all = line(1, count);
  must(vf_axpy(&all, 2.0, x, y));
  must(vf_view_to_host(y, VF_READ));
  for (int p = 0; p < count; p++)
    assert_true(particles[p].y == 12 * p && particles[p].x == p && particles[p].kind == p % 3 &&
                particles[p].used == 1);
  must(vf_view_release(&x, false));
  must(vf_view_release(&y, false));
  must(vf_view_release(&kind, false));
}

static void wraps_without_sense_are_refused(void **state)
{
  (void)state;
  vf_view *view = NULL;
  const int64_t two[2] = { 4, 4 };
  number_all();
  refused(vf_view_wrap_section(NULL, memory, VF_REAL64, 1, two, (const int64_t[]){ 12 }, NULL, "odd", &view),
          VF_ERROR_ARGUMENT, "step of direction 1 is 12 bytes");
  refused(vf_view_wrap_section(NULL, memory, VF_REAL64, 2, two, (const int64_t[]){ 8, 24 }, NULL, "shared", &view),
          VF_ERROR_ARGUMENT, "elements share memory");
  refused(vf_view_wrap_section(NULL, memory, VF_REAL64, 1, two, (const int64_t[]){ 0 }, NULL, "one", &view),
          VF_ERROR_ARGUMENT, "share memory");
  refused(vf_view_wrap_section(NULL, NULL, VF_REAL64, 1, two, (const int64_t[]){ 16 }, NULL, "none", &view),
          VF_ERROR_NULL, "'none'");
  refused(vf_view_wrap_section(NULL, memory, VF_REAL64, 1, two, NULL, NULL, "steps", &view), VF_ERROR_NULL, "'steps'");
  vf_view *live = wrapped_line(memory + 8, 3, "live");
  refused(wrap(&shapes[0], &view), VF_ERROR_OVERLAP, "overlaps 'live'");
  discard(live);
  const int64_t nothing[2] = { 4, 0 };
  must(vf_view_wrap_section(NULL, NULL, VF_REAL64, 2, nothing, (const int64_t[]){ 16, 64 }, NULL, "empty", &view));
  must(vf_view_to_host(view, VF_UPDATE));
  must(vf_view_release(&view, false));
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    claim(kernels_and_the_program_see_the_same_values),
    claim(all_components_travel),
    claim(values_written_after_the_wrap_and_before_the_first_kernel_count),
    claim(a_write_that_is_told_later_reaches_the_device),
    claim(a_request_leaves_the_program_what_it_has_newest),
    claim(a_write_over_newer_values_of_the_device_is_refused),
    claim(a_release_with_discard_leaves_the_programs_memory),
    claim(prefetches_bring_the_values_by_the_wait),
    claim(a_write_of_a_box_keeps_the_other_elements),
    claim(components_of_structures_are_views_beside_each_other),
    claim(wraps_without_sense_are_refused),
  };
  return run_claims(argc, argv, "sections", tests, sizeof tests / sizeof tests[0]);
}
