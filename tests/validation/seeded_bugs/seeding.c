#include "seeding.h"

#include <viewfab/backend/mapping.h>

#include <float.h>
#include <math.h>
#include <stdio.h>

situation call_of(vf_kernel *kernel, vf_original original)
{
  return (situation){ .kernel = kernel,
                      .original = original,
                      .type = VF_REAL64,
                      .box = { { 3, 3, 1 }, { 9, 7, 5 } },
                      .components = 1,
                      .margin = 2 };
}

/* ---- The arrays of a call ------------------------------------------------------------------------------------- */

static bool is_array(const situation *s, int a)
{
  return s->kernel->description.arguments[a].intent != VF_ARGUMENT_VALUE;
}

static size_t bytes_of(const situation *s, const vf_original_array *array)
{
  size_t bytes = (size_t)array->components * (s->type == VF_REAL64 ? sizeof(double) : sizeof(float));
  for (int d = 0; d < 3; d++) bytes *= (size_t)(array->upper[d] - array->lower[d] + 1);
  return bytes;
}

static double number_at(const situation *s, const void *first, size_t e)
{
  return s->type == VF_REAL64 ? ((const double *)first)[e] : ((const float *)first)[e];
}

/* Numbers without a pattern, the same in each run. Each element differs, so a shifted or exchanged index changes the
 * result. */
static void fill(const situation *s, const vf_original_array *array, uint32_t seed)
{
  const size_t count = bytes_of(s, array) / (s->type == VF_REAL64 ? sizeof(double) : sizeof(float));
  for (size_t e = 0; e < count; e++) {
    seed = seed * 1664525u + 1013904223u;
    const double number = 1 + (seed >> 4) / (double)(1u << 28);
    if (s->type == VF_REAL64) ((double *)array->first)[e] = number;
    else ((float *)array->first)[e] = (float)number;
  }
}

static void make(const situation *s, vf_original_array *arrays)
{
  const vfi_kernel_description *kernel = &s->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    arrays[a].first = NULL;
    if (!is_array(s, a)) continue;
    const vfi_argument_description *argument = &kernel->arguments[a];
    const vfi_mapping mapping = vfi_mapping_of(&argument->map, s->selector, NULL);
    const int around = s->margin + (kernel->points == VF_POINTS_GHOSTS);
    for (int d = 0; d < 3; d++) {
      const vfi_mapping_entry *entry = &mapping.at[d];
      arrays[a].lower[d] = (int)vfi_mapped_first(entry, s->box.lower[d]) - argument->reach.below[d] - around;
      arrays[a].upper[d] = (int)vfi_mapped_last(entry, s->box.upper[d]) + argument->reach.above[d] + around;
    }
    arrays[a].components = argument->map.shared ? 1 : s->components;
    arrays[a].first = malloc(bytes_of(s, &arrays[a]));
    assert_non_null(arrays[a].first);
    fill(s, &arrays[a], 77u + (uint32_t)a);
  }
  if (s->prepare) s->prepare(s, arrays);
}

static void drop(const situation *s, const vf_original_array *arrays)
{
  for (int a = 0; a < s->kernel->description.argument_count; a++) free(arrays[a].first);
}

/* ---- The two sides -------------------------------------------------------------------------------------------- */

static void run_original(const situation *s, const vf_original_array *arrays, double *result)
{
  const vf_original_call call = { .type = s->type,
                                  .box = s->box,
                                  .components = s->components,
                                  .selector = s->selector,
                                  .argument_count = s->kernel->description.argument_count,
                                  .arrays = arrays,
                                  .values = s->values,
                                  .result = result };
  s->original(&call, s->user);
}

static vf_view *wrap(const situation *s, int a, const vf_original_array *array)
{
  const vfi_argument_description *argument = &s->kernel->description.arguments[a];
  const int lower[4] = { array->lower[0], array->lower[1], array->lower[2], 1 };
  int64_t extents[4];
  for (int d = 0; d < 3; d++) extents[d] = (int64_t)array->upper[d] - array->lower[d] + 1;
  extents[3] = array->components;
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, array->first, s->type, argument->map.shared ? 3 : 4, extents, lower,
                    s->labels[a] ? s->labels[a] : argument->name, VF_WRAP_DISTINCT, &view));
  return view;
}

/* A wrong port may write an argument declared as read. `fetch` therefore copies the device's side of all arrays back. */
static void run_port(const situation *s, const vf_kernel *port, const vf_original_array *arrays, double *result,
                     bool fetch)
{
  const vfi_kernel_description *kernel = &s->kernel->description;
  const vf_backend_id backend = backend_under_test();
  const int type = s->type == VF_REAL64;
  const vfi_launcher before = s->kernel->tuned[backend][type];
  vfi_argument arguments[VF_MAX_ARGUMENTS] = { { 0 } };
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_array(s, a)) arguments[a].view = wrap(s, a, &arrays[a]);
    else arguments[a].value = s->values[a];
  const vfi_call call = { .kernel = s->kernel,
                          .boxes = &s->box,
                          .box_count = 1,
                          .arguments = arguments,
                          .selector = s->selector,
                          .results = { kernel->points == VF_POINTS_REDUCTION ? result : NULL } };
  if (port) must(vfi_kernel_tune(s->kernel, backend, s->type, port->launchers[backend][type]));
  const vf_status status = vfi_dispatch(&call);
  must(vfi_kernel_tune(s->kernel, backend, s->type, before));
  must(status);
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!arguments[a].view) continue;
    if (fetch) must(vf_view_sync_d2h(arguments[a].view));
    discard(arguments[a].view);
  }
}

/* NaN in both results is no difference. */
static bool differ(const situation *s, double port, double original)
{
  if (isnan(port) || isnan(original)) return !isnan(port) != !isnan(original);
  const double epsilon = s->type == VF_REAL64 ? DBL_EPSILON : FLT_EPSILON;
  return fabs(port - original) > 1024 * epsilon * fmax(1, fabs(original));
}

int64_t differences(const situation *s, const vf_kernel *port)
{
  vf_original_array ported[VF_MAX_ARGUMENTS], expected[VF_MAX_ARGUMENTS];
  double result = 0, expected_result = 0;
  int64_t count = 0;
  make(s, ported);
  make(s, expected);
  run_port(s, port, ported, &result, true);
  run_original(s, expected, &expected_result);
  for (int a = 0; a < s->kernel->description.argument_count; a++) {
    if (!is_array(s, a)) continue;
    const size_t elements = bytes_of(s, &expected[a]) / (s->type == VF_REAL64 ? sizeof(double) : sizeof(float));
    for (size_t e = 0; e < elements; e++)
      count += differ(s, number_at(s, ported[a].first, e), number_at(s, expected[a].first, e));
  }
  count += differ(s, result, expected_result);
  drop(s, ported);
  drop(s, expected);
  return count;
}

/* ---- The check ------------------------------------------------------------------------------------------------ */

static void check(const situation *s, const vf_kernel *port)
{
  const char *name = s->kernel->description.name;
  vf_original_array arrays[VF_MAX_ARGUMENTS];
  double result = 0;
  make(s, arrays);
  must(vf_report_reset());
  must(vf_kernel_set_original(s->kernel, s->type, s->original, s->user));
  must(vf_validate_mode(name, VF_MODE_CHECK));
  must(vf_validate_order(name, s->order));
  run_port(s, port, arrays, &result, false);
  must(vf_validate_mode(name, VF_MODE_DEVICE));
  must(vf_validate_order(name, false));
  must(vf_kernel_set_original(s->kernel, s->type, NULL, NULL));
  drop(s, arrays);
}

static char *report(void)
{
  size_t needed = 0;
  must(vf_report_text(NULL, 0, &needed));
  char *text = malloc(needed + 1);
  assert_non_null(text);
  must(vf_report_text(text, needed + 1, NULL));
  return text;
}

char *report_of(const situation *s, const vf_kernel *port)
{
  check(s, port);
  return report();
}

void silent(const situation *s, const vf_kernel *port)
{
  int64_t checked = 0;
  assert_int_equal(differences(s, port), 0);
  check(s, port);
  char *text = report();
  const bool passed = vf_report_passed(&checked);
  if (!passed || checked != 1) fail_with(text, "%lld calls were checked, and something was found", (long long)checked);
  expect_line(text, s->kernel->description.name, (const char *const[]){ NULL });
  free(text);
}

bool has_line(const char *report, const char *kernel, const char *const *words)
{
  for (const char *line = report; *line;) {
    const size_t length = strcspn(line, "\n");
    char *copy = strndup(line, length);
    assert_non_null(copy);
    bool found = strstr(copy, kernel) != NULL;
    for (int w = 0; words[w]; w++) found = found && strstr(copy, words[w]);
    free(copy);
    if (found) return true;
    line += length + (line[length] == '\n');
  }
  return false;
}

/* Words of the findings. A report of a bug must have the words of this bug and of no other bug; a plain difference may
 * always be mentioned. */
static const char *const marks[] = { "wrong colour",
                                     "off by one",
                                     "holds what the original has in component",
                                     "cut to an integer",
                                     "are swapped",
                                     "as they were",
                                     "the declared map",
                                     "which it only reads",
                                     "unwritten",
                                     "that the port leaves alone",
                                     "agrees with the original when",
                                     "depends on the order",
                                     "float in place of double",
                                     " NaN in ",
                                     "truncates toward zero" };

void expect_line(const char *report, const char *kernel, const char *const *words)
{
  if (!has_line(report, kernel, words)) {
    char list[1024] = "";
    for (int w = 0; words[w]; w++)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s'%s'", w ? ", " : "", words[w]);
    fail_with(report, "no line of %s has %s", kernel, list);
  }
  for (size_t m = 0; m < sizeof marks / sizeof marks[0]; m++) {
    bool meant = false;
    for (int w = 0; words[w]; w++) meant = meant || strstr(words[w], marks[m]);
    if (!meant && strstr(report, marks[m])) fail_with(report, "'%s' is said without reason", marks[m]);
  }
}

void named_with(const situation *s, const vf_kernel *port, const char *const *words)
{
  silent(s, NULL);
  assert_true(differences(s, port) > 0);
  char *text = report_of(s, port);
  expect_line(text, s->kernel->description.name, words);
  assert_false(vf_report_passed(NULL));
  free(text);
}
