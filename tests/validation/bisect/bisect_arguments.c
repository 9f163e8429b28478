/* The command line of vf_bisect: refused arguments with their texts, and arguments at the allowed
 * limits. */
#include "bisecting.h"

#include <stdio.h>

#define RUN_IT " -- " COMMAND

static void wrong_arguments_are_refused_with_their_words(void **state)
{
  (void)state;
  static const struct {
    const char *arguments, *words;
  } wrong[] = {
    { "", "vf_bisect: a command is missing\nusage: " },
    { "--view phi --", "vf_bisect: a command is missing\n" },
    { "--runs 5" RUN_IT, "vf_bisect: --runs has to be a number from 6 on, not '5'\nusage: " },
    { "--runs 100001" RUN_IT, "a number from 6 on, not '100001'" },
    { "--runs 6x" RUN_IT, "a number from 6 on, not '6x'" },
    { "--runs ''" RUN_IT, "a number from 6 on, not ''" },
    { "--runs -7" RUN_IT, "a number from 6 on, not '-7'" },
    { "--runs 4294967303" RUN_IT, "a number from 6 on, not '4294967303'" },
    { "--runs 99999999999999999999" RUN_IT, "a number from 6 on, not '99999999999999999999'" },
    { "--timeout 0" RUN_IT, "vf_bisect: not a number that fits: '0'" },
    { "--timeout -1" RUN_IT, "not a number that fits: '-1'" },
    { "--timeout 3s" RUN_IT, "not a number that fits: '3s'" },
    { "--timeout ''" RUN_IT, "not a number that fits: ''" },
    { "--timeout inf" RUN_IT, "not a number that fits: 'inf'" },
    { "--timeout 1e999" RUN_IT, "not a number that fits: '1e999'" },
    { "--view phi --absolute -1e-300" RUN_IT, "not a number that fits: '-1e-300'" },
    { "--view phi --absolute nan" RUN_IT, "not a number that fits: 'nan'" },
    { "--view phi --absolute 1e-400" RUN_IT, "not a number that fits: '1e-400'" },
    { "--view phi --relative -0.1" RUN_IT, "not a number that fits: '-0.1'" },
    { "--view phi --relative 1,5" RUN_IT, "not a number that fits: '1,5'" },
    { "--absolute 1" RUN_IT, "vf_bisect: a tolerance needs --view\n" },
    { "--relative 0" RUN_IT, "vf_bisect: a tolerance needs --view\n" },
    { "--view ''" RUN_IT, "vf_bisect: --view needs a label\n" },
    { "--kernels one,,two" RUN_IT, "vf_bisect: --kernels has an empty name\n" },
    { "--kernels ,one" RUN_IT, "vf_bisect: --kernels has an empty name\n" },
    { "--kernels one," RUN_IT, "vf_bisect: --kernels has an empty name\n" },
    { "--kernels fiv" RUN_IT, "vf_bisect: the command calls no kernel 'fiv'\n" },
    { "--kernels one,fivee" RUN_IT, "vf_bisect: the command calls no kernel 'fivee'\n" },
    { "--kernels one,seven" RUN_IT, "vf_bisect: kernel 'seven' has no original\n" },
    { "--no-such-option" RUN_IT, "unrecognized option '--no-such-option'" },
    { "--no-such-option" RUN_IT, "usage: vf_bisect" },
    { "--timeout", "requires an argument" },
  };
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
    bisect(2, "", wrong[w].arguments);
    if (!strstr(progress, wrong[w].words))
      fail_msg("%s: '%s' is not in:\n%s", wrong[w].arguments, wrong[w].words, progress);
    assert_string_equal(verdict, "");
  }
}

/* Each argument is at a limit. The runs are not too few, the times not too long, and no value is
 * refused. */
static void arguments_at_their_limits_are_allowed(void **state)
{
  (void)state;
  static const char *const allowed[] = {
    "--runs 6" RUN_IT,
    "--runs 100000" RUN_IT,
    "--timeout 1e-300 --timeout 10" RUN_IT,
    "--timeout 10.5" RUN_IT,
    "--view phi --absolute 0 --relative 0" RUN_IT,
    "--view phi --absolute 1e300" RUN_IT,
    "--view phi --relative 1e-300" RUN_IT,
    "--kernels one" RUN_IT,
    "--kernels six,one,six" RUN_IT,
  };
  for (size_t a = 0; a < sizeof allowed / sizeof allowed[0]; a++) {
    bisect(0, "", allowed[a]);
    expect_words(verdict, "the ports agree with the originals: nothing to find\n");
    expect_words(verdict, "\n4 runs\n");
  }
}

static void help_is_no_error(void **state)
{
  (void)state;
  bisect(0, "", "--help");
  expect_words(verdict, "usage: vf_bisect [OPTION]... -- COMMAND");
  assert_string_equal(progress, "");
  bisect(0, "", "--runs 7 --help --no-such-option");
  expect_words(verdict, "usage: vf_bisect");
}

/* Options behind the name of the command belong to the command. */
static void options_of_the_command_are_left_to_it(void **state)
{
  (void)state;
  bisect(0, "", COMMAND " --runs 1 --help");
  expect_words(verdict, "nothing to find");
}

static const struct CMUnitTest tests[] = {
  claim(wrong_arguments_are_refused_with_their_words),
  claim(arguments_at_their_limits_are_allowed),
  claim(help_is_no_error),
  claim(options_of_the_command_are_left_to_it),
};
RUN("bisect_arguments", tests)
