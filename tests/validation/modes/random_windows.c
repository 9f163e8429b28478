/* Checked copies between arrays of random shapes; the check takes windows of most arrays. One element of the port's or of the
 * original's work is wrong, in the box or beside the box, and the report names the place of the element and nothing else. */
#include "checking.h"

#include <stdio.h>

enum { ROUNDS = 140, MOST = 60000, TEXT = 200 };

typedef enum slip {
  NONE,
  IN_ORDER,
  ORIGINAL_IN,
  PORT_IN,
  ORIGINAL_BESIDE,
  PORT_BESIDE,
  ORIGINAL_INPUT,
  PORT_INPUT,
  SLIPS
} slip;

typedef struct field {
  double values[MOST]; /* of the type */
  int64_t extents[4];
  int lower[4];
  vf_view *view;
} field;

static field x, y;
static vf_box box;
static int rank, components, place[4];
static vf_type type;
static slip now;
static const double wrong = 0.125, untouched = -7;

static uint32_t state_of_random;

static int between(int low, int high)
{
  state_of_random = state_of_random * 1664525u + 1013904223u;
  return low + (int)((state_of_random >> 8) % (uint32_t)(high - low + 1));
}

static int64_t element_of(const field *f, int i, int j, int k, int n)
{
  const int64_t *e = f->extents;
  return i - f->lower[0] + e[0] * (j - f->lower[1] + e[1] * (k - f->lower[2] + e[2] * n));
}

static double value_of(const void *values, int64_t element)
{
  return type == VF_REAL64 ? ((const double *)values)[element] : (double)((const float *)values)[element];
}

static void set_value(void *values, int64_t element, double value)
{
  if (type == VF_REAL64) ((double *)values)[element] = value;
  else ((float *)values)[element] = (float)value;
}

static int64_t count_of(const field *f) { return f->extents[0] * f->extents[1] * f->extents[2] * f->extents[3]; }

static double filled(int64_t element) { return 1 + (double)(element * 7919 % 1021) / 1024; }

/* The box with more layers on each side than a window has beside the box; x and y have layers of their own. */
static void draw_field(field *f, bool input, const char *label)
{
  static const int most[5] = { 0, 5000, 90, 14, 9 };
  for (int d = 0; d < 4; d++) {
    const bool cut = d < rank && d < 3;
    f->lower[d] = cut ? box.lower[d] - between(3, most[rank]) : 1;
    f->extents[d] = cut ? box.upper[d] + between(3, most[rank]) - f->lower[d] + 1 : d == 3 ? components : 1;
  }
  assert_true(count_of(f) <= MOST);
  for (int64_t e = 0; e < count_of(f); e++) set_value(f->values, e, input ? filled(e) : untouched);
  must(vf_view_wrap(NULL, f->values, type, rank, f->extents, f->lower, label, VF_WRAP_DISTINCT, &f->view));
}

static void draw_place(bool beside)
{
  for (int d = 0; d < 3; d++) place[d] = between(box.lower[d], box.upper[d]);
  place[3] = between(0, components - 1);
  if (!beside) return;
  const int d = between(0, rank < 3 ? rank - 1 : 2);
  place[d] = between(0, 1) ? box.lower[d] - between(1, 2) : box.upper[d] + between(1, 2);
}

static void draw(int round)
{
  state_of_random = 977 * (uint32_t)round + 5;
  rank = between(0, 3) ? 3 + round % 2 : 1 + round % 2;
  components = rank == 4 ? between(2, 3) : 1;
  type = between(0, 2) ? VF_REAL64 : VF_REAL32;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = d < rank ? between(-9, 9) : 1;
    box.upper[d] = d < rank ? box.lower[d] + between(1, 13 - 4 * d) - 1 : 1;
  }
  draw_field(&x, true, "x");
  draw_field(&y, false, "y");
  now = (slip)(round % SLIPS);
  draw_place(now == ORIGINAL_BESIDE || now == PORT_BESIDE || (now >= ORIGINAL_INPUT && between(0, 1)));
}

static void err(void *values, const field *f)
{
  set_value(values, element_of(f, place[0], place[1], place[2], place[3]), wrong);
}

static void slipping_copy(const vf_original_call *call, void *user)
{
  (void)user;
  assert_true(call->components == components && call->type == type);
  for (int n = 0; n < components; n++)
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
        for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
          set_value(call->arrays[1].first, element_of(&y, i, j, k, n),
                    value_of(call->arrays[0].first, element_of(&x, i, j, k, n)));
  if (now == ORIGINAL_IN || now == ORIGINAL_BESIDE) err(call->arrays[1].first, &y);
  if (now == ORIGINAL_INPUT) err(call->arrays[0].first, &x);
}

static int port_copy(const vfi_launch *launch)
{
  const vfi_span *span = &launch->spans[now == PORT_INPUT ? 0 : 1];
  const int code = vf_copy_kernel.launchers[VF_BACKEND_HOST][type == VF_REAL64](launch);
  const ptrdiff_t at = place[0] + place[1] * span->stride[0] + place[2] * span->stride[1] + place[3] * span->stride[2];
  if (now == PORT_IN || now == PORT_BESIDE || now == PORT_INPUT) set_value(span->origin, at, wrong);
  return code;
}

static void expect_slip(int round)
{
  static const char *const words[SLIPS] = {
    [ORIGINAL_IN] = "valid cells, worst at ",
    [PORT_IN] = "valid cells, worst at ",
    [ORIGINAL_BESIDE] = "the original changes 1 elements of 'y' that the port leaves alone, first ",
    [PORT_BESIDE] = "the port writes 1 elements of 'y' outside the declared map, first ",
    [ORIGINAL_INPUT] = "the original changes 'x' (argument source), which it only reads, at ",
    [PORT_INPUT] = "the port changes 'x' (argument source), which it only reads, at ",
  };
  char at[TEXT], expected[TEXT];
  int used = 0;
  long long cells = components;
  for (int d = 0; d < 3; d++) cells *= box.upper[d] - box.lower[d] + 1;
  for (int d = 0; d < 3; d++) used += snprintf(at + used, sizeof at - (size_t)used, "%s%d", d ? ", " : "(", place[d]);
  used += snprintf(at + used, sizeof at - (size_t)used, ")");
  if (rank == 4) snprintf(at + used, sizeof at - (size_t)used, " component %d", place[3] + 1);
  if (!words[now]) {
    expect_verdict(true, 2);
    expect_not_said("WRONG");
    return;
  }
  used = now == ORIGINAL_IN || now == PORT_IN ? snprintf(expected, sizeof expected, "'y' differs in 1 of %lld ", cells)
                                              : 0;
  snprintf(expected + used, sizeof expected - (size_t)used, "%s%s", words[now], at);
  char *report = report_text();
  const char *first = strstr(report, "WRONG");
  if (!strstr(report, expected) || (first && strstr(first + 1, "WRONG")))
    fail_msg("round %d: not said alone: %s\n%s", round, expected, report);
  free(report);
}

/* Values of y after a call whose results are the port's. */
static void expect_values(int round)
{
  must(vf_view_to_host(y.view, VF_READ));
  for (int n = 0; n < components; n++)
    for (int k = y.lower[2]; k < y.lower[2] + y.extents[2]; k++)
      for (int j = y.lower[1]; j < y.lower[1] + y.extents[1]; j++)
        for (int i = y.lower[0]; i < y.lower[0] + y.extents[0]; i++) {
          const bool owned = i >= box.lower[0] && i <= box.upper[0] && j >= box.lower[1] && j <= box.upper[1] &&
                             k >= box.lower[2] && k <= box.upper[2];
          const bool here = i == place[0] && j == place[1] && k == place[2] && n == place[3];
          const int64_t from_x = owned ? element_of(&x, i, j, k, n) : 0;
          double expected = owned ? (double)(float)filled(from_x) : untouched;
          if (owned && type == VF_REAL64) expected = filled(from_x);
          if (here && (now == PORT_IN || now == PORT_BESIDE)) expected = wrong;
          /* An original or a port that spoils x may do so before x is read again. */
          if (here && owned && now >= ORIGINAL_INPUT) continue;
          const double found = value_of(y.values, element_of(&y, i, j, k, n));
          if (found != expected)
            fail_msg("round %d: y(%d, %d, %d, %d) is %g, not %g", round, i, j, k, n + 1, found, expected);
        }
}

static void a_wrong_element_is_named_with_its_place_in_any_shape(void **state)
{
  (void)state;
  for (int pass = 0; pass < 2; pass++)
    must(vf_kernel_set_original(&vf_copy_kernel, pass ? VF_REAL64 : VF_REAL32, slipping_copy, NULL));
  for (int round = 0; round < ROUNDS; round++) {
    draw(round);
    const slip wanted = now;
    if (on_gpu() && (wanted == PORT_IN || wanted == PORT_BESIDE || wanted == PORT_INPUT)) {
      discard(x.view);
      discard(y.view);
      continue;
    }
    /* The first call of a shape after a reset looks at whole arrays. */
    now = NONE;
    must(vf_validate_mode("copy", VF_MODE_CHECK));
    must(vf_copy(&box, x.view, y.view));
    expect_verdict(true, 1);
    now = wanted;
    must(vf_validate_order("copy", now == IN_ORDER));
    if (!on_gpu()) must(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_HOST, type, port_copy));
    must(vf_copy(&box, x.view, y.view));
    must(vfi_kernel_tune(&vf_copy_kernel, VF_BACKEND_HOST, type, NULL));
    expect_slip(round);
    expect_values(round);
    must(vf_report_reset());
    discard(x.view);
    discard(y.view);
  }
}

/* Boxes side by side, in any order, so that their parts of the window take turns from row to row. */
enum { BOXES = 4, SLOT = 50, ROWS = 61 };

static void draw_boxes(int round, vf_box boxes[BOXES])
{
  int slots[BOXES] = { 0, 1, 2, 3 };
  state_of_random = 31 * (uint32_t)round + 3;
  for (int b = BOXES - 1; b > 0; b--) {
    const int other = between(0, b), slot = slots[b];
    slots[b] = slots[other];
    slots[other] = slot;
  }
  for (int b = 0; b < BOXES; b++) {
    const int first = SLOT * slots[b] + between(3, 12), row = between(4, 20);
    boxes[b] = (vf_box){ { first, row, 1 }, { first + between(1, 25), row + between(0, 35), 1 } };
  }
  box = boxes[between(0, BOXES - 1)];
  draw_place(false);
  for (field *f = &x;; f = &y) {
    const int64_t shape[4] = { SLOT * BOXES + 5, f == &x ? ROWS : ROWS + 7, 1, 1 };
    memcpy(f->extents, shape, sizeof shape);
    for (int d = 0; d < 4; d++) f->lower[d] = 1;
    for (int64_t e = 0; e < count_of(f); e++) set_value(f->values, e, f == &x ? filled(e) : untouched);
    must(vf_view_wrap(NULL, f->values, type, 2, f->extents, NULL, f == &x ? "x" : "y", VF_WRAP_DISTINCT, &f->view));
    if (f == &y) break;
  }
}

static bool in_a_box(const vf_box boxes[BOXES], int i, int j)
{
  for (int b = 0; b < BOXES; b++)
    if (i >= boxes[b].lower[0] && i <= boxes[b].upper[0] && j >= boxes[b].lower[1] && j <= boxes[b].upper[1])
      return true;
  return false;
}

static void boxes_side_by_side_are_one_window(void **state)
{
  (void)state;
  rank = 2;
  components = 1;
  type = VF_REAL64;
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, slipping_copy, NULL));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  for (int round = 0; round < 40; round++) {
    vf_box boxes[BOXES];
    char words[TEXT];
    draw_boxes(round, boxes);
    now = NONE;
    must(vf_copy_boxes(boxes, BOXES, x.view, y.view));
    now = (slip[]){ NONE, ORIGINAL_IN, ORIGINAL_INPUT }[round % 3];
    must(vf_copy_boxes(boxes, BOXES, x.view, y.view));
    expect_verdict(now == NONE, 2);
    if (now == ORIGINAL_IN) snprintf(words, sizeof words, "worst at (%d, %d, 1)", place[0], place[1]);
    if (now == ORIGINAL_INPUT)
      snprintf(words, sizeof words, "at (%d, %d, 1) (it held %.17g)", place[0], place[1],
               filled(element_of(&x, place[0], place[1], 1, 0)));
    if (now != NONE) expect_said(words);
    must(vf_view_to_host(y.view, VF_READ));
    for (int j = 1; j <= y.extents[1]; j++)
      for (int i = 1; i <= y.extents[0]; i++) {
        const double expected = in_a_box(boxes, i, j) ? filled(element_of(&x, i, j, 1, 0)) : untouched;
        const double found = y.values[element_of(&y, i, j, 1, 0)];
        if (now == ORIGINAL_INPUT && i == place[0] && j == place[1]) continue;
        if (found != expected) fail_msg("round %d: y(%d, %d) is %g, not %g", round, i, j, found, expected);
      }
    must(vf_report_reset());
    discard(x.view);
    discard(y.view);
  }
}

static const struct CMUnitTest tests[] = {
  claim(a_wrong_element_is_named_with_its_place_in_any_shape),
  claim(boxes_side_by_side_are_one_window),
};
RUN("random_windows", tests)
