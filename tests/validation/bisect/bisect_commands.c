/* vf_bisect on commands that only pretend to run kernels: every verdict, every error, and the files and processes
 * left behind. */
#include "bisecting.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUN_IT "-- " COMMAND

static void one_breaking_kernel_is_named(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=three", RUN_IT);
  assert_string_equal(verdict, "breaks the result: three\n"
                               "  exit status 3\n"
                               "  reproduce with: VF_MODE=original VF_KERNELS=three=device\n"
                               "all other kernels together are good on the port\n"
                               "without an original, so on the port in every run: seven\n"
                               "13 runs\n");
}

static void the_printed_setting_reproduces_it(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=one+five", RUN_IT);
  const char *setting = strstr(verdict, "VF_MODE=");
  assert_non_null(setting);
  char command[512];
  snprintf(command, sizeof command, "VF_REPORT='%s' FAKE_BREAKS=one+five %.*s " COMMAND " >'%s' 2>&1",
           file_in_place("report"), (int)strcspn(setting, "\n"), setting, "/dev/null");
  assert_int_equal(system(command) >> 8, 3);
}

static void kernels_that_break_only_together_are_named(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=one+five", RUN_IT);
  expect_words(verdict, "break the result together: one, five\n");
  expect_words(verdict, "no smaller set does\n");
  expect_words(verdict, "VF_KERNELS=one=device,five=device\n");
  expect_words(verdict, "all other kernels together are good");
  bisect(1, "FAKE_BREAKS=one+three+six", RUN_IT);
  expect_words(verdict, "break the result together: one, three, six\n");
  expect_words(verdict, "no smaller set does\n");
}

static void independent_breakers_are_named_apart(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS='two six'", RUN_IT);
  expect_words(verdict, "breaks the result: two\n");
  expect_words(verdict, "breaks the result: six\n");
  bisect(1, "FAKE_BREAKS='two three+six'", RUN_IT);
  expect_words(verdict, "breaks the result: two\n");
  expect_words(verdict, "break the result together: three, six\n");
}

static void ports_that_agree_leave_nothing_to_find(void **state)
{
  (void)state;
  bisect(0, "", RUN_IT);
  expect_words(verdict, "the ports agree with the originals: nothing to find\n");
  expect_words(verdict, "4 runs\n");
}

static void a_command_that_fails_with_the_originals_is_no_case(void **state)
{
  (void)state;
  bisect(2, "FAKE_ALWAYS=yes", RUN_IT);
  assert_string_equal(verdict, "");
  expect_words(progress, "bad already with all kernels on their originals: exit status 3");
  expect_words(progress, "without an original, so on the port in every run: seven");
  bisect(2, "FAKE_BREAKS=seven", "-- false");
  expect_words(progress, "bad already with all kernels on their originals: exit status 1");
}

static void an_unknown_program_is_an_error(void **state)
{
  (void)state;
  bisect(2, "", "-- no_such_program_anywhere --its-own-option");
  expect_words(progress, "cannot run 'no_such_program_anywhere': No such file");
  assert_string_equal(verdict, "");
}

static void a_signal_that_ends_the_command_is_named(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=four FAKE_HOW=signal", RUN_IT);
  expect_words(verdict, "breaks the result: four\n  ended by signal 11 (");
}

/* The number of the hanging process, after the command has started it. */
static int hanging_child(void)
{
  const struct timespec pause = { 0, 20000000 };
  int child = 0;
  for (int tries = 0; tries < 500; tries++) {
    FILE *stream = fopen(file_in_place("child"), "r");
    const bool known = stream && fscanf(stream, "%d", &child) == 1;
    if (stream) fclose(stream);
    if (known) return child;
    nanosleep(&pause, NULL);
  }
  fail_msg("the command has not started");
  return 0;
}

static void expect_gone(int child)
{
  const struct timespec pause = { 0, 10000000 };
  for (int tries = 0; tries < 500 && kill(child, 0) == 0; tries++) nanosleep(&pause, NULL);
  assert_true(kill(child, 0) && errno == ESRCH);
}

/* No process of the command is left, also no process started by the command. */
static void a_command_that_hangs_is_ended_with_all_it_started(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=four FAKE_HOW=hang FAKE_CHILD=$PLACE/child", "--timeout 1 --kernels four,five " RUN_IT);
  expect_words(verdict, "breaks the result: four\n  no end after 1 seconds\n");
  expect_gone(hanging_child()); /* its parent has ended, so another process must take its status */
}

static void a_result_that_changes_from_run_to_run_is_called_so(void **state)
{
  (void)state;
  bisect(2, "FAKE_BREAKS=four FAKE_FLIPS=$PLACE/runs FAKE_FLIPPED=2", RUN_IT);
  expect_words(verdict, "changes from run to run: with all kernels on their originals it was good, then bad\n");
  remove(file_in_place("runs"));
  bisect(2, "FAKE_BREAKS=four FAKE_FLIPS=$PLACE/runs FAKE_FLIPPED=4", RUN_IT);
  expect_words(verdict, "changes from run to run: with all kernels on the port it was bad, then good\n");
  remove(file_in_place("runs"));
  /* run 8 is the first run with four alone, run 9 repeats it */
  bisect(2, "FAKE_BREAKS=four FAKE_FLIPS=$PLACE/runs FAKE_FLIPPED=9", RUN_IT);
  expect_words(verdict, "changes from run to run: with four on the port it was bad, then good\n");
  remove(file_in_place("runs"));
  bisect(2, "FAKE_BREAKS=four FAKE_FLIPS=$PLACE/runs FAKE_FLIPPED=13", RUN_IT);
  expect_words(verdict, "breaks the result: four\n");
  expect_words(verdict, "but those named above it was good, then bad\n");
}

static void a_command_without_originals_or_report_is_an_error(void **state)
{
  (void)state;
  bisect(2, "FAKE_BREAKS=four FAKE_REPORT=bare", RUN_IT);
  expect_words(progress, "no kernel that the command calls has an original: one, two, three, four, five, six, seven");
  bisect(2, "FAKE_BREAKS=four FAKE_REPORT=none", RUN_IT);
  expect_words(progress, "the command left no report");
  bisect(2, "FAKE_BREAKS=four FAKE_REPORT=broken", RUN_IT);
  expect_words(progress, "report cannot be read");
}

static void only_the_kernels_that_are_asked_for_are_switched(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS='two four'", "--kernels three,four " RUN_IT);
  expect_words(verdict, "breaks the result: four\n");
  expect_no_words(verdict, "two");
  bisect(0, "FAKE_BREAKS='two four'", "--kernels three,five " RUN_IT);
  bisect(1, "FAKE_BREAKS=four FAKE_REPORT=none", "--kernels=three,four " RUN_IT);
  expect_words(verdict, "breaks the result: four\n");
  bisect(2, "FAKE_BREAKS=four", "--kernels three,fuor " RUN_IT);
  expect_words(progress, "the command calls no kernel 'fuor'");
  bisect(2, "FAKE_BREAKS=four", "--kernels never " RUN_IT);
  expect_words(progress, "the command calls no kernel 'never'");
  bisect(2, "FAKE_BREAKS=four", "--kernels seven " RUN_IT);
  expect_words(progress, "kernel 'seven' has no original");
}

static void a_view_that_differs_is_told_with_its_worst_element(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=six FAKE_HOW=value", "--view phi " RUN_IT);
  expect_words(verdict, "breaks the result: six\n"
                        "  view 'phi' differs, worst at (0, 1): 16843009 with the originals, 33686018 here "
                        "(difference 1.68e+07)\n");
  bisect(0, "FAKE_BREAKS=six FAKE_HOW=value", RUN_IT);
}

static void a_view_may_differ_by_the_tolerance(void **state)
{
  (void)state;
  bisect(0, "FAKE_BREAKS=six FAKE_HOW=value", "--view phi --absolute 16843009 " RUN_IT);
  bisect(1, "FAKE_BREAKS=six FAKE_HOW=value", "--view phi --absolute 16843008 " RUN_IT);
  bisect(0, "FAKE_BREAKS=six FAKE_HOW=value", "--view phi --relative 0.5 " RUN_IT);
  bisect(1, "FAKE_BREAKS=six FAKE_HOW=value", "--view phi --relative 0.49 " RUN_IT);
  bisect(0, "FAKE_BREAKS=six FAKE_HOW=value", "--view phi --relative 0.49 --absolute 400000 " RUN_IT);
}

static void a_view_of_another_shape_or_none_is_bad(void **state)
{
  (void)state;
  bisect(1, "FAKE_BREAKS=six FAKE_HOW=bounds", "--view phi " RUN_IT);
  expect_words(verdict, "view 'phi' is int32 (-1:1, 1:2), and with the originals int32 (-1:1, 0:1)\n");
  bisect(1, "FAKE_BREAKS=six FAKE_HOW=missing", "--view phi " RUN_IT);
  expect_words(verdict, "no view labelled 'phi' came to the host");
  bisect(2, "FAKE_BREAKS=six", "--view psi " RUN_IT);
  expect_words(progress, "bad already with all kernels on their originals: no view labelled 'psi'");
  bisect(1, "FAKE_BREAKS=six", "--view phi " RUN_IT);
  expect_words(verdict, "breaks the result: six\n  exit status 3\n");
}

static void a_search_that_the_budget_ends_says_what_is_known(void **state)
{
  (void)state;
  bisect(2, "FAKE_BREAKS=one+three+six", "--runs 8 " RUN_IT);
  expect_words(verdict, "the run budget ended the search (--runs)\n3 of 6 kernels were tried alone\n"
                        "all of them together are bad: exit status 3\n");
  bisect(1, "FAKE_BREAKS=one+three+six", "--runs 20 " RUN_IT);
  expect_words(verdict, "the run budget ended the search (--runs)\n");
  expect_no_words(verdict, "no smaller set does");
  expect_words(verdict, "break the result together: ");
  bisect(1, "FAKE_BREAKS='one four'", "--runs 8 " RUN_IT);
  expect_words(verdict, "breaks the result: one\n");
  expect_no_words(verdict, "four");
  expect_words(verdict, "the run budget ended the search");
}

static void output_of_the_command_is_shown_only_when_asked_for(void **state)
{
  (void)state;
  bisect(0, "", RUN_IT);
  expect_no_words(progress, "of the command");
  bisect(0, "", "--verbose " RUN_IT);
  expect_words(progress, "output of the command\n");
  expect_words(progress, "error of the command\n");
  expect_no_words(verdict, "of the command");
}

static void a_folder_that_does_not_exist_is_an_error(void **state)
{
  (void)state;
  bisect(2, "", "--help >/dev/null; TMPDIR=/nonexistent '" VF_BISECT "' " RUN_IT);
  expect_words(progress, "no temporary folder in '/nonexistent'");
}

/* Starts vf_bisect on a hanging command, with SIGHUP ignored or not. */
static pid_t start_hanging(bool ignore)
{
  setenv("TMPDIR", file_in_place("temporary"), 1);
  setenv("FAKE_CHILD", file_in_place("child"), 1);
  setenv("FAKE_BREAKS", "four", 1);
  setenv("FAKE_HOW", "hang", 1);
  const pid_t pid = fork();
  assert_true(pid >= 0);
  if (pid == 0) {
    signal(SIGINT, SIG_DFL); /* the tests may run with ignored signals */
    signal(SIGTERM, SIG_DFL);
    signal(SIGHUP, ignore ? SIG_IGN : SIG_DFL);
    if (freopen("/dev/null", "w", stderr) && freopen("/dev/null", "w", stdout))
      execl(VF_BISECT, "vf_bisect", "--timeout", "100", "--", COMMAND, (char *)NULL);
    _exit(126);
  }
  unsetenv("TMPDIR");
  unsetenv("FAKE_CHILD");
  unsetenv("FAKE_BREAKS");
  unsetenv("FAKE_HOW");
  return pid;
}

/* Files and processes are gone, and vf_bisect ends as by the signal. */
static void each_signal_ends_the_search_and_leaves_nothing(void **state)
{
  (void)state;
  static const int signals[] = { SIGTERM, SIGINT, SIGHUP };
  for (size_t s = 0; s < sizeof signals / sizeof signals[0]; s++) {
    int status = 0;
    const pid_t pid = start_hanging(false);
    const int child = hanging_child();
    assert_false(kill(pid, signals[s]));
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != signals[s]) fail_msg("signal %d: status %#x", signals[s], status);
    expect_gone(child);
    remove(file_in_place("child"));
  }
}

/* nohup ignores SIGHUP for a program: vf_bisect must keep it ignored. */
static void a_signal_that_was_ignored_stays_so(void **state)
{
  (void)state;
  int status = 0;
  const struct timespec pause = { 0, 200000000 };
  const pid_t pid = start_hanging(true);
  const int child = hanging_child();
  assert_false(kill(pid, SIGHUP));
  nanosleep(&pause, NULL);
  assert_int_equal(waitpid(pid, &status, WNOHANG), 0);
  assert_false(kill(pid, SIGTERM));
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
  expect_gone(child);
}

static const struct CMUnitTest tests[] = {
  claim(one_breaking_kernel_is_named),
  claim(the_printed_setting_reproduces_it),
  claim(kernels_that_break_only_together_are_named),
  claim(independent_breakers_are_named_apart),
  claim(ports_that_agree_leave_nothing_to_find),
  claim(a_command_that_fails_with_the_originals_is_no_case),
  claim(an_unknown_program_is_an_error),
  claim(a_signal_that_ends_the_command_is_named),
  claim(a_command_that_hangs_is_ended_with_all_it_started),
  claim(a_result_that_changes_from_run_to_run_is_called_so),
  claim(a_command_without_originals_or_report_is_an_error),
  claim(only_the_kernels_that_are_asked_for_are_switched),
  claim(a_view_that_differs_is_told_with_its_worst_element),
  claim(a_view_may_differ_by_the_tolerance),
  claim(a_view_of_another_shape_or_none_is_bad),
  claim(a_search_that_the_budget_ends_says_what_is_known),
  claim(output_of_the_command_is_shown_only_when_asked_for),
  claim(a_folder_that_does_not_exist_is_an_error),
  claim(each_signal_ends_the_search_and_leaves_nothing),
  claim(a_signal_that_was_ignored_stays_so),
};
RUN("bisect_commands", tests)
