/* The text of vf_bisect for every outcome of a search, word by word. */
#include "testing.h"

#include <stdio.h>
#include <unistd.h>

#include <bisect.h>

static char *const names[] = { "one", "two", "three", "four", "five" };
static bool originals[] = { true, true, true, true, true };
static const bisect_kernels kernels = { 5, (char **)names, originals };
static char *const reasons[] = { "bad at first", "exit status 1", "exit status 2", NULL, "exit status 4" };

/* Prints the findings. Returns the exit code of the verdict; text gets the output. */
static int print(const bisect_findings *findings, char *text, size_t size)
{
  fflush(stdout);
  FILE *file = tmpfile();
  const int saved = dup(1);
  assert_true(file && saved >= 0 && dup2(fileno(file), 1) >= 0);
  const int code = bisect_print_findings(findings, &kernels, reasons);
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  rewind(file);
  text[fread(text, 1, size - 1, file)] = 0;
  fclose(file);
  return code;
}

static void expect(int code, const bisect_findings *findings, const char *expected)
{
  char text[4096];
  const int given = print(findings, text, sizeof text);
  if (given != code || strcmp(text, expected)) fail_msg("%d, not %d:\n%s--- not\n%s", given, code, text, expected);
}

static int second[] = { 1 }, fourth[] = { 3 }, pair[] = { 0, 2 }, triple[] = { 0, 1, 4 }, four[] = { 0, 1, 2, 4 };

#define ONE(...) .sets = (bisect_set[]){ __VA_ARGS__ }, .set_count = 1
#define TWO(...) .sets = (bisect_set[]){ __VA_ARGS__ }, .set_count = 2

static void sets_are_named_with_reason_size_and_setting(void **state)
{
  (void)state;
  const bisect_set single = { second, 1, 1, 0, true, true }, both = { pair, 2, 2, 1, true, true };
  const bisect_findings one = { ONE(single), .singles_tried = 5, .rest_good = true };
  expect(1, &one,
         "breaks the result: two\n  exit status 1\n  reproduce with: VF_MODE=original VF_KERNELS=two=device\n"
         "all other kernels together are good on the port\n");
  const bisect_findings two = { TWO(single, both), .singles_tried = 5, .rest_good = true };
  expect(1, &two,
         "breaks the result: two\n  exit status 1\n  reproduce with: VF_MODE=original VF_KERNELS=two=device\n"
         "break the result together: one, three\n  exit status 2\n  no smaller set does\n"
         "  reproduce with: VF_MODE=original VF_KERNELS=one=device,three=device\n"
         "all other kernels together are good on the port\n");
  int all[] = { 0, 1, 2, 3, 4 };
  const bisect_set every = { all, 5, 4, 4, true, true };
  const bisect_findings whole = { ONE(every), .singles_tried = 5, .rest_good = true };
  expect(1, &whole,
         "break the result together: one, two, three, four, five\n  exit status 4\n  no smaller set does\n  reproduce "
         "with: VF_MODE=original VF_KERNELS=one=device,two=device,three=device,four=device,five=device\n");
}

/* The budget may end before the search has tried all smaller sets. The verdict says how much is known. */
static void how_small_a_set_is_known_to_be_is_said(void **state)
{
  (void)state;
  static const char setting[] = "  reproduce with: VF_MODE=original VF_KERNELS=one=device,two=device,five=device\n"
                                "the run budget ended the search (--runs)\n"
                                "whether the other kernels are good together is not known\n";
  static const struct {
    int tried_all;
    bool minimal, repeated;
    const char *said;
  } cases[] = {
    { 2, true, true, "  no smaller set does\n" },
    { 2, false, true, "  no smaller set does\n" },
    { 1, true, true,
      "  without any one of them the result is good\n"
      "  each kernel alone is good; not all sets of 2 or more were tried\n" },
    { 1, false, true,
      "  it may be possible to leave some of them out: the search did not come to its end\n"
      "  each kernel alone is good; not all sets of 2 or more were tried\n" },
    { 2, true, false, "  no smaller set does\n  tried once: the run budget was too small to try it again\n" },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    char words[1024];
    const bisect_set set = { triple, 3, 1, cases[c].tried_all, cases[c].minimal, cases[c].repeated };
    const bisect_findings found = { ONE(set), .singles_tried = 5, .budget_ended = true };
    snprintf(words, sizeof words, "break the result together: one, two, five\n  exit status 1\n%s%s", cases[c].said,
             setting);
    expect(1, &found, words);
  }
  const bisect_set larger = { four, 4, 3, 2, true, true };
  const bisect_findings found = { ONE(larger), .singles_tried = 5, .rest_good = true };
  expect(1, &found,
         "break the result together: one, two, three, five\n  \n  without any one of them the result is good\n"
         "  every set of up to 2 kernels is good; larger ones were not all tried\n  reproduce with: VF_MODE=original "
         "VF_KERNELS=one=device,two=device,three=device,five=device\n"
         "all other kernels together are good on the port\n");
}

static void an_ended_budget_says_what_was_tried(void **state)
{
  (void)state;
  const bisect_findings none = { .singles_tried = 2, .budget_ended = true };
  expect(2, &none,
         "the run budget ended the search (--runs)\n2 of 5 kernels were tried alone\n"
         "all of them together are bad: bad at first\n");
  const bisect_findings singles = { .singles_tried = 5, .budget_ended = true };
  expect(2, &singles, "the run budget ended the search (--runs)\nall of them together are bad: bad at first\n");
  const bisect_set single = { fourth, 1, 1, 0, true, true };
  const bisect_findings some = { ONE(single), .singles_tried = 4, .budget_ended = true };
  expect(1, &some,
         "breaks the result: four\n  exit status 1\n  reproduce with: VF_MODE=original VF_KERNELS=four=device\n"
         "the run budget ended the search (--runs)\n4 of 5 kernels were tried alone\n"
         "whether the other kernels are good together is not known\n");
}

static void a_result_that_changes_is_no_verdict(void **state)
{
  (void)state;
  const bisect_set single = { second, 1, 1, 0, true, true }, flips = { pair, 2, 2, 1, true, false };
  const bisect_findings alone = { ONE(flips), .singles_tried = 5, .unstable = true };
  expect(2, &alone, "the result changes from run to run: with one, three on the port it was bad, then good\n");
  const bisect_findings after = { TWO(single, flips), .singles_tried = 5, .unstable = true, .budget_ended = true };
  expect(2, &after,
         "breaks the result: two\n  exit status 1\n  reproduce with: VF_MODE=original VF_KERNELS=two=device\n"
         "the result changes from run to run: with one, three on the port it was bad, then good\n");
  const bisect_findings rest = { ONE(single), .singles_tried = 5, .rest_good = true, .unstable = true,
                                 .rest_unstable = true };
  expect(2, &rest,
         "breaks the result: two\n  exit status 1\n  reproduce with: VF_MODE=original VF_KERNELS=two=device\n"
         "the result changes from run to run: with all kernels on the port but those named above it was good, then "
         "bad\n");
}

#undef claim
#define claim(name) cmocka_unit_test(name)

static const struct CMUnitTest tests[] = {
  claim(sets_are_named_with_reason_size_and_setting),
  claim(how_small_a_set_is_known_to_be_is_said),
  claim(an_ended_budget_says_what_was_tried),
  claim(a_result_that_changes_is_no_verdict),
};
RUN("bisect_verdicts", tests)
