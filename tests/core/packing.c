/* Boxes of packed copies: each element of the parts once, and the two ends of rows in the order of memory. */
#include "testing.h"

#include <packing.h>

static const int64_t extent[VF_PART_RANK] = { 7, 5, 4, 2 };
enum { ROW = 7, PLANE = 35, ELEMENTS = 7 * 5 * 4 * 2 };

static int64_t order[ELEMENTS]; /* the elements of the array, as packed */

/* Fills the order. */
static void unpack_numbers(const vf_packing *packing)
{
  int64_t packed = 0;
  assert_in_range(packing->count, 1, VF_PACKED_BOXES);
  for (const vf_packed_box *box = packing->box; box < packing->box + packing->count; box++) {
    assert_int_equal(box->packed, packed);
    for (int64_t e = 0; e < box->elements; e++) {
      int64_t rest = e, at = box->begin;
      for (int d = 0; d < box->rank; d++) {
        at += rest % box->extent[d] * box->stride[d];
        rest /= box->extent[d];
      }
      assert_int_equal(rest, 0);
      assert_in_range(at, 0, ELEMENTS - 1);
      order[packed++] = at;
    }
  }
  assert_int_equal(packed, packing->elements);
}

/* Every element of the parts is packed once. */
static void expect_elements_once(const vfi_part_list *list)
{
  const vf_packing packing = vfi_packing_of(list, extent, 8);
  bool seen[ELEMENTS] = { false };
  assert_int_equal(packing.size, 8);
  assert_int_equal(packing.elements, vfi_parts_elements(list));
  unpack_numbers(&packing);
  for (int64_t e = 0; e < packing.elements; e++) {
    const int64_t at = order[e];
    const vfi_part one = { { at % ROW, at / ROW % 5, at / PLANE % 4, at / (4 * PLANE) },
                           { at % ROW, at / ROW % 5, at / PLANE % 4, at / (4 * PLANE) } };
    assert_true(vfi_parts_meet(list, &one));
    assert_false(seen[at]);
    seen[at] = true;
  }
}

static vfi_part_list ends_of_rows(int64_t first, int64_t last)
{
  return (vfi_part_list){ 2, { { { 6, first, 1, 0 }, { 6, last, 2, 1 } }, { { 0, first, 1, 0 }, { 1, last, 2, 1 } } } };
}

static void end_of_a_row_is_packed_beside_the_begin_of_the_next(void **state)
{
  (void)state;
  const vfi_part_list list = ends_of_rows(1, 3);
  const vf_packing packing = vfi_packing_of(&list, extent, 8);
  int steps = 0;
  expect_elements_once(&list);
  assert_int_equal(packing.count, 3);
  for (int64_t e = 1; e < packing.elements; e++)
    if (order[e - 1] % ROW == ROW - 1 && order[e] == order[e - 1] + 1) steps++;
  assert_int_equal(steps, 2 * 2 * 2); /* two steps between three rows, in two planes of two components */
}

static void ends_of_single_rows_stay_two_boxes(void **state)
{
  (void)state;
  const vfi_part_list list = ends_of_rows(2, 2);
  expect_elements_once(&list);
  assert_int_equal(vfi_packing_of(&list, extent, 4).count, 2);
}

static void parts_of_other_rows_are_no_ends(void **state)
{
  (void)state;
  vfi_part_list list = ends_of_rows(1, 3);
  list.at[1].last[2] = 1;
  expect_elements_once(&list);
  assert_int_equal(vfi_packing_of(&list, extent, 8).count, 2);
  list = ends_of_rows(1, 3);
  list.at[0].first[0] = list.at[0].last[0] = 5;
  expect_elements_once(&list);
  assert_int_equal(vfi_packing_of(&list, extent, 8).count, 2);
}

static void shells_and_whole_arrays_are_packed_once(void **state)
{
  (void)state;
  const vfi_part whole = vfi_part_whole(extent), inner = { { 1, 2, 1, 0 }, { 4, 3, 2, 1 } };
  vfi_part_list list = { 1, { whole } };
  expect_elements_once(&list);
  assert_true(vfi_parts_remove(&list, &inner));
  expect_elements_once(&list);
}

/* Ends of rows in eight planes: 24 boxes, and a packing has 16. */
static void lists_of_ends_alone_have_boxes_enough(void **state)
{
  (void)state;
  vfi_part_list list = { 0 };
  for (int k = 0; k < 4; k++)
    for (int n = 0; n < 2; n++) {
      if (n + k > 0) expect_elements_once(&list);
      list.at[list.count++] = (vfi_part){ { 0, 0, k, n }, { 0, 4, k, n } };
      list.at[list.count++] = (vfi_part){ { 6, 0, k, n }, { 6, 4, k, n } };
    }
  assert_int_equal(list.count, VF_PARTS);
  expect_elements_once(&list);
}

static const struct CMUnitTest tests[] = { claim(end_of_a_row_is_packed_beside_the_begin_of_the_next),
                                           claim(ends_of_single_rows_stay_two_boxes),
                                           claim(parts_of_other_rows_are_no_ends),
                                           claim(shells_and_whole_arrays_are_packed_once),
                                           claim(lists_of_ends_alone_have_boxes_enough) };
RUN("packing", tests)
