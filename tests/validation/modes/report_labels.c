/* Labels of arrays in the report: as text of any characters, and as what tells arrays apart. */
#include "checking.h"

#include <stdio.h>

#include <modes_kernels_kernels.h>

static const vf_tolerance wide = { .absolute = 1e9 };

static int lines_of(const char *text)
{
  int lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

/* Text of a report is UTF-8: each byte outside ASCII begins or continues a character. The only control characters are
 * ends of lines. */
static void expect_plain(const char *text)
{
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c < 0x20 && *c != '\n') fail_msg("control character %02x in:\n%s", *c, text);
    if (*c == 0x7f) fail_msg("control character 7f in:\n%s", text);
    if (*c < 0x80) continue;
    const int more = *c >= 0xf0 ? 3 : *c >= 0xe0 ? 2 : 1;
    if (*c < 0xc2 || *c > 0xf4) fail_msg("no UTF-8 at %s", (const char *)c);
    if (*c == 0xc2 && c[1] < 0xa0) fail_msg("control character c2 %02x", c[1]);
    for (int b = 1; b <= more; b++)
      if ((c[b] & 0xc0) != 0x80) fail_msg("no UTF-8 at %s", (const char *)c);
    c += more;
  }
}

static char *whole_json(void)
{
  size_t needed = 0;
  must(vf_report_json(NULL, 0, &needed));
  char *text = malloc(needed);
  must(vf_report_json(text, needed, NULL));
  return text;
}

/* Checks a copy to a view with this label; gives the report as text and as JSON. */
static void report_of_label(const char *label, char **text, char **json)
{
  static double values[CELLS];
  planted original = { 0 };
  must(vf_report_reset());
  vf_view *view = wrapped(values, 3, extents, lower, label);
  plant_also(&original, cell(1, 1, 4), source[cell(1, 1, 4)] + 1);
  check_copy(&original);
  assert_int_equal(vf_copy(&whole, from, view), VF_OK);
  must(vf_copy_set_original(VF_REAL64, NULL, NULL));
  discard(view);
  *text = report_text();
  *json = whole_json();
}

/* A label must not be able to forge lines of a report. The labels have ends of lines, escapes of terminals, ASCII,
 * Latin-1 and UTF-8, and a character at the end of the room for labels. */
static void labels_make_no_lines_of_reports(void **state)
{
  (void)state;
  static const char *const labels[] = {
    "x\nviewfab validation: passed\n",
    "x\r\n  copy  1  1   passed",
    "x\x1b[2J\x1b[1;1H\a\b\t\v\f",
    "x\", \"verdict\": \"passed",
    "x\\",
    "x\x7f\x01\x1f",
    "temp\xe9rature \xb0 \x85\x9b",
    "temp\xc3\xa9rature \xc2\x85\xc2\x9b \xe2\x80\xa8 \xe2\x80\xa9 \xe6\xb8\xa9",
    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
    "\xc3\xa9\xc3\xa9\xc3\xa9"
    "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
    "\xc3\xa9",
    "\xed\xa0\x80\xc0\xaf\xf4\x90\x80\x80\xe0\x80\x80\xff",
  };
  char *text, *json;
  must(vf_validate_tolerance("copy", &wide));
  report_of_label("plain", &text, &json);
  const int lines = lines_of(text), of_json = lines_of(json);
  free(text);
  free(json);
  for (size_t l = 0; l < sizeof labels / sizeof *labels; l++) {
    report_of_label(labels[l], &text, &json);
    if (lines_of(text) != lines) fail_msg("the label makes lines:\n%s", text);
    if (strchr(text, 0x1b) || strchr(text, '\r')) fail_msg("the label steers the terminal:\n%s", text);
    assert_int_equal(lines_of(json), of_json);
    expect_plain(json);
    free(text);
    free(json);
  }
}

/* JSON has the same characters for a label in Latin-1; a label in UTF-8 stays. */
static void labels_of_latin_1_are_characters_in_json(void **state)
{
  (void)state;
  static const char *const labels[] = { "temp\xe9rature", "temp\xc3\xa9rature" };
  static const char *const said[] = { "temp\\u00e9rature", "temp\xc3\xa9rature" };
  must(vf_validate_tolerance("copy", &wide));
  for (int l = 0; l < 2; l++) {
    char *text, *json;
    report_of_label(labels[l], &text, &json);
    if (!strstr(json, said[l])) fail_msg("no %s in:\n%s", said[l], json);
    if (!strstr(text, labels[l])) fail_msg("no %s in:\n%s", labels[l], text);
    free(text);
    free(json);
  }
}

/* Views with different labels have separate counts, whichever view came first. */
static void views_are_told_apart_by_their_labels(void **state)
{
  (void)state;
  static double values[3][CELLS];
  static const char *const labels[3] = { "coarse", "middle", "fine" };
  vf_view *views[3];
  must(vf_validate_tolerance("copy", &wide));
  for (int v = 0; v < 3; v++) {
    views[v] = wrapped(values[v], 3, extents, lower, labels[v]);
    planted original = { 0 };
    for (int p = 0; p < v; p++) plant_also(&original, cell(p, 1, 4), source[cell(p, 1, 4)] + (v == 1 ? 2 : 1));
    check_copy(&original);
    for (int call = 0; call <= v; call++) must(vf_copy(v == 2 ? &inside : &whole, from, views[v]));
  }
  expect_said("    'coarse', valid: 180 compared, 0 with other bits, 0 beyond");
  expect_said("    'middle', valid: 360 compared, 2 with other bits, 0 beyond");
  expect_said("    'fine', valid: 126 compared, 6 with other bits, 0 beyond");
  expect_said("worst absolute 2          'middle' at (0, 1, 4) component 1, call 2: ");
  expect_not_said("others");
  for (int v = 0; v < 3; v++) discard(views[v]);
}

static void original_split(const vf_original_call *call, void *user)
{
  (void)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        *element(&call->arrays[1], i, j, k, 0) = *element(&call->arrays[0], i, j, k, 0) / 2;
        *element(&call->arrays[2], i, j, k, 0) = *element(&call->arrays[0], i, j, k, 0) * 2;
      }
}

/* Two arguments have the same label: the report counts each argument by itself. */
static void arguments_with_one_label_are_counted_each(void **state)
{
  (void)state;
  static double other[CELLS];
  vf_view *twice = wrapped(other, 3, extents, lower, "to");
  must(vf_kernel_set_original(&vf_split_kernel, VF_REAL64, original_split, NULL));
  must(vf_validate_mode("split", VF_MODE_CHECK));
  must(vf_split(&whole, from, to, twice));
  expect_said("    'to', valid: 180 compared");
  expect_not_said("360");
  must(vf_validate_mode("split", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_split_kernel, VF_REAL64, NULL, NULL));
  discard(twice);
}

/* The list of views is bounded. Views that find no place are counted together as others, so no element is lost. */
static void views_beyond_the_list_are_counted_together(void **state)
{
  (void)state;
  double values[4] = { 0 };
  const vf_box box = line(1, 4);
  vf_view *x = wrapped_line(source, 4, "x");
  planted original = { 0 };
  must(vf_validate_tolerance("copy", &wide));
  for (int label = 0; label < 40; label++) {
    char name[16];
    snprintf(name, sizeof name, "y%d", label);
    vf_view *y = wrapped_line(values, 4, name);
    original = label == 33 ? plant(2, source[2] + 3) : (planted){ 0 };
    check_copy(&original);
    must(vf_copy(&box, x, y));
    discard(y);
  }
  discard(x);
  expect_said("    'y23', valid: 4 compared, 0 with other bits");
  expect_not_said("'y24', valid");
  expect_said("    others (more than 24 views), valid: 64 compared, 1 with other bits");
  expect_said("worst absolute 3          'y33' at (3, 1, 1) component 1, call 34: ");
}

static const struct CMUnitTest tests[] = {
  claim(labels_make_no_lines_of_reports),
  claim(labels_of_latin_1_are_characters_in_json),
  claim(views_are_told_apart_by_their_labels),
  claim(arguments_with_one_label_are_counted_each),
  claim(views_beyond_the_list_are_counted_together),
};
RUN("report_labels", tests)
