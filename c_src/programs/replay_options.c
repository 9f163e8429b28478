#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "replay.h"

static bool read_tolerance(const char *text, vfi_replay_options *options)
{
  static const char *const names[] = { "absolute=", "relative=", "ulp=" };
  double *const values[] = { &options->absolute, &options->relative, &options->ulp };
  for (;;) {
    int found = -1;
    for (int n = 0; n < 3; n++)
      if (!strncmp(text, names[n], strlen(names[n]))) found = n;
    if (found < 0) return false;
    text += strlen(names[found]);
    char *end = NULL;
    *values[found] = strtod(text, &end);
    if (end == text || !(*values[found] >= 0)) return false;
    if (!*end) return true;
    if (*end != ',') return false;
    text = end + 1;
  }
}

static bool read_repeat(const char *text, int *repeat)
{
  char *end = NULL;
  const long count = strtol(text, &end, 10);
  *repeat = (int)count;
  return end != text && !*end && count >= 1 && count <= 1000000;
}

static int refuse(const char *text, const char *what)
{
  vfi_fail(VF_ERROR_ARGUMENT, text, what);
  return -1;
}

int vfi_replay_read_options(int argc, char **argv, vfi_replay_options *options)
{
  *options = (vfi_replay_options){ .repeat = 10 };
  int files = 0;
  for (int a = 1; a < argc; a++) {
    const char *word = argv[a], *value = a + 1 < argc ? argv[a + 1] : NULL;
    if (strncmp(word, "--", 2) != 0) {
      argv[++files] = argv[a]; /* files move to the front */
      continue;
    }
    if (!strcmp(word, "--help")) return 0;
    if (strcmp(word, "--device") != 0 && strcmp(word, "--repeat") != 0 && strcmp(word, "--tolerance") != 0)
      return refuse("%s is no option", word);
    if (!value) return refuse("%s needs a value", word);
    a++;
    if (!strcmp(word, "--device")) options->device = value;
    else if (!strcmp(word, "--repeat") && !read_repeat(value, &options->repeat))
      return refuse("--repeat %s: it is a number from 1 to 1000000", value);
    else if (!strcmp(word, "--tolerance") && !read_tolerance(value, options))
      return refuse("--tolerance %s: it is a list such as absolute=1e-12,relative=1e-9,ulp=4", value);
  }
  return files ? files : refuse("there is no file to replay (--help%s)", " tells more");
}
