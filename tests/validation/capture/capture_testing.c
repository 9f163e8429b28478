#include "capture_testing.h"

#include <glob.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[PATH];

static char file_names[4][PATH];
const char *in_folder(const char *name)
{
  static int next;
  char *path = file_names[next++ % 4];
  snprintf(path, PATH, "%.200s/%.200s", folder, name);
  return path;
}

void take_folder(void)
{
  strcpy(folder, "capture_XXXXXX");
  if (!mkdtemp(folder)) fail_msg("no folder can be made here");
  setenv("VF_CAPTURE_FOLDER", folder, 1);
}

void drop_folder(void)
{
  glob_t found;
  if (!glob(in_folder("*"), 0, NULL, &found)) {
    for (size_t f = 0; f < found.gl_pathc; f++) unlink(found.gl_pathv[f]);
    globfree(&found);
  }
  if (rmdir(folder)) fail_msg("%s cannot be removed", folder);
}

int files_in_folder(void)
{
  glob_t found;
  if (glob(in_folder("*"), 0, NULL, &found)) return 0;
  const int count = (int)found.gl_pathc;
  globfree(&found);
  return count;
}

void find_in_folder(const char *pattern, char path[PATH])
{
  glob_t found;
  if (glob(in_folder(pattern), 0, NULL, &found)) fail_msg("no %s in %s", pattern, folder);
  if (found.gl_pathc != 1) fail_msg("%zu files %s in %s", found.gl_pathc, pattern, folder);
  snprintf(path, PATH, "%s", found.gl_pathv[0]);
  globfree(&found);
}

const char *captured_file(void)
{
  static char path[PATH];
  find_in_folder("*.h5", path);
  assert_int_equal(files_in_folder(), 1);
  return path;
}

int run_program(const char *environment, const char *program, const char *arguments, char text[TEXT])
{
  char command[6 * PATH];
  snprintf(command, sizeof command, "env %s '%s' %s 2>&1", environment, program, arguments);
  FILE *output = popen(command, "r");
  if (!output) fail_msg("%s cannot be run", command);
  const size_t length = fread(text, 1, TEXT - 1, output);
  text[length] = 0;
  const int code = pclose(output);
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static void expect_replay(const char *environment, const char *program, bool exact)
{
  char text[TEXT], arguments[2 * PATH];
  snprintf(arguments, sizeof arguments, "--repeat 2%s %s", exact ? "" : " --tolerance absolute=1e-4,relative=1e-4",
           captured_file());
  const int code = run_program(environment, program, arguments, text);
  if (code || !strstr(text, exact ? "verdict: same bits" : "verdict: ")) fail_msg("exit status %d:\n%s", code, text);
}

void expect_replays(const char *program)
{
#ifdef VIEWFAB_NO_FMA
  const bool same_bits = true;
#else
  const bool same_bits = !on_gpu();
#endif
  expect_replay("", program, true);
  expect_replay("VF_DEVICE=host VF_HOST_MEMORY=alias", program, same_bits);
  expect_replay("VF_DEVICE=host VF_HOST_MEMORY=mirror", program, same_bits);
}

static vf_view *views[16];
static void *memory[16];
static int fields;

vf_view *field(vf_type type, int rank, const int64_t *extents, const int *lower, const char *label)
{
  size_t elements = 1;
  for (int d = 0; d < rank; d++) elements *= (size_t)extents[d];
  void *host = memory[fields] = malloc(8 * elements + 1);
  if (!host) fail_msg("no memory");
  uint32_t random = 12345u + (uint32_t)fields;
  for (size_t e = 0; e < elements; e++) {
    random = random * 1664525u + 1013904223u;
    const double number = 0.5 + (random >> 8) / 16777216.0;
    if (type == VF_REAL32) ((float *)host)[e] = (float)number;
    else if (type == VF_REAL64) ((double *)host)[e] = number;
    else if (type == VF_INT64) ((int64_t *)host)[e] = (int64_t)random * INT64_C(4294967311);
    else if (type == VF_LOGICAL32) ((int32_t *)host)[e] = (int32_t)(random >> 30) - 1;
    else ((int32_t *)host)[e] = (int32_t)(random >> 30);
  }
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, host, type, rank, extents, lower, label, VF_WRAP_DISTINCT, &view));
  return views[fields++] = view;
}

void drop_fields(void)
{
  while (fields > 0) {
    fields--;
    must(vf_view_release(&views[fields], true));
    free(memory[fields]);
  }
}
