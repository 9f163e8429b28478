/* Bugs in the reads of a port: an index that is off by one, exchanged coefficients; and cases in which the report must
 * name no cause. */
#include "seeding.h"

static situation copying(void) { return call_of(&vf_copy_kernel, original_copy); }

static void right_hand_side_one_row_below_is_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_residual_poisson_kernel, original_residual_poisson);
  s.values[3].number = 0.5;
  named(&s, &vf_rhs_row_below_kernel, "'residual' agrees with the original when rhs is read at (i, j-1, k)");
}

static void right_hand_side_one_plane_above_is_named_for_both_colours(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  s.values[2].number = 0.5;
  s.labels[0] = "pressure";
  for (s.selector = 0; s.selector < 2; s.selector++)
    named(&s, &vf_rhs_plane_above_kernel, "'pressure' agrees with the original when rhs is read at (i, j, k+1)");
}

/* The arrays of the coefficients have different bounds. */
static void swapped_coefficients_are_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_apply_helmholtz_kernel, original_apply_helmholtz);
  s.values[2].number = 1.5;
  s.values[3].number = 0.5;
  for (int d = 0; d < 3; d++) s.values[8].numbers[d] = 0.5 + 0.25 * d;
  named(&s, &vf_swapped_coefficients_kernel, "'y' agrees with the original when bx and by are swapped");
}

/* ---- Causes that cannot be distinguished ------------------------------------------------------------------------- */

static void sum_of_two_indices(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  const vf_original_array *x = &arrays[0];
  for (int k = x->lower[2]; k <= x->upper[2]; k++)
    for (int j = x->lower[1]; j <= x->upper[1]; j++)
      for (int i = x->lower[0]; i <= x->upper[0]; i++) *element(x, i, j, k, 0) = i + j + 0.25 * k * k;
}

static void fields_that_cannot_tell_directions_get_all_of_them(void **state)
{
  (void)state;
  situation s = copying();
  s.prepare = sum_of_two_indices;
  named(&s, &vf_shifted_by_one_kernel,
        "'destination' agrees with the original when source is read at (i+1, j, k) or source "
        "is read at (i, j+1, k)");
}

/* ---- Cases without a named cause --------------------------------------------------------------------------------- */

static void one_peak(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  const vf_original_array *x = &arrays[0];
  for (int k = x->lower[2]; k <= x->upper[2]; k++)
    for (int j = x->lower[1]; j <= x->upper[1]; j++)
      for (int i = x->lower[0]; i <= x->upper[0]; i++) *element(x, i, j, k, 0) = 1;
  *element(x, 10, 4, 2, 0) = 5;
}

/* A single value can agree by chance. */
static void one_element_is_explained_by_no_shift(void **state)
{
  (void)state;
  situation s = copying();
  s.prepare = one_peak;
  named(&s, &vf_shifted_by_one_kernel, "'destination' differs in 1 of 175 valid cells, worst at (9, 4, 2)");
}

static void copy_with_another_error(const vf_original_call *call, void *user)
{
  original_copy(call, user);
  *element(&call->arrays[1], 5, 5, 3, 0) += 0.125;
}

static void shift_that_leaves_one_element_unexplained_is_not_named(void **state)
{
  (void)state;
  situation s = copying();
  s.original = copy_with_another_error;
  char *report = report_of(&s, &vf_shifted_by_one_kernel);
  expect_line(report, "copy:", (const char *const[]){ "'destination' differs in 175 of 175 valid cells", NULL });
  free(report);
}

static void shift_along_a_diagonal_is_not_named_as_another(void **state)
{
  (void)state;
  situation s = call_of(&vf_average_kernel, original_average);
  char *report = report_of(&s, &vf_one_based_children_kernel);
  expect_line(report, "average:", (const char *const[]){ "differs in 175 of 175 valid cells", NULL });
  free(report);
}

static const struct CMUnitTest tests[] = {
  claim(right_hand_side_one_row_below_is_named),
  claim(right_hand_side_one_plane_above_is_named_for_both_colours),
  claim(swapped_coefficients_are_named),
  claim(fields_that_cannot_tell_directions_get_all_of_them),
  claim(one_element_is_explained_by_no_shift),
  claim(shift_that_leaves_one_element_unexplained_is_not_named),
  claim(shift_along_a_diagonal_is_not_named_as_another),
};
RUN("seeded_reads", tests)
