/* Findings in arrays of many rows. The check compares such arrays in chunks; the count and the named element must
 * still be right. */
#include "checking.h"

#include <math.h>
#include <stdio.h>

enum { X = 3, Y = 30, Z = 20, ALL = X * Y * Z, ROOM = 6 };
static const int64_t sizes[3] = { X, Y, Z };
static const int corner[3] = { -1, 5, -7 };
static const vf_box all = { { -1, 5, -7 }, { 1, 34, 12 } }, core = { { 0, 6, -6 }, { 0, 33, 11 } };
static double from_values[ALL], to_values[ALL];

/* Places and values that a port or an original finally writes to its result. The last entry has the value 0. */
typedef struct spot {
  int i, j, k;
  double value;
} spot;

static const spot *of_port, *of_original;
static bool keeps; /* port and original change nothing except the spots */

static void spotting_original(const vf_original_call *call, void *user)
{
  vf_original const plain = user ? original_add_constant : original_copy;
  if (!keeps) plain(call, NULL);
  const vf_original_array *result = &call->arrays[user ? 0 : 1];
  for (const spot *s = of_original; s && s->value != 0; s++) *element(result, s->i, s->j, s->k, 0) = s->value;
}

static int spotting_port(const vfi_launch *call, const vf_kernel *kernel, int argument)
{
  const int code = keeps ? 0 : kernel->launchers[VF_BACKEND_HOST][1](call);
  const vfi_span *span = &call->spans[argument];
  for (const spot *s = of_port; s && s->value != 0; s++)
    *((double *)span->origin + s->i + s->j * span->stride[0] + s->k * span->stride[1]) = s->value;
  return code;
}
static int port_of_copy(const vfi_launch *call) { return spotting_port(call, &vf_copy_kernel, 1); }
static int port_of_add_constant(const vfi_launch *call) { return spotting_port(call, &vf_add_constant_kernel, 0); }

/* A checked call of copy, or of add_constant by 0, with these spots. */
static void check(const vf_box *box, const spot *port, const spot *original, bool update)
{
  vf_kernel *kernel = update ? &vf_add_constant_kernel : &vf_copy_kernel;
  of_port = port;
  of_original = original;
  for (int c = 0; c < ALL; c++) {
    from_values[c] = 1 + c % 7 * 0.125;
    to_values[c] = 2;
  }
  vf_view *x = wrapped(from_values, 3, sizes, corner, "in"), *y = wrapped(to_values, 3, sizes, corner, "out");
  must(vf_report_reset());
  must(vf_kernel_set_original(kernel, VF_REAL64, spotting_original, update ? kernel : NULL));
  must(vfi_kernel_tune(kernel, VF_BACKEND_HOST, VF_REAL64, update ? port_of_add_constant : port_of_copy));
  must(vf_validate_mode(kernel->description.name, VF_MODE_CHECK));
  must(vf_validate_tolerance(kernel->description.name, &(vf_tolerance){ .absolute = 0.01 }));
  must(update ? vf_add_constant(box, y, 0) : vf_copy(box, x, y));
  must(vfi_kernel_tune(kernel, VF_BACKEND_HOST, VF_REAL64, NULL));
  must(vf_validate_mode(kernel->description.name, VF_MODE_DEVICE));
  discard(x);
  discard(y);
}

#define SPOTS(...) ((const spot[]){ __VA_ARGS__, { 0, 0, 0, 0 } })

static void the_worst_of_all_chunks_is_named(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static const struct {
    spot spots[ROOM];
    const char *words;
  } cases[] = {
    { { { -1, 5, -7, 9 } }, "'out' differs in 1 of 1800 valid cells, worst at (-1, 5, -7): port 9, original 1\n" },
    { { { 1, 34, 12, 9 } }, "'out' differs in 1 of 1800 valid cells, worst at (1, 34, 12): port 9, original 1" },
    { { { 0, 20, 3, 9 }, { 1, 8, -7, 9.5 } }, "differs in 2 of 1800 valid cells, worst at (1, 8, -7): port 9.5, " },
    { { { 0, 20, 3, 9.5 }, { 1, 8, -7, 9 } }, "differs in 2 of 1800 valid cells, worst at (0, 20, 3): port 9.5, " },
    { { { -1, 6, -7, 9 }, { 1, 6, -7, 20 }, { 0, 6, 12, 12 } },
      "differs in 3 of 1800 valid cells, worst at (1, 6, -7)" },
    { { { 0, 6, 12, -20 }, { 0, 33, 2, 12 }, { 1, 10, -3, 12 } }, "worst at (0, 6, 12): port -20, " },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    check(&all, cases[c].spots, NULL, false);
    expect_said(cases[c].words);
    expect_verdict(false, 1);
  }
}

static void nan_is_counted_and_the_first_named(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  check(&all, SPOTS({ 0, 30, 11, NAN }, { 1, 7, -6, NAN }, { -1, 8, -6, NAN }), NULL, false);
  expect_said("the port gives 3 NaN in 'out' where the original has none, first (1, 7, -6)\n");
  check(&all, SPOTS({ 0, 30, 11, NAN }, { 1, 7, -6, 3 }), SPOTS({ 0, 30, 11, NAN }), false);
  expect_not_said("NaN");
  check(&all, NULL, SPOTS({ 0, 30, 11, NAN }), false);
  expect_not_said("the port gives");
  expect_said("differs in 1 of 1800 valid cells, worst at (0, 30, 11): port 1.");
}

/* All cells of one face lie in one plane of chunks, or go through all chunks. */
static void a_face_is_named_however_its_rows_are_cut(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static const char *const words[6] = {
    "'out' differs only on the low x face of the box (i = -1): off by one at lo? The port does nothing there.\n",
    "'out' differs only on the low y face of the box (j = 5): off by one at lo? The port does nothing there.\n",
    "'out' differs only on the low z face of the box (k = -7): off by one at lo? The port does nothing there.\n",
    "'out' differs only on the high x face of the box (i = 1): off by one at hi? The port does nothing there.\n",
    "'out' differs only on the high y face of the box (j = 34): off by one at hi? The port does nothing there.\n",
    "'out' differs only on the high z face of the box (k = 12): off by one at hi? The port does nothing there.\n",
  };
  keeps = true; /* the port changes nothing */
  for (int face = 0; face < 6; face++) {
    static spot spots[ALL + 1];
    int count = 0;
    for (int k = -7; k <= 12; k++)
      for (int j = 5; j <= 34; j++)
        for (int i = -1; i <= 1; i++) {
          const int index[3] = { i, j, k };
          if (index[face % 3] == (face < 3 ? all.lower : all.upper)[face % 3]) spots[count++] = (spot){ i, j, k, 0.5 };
        }
    spots[count] = (spot){ 0 };
    check(&all, NULL, spots, true);
    expect_said(words[face]);
  }
  /* An edge belongs to two faces, so neither face is named. If the port changes the elements to other values, the
   * cause is not a face. */
  static const spot others[][ROOM] = {
    { { 1, 34, 0, 9 }, { 1, 34, 2, 9 } },
    { { 1, 34, 12, 9 }, { -1, 34, 12, 9 } },
    { { 1, 30, 3, 9 }, { 0, 20, 3, 9 } },
  };
  for (size_t o = 0; o < sizeof others / sizeof others[0]; o++) {
    check(&all, NULL, others[o], true);
    expect_said("differs in 2 of 1800");
    expect_not_said("face of the box");
  }
  check(&all, NULL, SPOTS({ 1, 6, 2, 3 }, { 1, 30, -2, 3 }), true);
  expect_said("face of the box");
  check(&all, SPOTS({ 1, 6, 2, 4 }), SPOTS({ 1, 6, 2, 3 }, { 1, 30, -2, 3 }), true);
  expect_said("differs in 2 of 1800");
  expect_not_said("face of the box");
}

static void writes_outside_are_counted_and_the_first_named(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static const struct {
    spot port[ROOM], original[ROOM];
    const char *words;
  } cases[] = {
    { { { 1, 34, 12, 9 } },
      { { 0 } },
      "the port writes 1 elements of 'out' outside the declared map, first (1, 34, 12)\n" },
    { { { 1, 34, 12, 9 }, { -1, 5, -7, 9 } },
      { { 0 } },
      "the port writes 2 elements of 'out' outside the declared map, first (-1, 5, -7)\n" },
    { { { 0, 5, 0, 9 }, { -1, 6, 3, 9 }, { 0, 6, -7, 3 } },
      { { 0 } },
      "the port writes 3 elements of 'out' outside the declared map, first (0, 6, -7)\n" },
    { { { 0 } },
      { { 0, 34, 12, 9 }, { 1, 6, -2, 7 } },
      "the original changes 2 elements of 'out' that the port leaves alone, first (1, 6, -2), " },
    { { { 1, 7, 7, 9 } },
      { { 1, 6, -2, 7 } },
      "the port writes 1 elements of 'out' outside the declared map, first (1, 7, 7)\n" },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    for (int update = 0; update < 2; update++) {
      check(&core, cases[c].port, cases[c].original, update);
      expect_said(cases[c].words);
      expect_not_said("differs");
    }
}

static void elements_that_nobody_writes_are_counted_and_the_first_named(void **state)
{
  (void)state;
  if (on_gpu()) skip();
  static spot most[ALL + 1], more[ALL + 1];
  int count = 0;
  for (int k = -6; k <= 11; k++)
    for (int j = 6; j <= 33; j++)
      if (!(j == 20 && k == 3) && !(j == 7 && k == 10) && !(j == 33 && k == 10)) most[count++] = (spot){ 0, j, k, 4 };
  most[count] = (spot){ 0 };
  keeps = true;
  check(&core, most, most, false);
  expect_said("the port leaves 3 elements of 'out' unwritten, first (0, 20, 3) (so does the original: declare the "
              "argument UPDATE)\n");
  memcpy(more, most, sizeof more);
  more[count] = (spot){ 0, 7, 10, 4 };
  check(&core, most, more, false);
  expect_said("the port leaves 3 elements of 'out' unwritten, first (0, 20, 3)\n");
  keeps = false;
  check(&core, NULL, NULL, false);
  expect_not_said("unwritten");
  expect_verdict(true, 1);
}

static int close_places(void **state)
{
  keeps = false;
  vf_kernel *const kernels[] = { &vf_copy_kernel, &vf_add_constant_kernel };
  for (int k = 0; k < 2; k++) {
    must(vfi_kernel_tune(kernels[k], VF_BACKEND_HOST, VF_REAL64, NULL));
    must(vf_validate_mode(kernels[k]->description.name, VF_MODE_DEVICE));
    must(vf_validate_tolerance(kernels[k]->description.name, NULL));
    must(vf_kernel_set_original(kernels[k], VF_REAL64, NULL, NULL));
  }
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_places)

static const struct CMUnitTest tests[] = {
  claim(the_worst_of_all_chunks_is_named),
  claim(nan_is_counted_and_the_first_named),
  claim(a_face_is_named_however_its_rows_are_cut),
  claim(writes_outside_are_counted_and_the_first_named),
  claim(elements_that_nobody_writes_are_counted_and_the_first_named),
};
RUN("places", tests)
