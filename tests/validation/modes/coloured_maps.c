/* The elements owned by a coloured kernel if its result is not at its points: children and shifted cells, of both
 * colours, with bounds of either sign. */
#include "checking.h"

#include <stdio.h>

#include <modes_kernels_kernels.h>

enum { COARSE = 5 * 4 * 3, FINE = 8 * COARSE, MOVED = 9 * 8 * 7 };
static const int64_t coarse_sizes[3] = { 5, 4, 3 }, fine_sizes[3] = { 10, 8, 6 }, moved_sizes[3] = { 9, 8, 7 };
static double coarse[COARSE], fine[FINE], moved[MOVED];

/* Another element with a different value in the original, if set. */
typedef struct extra {
  bool set;
  int index[3];
} extra;

static bool of_colour(const vf_original_call *call, int i, int j, int k)
{
  return ((i + j + k + call->selector) & 1) == 0;
}

#define EVERY_CELL                                                   \
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)     \
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)   \
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) \
        if (of_colour(call, i, j, k))

static void add_extra(const vf_original_call *call, const extra *more)
{
  if (more->set) *element(&call->arrays[1], more->index[0], more->index[1], more->index[2], 0) += 8;
}

static void original_children(const vf_original_call *call, void *user)
{
  EVERY_CELL for (int child = 0; child < 8; child++) *
      element(&call->arrays[1], 2 * i + (child & 1), 2 * j + (child >> 1 & 1), 2 * k + (child >> 2), 0) =
      *element(&call->arrays[0], i, j, k, 0);
  add_extra(call, user);
}

static void original_move(const vf_original_call *call, void *user)
{
  const int *by = call->values[2].integers;
  EVERY_CELL *element(&call->arrays[1], i + by[0], j + by[1], k + by[2], 0) = *element(&call->arrays[0], i, j, k, 0);
  add_extra(call, user);
}

static int cells_of(const vf_box *box, int colour)
{
  int count = 0;
  for (int k = box->lower[2]; k <= box->upper[2]; k++)
    for (int j = box->lower[1]; j <= box->upper[1]; j++)
      for (int i = box->lower[0]; i <= box->upper[0]; i++) count += ((i + j + k + colour) & 1) == 0;
  return count;
}

static void watch(vf_kernel *kernel, vf_original original, extra *more)
{
  must(vf_report_reset());
  must(vf_kernel_set_original(kernel, VF_REAL64, original, more));
  must(vf_validate_mode(kernel->description.name, VF_MODE_CHECK));
}

static void fill(double *values, int count, double first)
{
  for (int c = 0; c < count; c++) values[c] = first + c % 31 * 0.03125;
}

/* Checks the text about an element with another value in the original. The call compares an owned element; the report
 * says of any other element that the port leaves the element alone. */
static void expect_owned(bool owned, int compared, const int *index)
{
  char words[128];
  if (owned)
    snprintf(words, sizeof words, "differs in 1 of %d valid cells, worst at (%d, %d, %d)", compared, index[0], index[1],
             index[2]);
  else
    snprintf(words, sizeof words,
             "the original changes 1 elements of 'result' that the port leaves alone, first (%d, %d, %d)", index[0],
             index[1], index[2]);
  expect_said(words);
  expect_not_said(owned ? "leaves alone" : "differs");
  expect_not_said("unwritten");
}

static void children_of_one_colour_are_owned(void **state)
{
  (void)state;
  for (int corner = 0; corner < 8; corner++)
    for (int colour = 0; colour < 2; colour++) {
      const int low[3] = { (corner & 1) - 3, (corner >> 1 & 1) - 1, (corner >> 2 & 1) + 2 };
      const int fine_low[3] = { 2 * low[0], 2 * low[1], 2 * low[2] };
      const vf_box box = { { low[0] + 1, low[1], low[2] }, { low[0] + 3, low[1] + 3, low[2] + 1 } };
      fill(coarse, COARSE, 1);
      fill(fine, FINE, 4);
      vf_view *x = wrapped(coarse, 3, coarse_sizes, low, "parents"),
              *y = wrapped(fine, 3, fine_sizes, fine_low, "result");
      extra more = { 0 };
      watch(&vf_coloured_children_kernel, original_children, &more);
      must(vf_coloured_children(&box, x, y, colour));
      expect_verdict(true, 1);
      /* each child of two neighbouring cells in the box */
      for (int child = 0; child < 16; child++) {
        const int i = low[0] + 2 + (child >> 3), j = low[1] + 3, k = low[2];
        more = (extra){ true, { 2 * i + (child & 1), 2 * j + (child >> 1 & 1), 2 * k + (child >> 2 & 1) } };
        watch(&vf_coloured_children_kernel, original_children, &more);
        must(vf_coloured_children(&box, x, y, colour));
        expect_owned(((i + j + k + colour) & 1) == 0, 8 * cells_of(&box, colour), more.index);
      }
      discard(x);
      discard(y);
    }
}

static void shifted_cells_of_one_colour_are_owned(void **state)
{
  (void)state;
  static const int shifts[][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { -1, 1, 1 }, { 1, 1, 0 } };
  for (size_t s = 0; s < sizeof shifts / sizeof shifts[0]; s++)
    for (int colour = 0; colour < 2; colour++) {
      const int low[3] = { -3, 0, 2 }, moved_low[3] = { -5, -2, 0 };
      const vf_box box = { { -2, 0, 2 }, { 1, 3, 4 } };
      fill(coarse, COARSE, 1);
      fill(moved, MOVED, 4);
      vf_view *x = wrapped(coarse, 3, coarse_sizes, low, "source"),
              *y = wrapped(moved, 3, moved_sizes, moved_low, "result");
      extra more = { 0 };
      watch(&vf_coloured_move_kernel, original_move, &more);
      must(vf_coloured_move(&box, x, y, shifts[s], colour));
      expect_verdict(true, 1);
      for (int cell_number = 0; cell_number < 2; cell_number++) {
        const int i = cell_number, j = 2, k = 3;
        more = (extra){ true, { i + shifts[s][0], j + shifts[s][1], k + shifts[s][2] } };
        watch(&vf_coloured_move_kernel, original_move, &more);
        must(vf_coloured_move(&box, x, y, shifts[s], colour));
        expect_owned(((i + j + k + colour) & 1) == 0, cells_of(&box, colour), more.index);
      }
      discard(x);
      discard(y);
    }
}

static int close_maps(void **state)
{
  vf_kernel *const kernels[] = { &vf_coloured_children_kernel, &vf_coloured_move_kernel };
  for (int k = 0; k < 2; k++) {
    must(vf_validate_mode(kernels[k]->description.name, VF_MODE_DEVICE));
    must(vf_kernel_set_original(kernels[k], VF_REAL64, NULL, NULL));
  }
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_maps)

static const struct CMUnitTest tests[] = {
  claim(children_of_one_colour_are_owned),
  claim(shifted_cells_of_one_colour_are_owned),
};
RUN("coloured_maps", tests)
