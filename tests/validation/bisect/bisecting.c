#include "bisecting.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

char verdict[16384], progress[16384];

static char place[256], temporary[300];

int make_place(void **state)
{
  (void)state;
  const char *parent = getenv("TMPDIR");
  snprintf(place, sizeof place, "%s/viewfab_bisect_test.XXXXXX", parent && *parent ? parent : "/tmp");
  if (!mkdtemp(place)) return -1;
  snprintf(temporary, sizeof temporary, "%s/temporary", place);
  return setenv("PLACE", place, 1) || mkdir(temporary, 0700) ? -1 : 0;
}

int remove_place(void **state)
{
  (void)state;
  const int left = rmdir(temporary); /* fails if vf_bisect left a file */
  char command[300];
  snprintf(command, sizeof command, "rm -rf '%s'", place);
  if (system(command)) return -1;
  return left;
}

const char *file_in_place(const char *name)
{
  static char path[400];
  snprintf(path, sizeof path, "%s/%s", place, name);
  return path;
}

static void read_stream(FILE *stream, char *text, size_t size)
{
  assert_non_null(stream);
  const size_t length = fread(text, 1, size - 1, stream);
  assert_true(length < size - 1);
  text[length] = 0;
}

void bisect(int code, const char *settings, const char *arguments)
{
  char command[4096];
  const int length = snprintf(command, sizeof command, "%s TMPDIR='%s' '%s' %s 2>'%s/progress'", settings, temporary,
                              VF_BISECT, arguments, place);
  assert_true(length > 0 && (size_t)length < sizeof command);
  FILE *stream = popen(command, "r");
  read_stream(stream, verdict, sizeof verdict);
  const int status = pclose(stream);
  stream = fopen(file_in_place("progress"), "r");
  read_stream(stream, progress, sizeof progress);
  fclose(stream);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != code)
    fail_msg("%s\nended with %#x, not %d:\n%s%s", command, status, code, progress, verdict);
}

void expect_words(const char *text, const char *words)
{
  if (!strstr(text, words)) fail_msg("'%s' is not in:\n%s", words, text);
}

void expect_no_words(const char *text, const char *words)
{
  if (strstr(text, words)) fail_msg("'%s' is in:\n%s", words, text);
}
