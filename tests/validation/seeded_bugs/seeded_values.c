/* Bugs in the values of a port: components, kinds, NaN; and differences without a bug. */
#include "seeding.h"

#include <math.h>

static situation laplacian(int components)
{
  situation s = call_of(&vf_apply_poisson_kernel, original_apply_poisson);
  s.labels[1] = "laplacian";
  s.values[2].number = 0.5;
  s.components = components;
  return s;
}

static situation sum_with(double factor)
{
  situation s = call_of(&vf_axpy_kernel, original_axpy);
  s.values[0].number = factor;
  return s;
}

/* The port uses the first component for all components. With a single component it is right. */
static void wrong_component_is_named(void **state)
{
  (void)state;
  const situation s = laplacian(2);
  named(&s, &vf_wrong_component_kernel, "component 2 of 'laplacian' holds what the original has in component 1");
}

static void wrong_component_is_harmless_where_there_is_one(void **state)
{
  (void)state;
  const situation s = laplacian(1);
  silent(&s, &vf_wrong_component_kernel);
}

static void exchanged_components_are_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_copy_kernel, original_copy);
  s.components = 2;
  named(&s, &vf_exchanged_components_kernel, "of 'destination' holds what the original has in component");
}

/* A float variable in a double computation leaves differences of a typical size. In real32 the same port is right. */
static void float_for_double_is_named(void **state)
{
  (void)state;
  const situation s = laplacian(1);
  named(&s, &vf_float_for_double_kernel, "differences of 'laplacian' are of the size of real32 rounding",
        "float in place of double?");
}

static void float_is_no_bug_in_real32(void **state)
{
  (void)state;
  real64_original wide = { &vf_apply_poisson_kernel.description, original_apply_poisson };
  situation s = laplacian(1);
  s.type = VF_REAL32;
  s.original = original_of_real32;
  s.user = &wide;
  silent(&s, NULL);
  silent(&s, &vf_float_for_double_kernel);
}

/* A factor declared as integer loses its fraction. The report tries the cut value, and whole factors show no error. */
static void integer_factor_is_named(void **state)
{
  (void)state;
  const situation s = sum_with(2.5);
  named(&s, &vf_integer_factor_kernel, "axpy:", "agrees with the original when a is cut to an integer");
}

static void integer_factor_is_harmless_for_whole_factors(void **state)
{
  (void)state;
  const situation s = sum_with(3);
  silent(&s, &vf_integer_factor_kernel);
}

static void put_zero(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  *element(&arrays[2], 5, 4, 2, 0) = 0;
}

/* The report counts the NaN of the port separately from other differences, and names the first element. */
static void nan_of_the_port_is_named_with_its_first_element(void **state)
{
  (void)state;
  situation s = sum_with(0.5);
  silent(&s, &vf_nan_where_zero_kernel);
  s.prepare = put_zero;
  named(&s, &vf_nan_where_zero_kernel, "the port gives 1 NaN in 'y' where the original has none, first (5, 4, 2)");
}

static void put_negative(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  *element(&arrays[0], 9, 5, 3, 0) = -1;
  *element(&arrays[0], 4, 6, 3, 1) = -2;
}

static void nan_in_two_components_is_counted(void **state)
{
  (void)state;
  situation s = call_of(&vf_copy_kernel, original_copy);
  s.components = 2;
  silent(&s, &vf_nan_of_negative_kernel);
  s.prepare = put_negative;
  named(&s, &vf_nan_of_negative_kernel, "the port gives 2 NaN in 'destination' where the original has none",
        "first (9, 5, 3)");
}

static void put_nan(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  *element(&arrays[0], 9, 5, 3, 0) = NAN;
}

/* If port and original both give NaN, the element agrees. Otherwise a code with NaN outside its domain could not be
 * checked. */
static void nan_beside_nan_passes(void **state)
{
  (void)state;
  situation copying = call_of(&vf_copy_kernel, original_copy), applying = laplacian(1);
  copying.prepare = applying.prepare = put_nan;
  silent(&copying, NULL);
  silent(&applying, NULL);
}

static void bugs_are_named_beside_nan(void **state)
{
  (void)state;
  situation s = call_of(&vf_copy_kernel, original_copy);
  s.components = 2;
  s.prepare = put_nan;
  char *report = report_of(&s, &vf_exchanged_components_kernel);
  if (!has_line(report, "copy",
                (const char *const[]){ "of 'destination' holds what the original has in component", NULL }) ||
      !has_line(report, "copy", (const char *const[]){ "the port gives 1 NaN in 'destination'", NULL }))
    fail_with(report, "not both of the findings are said");
  free(report);
}

/* A compiler may contract a product and a sum into a single rounding. The default tolerance allows this; a tolerance
 * of zero shows it. */
static void contraction_passes_the_default_tolerance(void **state)
{
  (void)state;
  const situation s = sum_with(1.0 / 3);
  silent(&s, &vf_fused_axpy_kernel);
}

static void contraction_is_found_where_nothing_is_tolerated(void **state)
{
  (void)state;
  const situation s = sum_with(1.0 / 3);
  const vf_tolerance none = { 0, 0, 0, 0 }, absolute = { .absolute = 1e-12 };
  must(vf_validate_tolerance("axpy", &none));
  char *report = report_of(&s, &vf_fused_axpy_kernel);
  expect_line(report, "axpy", (const char *const[]){ "'y' differs in", "of 175 valid cells", NULL });
  free(report);
  must(vf_validate_tolerance("axpy", &absolute));
  silent(&s, &vf_fused_axpy_kernel);
  must(vf_validate_tolerance("axpy", NULL));
}

static const struct CMUnitTest tests[] = {
  claim(wrong_component_is_named),
  claim(wrong_component_is_harmless_where_there_is_one),
  claim(exchanged_components_are_named),
  claim(float_for_double_is_named),
  claim(float_is_no_bug_in_real32),
  claim(integer_factor_is_named),
  claim(integer_factor_is_harmless_for_whole_factors),
  claim(nan_of_the_port_is_named_with_its_first_element),
  claim(nan_in_two_components_is_counted),
  claim(nan_beside_nan_passes),
  claim(bugs_are_named_beside_nan),
  claim(contraction_passes_the_default_tolerance),
  claim(contraction_is_found_where_nothing_is_tolerated),
};
RUN("seeded_values", tests)
