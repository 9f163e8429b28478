/* The causes in a report: boxes of the port that leave out the differing elements, and the text with which a check
 * stops. */
#include "relaxing.h"

#include <stdio.h>

/* rhs = rhs + 1: the port computes it in its box, the original in all cells. res is another copy of rhs. `wrong` lists
 * cells in which the original gives another result. */
static vf_status add_one(const vf_box *box, const int wrong[][3], int count)
{
  must(vf_check_begin("relax", (vf_view *[]){ rhs, res }, 2));
  must(vf_copy(&cells, rhs, res));
  must(vf_add_constant(box, rhs, 1));
  while (vf_check_original("relax")) {
    memcpy(res_values, rhs_values, sizeof res_values);
    for (int c = 0; c < INSIDE; c++) rhs_values[c] += 1;
    for (int w = 0; w < count; w++) *inside_at(rhs_values, wrong[w][0], wrong[w][1], wrong[w][2]) += 1;
  }
  return vf_check_end("relax");
}

/* The port's box is one layer of cells too small, at each of the six faces. */
static void boxes_that_leave_out_what_differs_are_told(void **state)
{
  (void)state;
  static const char *const spans[6] = { "(1:7, -2:4, 3:8)", "(0:7, -1:4, 3:8)", "(0:7, -2:4, 4:8)",
                                        "(0:6, -2:4, 3:8)", "(0:7, -2:3, 3:8)", "(0:7, -2:4, 3:7)" };
  for (int face = 0; face < 6; face++) {
    char words[120];
    vf_box box = cells;
    if (face < 3) box.lower[face]++;
    else box.upper[face - 3]--;
    must(add_one(&box, NULL, 0));
    expect_verdict(false, 1);
    snprintf(words, sizeof words, "written by add_constant (1 call), in boxes that span %s\n", spans[face]);
    expect_said(words);
    must(vf_report_reset());
  }
}

/* The differing cells are the outermost cells of the port's box. The box covers them, so the report must not blame it. */
static void boxes_that_hold_what_differs_are_not_told(void **state)
{
  (void)state;
  must(add_one(&cells, (const int[][3]){ { 0, -2, 3 }, { CX - 1, CY - 3, CZ + 2 } }, 2));
  expect_said("relax: 'rhs' differs in 2 of 336 elements, first at (0, -2, 3)");
  expect_said("written by add_constant (1 call)\n");
  expect_not_said("boxes that span");
}

static void expect_stop(vf_status status, const char *text)
{
  if (status != VF_ERROR_MISMATCH || strcmp(vf_last_error(), text))
    fail_msg("%d: %s\nand not: %s", status, vf_last_error(), text);
}

static void check_stops_with_the_first_finding_and_its_cause(void **state)
{
  (void)state;
  must(vf_validate_stop("relax", true));
  const vf_status status = checked_relax(FACE_LEFT_OUT);
  assert_int_equal(status, VF_ERROR_MISMATCH);
  const char *text = vf_last_error(), *difference = "call 1 of relax: 'phi' differs in ", *cause = "; relax: 'phi': ";
  if (strncmp(text, difference, strlen(difference)) || !strstr(text, cause) || strstr(text, "'res'"))
    fail_msg("stopped with: %s", text);
}

/* The text of a stop has only differences, and nothing from an earlier call. */
static void check_stops_with_what_its_own_call_found(void **state)
{
  (void)state;
  must(vf_validate_stop("relax", true));
  assert_int_equal(checked_relax(FACE_LEFT_OUT), VF_ERROR_MISMATCH);
  assert_int_equal(checked_relax(WRONG_NORM), VF_ERROR_MISMATCH);
  const char *text = vf_last_error(), *difference = "call 2 of relax: the number 'norm' differs: port ";
  if (strncmp(text, difference, strlen(difference)) || strstr(text, "; ")) fail_msg("stopped with: %s", text);
  must(checked_relax(RIGHT));
  static const int64_t extents[3] = { CX, CY, CZ };
  static const int corner[3] = { 0, -2, 3 };
  vf_view *own = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, corner, "own", &own));
  for (int wrong = 0; wrong < 2; wrong++) {
    must(vf_check_begin("relax", &rhs, 1));
    must(vf_copy(&cells, rhs, own)); /* this copy causes a remark */
    must(vf_add_constant(&cells, rhs, 1));
    while (vf_check_original("relax"))
      for (int c = 0; c < INSIDE; c++) rhs_values[c] += c || !wrong ? 1 : 2;
    const vf_status status = vf_check_end("relax");
    if (!wrong) must(status);
    else
      expect_stop(status, "call 5 of relax: 'rhs' differs in 1 of 336 elements, first at (0, -2, 3), worst at (0, -2, "
                          "3): port 3, original 4; relax: 'rhs': written by add_constant (1 call)");
  }
  discard(own);
}

static const struct CMUnitTest tests[] = {
  claim(boxes_that_leave_out_what_differs_are_told),
  claim(boxes_that_hold_what_differs_are_not_told),
  claim(check_stops_with_the_first_finding_and_its_cause),
  claim(check_stops_with_what_its_own_call_found),
};
RUN("routine_causes", tests)
