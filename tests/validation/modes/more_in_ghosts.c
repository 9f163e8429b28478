/* An original with its loop and a halo exchange in the same procedure, as in NPB. A setting announces more writes of
 * the original in ghosts: then its writes to ghosts are no failure. The check still finds a box with a missing layer of
 * cells. */
#include "checking.h"

/* Adds to all cells except the outermost layer, and fills this layer from the opposite cells. */
static void add_and_exchange(const vf_original_call *call, void *user)
{
  const vf_original_array *x = &call->arrays[0];
  const int *low = x->lower, *high = x->upper;
  (void)user;
  for (int k = low[2] + 1; k < high[2]; k++)
    for (int j = low[1] + 1; j < high[1]; j++)
      for (int i = low[0] + 1; i < high[0]; i++) *element(x, i, j, k, 0) += call->values[1].number;
  for (int k = low[2]; k <= high[2]; k++)
    for (int j = low[1]; j <= high[1]; j++)
      for (int i = low[0]; i <= high[0]; i++) {
        const int from[3] = { i == low[0] ? high[0] - 1 : (i == high[0] ? low[0] + 1 : i),
                              j == low[1] ? high[1] - 1 : (j == high[1] ? low[1] + 1 : j),
                              k == low[2] ? high[2] - 1 : (k == high[2] ? low[2] + 1 : k) };
        *element(x, i, j, k, 0) = *element(x, from[0], from[1], from[2], 0);
      }
}

/* A single checked call on a box of the source. All cells of the source have different values, so every shifted copy
 * shows. */
static bool passes(const vf_box *box)
{
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_add_constant_kernel, VF_REAL64, add_and_exchange, NULL));
  must(vf_validate_mode("add_constant", VF_MODE_CHECK));
  must(vf_add_constant(box, from, 4));
  must(vf_validate_mode("add_constant", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_add_constant_kernel, VF_REAL64, NULL, NULL));
  return vf_report_passed(NULL);
}

static const int one_layer[3] = { 1, 1, 1 };

static void halo_of_the_original_is_a_remark(void **state)
{
  (void)state;
  assert_false(passes(&inside));
  expect_said("add_constant: the original changes 138 elements of 'from' that the port leaves alone");
  must(vf_validate_more_in_ghosts("add_constant", one_layer));
  assert_true(passes(&inside));
  expect_said("remark (call 1) add_constant: the original writes 138 elements of 'from' outside the declared map");
  must(vf_validate_more("add_constant", false));
  assert_false(passes(&inside));
}

static void box_that_is_one_short_is_found_beside_the_halo(void **state)
{
  (void)state;
  static const char *const hints[6] = {
    "all at i = -1: is the port's box one short at its low x face?",
    "all at j = 1: is the port's box one short at its low y face?",
    "all at k = 4: is the port's box one short at its low z face?",
    "all at i = 5: is the port's box one short at its high x face?",
    "all at j = 3: is the port's box one short at its high y face?",
    "all at k = 5: is the port's box one short at its high z face?",
  };
  for (int face = 0; face < 6; face++) {
    vf_box box = inside;
    if (face < 3) box.lower[face]++;
    else box.upper[face - 3]--;
    must(vf_validate_more("add_constant", true));
    assert_true(passes(&box)); /* the purpose of the setting */
    must(vf_validate_more_in_ghosts("add_constant", one_layer));
    assert_false(passes(&box));
    expect_said(hints[face]);
  }
  must(vf_validate_more("add_constant", false));
}

/* The setting has a number of layers for each direction; here z has no ghosts, and changes in its outermost planes
 * count. */
static void layers_are_those_of_each_direction(void **state)
{
  (void)state;
  must(vf_validate_more_in_ghosts("add_constant", (const int[3]){ 1, 1, 0 }));
  assert_false(passes(&inside));
  /* in the two outermost planes, the cells between the layers in x and y */
  expect_said("the original changes 42 elements of 'from' that the port leaves alone, first (-1, 1, 3)");
  must(vf_validate_more_in_ghosts("add_constant", (const int[3]){ 1, 1, 2 })); /* z then has ghosts only */
  assert_false(passes(&inside));
  must(vf_validate_more("add_constant", false));
}

static void layers_are_0_or_more(void **state)
{
  (void)state;
  assert_int_equal(vf_validate_more_in_ghosts("add_constant", (const int[3]){ 1, -1, 1 }), VF_ERROR_ARGUMENT);
  assert_string_equal(vf_last_error(), "vf_validate_more_in_ghosts: -1 layers in direction 2");
  assert_int_equal(vf_validate_more_in_ghosts("add_constant", NULL), VF_ERROR_NULL);
}

static const struct CMUnitTest tests[] = {
  claim(halo_of_the_original_is_a_remark),
  claim(box_that_is_one_short_is_found_beside_the_halo),
  claim(layers_are_those_of_each_direction),
  claim(layers_are_0_or_more),
};
RUN("more_in_ghosts", tests)
