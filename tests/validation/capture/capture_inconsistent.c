/* Captures with contradictory items. Each test changes a single item of a good file, also by the smallest amount. A
 * replay refuses each file with its own text. */
#include "capture_edit.h"

#include <limits.h>
#include <shifts_kernels.h>
#include <sys/stat.h>

/* Good files: a sweep over two arrays, two views that overlap in an array, a line, a sum. */
static char sweep[PATH], shared[PATH], single[PATH], sum[PATH];

static void capture_calls(void)
{
  const int64_t extents[3] = { 6, 7, 5 }, ten = 10, six = 6;
  const int lower[3] = { -1, 0, 1 };
  const vf_box box = { { 0, 1, 2 }, { 3, 5, 4 } };
  double result = 0, numbers[10] = { 1, 2, 3 };
  take_folder();
  vf_view *phi = field(VF_REAL64, 3, extents, lower, "phi"), *rhs = field(VF_REAL64, 3, extents, lower, "rhs"), *x, *y;
  vf_view *all = wrapped_line(numbers, ten, "all");
  must(vf_view_wrap(NULL, numbers, VF_REAL64, 1, &six, NULL, "x", VF_WRAP_JOIN, &x));
  must(vf_view_wrap(NULL, numbers + 4, VF_REAL64, 1, &six, NULL, "y", VF_WRAP_JOIN, &y));
  must(vf_gsrb_poisson(&box, phi, rhs, 0.5, 0));
  must(vf_dot(&(vf_box){ { 1, 1, 1 }, { 6, 1, 1 } }, x, y, &result));
  must(vf_fill_value(&(vf_box){ { 1, 1, 1 }, { 6, 1, 1 } }, x, 3));
  must(vf_sum(&box, rhs, &result));
  must(vf_view_release(&x, false));
  must(vf_view_release(&y, false));
  discard(all);
  drop_fields();
  find_in_folder("viewfab_gsrb_poisson_*.h5", sweep);
  find_in_folder("viewfab_dot_*.h5", shared);
  find_in_folder("viewfab_fill_value_*.h5", single);
  find_in_folder("viewfab_sum_*.h5", sum);
}

/* Copies a good file; tests edit the copy. */
static const char *copy_of(const char *path)
{
  static unsigned char bytes[1 << 20];
  FILE *from = fopen(path, "rb"), *to = fopen(in_folder("edited.h5"), "wb");
  assert_true(from && to);
  const size_t count = fread(bytes, 1, sizeof bytes, from);
  assert_true(count > 512 && count < sizeof bytes && fwrite(bytes, count, 1, to) == 1);
  assert_true(!fclose(from) && !fclose(to));
  return in_folder("edited.h5");
}

/* words NULL: the exit status must be 0 or 1. Otherwise the replay must refuse the file with the words. */
static void expect_replay(const char *words)
{
  char text[TEXT], arguments[2 * PATH];
  snprintf(arguments, sizeof arguments, "--repeat 1 %s", in_folder("edited.h5"));
  const int code = run_program("", VF_REPLAY, arguments, text);
  const bool good = words ? code == 2 && strstr(text, words) && strstr(text, "edited.h5") : code == 0 || code == 1;
  if (!good) fail_msg("exit status %d; expected: %s\n%s", code, words ? words : "no refusal", text);
}

/* ---- Numbers --------------------------------------------------------------------------------------------------- */

typedef struct edit {
  const char *file, *group, *name;
  int element;
  int64_t value;
  const char *words; /* NULL: no refusal */
} edit;

static void set_number(void *value, const void *to)
{
  const edit *e = to;
  ((int64_t *)value)[e->element] = e->value;
}

static void numbers_are_held_to_what_can_be(void **state)
{
  (void)state;
  capture_calls();
  static const char no_array[] = "bounds that no array has";
  const edit edits[] = {
    { sweep, "call", "number", 0, 7, NULL },
    { sweep, "call", "arguments", 0, -1, "is inconsistent: -1 arguments" },
    { sweep, "call", "arguments", 0, 257, "is inconsistent: 257 arguments" },
    { sweep, "call", "arguments", 0, 24, "is incomplete: it has no group arguments/4" },
    { sweep, "call", "arrays", 0, -1, "is inconsistent: -1 arrays" },
    { sweep, "call", "arrays", 0, 257, "is inconsistent: 257 arrays" },
    { sweep, "call", "arrays", 0, 3, "is incomplete: it has no group arrays/3" },
    { sweep, "call", "arrays", 0, 1, "'rhs' (argument rhs) lies in array 2 of 1" },
    { sweep, "arguments/1", "array", 0, 0, "'phi' (argument phi) lies in array 0 of 2" },
    { sweep, "arguments/2", "array", 0, 3, "'rhs' (argument rhs) lies in array 3 of 2" },
    { sweep, "arguments/1", "array", 0, INT_MIN, "'phi' (argument phi) lies in array -2147483648 of 2" },
    { sweep, "arguments/1", "array", 0, INT_MIN + 1, "'phi' (argument phi) lies in array -2147483647 of 2" },
    { sweep, "arguments/1", "array", 0, INT_MAX, "'phi' (argument phi) lies in array 2147483647 of 2" },
    { sweep, "call", "real_bytes", 0, 4, "'phi' (argument phi) has 8 bytes an element, and reals of the call have 4" },
    { sweep, "arguments/2", "kind_bytes", 0, 4,
      "'rhs' (argument rhs) is said to have 4 bytes an element, and its data set is real64" },
    { sweep, "arguments/2", "kind", 0, 0, "and its data set is real64" },
    { sweep, "arguments/2", "kind", 0, VF_REAL32, "and its data set is real64" },
    { sweep, "arguments/2", "kind", 0, VF_INT64 + 1, "and its data set is real64" },
    { sweep, "arguments/1", "rank", 0, 0, "'phi' (argument phi) of rank 0 has bounds that no array has" },
    { sweep, "arguments/1", "rank", 0, 5, "'phi' (argument phi) of rank 5 has bounds that no array has" },
    { sweep, "arguments/1", "rank", 0, 2, no_array },
    { sweep, "arguments/1", "rank", 0, 4, "has bounds (-1:4, 0:6, 1:5, 1:1), and its data set has (1:6, 1:7, 1:5)" },
    { sweep, "arguments/1", "lower", 0, (int64_t)INT_MIN - 1, no_array },
    { sweep, "arguments/1", "lower", 0, INT_MIN, "has bounds (-2147483648:4, 0:6, 1:5)" },
    { sweep, "arguments/1", "lower", 0, 6, no_array },
    { sweep, "arguments/1", "lower", 0, 5, "has bounds (5:4, 0:6, 1:5), and its data set has" },
    { sweep, "arguments/1", "lower", 3, 0, no_array },
    { sweep, "arguments/1", "upper", 3, 2, no_array },
    { sweep, "arguments/1", "upper", 2, 7, "has bounds (-1:4, 0:6, 1:7), and its data set has (1:6, 1:7, 1:5)" },
    { sweep, "arguments/1", "upper", 2, INT64_MAX / 16 + 1, no_array },
    { sweep, "arguments/1", "upper", 2, INT64_MAX / 16, no_array },
    { sweep, "arguments/1", "upper", 2, INT64_MAX / 8 / 42, "has bounds (-1:4, 0:6, 1:" },
    { sweep, "arguments/1", "upper", 2, INT64_MAX / 8 / 42 + 1, no_array },
    { sweep, "arguments/2", "first", 0, 1, "'rhs' (argument rhs) has bounds" },
    { sweep, "arguments/2", "first", 0, -1, "'rhs' (argument rhs) has bounds" },
    { sweep, "arrays/1", "written", 0, 0, "'phi' (argument phi) is written, but has no output" },
    { sweep, "arrays/2", "written", 0, 1, "is incomplete: it has no data set arrays/2/after" },
    { sweep, "arguments/1", "intent", 0, VF_ARGUMENT_READ, "is for read in the file, and for update in the kernel" },
    { sweep, "arguments/1", "intent", 0, 0, "is for unknown in the file, and for update in the kernel" },
    { sweep, "arguments/1", "intent", 0, 5, "is for unknown in the file, and for update in the kernel" },
    { sweep, "arguments/2", "intent", 0, 4, "is incomplete: it has no attribute value" },
    { sweep, "arguments/1", "type", 0, VF_ARGUMENT_INT, "argument phi has another type in the file" },
    { sweep, "call", "has_result", 0, 1, "is incomplete: it has no group result" },
    { sum, "call", "has_result", 0, 0, "it works on another kind of points now" },
    { sum, "call", "points", 0, VF_POINTS_ALL, "it works on another kind of points now" },
    { shared, "arguments/2", "first", 0, 3, NULL },
    { shared, "arguments/2", "first", 0, 0, NULL },
    { shared, "arguments/2", "first", 0, 4, NULL },
    { shared, "arguments/2", "first", 0, 5, "has bounds (1:6), and its data set has (1:10)" },
    { shared, "arguments/2", "first", 0, -1, "has bounds (1:6), and its data set has (1:10)" },
    { shared, "arguments/2", "upper", 0, 7, "has bounds (1:7), and its data set has (1:10)" },
    { shared, "arguments/2", "upper", 0, 11, "has bounds (1:11), and its data set has (1:10)" },
    { single, "arguments/1", "upper", 0, 5, "has bounds (1:5), and its data set has (1:6)" },
    { single, "arguments/1", "first", 0, 1, "has bounds (1:6), and its data set has (1:6)" },
    { single, "arguments/1", "upper", 0, INT64_MAX / 16,
      "has bounds (1:576460752303423487), and its data set has (1:6)" },
    { single, "arguments/1", "upper", 0, INT64_MAX / 16 + 1, no_array },
  };
  for (size_t e = 0; e < sizeof edits / sizeof edits[0]; e++) {
    edit_attribute(copy_of(edits[e].file), edits[e].group, edits[e].name, H5T_NATIVE_INT64, set_number, &edits[e]);
    expect_replay(edits[e].words);
  }
  drop_folder();
}

/* As many elements as the data set has, so that the bounds alone are wrong. */
static void lower_bounds_beyond_integers_are_refused_whatever_the_extent(void **state)
{
  (void)state;
  capture_calls();
  static const int64_t lower[2] = { (int64_t)INT_MIN - 1, (int64_t)INT_MAX + 1 };
  for (int side = 0; side < 2; side++)
    for (int d = 0; d < 3; d++) {
      const int64_t extent = (int64_t[]){ 6, 7, 5 }[d];
      const edit edits[2] = { { sweep, "arguments/2", "lower", d, lower[side], NULL },
                              { sweep, "arguments/2", "upper", d, lower[side] + extent - 1, NULL } };
      const char *path = copy_of(sweep);
      for (int e = 0; e < 2; e++)
        edit_attribute(path, edits[e].group, edits[e].name, H5T_NATIVE_INT64, set_number, &edits[e]);
      expect_replay("'rhs' (argument rhs) of rank 3 has bounds that no array has");
    }
  drop_folder();
}

/* ---- Items of another sort ------------------------------------------------------------------------------------- */

typedef struct sort {
  const char *file, *group, *name; /* name NULL: a data set */
  hid_t type;
  int rank;
  hsize_t extents[6];
  const char *words;
} sort;

static void put_item(const sort *s)
{
  char path[PATH];
  snprintf(path, sizeof path, "%s", copy_of(s->file));
  const hid_t id = open_to_edit(path), space = H5Screate_simple(s->rank, s->extents, NULL);
  assert_true(space >= 0);
  if (s->name) {
    const hid_t at = H5Gopen2(id, s->group, H5P_DEFAULT);
    assert_true(H5Adelete(at, s->name) >= 0);
    const hid_t item = H5Acreate2(at, s->name, s->type, space, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(item >= 0 && H5Aclose(item) >= 0 && H5Gclose(at) >= 0);
  } else {
    if (H5Lexists(id, s->group, H5P_DEFAULT) > 0) assert_true(H5Ldelete(id, s->group, H5P_DEFAULT) >= 0);
    const hid_t item = H5Dcreate2(id, s->group, s->type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(item >= 0 && H5Dclose(item) >= 0);
  }
  assert_true(H5Sclose(space) >= 0);
  close_edited(path, id);
}

static void items_of_another_sort_are_refused(void **state)
{
  (void)state;
  capture_calls();
  static const char boxes[] = "is inconsistent: the list of boxes has another shape";
  static const char shapes[] = "is inconsistent: before and after of array 1 have different shapes";
  const hid_t real = H5T_NATIVE_DOUBLE, integer = H5T_NATIVE_INT;
  const sort sorts[] = {
    { sweep, "call", "number", real, 1, { 1 }, "attribute number has another type or number of elements" },
    { sweep, "call", "selector", integer, 1, { 2 }, "attribute selector has another type or number of elements" },
    { sweep, "call", "kernel", integer, 1, { 1 }, "attribute kernel has another type or number of elements" },
    { sweep, "arguments/1", "lower", integer, 1, { 3 }, "attribute lower has another type or number of elements" },
    { sweep, "arguments/3", "value", integer, 1, { 1 }, "attribute value has another type or number of elements" },
    { sum, "result", "value", integer, 1, { 1 }, "attribute value has another type or number of elements" },
    { sweep, "boxes", NULL, integer, 1, { 6 }, boxes },
    { sweep, "boxes", NULL, integer, 2, { 1, 5 }, boxes },
    { sweep, "boxes", NULL, H5T_NATIVE_INT64, 2, { 1, 6 }, boxes },
    { sweep, "boxes", NULL, real, 2, { 1, 6 }, boxes },
    { sweep, "boxes", NULL, integer, 2, { (hsize_t)INT_MAX + 1, 6 }, boxes },
    { sweep, "arrays/1/before", NULL, real, 5, { 1, 1, 5, 7, 6 }, "data set arrays/1/before has a type or a rank" },
    { sweep, "arrays/1/before", NULL, H5T_NATIVE_SHORT, 3, { 5, 7, 6 }, "has a type or a rank that no view has" },
    { sweep, "arrays/1/before", NULL, H5T_C_S1, 3, { 5, 7, 6 }, "has a type or a rank that no view has" },
    { sweep, "arrays/1/before", NULL, H5T_NATIVE_LDOUBLE, 3, { 5, 7, 6 }, "has a type or a rank that no view has" },
    { sweep, "arrays/1/after", NULL, real, 3, { 5, 7, 5 }, shapes },
    { sweep, "arrays/1/after", NULL, real, 3, { 6, 7, 5 }, shapes },
    { sweep, "arrays/1/after", NULL, real, 2, { 7, 6 }, shapes },
    { sweep, "arrays/1/after", NULL, H5T_NATIVE_INT64, 3, { 5, 7, 6 }, shapes },
    { sweep,
      "arrays/2/before",
      NULL,
      real,
      2,
      { 1, (hsize_t)1 << 60 },
      "the data set of array 2 is larger than memory" },
    { sweep,
      "arrays/2/before",
      NULL,
      real,
      3,
      { 4, (hsize_t)1 << 30, (hsize_t)1 << 28 },
      "array 2 is larger than memory" },
    { sweep,
      "arrays/2/before",
      NULL,
      real,
      3,
      { 2, (hsize_t)1 << 28, (hsize_t)1 << 28 },
      "'rhs' (argument rhs) has bounds (-1:4, 0:6, 1:5), and its data set has (1:268435456, 1:268435456, 1:2)" },
    { sweep,
      "arrays/2/before",
      NULL,
      H5T_NATIVE_FLOAT,
      3,
      { 5, 7, 6 },
      "'rhs' (argument rhs) is said to have 8 bytes an element, and its data set is real32" },
    { sweep,
      "arrays/2/before",
      NULL,
      H5T_NATIVE_INT64,
      3,
      { 5, 7, 6 },
      "8 bytes an element, and its data set is int64" },
    { sweep, "arrays/2/before", NULL, integer, 3, { 5, 7, 6 }, "8 bytes an element, and its data set is int32" },
    { sweep, "arrays/2/before", NULL, real, 3, { 7, 5, 6 }, "and its data set has (1:6, 1:5, 1:7)" },
    { sweep, "arrays/2/before", NULL, real, 1, { 210 }, "and its data set has (1:210)" },
  };
  for (size_t s = 0; s < sizeof sorts / sizeof sorts[0]; s++) {
    put_item(&sorts[s]);
    expect_replay(sorts[s].words);
  }
  drop_folder();
}

/* ---- Numbers in an array by value ------------------------------------------------------------------------------ */

static void count_of_a_value_is_held_against_file_and_kernel(void **state)
{
  (void)state;
  static char types[PATH];
  static const double weights[16] = { 1 };
  static const struct vf_constants_gathered constants = { .half = 0.5, .counts = { 4, -9 }, .twice = 1 };
  static const int steps[2] = { 1, 2 }, wrong[4] = { 0, -1, 17, INT_MAX }, lower[3] = { 1, 1, 1 };
  const int64_t cube[3] = { 4, 4, 4 };
  const vf_box box = { { 1, 1, 1 }, { 4, 4, 4 } };
  char text[TEXT], words[80];
  take_folder();
  must(vf_gather_types(&box, field(VF_LOGICAL32, 3, cube, lower, "mask"), field(VF_REAL32, 3, cube, lower, "narrow"),
                       weights, steps, true, vf_gather_types_high, field(VF_INT64, 3, cube, lower, "count"),
                       field(VF_REAL64, 3, cube, lower, "wide"), field(VF_LOGICAL32, 3, cube, lower, "marked"),
                       field(VF_REAL64, 3, cube, lower, "x"), &constants));
  drop_fields();
  find_in_folder("viewfab_gather_types_*.h5", types);
  for (int w = 0; w < 4; w++) {
    edit_number(copy_of(types), "arguments/3", "count", 0, wrong[w]);
    snprintf(words, sizeof words, "is inconsistent: argument weights has %d numbers", wrong[w]);
    expect_replay(words);
  }
  edit_number(copy_of(types), "arguments/3", "count", 0, 15);
  expect_replay("attribute value has another type or number of elements");
  edit_number(copy_of(types), "arguments/5", "type", 0, 55);
  expect_replay("argument contrary has type 55, which no value has");
  put_item(&(sort){ types, "arguments/3", "value", H5T_NATIVE_DOUBLE, 1, { 15 }, NULL });
  edit_number(in_folder("edited.h5"), "arguments/3", "count", 0, 15);
  if (run_program("", SHIFTS_REPLAY, in_folder("edited.h5"), text) != 2 ||
      !strstr(text, "argument weights has 15 numbers in the file, and 16 in the kernel"))
    fail_msg("%s", text);
  drop_folder();
}

/* t is selected; the axes (i, k, t, e) have the extents 4, 3, 2, 5. */
static void axes_are_held_to_the_bounds(void **state)
{
  (void)state;
  const int64_t extents[4] = { 4, 3, 2, 5 };
  const int bounds[4] = { 1, 1, -1, 1 };
  static double values[4 * 3 * 2 * 5];
  static char line[PATH];
  vf_view *all = NULL, *now = NULL;
  take_folder();
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 4, extents, bounds, "i k t e", "q", VF_WRAP_DISTINCT, &all));
  must(vf_view_select(all, "t", 0, &now));
  must(vf_fill_value(&(vf_box){ { 1, 1, 1 }, { 4, 3, 5 } }, now, 3));
  find_in_folder("viewfab_fill_value_*.h5", line);
  static const char words[] = "'q' (argument x) has axes that do not give its bounds";
  const edit edits[] = {
    { line, "arguments/1", "axes_index", 2, -1, NULL },
    { line, "arguments/1", "axes_index", 2, 1, words },
    { line, "arguments/1", "axes_index", 2, INT64_MIN, words },
    { line, "arguments/1", "axes_index", 2, INT64_MAX, words },
    { line, "arguments/1", "axes_index", 2, -2, words },
    { line, "arguments/1", "axes_selected", 2, 0, words },
    { line, "arguments/1", "axes_selected", 3, 1, words },
    { line, "arguments/1", "axes_extent", 0, 5, words },
    { line, "arguments/1", "axes_extent", 1, -3, words },
    { line, "arguments/1", "axes_lower", 0, 2, words },
    { line, "arguments/1", "axes_lower", 3, INT64_MAX, words },
    { line, "arguments/1", "axes_extent", 2, 3, "has bounds" },
  };
  for (size_t e = 0; e < sizeof edits / sizeof edits[0]; e++) {
    edit_attribute(copy_of(line), edits[e].group, edits[e].name, H5T_NATIVE_INT64, set_number, &edits[e]);
    expect_replay(edits[e].words);
  }
  static const char *const names[] = { "i i t e", "k i t e", "i k t  ", "i ? t e", "ikt e  " };
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    edit_text(copy_of(line), "arguments/1", "axes", names[n]);
    expect_replay(words);
  }
  remove(in_folder("edited.h5"));
  discard(now);
  discard(all);
  drop_folder();
}

/* A replay reads a file twice, so a pipe is refused. */
static void a_pipe_is_no_file(void **state)
{
  (void)state;
  char text[TEXT], arguments[8 * PATH], pipe[PATH];
  capture_calls();
  snprintf(pipe, sizeof pipe, "%s", in_folder("pipe"));
  assert_false(mkfifo(pipe, 0600));
  snprintf(arguments, sizeof arguments, "%s 2>&1 & replay=$!; cat %s >%s; wait $replay", pipe, sweep, pipe);
  const int code = run_program("", VF_REPLAY, arguments, text);
  if (code != 2 || !strstr(text, "pipe: Illegal seek")) fail_msg("exit status %d:\n%s", code, text);
  drop_folder();
}

static const struct CMUnitTest tests[] = {
  claim(numbers_are_held_to_what_can_be),   claim(lower_bounds_beyond_integers_are_refused_whatever_the_extent),
  claim(items_of_another_sort_are_refused), claim(count_of_a_value_is_held_against_file_and_kernel),
  claim(axes_are_held_to_the_bounds),       claim(a_pipe_is_no_file),
};

/* A kernel reads the variable at its first call, so the program sets it before. */
int main(int argc, char **argv)
{
  setenv("VF_CAPTURE", "gsrb_poisson:call=1-99,dot:call=1-99,fill_value:call=1-99,sum:call=1-99,gather_types:call=1-99",
         1);
  return run_claims(argc, argv, "capture_inconsistent", tests, sizeof tests / sizeof tests[0]);
}
