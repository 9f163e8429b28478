/* The check compares the points, levels, blocks and species of a call. All other elements must keep their values. */
#include "column_calls.h"

#include <string.h>

#include <stdio.h>

static void expect_words(const column_call *call, bool passed, const char *const *words)
{
  char *report = column_report(call, NULL);
  const bool found = column_line(report, words);
  if (!found || vf_report_passed(NULL) != passed) {
    fputs(report, stderr);
    fail_msg("%s '%s' and all that follows", found ? "the verdict is another one; there is" : "no line has", words[0]);
  }
  free(report);
}
#define expect(call, passed, ...) expect_words(call, passed, (const char *const[]){ __VA_ARGS__, NULL })

static void right_ports_pass_in_silence(void **state)
{
  (void)state;
  const column_call calls[] = { hydrostatic_call(), settle_call(), convert_call(), burden_call(), tracer_call() };
  for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++) column_silent(&calls[c], NULL);
}

/* The last block of a code is often not full. Its points behind the last column are outside the call. */
static void right_ports_pass_on_a_cut_block(void **state)
{
  (void)state;
  column_call calls[] = { hydrostatic_call(), settle_call(), convert_call(), burden_call(), tracer_call() };
  for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++) {
    calls[c].columns.columns = c == 4 ? 5 * 16 + 6 : 3 * 12 + 7;
    column_silent(&calls[c], NULL);
  }
}

/* The report counts the compared elements, so a check that skips elements shows here. */
static void comparison_has_the_points_blocks_and_species_of_the_call(void **state)
{
  (void)state;
  column_call call = settle_call();
  call.columns.columns = 3 * 12 + 7; /* blocks 6 and 7 with 10 points, and points 4 to 9 of block 8 */
  expect(&call, true, "'tendency', valid: 468 compared");
  expect(&call, true, "'fallen', valid: 78 compared");
}

static void original_of_whole_blocks_is_told_from_one_of_the_points(void **state)
{
  (void)state;
  column_call call = hydrostatic_call();
  call.original = overrunning_hydrostatic;
  expect(&call, false, "the original changes 48 elements of 'p' that the port leaves alone, first (i 3, k 1, e 6)",
         "all at points that the call leaves out: does the original go over whole blocks?");
  call.more = true;
  expect(&call, true, "the original writes 48 elements of 'p' outside the declared map, first (i 3, k 1, e 6)");
}

static void original_beyond_the_last_column_is_told(void **state)
{
  (void)state;
  column_call call = hydrostatic_call();
  call.original = overrunning_hydrostatic;
  call.columns =
      (vf_columns){ .first_point = 3, .last_point = 14, .first_block = 5, .last_block = 9, .columns = 3 * 12 + 7 };
  expect(&call, false, "the original changes 35 elements of 'ph' that the port leaves alone, first (i 10, k 1, e 8)",
         "all beyond point i 9 in block e 8, where the columns end: does the original go over all points of the last "
         "block?");
}

static void calls_without_columns_are_not_compared(void **state)
{
  (void)state;
  column_call call = hydrostatic_call();
  call.columns.last_block = call.columns.first_block - 1;
  char *report = column_report(&call, NULL);
  assert_true(vf_report_passed(NULL));
  free(report);
}

static vf_original_array seen[VF_MAX_ARGUMENTS];

static void noting_burden(const vf_original_call *call, void *user)
{
  memcpy(seen, call->arrays, (size_t)call->argument_count * sizeof *seen);
  original_burden(call, user);
}

/* The time levels of dp are selected; species and parts do not exist. */
static void originals_get_the_points_and_levels_of_a_block(void **state)
{
  (void)state;
  column_call call = burden_call();
  call.original = noting_burden;
  column_silent(&call, NULL);
  for (int a = 0; a < 3; a++) {
    assert_memory_equal(seen[a].lower, ((int[]){ 3, 1, 1 }), sizeof seen[a].lower);
    assert_memory_equal(seen[a].upper, ((int[]){ 14, 6, 1 }), sizeof seen[a].upper);
  }
}

static const struct CMUnitTest tests[] = {
  claim(right_ports_pass_in_silence),
  claim(right_ports_pass_on_a_cut_block),
  claim(comparison_has_the_points_blocks_and_species_of_the_call),
  claim(original_of_whole_blocks_is_told_from_one_of_the_points),
  claim(original_beyond_the_last_column_is_told),
  claim(calls_without_columns_are_not_compared),
  claim(originals_get_the_points_and_levels_of_a_block),
};
RUN("column_owned", tests)
