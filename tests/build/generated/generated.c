/* The output of the generator for kernels with every kind of points, argument and map, and for names and texts of every
 * length. The test compares the output line by line with the folder expected. Another test compiles the modules. After
 * an intended change, `sh tests/build/generated/accept.sh BUILD_FOLDER` copies the new texts over the expected texts:
 * look at the difference. */
#include "testing.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two modules and two included files a kernel, two more of these for all; a module, a header and a page over all. */
enum { TEXTS = 4 * KERNELS + 5 };

/* The file as a text; NULL if there is no such file. */
static char *text_of(const char *folder, const char *name)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  char *text = calloc(1, 1 << 20);
  const size_t length = fread(text, 1, (1 << 20) - 1, file);
  assert_true(length > 0);
  fclose(file);
  return text;
}

/* Fails with the first different line. */
static void expect_same(const char *name, const char *is, const char *wanted)
{
  for (int line = 1;; line++) {
    const size_t length = strcspn(is, "\n"), wanted_length = strcspn(wanted, "\n");
    if (length != wanted_length || memcmp(is, wanted, length))
      fail_msg("%s:%d\n   is %.*s\n  not %.*s", name, line, (int)length, is, (int)wanted_length, wanted);
    if (!is[length] && !wanted[length]) return;
    if (!is[length] || !wanted[length]) fail_msg("%s:%d: one of the texts ends here", name, line);
    is += length + 1;
    wanted += length + 1;
  }
}

/* Compares the files of a folder with the expected files, and returns their number. */
static int expect_texts(const char *folder)
{
  int count = 0;
  DIR *names = opendir(EXPECTED);
  assert_non_null(names);
  for (const struct dirent *entry = readdir(names); entry; entry = readdir(names)) {
    if (entry->d_name[0] == '.') continue;
    char name[512];
    /* <name>.txt; included files have a folder of their own */
    snprintf(name, sizeof name, "%s%.*s", strstr(entry->d_name, ".h.") || strstr(entry->d_name, ".inc.") ? "include/" : "",
             (int)(strlen(entry->d_name) - strlen(".txt")), entry->d_name);
    char *wanted = text_of(EXPECTED, entry->d_name), *is = text_of(folder, name);
    if (!is) fail_msg("%s is not written", name);
    expect_same(name, is, wanted);
    free(wanted);
    free(is);
    count++;
  }
  closedir(names);
  return count;
}

static void texts_are_those_that_are_kept(void **state)
{
  (void)state;
  assert_int_equal(expect_texts(GENERATED), TEXTS);
}

/* Runs the generator; its messages are in `said`. */
static int run(const char *arguments, char said[1024])
{
  char command[8192];
  snprintf(command, sizeof command, "'%s' %s 2>&1", GENERATOR, arguments);
  FILE *output = popen(command, "r");
  assert_non_null(output);
  said[fread(said, 1, 1023, output)] = 0;
  const int status = pclose(output);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void make_folder(char folder[64])
{
  char include[96];
  strcpy(folder, "/tmp/viewfab_generated_XXXXXX");
  assert_non_null(mkdtemp(folder));
  snprintf(include, sizeof include, "%s/include", folder);
  assert_int_equal(mkdir(include, 0700), 0);
}

static void remove_folder(const char *folder)
{
  char command[128];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  assert_int_equal(system(command), 0);
}

/* Unchanged files keep their time, so nothing is compiled again; the generator writes changed files again. */
static void only_changed_files_are_written_again(void **state)
{
  (void)state;
  char folder[64], said[1024], path[128], arguments[4096];
  struct stat before, after;
  make_folder(folder);
  snprintf(arguments, sizeof arguments, "'%s' %s '%s'", folder, NAME, NAMES);
  assert_int_equal(run(arguments, said), 0);
  assert_string_equal(said, "");
  assert_int_equal(expect_texts(folder), TEXTS);
  snprintf(path, sizeof path, "%s/viewfab_plain_copy.f90", folder);
  assert_int_equal(stat(path, &before), 0);
  snprintf(path, sizeof path, "%s/viewfab_mirror_ghosts.f90", folder);
  FILE *file = fopen(path, "r+"); /* first a character of the file changes, then the file has an extra character */
  assert_non_null(file);
  fputs("?", file);
  fclose(file);
  snprintf(path, sizeof path, "%s/viewfab_count_parents.f90", folder);
  file = fopen(path, "a");
  assert_non_null(file);
  fputs("?", file);
  fclose(file);
  usleep(20000);
  assert_int_equal(run(arguments, said), 0);
  assert_int_equal(expect_texts(folder), TEXTS);
  snprintf(path, sizeof path, "%s/viewfab_plain_copy.f90", folder);
  assert_int_equal(stat(path, &after), 0);
  assert_true(before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
  remove_folder(folder);
}

static void file_that_cannot_be_written_ends_the_run(void **state)
{
  (void)state;
  char said[1024];
  assert_int_equal(run("/nowhere/at/all name '" NAMES "'", said), 1);
  assert_non_null(strstr(said, "viewfab generator: /nowhere/at/all/viewfab_"));
  assert_non_null(strstr(said, "No such file"));
  char folder[64], path[128], arguments[4096];
  make_folder(folder);
  snprintf(path, sizeof path, "%s/viewfab_plain_copy.f90", folder);
  assert_int_equal(symlink("/dev/full", path), 0);
  snprintf(arguments, sizeof arguments, "'%s' name '%s'", folder, NAMES);
  assert_int_equal(run(arguments, said), 1);
  assert_non_null(strstr(said, "No space left"));
  remove_folder(folder);
}

static void wrong_arguments_are_explained(void **state)
{
  (void)state;
  static const char *const wrong[] = { "", "folder", "folder name", "folder name names originals more" };
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
    char said[1024];
    assert_int_equal(run(wrong[w], said), 2);
    assert_string_equal(said, "usage: generator FOLDER NAME NAMES [ORIGINALS]\n");
  }
}

static const struct CMUnitTest tests[] = {
  claim(texts_are_those_that_are_kept),
  claim(only_changed_files_are_written_again),
  claim(file_that_cannot_be_written_ends_the_run),
  claim(wrong_arguments_are_explained),
};
RUN("generated", tests)
