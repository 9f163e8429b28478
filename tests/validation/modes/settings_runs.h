/* Runs of a program with settings of the environment, in a folder of the test. The library reads the settings once, so each
 * setting runs in a program of its own. */
#ifndef VIEWFAB_TESTS_SETTINGS_RUNS_H
#define VIEWFAB_TESTS_SETTINGS_RUNS_H

#include "testing.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char output[16384], folder[256];

/* Runs `SETTINGS program ARGUMENTS` in a shell, in the test's own folder. Returns the exit status. */
static int run_of(const char *program, const char *settings, const char *arguments)
{
  char command[2048];
  const int length =
      snprintf(command, sizeof command, "cd '%s' && %s '%s' %s 2>&1", folder, settings, program, arguments);
  assert_true(length > 0 && (size_t)length < sizeof command);
  FILE *stream = popen(command, "r");
  assert_non_null(stream);
  const size_t read = fread(output, 1, sizeof output - 1, stream);
  output[read] = 0;
  const int status = pclose(stream);
  if (!WIFEXITED(status)) fail_msg("%s\nended with %#x:\n%s", command, status, output);
  return WEXITSTATUS(status);
}

static int run(const char *settings, const char *arguments) { return run_of(PROGRAM, settings, arguments); }

static void expect(const char *words)
{
  if (strstr(output, words)) return;
  fputs(output, stderr);
  fail_msg("'%s' is not in the output", words);
}

static void expect_not(const char *words)
{
  if (!strstr(output, words)) return;
  fputs(output, stderr);
  fail_msg("'%s' is in the output", words);
}

static int times(const char *words)
{
  int count = 0;
  for (const char *at = strstr(output, words); at; at = strstr(at + 1, words)) count++;
  return count;
}

static int make_folder(void **state)
{
  (void)state;
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/viewfab_environment.XXXXXX", parent && *parent ? parent : "/tmp");
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
  (void)state;
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  return system(command);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

#endif
