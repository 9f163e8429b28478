/* viewfab writes new files and replaces regular files only. If the name belongs to anything else, the call fails,
 * leaves the object alone and names the object in the error. */
#include "../../core/common.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <viewfab/report.h>

enum { PATH = 512 };
static char folder[128];
static double values[8];

static const char *in_folder(const char *name)
{
  static char path[PATH];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static int files_in_folder(void)
{
  DIR *list = opendir(folder);
  int count = -2; /* the folder and its parent */
  assert_non_null(list);
  while (readdir(list)) count++;
  closedir(list);
  return count;
}

/* ---- Writers: each writes to a path known to the test --------------------------------------------------------- */

static vf_status write_text(const char *path) { return vf_report_write(path); }

static vf_status keep_view(const char *path)
{
  must(vf_finalize());
  setenv("VF_KEEP_VIEW", "kept", 1);
  setenv("VF_KEEP_VIEW_FILE", path, 1);
  must(vf_init(NULL));
  vf_view *view = wrapped_line(values, 8, "kept");
  vf_status status = vf_view_sync_h2d(view);
  if (!status) status = vf_view_sync_d2h(view);
  unsetenv("VF_KEEP_VIEW");
  unsetenv("VF_KEEP_VIEW_FILE");
  vf_context *other = NULL;
  must(vf_context_create(NULL, &other)); /* forgets both */
  must(vf_context_destroy(other));
  discard(view);
  return status;
}

static int captured_calls;

static vf_status capture_call(const char *path)
{
  const vf_box box = line(1, 8);
  (void)path;
  vf_view *view = wrapped_line(values, 8, "captured");
  setenv("VF_CAPTURE", "fill_value:call=1-1000", 1);
  setenv("VF_CAPTURE_FOLDER", folder, 1);
  const vf_status status = vf_fill_value(&box, view, 1);
  discard(view);
  captured_calls++;
  return status;
}

typedef struct writer {
  vf_status (*write)(const char *path);
  const char *name;
} writer;

static const writer writers[] = {
  { write_text, "report.txt" },
  { write_text, "report.json" },
  { keep_view, "kept.dat" },
#ifdef VIEWFAB_HDF5
  { capture_call, NULL }, /* has its own names */
#endif
};

static void path_of(const writer *w, char path[PATH])
{
  char name[64];
  snprintf(name, sizeof name, "viewfab_fill_value_%d.h5", captured_calls + 1);
  snprintf(path, PATH, "%s", in_folder(w->name ? w->name : name));
}

/* ---- Obstacles: objects with the name of the file ------------------------------------------------------------- */

static void make_fifo(const char *path) { assert_int_equal(mkfifo(path, 0600), 0); }
static void make_folder_there(const char *path) { assert_int_equal(mkdir(path, 0700), 0); }
static void make_dangling_link(const char *path) { assert_int_equal(symlink("nowhere", path), 0); }

static void make_link_to_a_file(const char *path)
{
  FILE *file = fopen(in_folder("victim"), "w");
  assert_non_null(file);
  assert_true(fputs("precious", file) >= 0);
  fclose(file);
  assert_int_equal(symlink("victim", path), 0);
}

static const struct {
  void (*make)(const char *path);
  const char *words;
} obstacles[] = { { make_fifo, "it is a FIFO" },
                  { make_folder_there, "it is a folder" },
                  { make_dangling_link, "it is a symbolic link" },
                  { make_link_to_a_file, "it is a symbolic link" } };

static void expect_victim(void)
{
  char text[32] = "";
  FILE *file = fopen(in_folder("victim"), "r");
  if (!file) return;
  assert_non_null(fgets(text, sizeof text, file));
  fclose(file);
  assert_string_equal(text, "precious");
}

static void special_files_and_links_are_left_alone(void **state)
{
  (void)state;
  for (size_t w = 0; w < sizeof writers / sizeof *writers; w++)
    for (size_t o = 0; o < sizeof obstacles / sizeof *obstacles; o++) {
      char path[PATH];
      struct stat before, after;
      path_of(&writers[w], path);
      obstacles[o].make(path);
      assert_int_equal(lstat(path, &before), 0);
      const int files = files_in_folder();
      alarm(20); /* opening a FIFO would wait for a reader */
      refused(writers[w].write(path), VF_ERROR_STATE, path);
      alarm(0);
      if (!strstr(vf_last_error(), obstacles[o].words)) fail_msg("not '%s': %s", obstacles[o].words, vf_last_error());
      assert_int_equal(lstat(path, &after), 0);
      assert_true(before.st_ino == after.st_ino && before.st_mode == after.st_mode);
      assert_int_equal(files_in_folder(), files);
      expect_victim();
      if (remove(path)) fail_msg("%s cannot be removed", path);
      unlink(in_folder("victim"));
    }
}

/* A new file gets the permissions of the replaced file, whatever the umask allows. Otherwise a user without access to
 * the old file could read the new file. */
static void permissions_of_a_file_that_is_replaced_stay(void **state)
{
  (void)state;
  static const mode_t modes[] = { 0600, 0640, 0400, 0666 };
  const mode_t before = umask(022);
  for (size_t w = 0; w < sizeof writers / sizeof *writers; w++)
    for (size_t m = 0; m <= sizeof modes / sizeof *modes; m++) {
      const bool fresh = m == sizeof modes / sizeof *modes;
      char path[PATH];
      struct stat written;
      path_of(&writers[w], path);
      FILE *file = fresh ? NULL : fopen(path, "w");
      if (file) {
        fclose(file);
        assert_int_equal(chmod(path, modes[m]), 0);
      }
      must(writers[w].write(path));
      assert_int_equal(stat(path, &written), 0);
      assert_true(written.st_size > 0);
      const mode_t kept = written.st_mode & 0777, wanted = fresh ? 0644 : modes[m];
      if (kept != wanted) fail_msg("%s: mode %o in place of %o", path, kept, wanted);
      assert_int_equal(remove(path), 0);
    }
  umask(before);
}

/* A partial file, left by an earlier process of the same number, does not prevent the write. */
static void new_and_regular_files_are_written(void **state)
{
  (void)state;
  for (size_t w = 0; w < sizeof writers / sizeof *writers; w++)
    for (int there = 0; there < 3; there++) {
      char path[PATH], left[PATH + 64];
      struct stat now;
      path_of(&writers[w], path);
      snprintf(left, sizeof left, "%s.%ld-0.part", path, (long)getpid());
      FILE *old = there ? fopen(there == 1 ? path : left, "w") : NULL;
      if (old) fclose(old);
      must(writers[w].write(path));
      assert_int_equal(lstat(path, &now), 0);
      assert_true(S_ISREG(now.st_mode) && now.st_size > 0);
      assert_int_equal(files_in_folder(), there == 2 ? 2 : 1);
      unlink(path);
      unlink(left);
    }
}

static int make_folder(void **state)
{
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%.100s/viewfab_files.XXXXXX", parent && *parent ? parent : "/tmp");
  if (!mkdtemp(folder)) return -1;
  captured_calls = 0;
  return open_device(state);
}

static int remove_folder(void **state)
{
  must(vf_report_reset());
  must(close_device(state));
  return rmdir(folder);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

static const struct CMUnitTest tests[] = {
  claim(permissions_of_a_file_that_is_replaced_stay),
  claim(special_files_and_links_are_left_alone),
  claim(new_and_regular_files_are_written),
};
RUN("files", tests)
