/* Ports with a result that depends on the order of their points. */
#include "seeding.h"

static situation columns(vf_original original)
{
  situation s = call_of(&vf_axpy_kernel, original);
  s.values[0].number = 0.5;
  s.labels[2] = "column sum";
  return s;
}

static situation rows(vf_original original)
{
  situation s = call_of(&vf_add_constant_kernel, original);
  s.values[1].number = 0.5;
  return s;
}

/* On a GPU such a port also differs from the original; the difference depends on blocks and threads. */
static void depends_on_order(situation s, const vf_kernel *port, const char *words)
{
  s.order = true;
  char *report = report_of(&s, port);
  if (!has_line(report, s.kernel->description.name, (const char *const[]){ words, "first at (", NULL }))
    fail_with(report, "\"%s\" is not said", words);
  free(report);
  assert_false(vf_report_passed(NULL));
}

static void recurrence_along_columns_is_named_with_its_first_element(void **state)
{
  (void)state;
  depends_on_order(columns(sum_of_columns), &vf_column_recurrence_kernel,
                   "'column sum' depends on the order of points");
}

static void shift_within_rows_is_named_with_its_first_element(void **state)
{
  (void)state;
  depends_on_order(rows(shift_of_rows), &vf_shift_in_place_kernel, "'x' depends on the order of points");
}

static void relaxation_without_colours_is_named_with_its_first_element(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  s.values[2].number = 0.5;
  depends_on_order(s, &vf_no_colours_kernel, "'phi' depends on the order of points");
}

/* Loops of the host have the original's order, so the values alone do not show the bug. */
static void order_is_looked_at_only_when_asked(void **state)
{
  (void)state;
  if (on_gpu()) return;
  const situation in_columns = columns(sum_of_columns), in_rows = rows(shift_of_rows);
  assert_int_equal(differences(&in_columns, &vf_column_recurrence_kernel), 0);
  assert_int_equal(differences(&in_rows, &vf_shift_in_place_kernel), 0);
  silent(&in_columns, &vf_column_recurrence_kernel);
  silent(&in_rows, &vf_shift_in_place_kernel);
}

static void silent_in_any_order(situation s)
{
  s.order = true;
  silent(&s, NULL);
}

static void correct_ports_do_not_depend_on_order(void **state)
{
  (void)state;
  silent_in_any_order(columns(original_axpy));
  silent_in_any_order(rows(original_add_constant));
  situation relaxing = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  relaxing.values[2].number = 0.5;
  silent_in_any_order(relaxing);
  silent_in_any_order(call_of(&vf_interp_kernel, original_interp));
  silent_in_any_order(call_of(&vf_average_kernel, original_average));
  silent_in_any_order(call_of(&vf_norm_max_kernel, original_norm_max));
  situation filling = call_of(&vf_fill_ghosts_kernel, original_fill_ghosts);
  filling.values[1].boundary =
      (vf_boundary){ .kind = { VF_PERIODIC, VF_NEUMANN, VF_DIRICHLET, VF_PERIODIC, VF_DIRICHLET, VF_REFLECT_ODD },
                     .order = 4 };
  silent_in_any_order(filling);
}

static const struct CMUnitTest tests[] = {
  claim(recurrence_along_columns_is_named_with_its_first_element),
  claim(shift_within_rows_is_named_with_its_first_element),
  claim(relaxation_without_colours_is_named_with_its_first_element),
  claim(order_is_looked_at_only_when_asked),
  claim(correct_ports_do_not_depend_on_order),
};
RUN("seeded_order", tests)
