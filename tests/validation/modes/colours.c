/* The report's counts for coloured kernels. It counts cells of the call's colour in the user's own indices, for any
 * lower bounds of arrays and boxes. */
#include "checking.h"

#include <stdio.h>

enum { I = 7, J = 6, K = 5, ALL = I * J * K };
static const int64_t sizes[3] = { I, J, K };
static double phi[ALL], rhs[ALL];

static int cells_of(const vf_box *box, int colour)
{
  int count = 0;
  for (int k = box->lower[2]; k <= box->upper[2]; k++)
    for (int j = box->lower[1]; j <= box->upper[1]; j++)
      for (int i = box->lower[0]; i <= box->upper[0]; i++) count += ((i + j + k) & 1) == colour;
  return count;
}

typedef struct error {
  int index[3];
  double size;
} error;

static void erring_sweep(const vf_original_call *call, void *user)
{
  const error *e = user;
  original_gsrb_poisson(call, NULL);
  if (e->size != 0) *element(&call->arrays[0], e->index[0], e->index[1], e->index[2], 0) += e->size;
}

static void sweep(const int *low, const vf_box *boxes, int count, int colour, error *e)
{
  for (int c = 0; c < ALL; c++) {
    phi[c] = 1 + c * 37 % ALL / (double)ALL;
    rhs[c] = c * 29 % ALL / (double)ALL;
  }
  vf_view *x = wrapped(phi, 3, sizes, low, "phi"), *b = wrapped(rhs, 3, sizes, low, "rhs");
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, erring_sweep, e));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
  must(vf_gsrb_poisson_boxes(boxes, count, x, b, 0.5, colour));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_DEVICE));
  discard(x);
  discard(b);
}

static void expect_count(int colour, int compared, int different)
{
  char words[160];
  snprintf(words, sizeof words, "'phi', valid of colour %d: %d compared, %d with other bits, %d beyond the tolerance%s",
           colour, compared, different, different, different ? "; by ULP: " : "\n");
  expect_said(words);
  snprintf(words, sizeof words, "of colour %d: ", 1 - colour);
  expect_not_said(words);
}

static void each_colour_is_counted_at_any_lower_bound(void **state)
{
  (void)state;
  for (int corner = 0; corner < 16; corner++)
    for (int colour = 0; colour < 2; colour++) {
      const int low[3] = { (corner & 1) - 3, (corner >> 1 & 1) + 4, (corner >> 2 & 1) - 8 };
      const int inset = corner >> 3;
      vf_box box;
      for (int d = 0; d < 3; d++) {
        box.lower[d] = low[d] + 1 + (d == 0) * inset;
        box.upper[d] = low[d] + (int)sizes[d] - 2;
      }
      error none = { .size = 0 };
      sweep(low, &box, 1, colour, &none);
      expect_count(colour, cells_of(&box, colour), 0);
      expect_verdict(true, 1);
      /* the first cell of the colour in the box's last row */
      error one = { { box.lower[0], box.upper[1], box.upper[2] }, 3 };
      if (((one.index[0] + one.index[1] + one.index[2]) & 1) != colour) one.index[0]++;
      sweep(low, &box, 1, colour, &one);
      expect_count(colour, cells_of(&box, colour), 1);
      char words[96];
      snprintf(words, sizeof words, "'phi' differs in 1 of %d valid cells, worst at (%d, %d, %d)",
               cells_of(&box, colour), one.index[0], one.index[1], one.index[2]);
      expect_said(words);
    }
}

static void cells_of_several_boxes_are_counted_once(void **state)
{
  (void)state;
  const int low[3] = { -3, 1, 0 };
  const vf_box boxes[3] = { { { -2, 2, 1 }, { -1, 5, 3 } },
                            { { 1, 2, 1 }, { 0, 5, 3 } },
                            { { 1, 3, 2 }, { 2, 4, 2 } } };
  error none = { .size = 0 };
  for (int colour = 0; colour < 2; colour++) {
    sweep(low, boxes, 3, colour, &none);
    expect_count(colour, cells_of(&boxes[0], colour) + cells_of(&boxes[2], colour), 0);
  }
}

/* The original changes a cell of the other colour. The call does not compare such cells. */
static void the_other_colour_is_not_compared(void **state)
{
  (void)state;
  const int low[3] = { -3, 1, 0 };
  const vf_box box = { { -2, 2, 1 }, { 2, 5, 3 } };
  for (int colour = 0; colour < 2; colour++) {
    error other = { { 0, 3, 2 + !colour }, 3 };
    if (((other.index[0] + other.index[1] + other.index[2]) & 1) == colour) other.index[0]++;
    sweep(low, &box, 1, colour, &other);
    expect_count(colour, cells_of(&box, colour), 0);
    expect_said("the original ");
    expect_not_said("the port updates the wrong colour");
  }
}

/* Cells to which the port adds 3 after its sweep. */
static const int (*touched)[3];
static int touched_count;

static int touching_port(const vfi_launch *call)
{
  const int code = vf_gsrb_poisson_kernel.launchers[VF_BACKEND_HOST][1](call);
  const vfi_span *span = &call->spans[0];
  for (int t = 0; t < touched_count; t++)
    ((double *)span->origin)[touched[t][0] + touched[t][1] * span->stride[0] + touched[t][2] * span->stride[1]] += 3;
  return code;
}

/* Inside a box, the report names a changed cell of the other colour. A changed cell outside the boxes is outside the
 * declared map, whatever its colour. */
static void cells_that_a_port_updates_are_told_by_their_place(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static const int low[3] = { -3, 1, 0 };
  static const vf_box boxes[2] = { { { -2, 2, 1 }, { 0, 3, 1 } }, { { 1, 4, 2 }, { 2, 5, 3 } } };
  static const struct {
    int cells[3][3], count;
    const char *words, *not_words;
  } cases[] = {
    { { { -2, 2, 1 } },
      1,
      "wrong colour of 'phi': 1 cells that colour 0 leaves alone have changed, first (-2, 2, 1)\n",
      "outside the declared map" },
    { { { 2, 5, 2 }, { 1, 5, 3 } },
      2,
      "wrong colour of 'phi': 2 cells that colour 0 leaves alone have changed, first (2, 5, 2)\n",
      "outside the declared map" },
    { { { 0, 2, 1 } },
      1,
      "wrong colour of 'phi': 1 cells that colour 0 leaves alone have changed, first (0, 2, 1)\n",
      "outside the declared map" },
    { { { -2, 4, 1 }, { 1, 3, 1 } },
      2,
      "the port writes 2 elements of 'phi' outside the declared map, first (1, 3, 1)\n",
      "wrong colour" },
    { { { 1, 4, 1 } },
      1,
      "the port writes 1 elements of 'phi' outside the declared map, first (1, 4, 1)\n",
      "wrong colour" },
    { { { 0, 4, 2 }, { 3, 4, 2 } },
      2,
      "the port writes 2 elements of 'phi' outside the declared map, first (0, 4, 2)\n",
      "wrong colour" },
    { { { -3, 2, 1 }, { 2, 4, 3 }, { 3, 5, 4 } },
      3,
      "the port writes 2 elements of 'phi' outside the declared map, first (-3, 2, 1)\n",
      "leaves alone have changed, first (-3" },
  };
  error none = { .size = 0 };
  must(vfi_kernel_tune(&vf_gsrb_poisson_kernel, VF_BACKEND_HOST, VF_REAL64, touching_port));
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    touched = cases[c].cells;
    touched_count = cases[c].count;
    sweep(low, boxes, 2, 0, &none);
    expect_said(cases[c].words);
    expect_not_said(cases[c].not_words);
  }
  must(vfi_kernel_tune(&vf_gsrb_poisson_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
}

static int close_colours(void **state)
{
  must(vfi_kernel_tune(&vf_gsrb_poisson_kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_colours)

static const struct CMUnitTest tests[] = {
  claim(each_colour_is_counted_at_any_lower_bound),
  claim(cells_of_several_boxes_are_counted_once),
  claim(the_other_colour_is_not_compared),
  claim(cells_that_a_port_updates_are_told_by_their_place),
};
RUN("colours", tests)
