/* Bugs without a rule that names them: the report has the places and the values. */
#include "seeding.h"

static void set_component(const vf_original_array *array, int n, double value)
{
  for (int k = array->lower[2]; k <= array->upper[2]; k++)
    for (int j = array->lower[1]; j <= array->upper[1]; j++)
      for (int i = array->lower[0]; i <= array->upper[0]; i++) *element(array, i, j, k, n) = value;
}

static void set_all(const vf_original_array *array, double value)
{
  for (int n = 0; n < array->components; n++) set_component(array, n, value);
}

static void all_one(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  set_all(&arrays[0], 1);
}

static void shift_by_one_is_found_in_all_cells(void **state)
{
  (void)state;
  situation s = call_of(&vf_copy_kernel, original_copy);
  named(&s, &vf_shifted_by_one_kernel, "'destination' agrees with the original when source is read at (i+1, j, k)");
  char *report = report_of(&s, &vf_shifted_by_one_kernel);
  if (!has_line(report, "copy:", (const char *const[]){ "differs in 175 of 175 valid cells, worst at (", NULL }))
    fail_with(report, "not all cells differ");
  free(report);
  s.prepare = all_one;
  silent(&s, &vf_shifted_by_one_kernel);
}

static void put_spike(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  set_all(&arrays[0], 1);
  *element(&arrays[0], 6, 2, 4, 0) = 1.5;
  *element(&arrays[0], 6, 3, 3, 0) = 2.5; /* on the diagonal: transposing does not move it */
}

static void transposed_indices_are_found_in_two_cells(void **state)
{
  (void)state;
  situation s = call_of(&vf_copy_kernel, original_copy);
  s.box = (vf_box){ { 3, 1, 1 }, { 9, 5, 5 } };
  s.prepare = put_spike;
  named(&s, &vf_transposed_indices_kernel, "'destination' differs in 2 of 175 valid cells, worst at (6, ");
  s.box.lower[1] = s.box.upper[1] = s.box.lower[2] = s.box.upper[2] = 3;
  silent(&s, &vf_transposed_indices_kernel);
}

static void no_source(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  set_all(&arrays[1], 0);
}

static void wrong_sign_of_the_right_hand_side_is_found(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  s.values[2].number = 0.5;
  named(&s, &vf_wrong_sign_kernel, "'phi' differs in", "port ", "original ");
  s.prepare = no_source;
  silent(&s, &vf_wrong_sign_kernel);
}

static void set_widths(situation *s, int h)
{
  for (int d = 0; d < 3; d++) s->values[h].numbers[d] = 0.5 + 0.25 * d;
}

static void constant_coefficient(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  set_all(&arrays[5], 1.25);
}

static void low_face_for_both_is_found(void **state)
{
  (void)state;
  situation s = call_of(&vf_apply_helmholtz_kernel, original_apply_helmholtz);
  s.values[2].number = 1.5;
  s.values[3].number = 0.5;
  set_widths(&s, 8);
  named(&s, &vf_low_face_twice_kernel, "'y' differs in 175 of 175 valid cells, worst at (");
  s.prepare = constant_coefficient;
  silent(&s, &vf_low_face_twice_kernel);
}

static void fixed_omega_is_found_for_other_omegas(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_helmholtz_kernel, original_gsrb_helmholtz);
  s.values[2].number = 1.5;
  s.values[3].number = 0.5;
  set_widths(&s, 8);
  s.values[9].number = 1.4;
  named(&s, &vf_fixed_omega_kernel, "gsrb_helmholtz:", "'phi' differs in");
  s.values[9].number = 1.15;
  silent(&s, &vf_fixed_omega_kernel);
}

static void one_based_children_are_found(void **state)
{
  (void)state;
  situation s = call_of(&vf_average_kernel, original_average);
  s.labels[1] = "coarse density";
  named(&s, &vf_one_based_children_kernel, "'coarse density' differs in 175 of 175 valid cells, worst at (");
  s.prepare = all_one;
  silent(&s, &vf_one_based_children_kernel);
}

static void fine_field_is_zero(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  set_component(&arrays[0], 0, 1);
  set_component(&arrays[0], 1, 2);
  set_all(&arrays[1], 0);
}

static void one_child_is_not_zero(const situation *s, const vf_original_array *arrays)
{
  fine_field_is_zero(s, arrays);
  *element(&arrays[1], 7, 8, 4, 1) = 0.25;
}

static void set_instead_of_add_is_found_with_place_and_values(void **state)
{
  (void)state;
  situation s = call_of(&vf_interp_kernel, original_interp);
  s.components = 2;
  s.prepare = one_child_is_not_zero;
  named(&s, &vf_set_instead_of_add_kernel,
        "'fine' differs in 1 of 2800 valid cells, worst at (7, 8, 4) component 2: port 2, original 2.25");
  s.prepare = fine_field_is_zero;
  silent(&s, &vf_set_instead_of_add_kernel);
}

static void put_negative_peak(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  *element(&arrays[0], 5, 4, 2, 0) = -10;
}

static void wrong_result_of_a_reduction_is_found_with_its_values(void **state)
{
  (void)state;
  situation s = call_of(&vf_norm_max_kernel, original_norm_max);
  silent(&s, &vf_norm_of_signed_kernel);
  s.prepare = put_negative_peak;
  named(&s, &vf_norm_of_signed_kernel, "norm_max:", "result", "port 1.9", "original 10");
}

static const struct CMUnitTest tests[] = {
  claim(shift_by_one_is_found_in_all_cells),
  claim(transposed_indices_are_found_in_two_cells),
  claim(wrong_sign_of_the_right_hand_side_is_found),
  claim(low_face_for_both_is_found),
  claim(fixed_omega_is_found_for_other_omegas),
  claim(one_based_children_are_found),
  claim(set_instead_of_add_is_found_with_place_and_values),
  claim(wrong_result_of_a_reduction_is_found_with_its_values),
};
RUN("seeded_formulas", tests)
