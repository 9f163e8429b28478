/* Ports that do too little: small boxes, missing faces, layers and colours. The port does exactly the call; the
 * original does more, like a legacy routine with its own bounds. */
#include "seeding.h"

/* The original covers this many cells more than the call at each face, and `colours` colours. */
typedef struct wider {
  vf_original original;
  int low[3], high[3];
  int colours;
} wider;

static void wide_original(const vf_original_call *call, void *user)
{
  const wider *more = user;
  vf_original_call all = *call;
  for (int d = 0; d < 3; d++) {
    all.box.lower[d] -= more->low[d];
    all.box.upper[d] += more->high[d];
  }
  more->original(&all, NULL);
  all.selector = 1 - call->selector;
  if (more->colours == 2) more->original(&all, NULL);
}

/* The shipped port runs a call on a small box or a few faces. The check fails, and the report names the reason. */
static void too_little(situation s, wider *more, const char *kernel, const char *const *words)
{
  s.user = more;
  s.original = wide_original;
  char *report = report_of(&s, NULL);
  assert_false(vf_report_passed(NULL));
  if (!has_line(report, kernel, words) || !has_line(report, "WRONG", words))
    fail_with(report, "'%s' is not said", words[1] ? words[1] : words[0]);
  free(report);
}
#define short_by(s, more, kernel, ...) too_little(s, more, kernel, (const char *const[]){ __VA_ARGS__, NULL })

static situation adding(void)
{
  situation s = call_of(&vf_add_constant_kernel, original_add_constant);
  s.values[1].number = 4;
  return s;
}

/* A loop bound off by one is the most frequent error of a port. The port's box lacks the outermost layer at each face
 * in turn; the report names the face and the layer. */
static void box_that_is_one_short_is_named_with_its_face(void **state)
{
  (void)state;
  static const char *const hints[6] = {
    "all at i = 2: is the port's box one short at its low x face?",
    "all at j = 2: is the port's box one short at its low y face?",
    "all at k = 0: is the port's box one short at its low z face?",
    "all at i = 10: is the port's box one short at its high x face?",
    "all at j = 8: is the port's box one short at its high y face?",
    "all at k = 6: is the port's box one short at its high z face?",
  };
  static const char *const counts[3] = { "changes 25 elements of 'x' that the port leaves alone",
                                         "changes 35 elements of 'x' that the port leaves alone",
                                         "changes 35 elements of 'x' that the port leaves alone" };
  for (int face = 0; face < 6; face++) {
    wider more = { .original = original_add_constant };
    (face < 3 ? more.low : more.high)[face % 3] = 1;
    short_by(adding(), &more, "add_constant", counts[face % 3], hints[face]);
  }
}

/* The box lacks two layers at x low and a layer at y high. The hint names both faces and the larger distance. */
static void box_that_is_too_small_at_several_faces_is_named(void **state)
{
  (void)state;
  wider more = { .original = original_add_constant, .low = { 2, 0, 0 }, .high = { 0, 1, 0 } };
  short_by(adding(), &more, "add_constant", "changes 95 elements of 'x' that the port leaves alone, first (1, 3, 1)",
           "up to 2 beyond the port's box at x low and y high: is the box too small?");
}

/* If the port owns elements as a pure output, the check does not know their values from before the call. */
static void short_box_of_a_write_is_named_too(void **state)
{
  (void)state;
  wider more = { .original = original_copy, .high = { 0, 0, 1 } };
  short_by(call_of(&vf_copy_kernel, original_copy), &more, "copy",
           "changes 35 elements of 'destination' that the port leaves alone, first (3, 3, 6)", "all at k = 6");
}

/* A legacy sweep over both colours has become a call with a single colour. The report names the other colour as the
 * reason. */
static void original_of_both_colours_is_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  s.values[2].number = 0.5;
  wider more = { .original = original_gsrb_poisson, .colours = 2 };
  short_by(s, &more, "gsrb_poisson", "that the port leaves alone",
           "all of the other colour: does the original go over both?");
}

/* The original changes the other colour and an additional cell: no single hint explains all elements. */
static void places_of_several_sorts_are_told_as_such(void **state)
{
  (void)state;
  situation s = call_of(&vf_gsrb_poisson_kernel, original_gsrb_poisson);
  s.values[2].number = 0.5;
  wider more = { .original = original_gsrb_poisson, .high = { 1, 0, 0 }, .colours = 2 };
  short_by(s, &more, "gsrb_poisson", "that the port leaves alone",
           ", some inside and some up to 1 beyond the port's box at x high: is the box too small?");
}

static void add_one(const vf_original_call *call, void *user)
{
  (void)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) *element(&call->arrays[0], i, j, k, 0) += 1;
}

/* The port also leaves elements inside the call alone. These elements are a separate finding and do not change the
 * hint. */
static void owned_elements_do_not_blur_the_hint(void **state)
{
  (void)state;
  situation s = call_of(&vf_add_constant_kernel, original_add_constant); /* the port adds 0 */
  wider more = { .original = add_one, .high = { 1, 1, 0 } };
  short_by(s, &more, "add_constant", "changes 65 elements of 'x' that the port leaves alone",
           ", up to 1 beyond the port's box at x high and y high: is the box too small?");
}

/* ---- Ghosts --------------------------------------------------------------------------------------------------- */

static const vf_boundary neumann = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                                     .order = 2 };

/* Fills all six faces, for any kinds in the call. */
static void fill_all(const vf_original_call *call, void *user)
{
  vf_value values[2];
  memcpy(values, call->values, sizeof values);
  values[1].boundary = neumann;
  vf_original_call all = *call;
  all.values = values;
  original_fill_ghosts(&all, user);
}

/* The caller left two faces unfilled, and the original fills all faces. The report names the two faces. */
static void four_of_six_faces_are_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_fill_ghosts_kernel, fill_all);
  s.labels[0] = "phi";
  s.values[1].boundary = neumann;
  silent(&s, NULL);
  s.values[1].boundary.kind[0] = s.values[1].boundary.kind[5] = VF_UNFILLED;
  char *report = report_of(&s, NULL);
  assert_false(vf_report_passed(NULL));
  expect_line(report, "fill_ghosts",
              (const char *const[]){ "the original changes 60 elements of 'phi' that the port leaves alone",
                                     "all beside x low and z high, which the call leaves unfilled", NULL });
  free(report);
}

static void fill_corners(const vf_original_call *call, void *user)
{
  original_fill_ghosts(call, user);
  const vf_box *box = &call->box;
  for (int k = box->lower[2] - 1; k <= box->upper[2] + 1; k++)
    *element(&call->arrays[0], box->lower[0] - 1, box->upper[1] + 1, k, 0) = 0;
}

/* fill_ghosts fills faces only. A legacy code may also write edges and corners: the report says so, and a setting
 * allows it. */
static void edges_and_corners_are_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_fill_ghosts_kernel, fill_corners);
  s.values[1].boundary = neumann;
  char *report = report_of(&s, NULL);
  assert_false(vf_report_passed(NULL));
  expect_line(
      report, "fill_ghosts",
      (const char *const[]){
          "changes 7 elements of 'x' that the port leaves alone, first (2, 8, 0), all at edges and corners", NULL });
  free(report);
  must(vf_validate_more("fill_ghosts", true));
  report = report_of(&s, NULL);
  assert_true(vf_report_passed(NULL));
  free(report);
  must(vf_validate_more("fill_ghosts", false));
}

static void fill_two_layers(const vf_original_call *call, void *user)
{
  original_fill_ghosts(call, user);
  for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
    *element(&call->arrays[0], call->box.lower[0] - 2, j, call->box.lower[2], 0) = 0;
}

/* The kernel fills a single layer of ghosts, and the original writes to the second layer. */
static void further_layers_are_named(void **state)
{
  (void)state;
  situation s = call_of(&vf_fill_ghosts_kernel, fill_two_layers);
  s.values[1].boundary = neumann;
  char *report = report_of(&s, NULL);
  assert_false(vf_report_passed(NULL));
  expect_line(
      report, "fill_ghosts",
      (const char *const[]){ "changes 5 elements of 'x' that the port leaves alone, first (1, 3, 1), in up to 2 "
                             "layers of ghosts beside x low, of which the kernel fills one",
                             NULL });
  free(report);
}

/* ---- Inputs --------------------------------------------------------------------------------------------------- */

/* Sets elements of the right-hand side; a second run sets the same values again. */
static void residual_that_changes_its_input(const vf_original_call *call, void *user)
{
  original_residual_poisson(call, NULL);
  for (int c = 0; c < *(const int *)user; c++) *element(&call->arrays[1], 4 + c, 5, 2, 0) = -3 - c;
}

/* An original may use its input as work space. The port does not, so the check fails unless a setting allows more
 * writes of the original. */
static void original_that_changes_an_input_is_a_failure_unless_it_does_more(void **state)
{
  (void)state;
  int changed = 1;
  situation s = call_of(&vf_residual_poisson_kernel, residual_that_changes_its_input);
  s.values[3].number = 0.5;
  s.user = &changed;
  for (; changed <= 3; changed += 2)
    for (int more = 0; more < 2; more++) {
      must(vf_validate_more("residual_poisson", more));
      char *report = report_of(&s, NULL);
      if (vf_report_passed(NULL) != more) fail_with(report, "more %d", more);
      expect_line(report, more ? "remark" : "WRONG",
                  (const char *const[]){
                      "residual_poisson: the original changes 'rhs' (argument rhs), which it only reads", NULL });
      free(report);
    }
  must(vf_validate_more("residual_poisson", false));
}

static const struct CMUnitTest tests[] = {
  claim(box_that_is_one_short_is_named_with_its_face),
  claim(box_that_is_too_small_at_several_faces_is_named),
  claim(short_box_of_a_write_is_named_too),
  claim(original_of_both_colours_is_named),
  claim(places_of_several_sorts_are_told_as_such),
  claim(owned_elements_do_not_blur_the_hint),
  claim(further_layers_are_named),
  claim(four_of_six_faces_are_named),
  claim(edges_and_corners_are_named),
  claim(original_that_changes_an_input_is_a_failure_unless_it_does_more),
};
RUN("seeded_untouched", tests)
