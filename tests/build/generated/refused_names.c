/* Names that a kernel file may not use, each with the reason given to its author, and similar allowed names; and texts
 * that are too long. */
#include "testing.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <viewfab/kit/maps.h>

#include "generator.h"

static vfi_kernel_description checked, other;
const vfi_kernel_description *const vfi_kernel_list[] = { &other, &checked, NULL };
const char *const vfi_kernel_files[] = { "other.h", "checked.h" };

static void check(void) { check_names(&checked); }

/* True if the generator goes on after the call; otherwise its message is in `said`. The generator ends its process, so
 * the call runs in a child process. */
static bool passes(void (*call)(void), char said[1024])
{
  int ends[2], status = 0;
  assert_int_equal(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    call();
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t got; (got = read(ends[0], said + length, 1023 - length)) > 0;) length += (size_t)got;
  said[length] = 0;
  close(ends[0]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_true((WEXITSTATUS(status) == 0) == (length == 0));
  assert_in_range(WEXITSTATUS(status), 0, 1);
  return WEXITSTATUS(status) == 0;
}

static vfi_argument_description arguments[2];

static void describe(const char *kernel, const char *first, const char *second)
{
  const vfi_map same = VF_MAP(same);
  arguments[0] =
      (vfi_argument_description){ .name = first, .intent = VF_ARGUMENT_READ, .map = same, .documentation = "" };
  arguments[1] =
      (vfi_argument_description){ .name = second, .intent = VF_ARGUMENT_VALUE, .map = same, .documentation = "" };
  checked = (vfi_kernel_description){
    .name = kernel, .argument_count = second ? 2 : 1, .arguments = arguments, .summary = ""
  };
  other.name = "another_kernel";
}

static void expect(const char *why)
{
  char said[1024];
  const bool passed = passes(check, said);
  const char *second = checked.argument_count == 2 ? arguments[1].name : "";
  if (passed == !!why || (why && !strstr(said, why)))
    fail_msg("kernel %s (%s, %s): %s, not %s", checked.name, arguments[0].name, second, passed ? "passes" : said,
             why ? why : "accepted");
}

/* Every name in the list is used by the generated code or by viewfab itself, in any case of its letters. */
static void names_in_use_are_refused(void **state)
{
  (void)state;
  static const char *const by_generated_code[] = { "box",    "boxes", "box_count", "colour",     "direction", "result",
                                                   "ierr",   "status", "face",     "i",          "j",         "k",
                                                   "n",      "real",  "int",       "size",       "int32",     "real32",
                                                   "real64", "lo",    "hi",        "components", "c_int",     "put_result",
                                                   "c_ptr",  "Box",   "REAL64",    "Put_Result" };
  /* names of headers, of modules and of types */
  static const char *const by_viewfab[] = { "smooth_poisson", "multigrid_solve", "view_wrap", "set",       "access",
                                            "boundary",       "box",             "init",      "wait",      "print_report",
                                            "Print_Report",   "real64",    "neumann",   "kernel" };
  static const char *const by_cpp[] = { "alignas", "class", "new", "this", "xor" };
  char why[128];
  for (size_t n = 0; n < sizeof by_generated_code / sizeof by_generated_code[0]; n++) {
    snprintf(why, sizeof why, "kernel relax: the name '%s' is used by viewfab itself", by_generated_code[n]);
    describe("relax", by_generated_code[n], NULL);
    expect(why);
    describe("relax", "x", by_generated_code[n]);
    expect(why);
  }
  for (size_t n = 0; n < sizeof by_viewfab / sizeof by_viewfab[0]; n++) {
    describe(by_viewfab[n], "x", NULL);
    expect("is used by viewfab itself");
  }
  for (size_t n = 0; n < sizeof by_cpp / sizeof by_cpp[0]; n++) {
    describe("relax", "x", by_cpp[n]);
    expect("is a word of C++");
  }
  describe("kernel_set", "x", NULL); /* viewfab has no vf_kernel_set */
  expect("the name 'kernel_set' is used by viewfab itself: it has vf_kernel_set_original");
  describe("registry", "x", NULL); /* nothing has this name */
  expect(NULL);
  /* Functions of viewfab's own parts have another prefix. */
  static const char *const of_parts[] = { "lock", "check_call", "end", "find", "plan", "average_row" };
  for (size_t n = 0; n < sizeof of_parts / sizeof of_parts[0]; n++) {
    describe(of_parts[n], "x", NULL);
    expect(NULL);
  }
  describe("view_set", "x", NULL);
  expect(NULL);
  describe("relax", "x", "xo"); /* almost */
  expect(NULL);
  describe("printer", "boxe", "This");
  expect(NULL);
}

static void names_of_too_many_letters_are_refused(void **state)
{
  (void)state;
  char name[80];
  memset(name, 'a', sizeof name);
  const struct {
    int kernel, array, value;
    const char *why;
  } cases[] = { { 35, 60, 63, NULL },
                { 36, 1, 1, "is longer than 35 characters" },
                { 1, 61, 1, "is longer than 60 characters, but names an array" },
                { 1, 64, 1, "is longer than 63 characters" },
                { 1, 1, 64, "is longer than 63 characters" } };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    char kernel[80], array[80], value[80];
    snprintf(kernel, sizeof kernel, "%.*s", cases[c].kernel, name);
    snprintf(array, sizeof array, "%.*s", cases[c].array, name);
    snprintf(value, sizeof value, "b%.*s", cases[c].value - 1, name);
    describe(kernel, array, value);
    expect(cases[c].why);
  }
}

/* Fortran ignores case, and an original has bounds for each array. */
static void names_that_meet_are_refused(void **state)
{
  (void)state;
  const struct {
    const char *first, *second, *why;
  } cases[] = { { "x", "x", "'x' is used twice" },
                { "x", "X", "'X' is used twice" },
                { "x", "x_lo", "'x_lo' is used by viewfab itself, for bounds of an array" },
                { "x", "X_hi", "'X_hi' is used by viewfab itself, for bounds of an array" },
                { "x", "y_lo", NULL },
                { "x", "x_low", NULL },
                { "x", "Relax_original", "'Relax_original' is used by viewfab itself, for the original" },
                { "x", "relax_original_real32", "'relax_original_real32' is used by viewfab itself" },
                { "x", "relaxed_original", NULL },
                { "x", "vf_w", "'vf_w' starts with vf_, which viewfab keeps" },
                { "VF_x", NULL, "'VF_x' starts with vf_" },
                { "x", "vfi_w", "'vfi_w' starts with vfi_" },
                { "vfx", "vf", NULL } };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    describe("relax", cases[c].first, cases[c].second);
    expect(cases[c].why);
  }
  describe("relax", "x", "y"); /* both arrays */
  arguments[1].intent = VF_ARGUMENT_UPDATE;
  expect(NULL);
  arguments[0].name = "y_hi";
  expect("'y_hi' is used by viewfab itself, for bounds of an array");
}

/* Procedures generated for a kernel would have the name of another kernel's procedure. */
static void kernel_named_like_what_another_one_gets_is_refused(void **state)
{
  (void)state;
  static const char *const suffixes[] = { "_boxes", "_layout", "_kernel",          "_set_original",
                                          "_original",        "_original_real32", "_register_original",
                                          "_forget_original", "_register_original_real32" };
  for (size_t s = 0; s < sizeof suffixes / sizeof suffixes[0]; s++) {
    char name[80];
    snprintf(name, sizeof name, "relax%s", suffixes[s]);
    describe("relax", "x", NULL);
    other.name = name;
    expect("is made for the kernel whose name it starts with");
    name[strlen(name) - 1] = 0;
    expect(NULL);
  }
}

static void kernel_without_an_array_is_refused(void **state)
{
  (void)state;
  describe("relax", "x", "w");
  arguments[0].intent = VF_ARGUMENT_VALUE;
  expect("'relax' belongs to a kernel without an array argument");
  arguments[1].intent = VF_ARGUMENT_WRITE;
  expect(NULL);
  checked.argument_count = 0;
  expect("without an array argument");
}

/* The shift of a map has to be a value of three integers. */
static void shift_that_is_no_value_is_refused(void **state)
{
  (void)state;
  describe("relax", "x", "step");
  arguments[0].map = (vfi_map)VF_MAP(shifted(step));
  arguments[1].type = VF_ARGUMENT_INT;
  expect("'step' is a shift, but no VALUE(int3, ...) of the kernel");
  arguments[1].type = VF_ARGUMENT_INT3;
  expect(NULL);
  arguments[0].map = (vfi_map)VF_MAP(shifted(steps));
  expect("'steps' is a shift, but no VALUE(int3, ...) of the kernel");
}

/* The box for indices has to be a value too. */
static void box_of_a_map_that_is_no_value_is_refused(void **state)
{
  (void)state;
  describe("relax", "x", "inside");
  arguments[0].map = (vfi_map)VF_MAP(within(inside));
  arguments[1].type = VF_ARGUMENT_INT;
  expect("'inside' limits indices, but is no VALUE(box, ...) of the kernel");
  arguments[1].type = VF_ARGUMENT_BOX;
  expect(NULL);
}

/* A text has room for so many characters and a zero byte. */
static int characters;
static void write_them(void)
{
  for (int c = 0; c < characters; c++) put("x");
}

static void text_that_is_too_long_ends_the_run(void **state)
{
  (void)state;
  char said[1024];
  characters = (1 << 20) - 1;
  assert_true(passes(write_them, said));
  characters++;
  assert_false(passes(write_them, said));
  assert_string_equal(said, "viewfab generator: a file would exceed 1 MiB\n");
}

/* The generated names of a kernel count as well. */
static void names_made_of_a_kernel_are_refused(void **state)
{
  (void)state;
  char path[] = "/tmp/viewfab_names_XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  static const char names[] = "vf_relax_boxes\nvf_smooth_tuned_cuda_double\nviewfab_sweep\n";
  assert_int_equal(write(file, names, sizeof names - 1), (int)sizeof names - 1);
  close(file);
  read_names_in_use(path);
  unlink(path);
  describe("relax", "x", NULL);
  expect("the name 'relax' is used by viewfab itself: it has vf_relax_boxes");
  describe("smooth", "x", NULL);
  expect("it has vf_smooth_tuned_cuda_double");
  describe("sweep", "x", NULL);
  expect("it has viewfab_sweep");
  describe("boxes", "x", NULL);
  expect(NULL);
  read_names_in_use(NAMES);
}

static void describe_columns(const char *first, const char *second)
{
  describe("relax", first, second);
  checked.points = VF_POINTS_COLUMNS;
  arguments[0].map = (vfi_map)VF_MAP(levels);
}

/* Names in the calls, originals and bodies of kernels over columns. Other kernels may use these names. */
static void names_of_columns_are_refused_in_kernels_over_columns(void **state)
{
  (void)state;
  static const char *const of_columns[] = { "columns", "kidia", "kfdia", "klon", "nlev", "block", "species", "KLON" };
  static const char *const of_boxes[] = { "boxes", "box_count", "lo", "hi", "components" };
  char why[128];
  for (size_t n = 0; n < sizeof of_columns / sizeof of_columns[0]; n++) {
    snprintf(why, sizeof why, "kernel relax: the name '%s' is used by viewfab itself", of_columns[n]);
    describe_columns(of_columns[n], NULL);
    expect(why);
    describe_columns("x", of_columns[n]);
    expect(why);
    checked.points = VF_POINTS_TEAMS;
    expect(why);
    describe("relax", "x", of_columns[n]);
    expect(NULL);
  }
  for (size_t n = 0; n < sizeof of_boxes / sizeof of_boxes[0]; n++) {
    describe_columns("x", of_boxes[n]);
    expect(NULL);
  }
  describe_columns("x", "x_lo"); /* their originals have no bounds */
  expect(NULL);
  describe_columns("x", "ierr");
  expect("the name 'ierr' is used by viewfab itself");
}

static void kernel_over_columns_without_points_is_refused(void **state)
{
  (void)state;
  describe_columns("x", NULL);
  expect(NULL);
  arguments[0].map = (vfi_map)VF_MAP(profile);
  expect("'relax' belongs to a kernel over columns without an array that has points");
}

/* ---- Structures of constants ---- */

static const vfi_constant melts[] = { { "melt", VF_ARGUMENT_REAL, 1, "" }, { NULL, VF_ARGUMENT_REAL, 0, NULL } };
static const vfi_constant integers[] = { { "melt", VF_ARGUMENT_INT, 1, "" }, { NULL, VF_ARGUMENT_REAL, 0, NULL } };
static const vfi_constant doubled[] = { { "melt", VF_ARGUMENT_REAL, 1, "" },
                                        { "MELT", VF_ARGUMENT_REAL, 1, "" },
                                        { NULL, VF_ARGUMENT_REAL, 0, NULL } };
static const vfi_constant of_cpp[] = { { "class", VF_ARGUMENT_REAL, 1, "" }, { NULL, VF_ARGUMENT_REAL, 0, NULL } };

static void expect_structure(const vfi_structure *structure, const char *why)
{
  describe("melt_snow", "x", "c");
  arguments[1].type = VF_ARGUMENT_CONSTANTS;
  arguments[1].count = 1;
  arguments[1].structure = structure;
  expect(why);
}

static void structures_that_meet_are_refused(void **state)
{
  (void)state;
  static const vfi_structure in_other = { "rates", "rates_of_code", melts };
  static const vfi_argument_description of_other[] = { { .name = "c", .intent = VF_ARGUMENT_VALUE, .structure = &in_other } };
  expect_structure(&(vfi_structure){ "rates", "rates_of_code", melts }, NULL);
  other.arguments = of_other;
  other.argument_count = 1;
  expect_structure(&(vfi_structure){ "rates", "rates_of_code", melts }, NULL);
  expect_structure(&(vfi_structure){ "speeds", "rates_of_code", integers }, NULL);
  expect_structure(&(vfi_structure){ "rates", "rates_of_code", integers }, "the structure rates has other members, or another module");
  expect_structure(&(vfi_structure){ "rates", "another", melts }, "the structure rates has other members, or another module");
  other.argument_count = 0;
  expect_structure(&(vfi_structure){ "c", "rates_of_code", melts }, "'c' is used twice, for an argument and for a type");
  expect_structure(&(vfi_structure){ "rates", "X", melts }, "'x' is used twice, for an argument and for a type or a module");
  expect_structure(&(vfi_structure){ "rates", "rates_of_code", doubled }, "'MELT' is used twice in a structure");
  expect_structure(&(vfi_structure){ "rates", "rates_of_code", of_cpp }, "'class' is a word of C++");
  expect_structure(&(vfi_structure){ "rates", "rates_of_code", melts + 1 }, "belongs to a structure without members");
  expect_structure(&(vfi_structure){ "rates_with_a_name_too_long", "rates_of_code", melts }, "is longer than 24 characters");
}

static const struct CMUnitTest tests[] = {
  claim(structures_that_meet_are_refused),
  claim(names_in_use_are_refused),
  claim(names_made_of_a_kernel_are_refused),
  claim(names_of_too_many_letters_are_refused),
  claim(names_that_meet_are_refused),
  claim(kernel_named_like_what_another_one_gets_is_refused),
  claim(kernel_without_an_array_is_refused),
  claim(shift_that_is_no_value_is_refused),
  claim(names_of_columns_are_refused_in_kernels_over_columns),
  claim(kernel_over_columns_without_points_is_refused),
  claim(box_of_a_map_that_is_no_value_is_refused),
  claim(text_that_is_too_long_ends_the_run),
};
int main(int argc, char **argv)
{
  read_names_in_use(NAMES);
  return run_claims(argc, argv, "refused_names", tests, sizeof tests / sizeof tests[0]);
}
