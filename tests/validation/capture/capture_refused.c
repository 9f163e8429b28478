/* Files that cannot be replayed. Each kind of fault has its own error, and no fault ends in a crash. */
#include "capture_edit.h"

#include <sys/stat.h>
#include <unistd.h>

#include <viewfab/replay.h>
#include <viewfab_kernel_table.h>

/* Captured calls for the edits: a stencil, a kernel with a boundary, a reduction. */
static char good[PATH], ghosts[PATH], sum[PATH];
static const char calls[] = "gsrb_poisson:call=1-99,fill_ghosts:call=1-99,dot:call=1-99";

static void capture_calls(void)
{
  const int64_t extents[3] = { 6, 6, 6 };
  const int lower[3] = { -1, 0, 1 };
  const vf_box box = { { 0, 1, 2 }, { 3, 4, 5 } };
  const vf_boundary sides = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                              .order = 2 };
  take_folder();
  setenv("VF_CAPTURE", calls, 1); /* a replay removes the variable */
  vf_view *phi = field(VF_REAL64, 3, extents, lower, "phi"), *rhs = field(VF_REAL64, 3, extents, lower, "rhs");
  double result = 0;
  must(vf_gsrb_poisson(&box, phi, rhs, 0.5, 0));
  must(vf_fill_ghosts(&box, phi, &sides));
  must(vf_dot(&box, phi, rhs, &result));
  drop_fields();
  find_in_folder("viewfab_gsrb_poisson_*.h5", good);
  find_in_folder("viewfab_fill_ghosts_*.h5", ghosts);
  find_in_folder("viewfab_dot_*.h5", sum);
}

static unsigned char bytes[1 << 20];
static size_t read_bytes(const char *path)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t count = fread(bytes, 1, sizeof bytes, file);
  assert_true(count > 512 && count < sizeof bytes && !fclose(file));
  return count;
}

static const char *write_bytes(const void *from, size_t count)
{
  const char *path = in_folder("edited.h5");
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_true((!count || fwrite(from, count, 1, file) == 1) && !fclose(file));
  return path;
}

/* Copies a good file; tests edit the copy. */
static const char *copy_of(const char *path) { return write_bytes(bytes, read_bytes(path)); }

/* Replays in this process. Returns the exit status; text gets the error stream. */
static int replay_here(const char *path, char text[TEXT])
{
  char *words[] = { "vf_replay", "--repeat", "1", (char *)path, NULL };
  const char *log = in_folder("log.txt");
  fflush(stdout);
  fflush(stderr);
  const int saved_out = dup(1), saved_error = dup(2);
  assert_true(saved_out >= 0 && saved_error >= 0 && freopen(log, "w", stderr) && dup2(2, 1) >= 0);
  const int code = vf_replay_main(4, words, (struct vf_kernel *const *const[]){ viewfab_kernel_table, NULL });
  fflush(stdout);
  fflush(stderr);
  dup2(saved_out, 1);
  dup2(saved_error, 2);
  close(saved_out);
  close(saved_error);
  FILE *file = fopen(log, "r");
  assert_non_null(file);
  text[fread(text, 1, TEXT - 1, file)] = 0;
  fclose(file);
  return code;
}

static void expect_refused(const char *path, const char *words)
{
  char text[TEXT];
  const int code = replay_here(path, text);
  if (code != 2 || !strstr(text, words) || !strstr(text, path))
    fail_msg("exit status %d, not 2 with '%s' and the file's name:\n%s", code, words, text);
}

static void absent_file(void **state)
{
  (void)state;
  take_folder();
  expect_refused(in_folder("nowhere.h5"), "cannot be opened: No such file or directory");
  assert_false(mkdir(in_folder("folder.h5"), 0700));
  expect_refused(in_folder("folder.h5"), "cannot be read: Is a directory");
  rmdir(in_folder("folder.h5"));
  drop_folder();
}

static void foreign_file(void **state)
{
  (void)state;
  take_folder();
  static const char text[] = "&poisson\n  n_cells = 32, 32, 32\n/\n";
  expect_refused(write_bytes(text, sizeof text - 1), "is neither a viewfab capture nor an HDF5 file at all");
  const char *path = in_folder("other.h5");
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(file >= 0 && H5Fclose(file) >= 0);
  expect_refused(path, "is an HDF5 file, but no viewfab capture");
  drop_folder();
}

static void file_that_was_never_completed(void **state)
{
  (void)state;
  capture_calls();
  const size_t count = read_bytes(good);
  memset(bytes, 0, VF_CAPTURE_SEAL_BYTES);
  expect_refused(write_bytes(bytes, count), "or one that was never completed");
  drop_folder();
}

static void newer_format(void **state)
{
  (void)state;
  capture_calls();
  const size_t count = read_bytes(good);
  char *format = strstr((char *)bytes, "format 1\n");
  assert_non_null(format);
  memcpy(format, "format 2\n", 9);
  expect_refused(write_bytes(bytes, count), "has format 2, which is newer than this viewfab");
  expect_refused(in_folder("edited.h5"), "it reads format 1");
  drop_folder();
}

static void truncated_file(void **state)
{
  (void)state;
  capture_calls();
  const size_t count = read_bytes(good);
  expect_refused(write_bytes(bytes, 0), "is empty: the capture is cut off");
  expect_refused(write_bytes(bytes, 7), "is cut off: only 7 bytes");
  expect_refused(write_bytes(bytes, 511), "is cut off: only 511 bytes");
  for (size_t n = 0; n < 20; n++) {
    char words[80];
    const size_t left = 512 + n * (count - 512) / 20;
    snprintf(words, sizeof words, "is cut off: %zu of its %zu bytes are there", left, count);
    expect_refused(write_bytes(bytes, left), words);
  }
  expect_refused(write_bytes(bytes, count - 1), "is cut off");
  drop_folder();
}

static void damaged_bytes(void **state)
{
  (void)state;
  capture_calls();
  const size_t count = read_bytes(good);
  bytes[count] = 0;
  expect_refused(write_bytes(bytes, count + 1), "is damaged");
  for (size_t n = 0; n < 200; n++) {
    /* the first edits hit the head of the file with its structure, the others any place */
    const size_t at = n < 40 ? n * 13 : n * 7919 % count;
    bytes[at] ^= (unsigned char)(1 << n % 8);
    const char *path = write_bytes(bytes, count);
    bytes[at] ^= (unsigned char)(1 << n % 8);
    char text[TEXT];
    const int code = replay_here(path, text);
    if (code != 2 || !strstr(text, path)) fail_msg("byte %zu: exit status %d, not 2:\n%s", at, code, text);
  }
  drop_folder();
}

static void file_with_items_missing(void **state)
{
  (void)state;
  static const char *const items[] = {
    "arrays/1/before", "arrays/1/after", "arrays/2", "arguments/2", "call", "boxes"
  };
  capture_calls();
  for (size_t n = 0; n < sizeof items / sizeof items[0]; n++) {
    const char *path = copy_of(good);
    remove_item(path, items[n]);
    expect_refused(path, "is incomplete: it has no");
    expect_refused(path, items[n]);
  }
  const char *path = copy_of(good);
  remove_attribute(path, "arguments/1", "label");
  expect_refused(path, "is incomplete: it has no attribute label");
  path = copy_of(sum);
  remove_item(path, "result");
  expect_refused(path, "is incomplete: it has no group result");
  drop_folder();
}

static void edit_and_refuse(const char *from, const char *group, const char *name, int element, int value,
                            const char *words)
{
  const char *path = copy_of(from);
  edit_number(path, group, name, element, value);
  expect_refused(path, words);
}

static void inconsistent_bounds_and_arrays(void **state)
{
  (void)state;
  capture_calls();
  edit_and_refuse(good, "arguments/1", "upper", 1, 6,
                  "'phi' (argument phi) has bounds (-1:4, 0:6, 1:6), and its data set has (1:6, 1:6, 1:6)");
  edit_and_refuse(good, "arguments/1", "lower", 0, 99, "bounds that no array has");
  edit_and_refuse(good, "arguments/1", "lower", 3, 0, "bounds that no array has");
  edit_and_refuse(good, "arguments/1", "rank", 0, 7, "bounds that no array has");
  edit_and_refuse(good, "arguments/1", "first", 0, 1, "its data set has");
  edit_and_refuse(good, "arguments/1", "array", 0, 3, "lies in array 3 of 2");
  edit_and_refuse(good, "arguments/1", "kind", 0, VF_REAL32, "8 bytes an element, and its data set is real64");
  edit_and_refuse(good, "arguments/1", "kind_bytes", 0, 4, "4 bytes an element, and its data set is real64");
  edit_and_refuse(good, "call", "real_bytes", 0, 4, "8 bytes an element, and reals of the call have 4");
  edit_and_refuse(good, "arrays/1", "written", 0, 0, "is written, but has no output");
  edit_and_refuse(good, "call", "arguments", 0, 999, "999 arguments");
  edit_and_refuse(good, "call", "selector", 0, 2, "is inconsistent: vf_gsrb_poisson: colour 2");
  edit_and_refuse(ghosts, "arguments/2", "kind", 0, 7, "is inconsistent: vf_fill_ghosts: sides: kind 7");
  drop_folder();
}

static void box_outside_the_arrays(void **state)
{
  (void)state;
  capture_calls();
  const char *path = copy_of(good);
  int box[6];
  const hid_t id = open_to_edit(path), set = H5Dopen2(id, "boxes", H5P_DEFAULT);
  assert_true(set >= 0 && H5Dread(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, box) >= 0);
  box[3]++;
  assert_true(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, box) >= 0 && H5Dclose(set) >= 0);
  close_edited(path, id);
  expect_refused(path,
                 "is inconsistent: vf_gsrb_poisson: box (0:4, 1:4, 2:5) needs elements (-1:5, 0:5, 1:6) of 'phi'");
  drop_folder();
}

static void call_of_another_kernel(void **state)
{
  (void)state;
  capture_calls();
  const char *path = copy_of(good);
  edit_text(path, "call", "kernel", "gsrb_quassion");
  expect_refused(path, "is of kernel gsrb_quassion, which this program does not have");
  path = copy_of(good);
  edit_text(path, "arguments/2", "name", "shr");
  expect_refused(path, "argument 2 is called shr in the file, and rhs in the kernel");
  edit_and_refuse(good, "arguments/2", "intent", 0, VF_UPDATE, "is written, but has no output");
  edit_and_refuse(good, "arguments/1", "intent", 0, VF_WRITE, "argument phi is for write in the file, and for update");
  edit_and_refuse(good, "arguments/3", "type", 0, VF_ARGUMENT_BOX, "has no attribute lower");
  edit_and_refuse(good, "arguments/2", "type", 0, VF_ARGUMENT_INT, "argument rhs has another type in the file");
  edit_and_refuse(good, "call", "arguments", 0, 2, "2 arguments were captured, and the kernel has 3");
  edit_and_refuse(good, "call", "points", 0, VF_POINTS_ALL, "it works on another kind of points now");
  drop_folder();
}

static const struct CMUnitTest tests[] = {
  claim(absent_file),
  claim(foreign_file),
  claim(file_that_was_never_completed),
  claim(newer_format),
  claim(truncated_file),
  claim(damaged_bytes),
  claim(file_with_items_missing),
  claim(inconsistent_bounds_and_arrays),
  claim(box_outside_the_arrays),
  claim(call_of_another_kernel),
};

/* A kernel reads the variable at its first call, so the program sets it before. */
int main(int argc, char **argv)
{
  setenv("VF_CAPTURE", calls, 1);
  return run_claims(argc, argv, "capture_refused", tests, sizeof tests / sizeof tests[0]);
}
