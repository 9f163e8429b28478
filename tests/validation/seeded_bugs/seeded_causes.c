/* The report may name a cause only if it is the true cause. Each test shows the cause beside similar differences with
 * another cause. */
#include "seeding.h"

#include <math.h>

/* Differences chosen by a test: the port of add_constant adds 0, and the original adds `error` to every step-th
 * element from first to last. */
typedef struct chosen {
  int first[3], last[3];
  int step;
  double error;
} chosen;

static void add_to_chosen(const vf_original_call *call, void *user)
{
  const chosen *where = user;
  int count = 0;
  for (int k = where->first[2]; k <= where->last[2]; k++)
    for (int j = where->first[1]; j <= where->last[1]; j++)
      for (int i = where->first[0]; i <= where->last[0]; i++)
        if (count++ % where->step == 0) *element(&call->arrays[0], i, j, k, 0) += where->error;
}

/* The box is (3:9, 3:7, 1:5). The report has the words, and no words of any other cause. */
static void expect_of(const vf_box *box, chosen where, const char *words)
{
  situation s = call_of(&vf_add_constant_kernel, add_to_chosen);
  if (box) s.box = *box;
  if (!where.step) where.step = 1;
  s.user = &where;
  char *report = report_of(&s, NULL);
  assert_false(vf_report_passed(NULL));
  expect_line(report, "add_constant:", (const char *const[]){ words, NULL });
  free(report);
}

static const char *const differs = "'x' differs in ";

static void one_whole_face_is_off_by_one(void **state)
{
  (void)state;
  expect_of(NULL, (chosen){ { 9, 3, 1 }, { 9, 7, 5 }, 1, 1 },
            "on the high x face of the box (i = 9): off by one at hi?");
  expect_of(NULL, (chosen){ { 3, 3, 1 }, { 9, 3, 5 }, 1, 1 },
            "on the low y face of the box (j = 3): off by one at lo?");
  expect_of(NULL, (chosen){ { 3, 3, 5 }, { 9, 7, 5 }, 1, 1 },
            "on the high z face of the box (k = 5): off by one at hi?");
}

static void edges_and_inner_planes_are_not_off_by_one(void **state)
{
  (void)state;
  expect_of(NULL, (chosen){ { 9, 7, 1 }, { 9, 7, 5 }, 1, 1 }, differs);
  expect_of(NULL, (chosen){ { 8, 3, 1 }, { 8, 7, 5 }, 1, 1 }, differs);
  expect_of(NULL, (chosen){ { 8, 3, 1 }, { 9, 7, 5 }, 1, 1 }, differs);
}

static void box_that_is_one_thick_has_no_such_face(void **state)
{
  (void)state;
  const vf_box thin = { { 5, 3, 1 }, { 5, 7, 5 } };
  expect_of(&thin, (chosen){ { 5, 3, 1 }, { 5, 7, 5 }, 1, 1 }, differs);
}

static void wrong_on_one_face(const vf_original_call *call, void *user)
{
  (void)user;
  original_add_constant(call, NULL);
  for (int k = 1; k <= 5; k++)
    for (int j = 3; j <= 7; j++) *element(&call->arrays[0], 9, j, k, 0) += 0.5;
}

/* On this face the port writes other values than the original, so its loop does not end early. */
static void other_values_on_a_face_are_not_off_by_one(void **state)
{
  (void)state;
  situation s = call_of(&vf_add_constant_kernel, wrong_on_one_face);
  s.values[1].number = 4;
  char *report = report_of(&s, NULL);
  expect_line(report, "add_constant:", (const char *const[]){ "'x' differs in 25 of 175 valid cells", NULL });
  free(report);
}

/* ---- Sizes ------------------------------------------------------------------------------------------------------ */

/* The array holds numbers between 1 and 2; rounding to real32 changes them by up to 6e-8. */
static void differences_of_other_sizes_are_no_float(void **state)
{
  (void)state;
  const chosen all = { { 3, 3, 1 }, { 9, 7, 5 }, 1, 2e-8 };
  chosen where = all;
  expect_of(NULL, where, "float in place of double?");
  where.error = 2e-5;
  expect_of(NULL, where, differs);
  where.error = 1e-11;
  expect_of(NULL, where, differs);
  where.error = 2e-8;
  where.step = 5; /* a real32 constant would change most elements */
  expect_of(NULL, where, differs);
}

/* ---- Components ------------------------------------------------------------------------------------------------- */

/* In these cells component 2 has the value of component 1 in the port, and component 1 differs by 3. */
static void copy_of_two(const vf_original_call *call, void *user)
{
  const int cells = *(const int *)user;
  original_copy(call, NULL);
  for (int c = 0; c < cells; c++) {
    double *one = element(&call->arrays[1], 4 + c, 4, 2, 0);
    *element(&call->arrays[1], 4 + c, 4, 2, 1) = *one;
    *one += 3;
  }
}

/* A single equal value of two components is chance. Two equal values are named as a wrong component. */
static void one_equal_value_is_no_wrong_component(void **state)
{
  (void)state;
  situation s = call_of(&vf_copy_kernel, copy_of_two);
  s.components = 2;
  for (int cells = 1; cells <= 2; cells++) {
    s.user = &cells;
    char *report = report_of(&s, NULL);
    expect_line(report, "copy:",
                (const char *const[]){ cells == 1 ? "'destination' differs in 2 of 350"
                                                  : "component 1 of 'destination' holds what the "
                                                    "original has in component 2",
                                       NULL });
    free(report);
  }
}

/* ---- Values ----------------------------------------------------------------------------------------------------- */

static void wrong_axpy(const vf_original_call *call, void *user)
{
  (void)user;
  original_axpy(call, NULL);
  *element(&call->arrays[2], 5, 5, 3, 0) += 0.125;
  *element(&call->arrays[2], 6, 5, 3, 0) += 0.125;
}

/* Cutting 2.5 to 2 explains all elements except two. */
static void integer_that_explains_nearly_all_is_not_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_axpy_kernel, wrong_axpy);
  s.values[0].number = 2.5;
  char *report = report_of(&s, &vf_integer_factor_kernel);
  expect_line(report, "axpy:", (const char *const[]){ "'y' differs in 175 of 175", NULL });
  free(report);
}

/* ---- Unwritten elements ----------------------------------------------------------------------------------------- */

/* Computes the residual except in one plane. */
static void all_planes_but_one(const vf_original_call *call, void *user)
{
  vf_original_call plane = *call;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++) {
    if (k == *(const int *)user) continue;
    plane.box.lower[2] = plane.box.upper[2] = k;
    original_residual_poisson(&plane, NULL);
  }
}

/* The port leaves the plane k = 2. For left = 3 the original leaves as many elements, but in another plane. */
static void update_is_advised_where_the_original_leaves_the_same_elements(void **state)
{
  (void)state;
  int left = 2;
  const char *words = "(so does the original: declare the argument UPDATE)";
  situation s = call_of(&vf_residual_poisson_kernel, all_planes_but_one);
  s.values[3].number = 0.5;
  s.user = &left;
  for (; left <= 3; left++) {
    char *report = report_of(&s, &vf_uninitialised_output_kernel);
    assert_false(vf_report_passed(NULL));
    expect_line(report, "residual_poisson:",
                (const char *const[]){ "leaves 35 elements of 'residual' unwritten, first (3, 3, 2)",
                                       left == 2 ? words : "", NULL });
    if (left != 2 && strstr(report, words)) fail_with(report, "the original writes them");
    free(report);
  }
}

static const struct CMUnitTest tests[] = {
  claim(one_whole_face_is_off_by_one),
  claim(edges_and_inner_planes_are_not_off_by_one),
  claim(box_that_is_one_thick_has_no_such_face),
  claim(other_values_on_a_face_are_not_off_by_one),
  claim(differences_of_other_sizes_are_no_float),
  claim(one_equal_value_is_no_wrong_component),
  claim(integer_that_explains_nearly_all_is_not_named),
  claim(update_is_advised_where_the_original_leaves_the_same_elements),
};
RUN("seeded_causes", tests)
