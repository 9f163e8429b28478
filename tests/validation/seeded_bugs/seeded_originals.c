/* Bugs of the originals: a sweep that starts before its box, and a write beyond the box. */
#include "seeding.h"

static const vf_box negative = { { -5, -6, -4 }, { 2, 1, 3 } };

static situation legacy_sweep(const vf_box *box, int colour)
{
  situation s = call_of(&vf_gsrb_poisson_kernel, truncating_gsrb_poisson);
  s.box = *box;
  s.values[2].number = 0.5;
  s.selector = colour;
  return s;
}

/* The number of rows in which the sweep starts at lo - 1. */
static int early_rows(const situation *s)
{
  int rows = 0;
  for (int k = s->box.lower[2]; k <= s->box.upper[2]; k++)
    for (int j = s->box.lower[1]; j <= s->box.upper[1]; j++) rows += (s->box.lower[0] + j + k + s->selector) % 2 == -1;
  return rows;
}

static void hazard_words(const situation *s, char *words, size_t size)
{
  snprintf(words, size, "the original writes %d elements of 'phi' outside the box at i = lo - 1", early_rows(s));
}

static void truncating_mod_of_the_original_is_named(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    const situation s = legacy_sweep(&negative, colour);
    char words[128];
    hazard_words(&s, words, sizeof words);
    assert_int_equal(differences(&s, NULL), early_rows(&s));
    char *report = report_of(&s, NULL);
    expect_line(report, "gsrb_poisson",
                (const char *const[]){
                    words, "its mod truncates toward zero for negative odd lo + j + k + colour (use modulo)", NULL });
    assert_null(strstr(report, "the port "));
    assert_true(vf_report_passed(NULL));
    free(report);
  }
}

static void truncating_mod_is_harmless_without_negative_odd_sums(void **state)
{
  (void)state;
  const vf_box positive = { { 3, 3, 1 }, { 9, 7, 5 } }, even_row = { { -4, -5, -3 }, { 3, -5, -3 } };
  const situation at_positive = legacy_sweep(&positive, 1), in_even_row = legacy_sweep(&even_row, 0);
  silent(&at_positive, NULL);
  silent(&in_even_row, NULL);
}

static void modulo_in_the_original_is_silent_at_negative_indices(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    situation s = legacy_sweep(&negative, colour);
    s.original = original_gsrb_poisson;
    silent(&s, NULL);
  }
}

static void hazard_does_not_hide_a_bug_of_the_port(void **state)
{
  (void)state;
  const situation s = legacy_sweep(&negative, 0);
  char words[128];
  hazard_words(&s, words, sizeof words);
  char *report = report_of(&s, &vf_wrong_parity_kernel);
  if (!has_line(report, "gsrb_poisson", (const char *const[]){ words, NULL }) ||
      !has_line(report, "gsrb_poisson", (const char *const[]){ "the port updates the wrong colour of 'phi'", NULL }))
    fail_with(report, "not both of the findings are said");
  free(report);
}

static void write_of_the_original_outside_is_a_remark_where_it_is_known_to_do_more(void **state)
{
  (void)state;
  situation s = call_of(&vf_fill_value_kernel, overrunning_fill_value);
  s.values[1].number = 0.5;
  must(vf_validate_more("fill_value", true));
  char *report = report_of(&s, NULL);
  assert_true(vf_report_passed(NULL));
  expect_line(
      report, "remark",
      (const char *const[]){
          "fill_value: the original writes 35 elements of 'x' outside the declared map, first (3, 8, 1)", NULL });
  assert_null(strstr(report, "the port "));
  free(report);
  must(vf_validate_more("fill_value", false));
}

static const struct CMUnitTest tests[] = {
  claim(truncating_mod_of_the_original_is_named),
  claim(truncating_mod_is_harmless_without_negative_odd_sums),
  claim(modulo_in_the_original_is_silent_at_negative_indices),
  claim(hazard_does_not_hide_a_bug_of_the_port),
  claim(write_of_the_original_outside_is_a_remark_where_it_is_known_to_do_more),
};
RUN("seeded_originals", tests)
