/* Calls that come again: the checks of the first call hold for the next calls on the same views and box alone. A kept check
 * stands at one of a few hundred places, so that calls on many boxes meet the places of other calls. */
#include "common.h"

#include <test_calls_again_kernels.h>

enum { CELLS = 60, FEW = 40 };
static double values[CELLS], others[CELLS], few[FEW];

static void calls_on_the_same_views_and_box_give_their_values(void **state)
{
  (void)state;
  vf_view *x = wrapped_line(values, CELLS, "x"), *y = wrapped_line(others, CELLS, "y");
  const vf_box box = line(2, 9);
  for (int call = 1; call <= 3; call++) {
    must(vf_fill_value(&box, x, call));
    must(vf_copy(&box, x, y));
    assert_true(norm(&box, y) == call);
  }
  discard(x);
  discard(y);
}

static void box_beyond_the_views_is_refused_after_calls_on_all_boxes_inside(void **state)
{
  (void)state;
  vf_view *x = wrapped_line(values, CELLS, "x"), *y = wrapped_line(others, CELLS, "y");
  for (int first = 1; first <= CELLS; first++)
    for (int last = first; last <= CELLS; last++) {
      const vf_box box = line(first, last);
      must(vf_copy(&box, x, y));
    }
  for (int first = 1; first <= CELLS; first++)
    for (int beyond = 1; beyond <= CELLS; beyond++) {
      const vf_box box = line(first, CELLS + beyond);
      assert_int_equal(vf_copy(&box, x, y), VF_ERROR_BOX);
    }
  discard(x);
  discard(y);
}

static void shorter_view_in_the_place_of_another_is_refused(void **state)
{
  (void)state;
  vf_view *x = wrapped_line(values, CELLS, "x"), *y = wrapped_line(others, CELLS, "y");
  vf_view *shorter = wrapped_line(few, FEW, "few");
  const vf_box box = line(1, CELLS);
  must(vf_copy(&box, x, y));
  assert_int_equal(vf_copy(&box, x, shorter), VF_ERROR_BOX);
  assert_int_equal(vf_copy(&box, x, x), VF_ERROR_ALIAS);
  must(vf_copy(&box, x, y));
  discard(y);
  assert_int_equal(vf_copy(&box, x, y), VF_ERROR_NULL);
  discard(x);
  discard(shorter);
}

static void another_direction_is_checked_by_itself(void **state)
{
  (void)state;
  static double cells[(CELLS + 1) * 2], faces[(CELLS + 1) * 2];
  const int64_t extents[2] = { CELLS + 1, 2 };
  const int lower[2] = { 0, 1 };
  vf_view *x = wrapped(cells, 2, extents, lower, "x"), *jump = wrapped(faces, 2, extents, lower, "jump");
  for (int round = 0; round < 2; round++)
    for (int first = 1; first <= CELLS; first++)
      for (int last = first; last <= CELLS; last++) {
        const vf_box box = { { first, 1, 1 }, { last, 1, 1 } };
        if (round == 0) must(vf_face_jump(&box, x, jump, 0));
        else assert_int_equal(vf_face_jump(&box, x, jump, 1), VF_ERROR_BOX); /* needs cell j = 0 */
      }
  discard(x);
  discard(jump);
}

static void value_that_moves_the_elements_is_checked_in_each_call(void **state)
{
  (void)state;
  vf_view *x = wrapped_line(values, CELLS, "x"), *y = wrapped_line(others, CELLS, "y");
  const vf_box box = line(1, CELLS - 2);
  static const int nothing[3] = { 0, 0, 0 }, two[3] = { 2, 0, 0 }, three[3] = { 3, 0, 0 };
  must(vf_shifted_copy(&box, x, y, nothing));
  must(vf_shifted_copy(&box, x, y, two));
  assert_int_equal(vf_shifted_copy(&box, x, y, three), VF_ERROR_BOX);
  discard(x);
  discard(y);
}

static const struct CMUnitTest tests[] = {
  claim(calls_on_the_same_views_and_box_give_their_values),
  claim(box_beyond_the_views_is_refused_after_calls_on_all_boxes_inside),
  claim(shorter_view_in_the_place_of_another_is_refused),
  claim(another_direction_is_checked_by_itself),
  claim(value_that_moves_the_elements_is_checked_in_each_call),
};
RUN("calls_again", tests)
