/* Bugs hidden by smooth data and uniform grids: a plain check passes, a check on perturbed inputs finds and names them. */
#include "seeding.h"

static void fill_all(const vf_original_array *array, double value)
{
  const size_t count = (size_t)(array->upper[0] - array->lower[0] + 1) *
                       (size_t)(array->upper[1] - array->lower[1] + 1) *
                       (size_t)(array->upper[2] - array->lower[2] + 1) * (size_t)array->components;
  for (size_t e = 0; e < count; e++) ((double *)array->first)[e] = value;
}

/* The coefficients of Helmholtz kernels. */
static void constant_coefficients(const situation *s, const vf_original_array *arrays)
{
  for (int a = 1; a < s->kernel->description.argument_count; a++)
    if (s->kernel->description.arguments[a].intent == VF_ARGUMENT_READ) fill_all(&arrays[a], 1);
}

static void no_source(const situation *s, const vf_original_array *arrays)
{
  (void)s;
  fill_all(&arrays[1], 0);
}

static situation on_uniform_grid(void)
{
  situation s = call_of(&vf_apply_helmholtz_kernel, original_apply_helmholtz);
  s.values[2].number = 1.5;
  s.values[3].number = 0.5;
  for (int d = 0; d < 3; d++) s.values[8].numbers[d] = 0.25;
  return s;
}

/* A plain check passes. On perturbed inputs the shipped port passes, and the report has the words about the wrong port. */
static void hidden(const situation *s, const vf_kernel *port, const char *words)
{
  const char *name = s->kernel->description.name;
  silent(s, port);
  must(vf_validate_perturb(name, 11, 0));
  silent(s, NULL);
  char *report = report_of(s, port);
  assert_false(vf_report_passed(NULL));
  if (!has_line(report, "WRONG (call 1)", (const char *const[]){ ": on perturbed inputs (seed 11): ", words, NULL }))
    fail_with(report, "'%s' is not said", words);
  free(report);
  must(vf_validate_perturb(name, 0, 0));
}

static void exchanged_widths_of_a_uniform_grid_are_found(void **state)
{
  (void)state;
  situation s = on_uniform_grid();
  hidden(&s, &vf_exchanged_widths_kernel, "'y' differs in 175 of 175 valid cells");
}

static void exchanged_coefficients_that_are_constant_are_named(void **state)
{
  (void)state;
  situation s = on_uniform_grid();
  s.prepare = constant_coefficients;
  hidden(&s, &vf_swapped_coefficients_kernel, "'y' agrees with the original when bx and by are swapped");
}

static void neighbour_of_a_constant_field_is_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_residual_poisson_kernel, original_residual_poisson);
  s.values[3].number = 0.5;
  s.prepare = constant_coefficients;
  hidden(&s, &vf_rhs_row_below_kernel, "'residual' agrees with the original when rhs is read at (i, j-1, k)");
}

/* A perturbed zero stays 0, because zeros often have a meaning. In a field of zeros alone all elements become small
 * numbers. */
static void neighbour_of_a_field_of_zeros_is_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_residual_poisson_kernel, original_residual_poisson);
  s.values[3].number = 0.5;
  s.prepare = no_source;
  hidden(&s, &vf_rhs_row_below_kernel, "'residual' agrees with the original when rhs is read at (i, j-1, k)");
}

static void number_in_place_of_a_value_is_found(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_helmholtz_kernel, original_gsrb_helmholtz);
  s.values[2].number = 1.5;
  s.values[3].number = 0.5;
  for (int d = 0; d < 3; d++) s.values[8].numbers[d] = 0.5;
  s.values[9].number = 1.15; /* the port's own value */
  hidden(&s, &vf_fixed_omega_kernel, "'phi' differs in");
}

static void right_ports_are_silent(void **state)
{
  (void)state;
  static const struct {
    vf_kernel *kernel;
    vf_original original;
  } kernels[] = {
    { &vf_apply_poisson_kernel, original_apply_poisson },
    { &vf_residual_poisson_kernel, original_residual_poisson },
    { &vf_gsrb_poisson_kernel, original_gsrb_poisson },
    { &vf_average_kernel, original_average },
    { &vf_interp_kernel, original_interp },
    { &vf_copy_kernel, original_copy },
    { &vf_axpy_kernel, original_axpy },
    { &vf_norm_max_kernel, original_norm_max },
  };
  must(vf_validate_perturb(NULL, 3, 0.5));
  for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
    situation s = call_of(kernels[k].kernel, kernels[k].original);
    for (int a = 0; a < s.kernel->description.argument_count; a++) s.values[a].number = 0.5;
    silent(&s, NULL);
  }
  must(vf_validate_perturb(NULL, 0, 0));
}

static const struct CMUnitTest tests[] = {
  claim(exchanged_widths_of_a_uniform_grid_are_found), claim(exchanged_coefficients_that_are_constant_are_named),
  claim(neighbour_of_a_constant_field_is_named),       claim(neighbour_of_a_field_of_zeros_is_named),
  claim(number_in_place_of_a_value_is_found),          claim(right_ports_are_silent),
};
RUN("seeded_perturbed", tests)
