/* Bugs in the points of a port: colours, first and last cells, cells outside, missing cells. */
#include "seeding.h"

static situation relaxation(int colour)
{
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  s.labels[0] = "pressure";
  s.labels[1] = "source term";
  s.values[2].number = 0.5;
  s.selector = colour;
  return s;
}

static void wrong_parity_is_named_for_odd_lower_bounds(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    situation s = relaxation(colour);
    named(&s, &vf_wrong_parity_kernel, "gsrb_poisson: the port updates the wrong colour of 'pressure'");
    s.box.lower[0] = -3;
    named(&s, &vf_wrong_parity_kernel, "gsrb_poisson: the port updates the wrong colour of 'pressure'");
  }
}

static void wrong_parity_is_harmless_for_even_lower_bounds(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    situation s = relaxation(colour);
    s.box.lower[0] = 4;
    silent(&s, &vf_wrong_parity_kernel);
    s.box.lower[0] = -4;
    silent(&s, &vf_wrong_parity_kernel);
  }
}

static void off_by_one_at_hi_is_named_for_odd_extents(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    const situation s = relaxation(colour);
    named(&s, &vf_off_by_one_at_hi_kernel,
          "'pressure' differs only on the high x face of the box (i = 9): off by one at hi?");
  }
}

static void off_by_one_at_hi_is_harmless_for_even_extents(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    situation s = relaxation(colour);
    s.box.upper[0] = 8;
    silent(&s, &vf_off_by_one_at_hi_kernel);
  }
}

static void first_row_forgotten_is_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_xpay_kernel, original_xpay);
  s.values[1].number = 0.75;
  named(&s, &vf_first_row_forgotten_kernel, "'y' differs only on the low y face of the box (j = 3): off by one");
}

static void write_outside_is_named_with_its_first_element(void **state)
{
  (void)state;
  situation s = call_of(&vf_fill_value_kernel, original_fill_value);
  s.labels[0] = "density";
  s.values[1].number = 0.1;
  named(&s, &vf_write_outside_kernel,
        "fill_value: the port writes 25 elements of 'density' outside the declared map, first (10, 3, 1)");
}

static void lower_bound_of_one_is_named_as_a_write_outside(void **state)
{
  (void)state;
  situation s = call_of(&vf_add_constant_kernel, original_add_constant);
  s.values[1].number = 4;
  named(&s, &vf_lower_bound_one_kernel, "writes 50 elements of 'x' outside the declared map, first (1, 3, 1)");
}

static void lower_bound_of_one_is_harmless_where_it_is_one(void **state)
{
  (void)state;
  situation s = call_of(&vf_add_constant_kernel, original_add_constant);
  s.values[1].number = 4;
  s.box.lower[0] = 1;
  silent(&s, &vf_lower_bound_one_kernel);
}

static void modified_input_is_named_with_its_argument(void **state)
{
  (void)state;
  const situation s = relaxation(0);
  named(&s, &vf_modified_input_kernel, "the port changes 'source term' (argument rhs), which it only reads, ");
}

/* If many elements change, the check may name only the row. An element that it names must be the first element. */
static void modified_input_is_named_with_no_wrong_place(void **state)
{
  (void)state;
  const situation s = relaxation(0);
  char *report = report_of(&s, &vf_modified_input_kernel);
  if (!strstr(report, "reads, at (4, 3, 1)") && !strstr(report, "reads, in or after the row of "))
    fail_with(report, "rhs has changed from (4, 3, 1) on");
  free(report);
}

static void one_modified_element_is_named_with_its_place(void **state)
{
  (void)state;
  situation s = relaxation(0);
  s.box = (vf_box){ { 6, 4, 2 }, { 6, 4, 2 } };
  named(&s, &vf_modified_input_kernel,
        "the port changes 'source term' (argument rhs), which it only reads, at (6, 4, 2)");
}

static void input_that_is_multiplied_by_one_is_not_modified(void **state)
{
  (void)state;
  situation s = relaxation(0);
  s.values[2].number = 1;
  silent(&s, &vf_modified_input_kernel);
}

static situation residual(int margin)
{
  situation s = call_of(&vf_residual_poisson_kernel, original_residual_poisson);
  s.values[3].number = 0.5;
  s.margin = margin;
  return s;
}

static void uninitialised_output_is_named_with_its_first_element(void **state)
{
  (void)state;
  const situation s = residual(2);
  named(&s, &vf_uninitialised_output_kernel,
        "residual_poisson: the port leaves 35 elements of 'residual' unwritten, first (3, 3, 2)");
}

/* The array is the box, so the device gets none of its old values. Memory left on the device may have the right values
 * of an earlier call. */
static void uninitialised_output_is_named_where_it_is_the_whole_array(void **state)
{
  (void)state;
  const situation s = residual(0);
  silent(&s, NULL);
  char *report = report_of(&s, &vf_uninitialised_output_kernel);
  expect_line(report, "residual_poisson",
              (const char *const[]){ "leaves 35 elements of 'residual' unwritten, first (3, 3, 2)", NULL });
  free(report);
}

static const struct CMUnitTest tests[] = {
  claim(wrong_parity_is_named_for_odd_lower_bounds),
  claim(wrong_parity_is_harmless_for_even_lower_bounds),
  claim(off_by_one_at_hi_is_named_for_odd_extents),
  claim(off_by_one_at_hi_is_harmless_for_even_extents),
  claim(first_row_forgotten_is_named),
  claim(write_outside_is_named_with_its_first_element),
  claim(lower_bound_of_one_is_named_as_a_write_outside),
  claim(lower_bound_of_one_is_harmless_where_it_is_one),
  claim(modified_input_is_named_with_its_argument),
  claim(modified_input_is_named_with_no_wrong_place),
  claim(one_modified_element_is_named_with_its_place),
  claim(input_that_is_multiplied_by_one_is_not_modified),
  claim(uninitialised_output_is_named_with_its_first_element),
  claim(uninitialised_output_is_named_where_it_is_the_whole_array),
};
RUN("seeded_points", tests)
