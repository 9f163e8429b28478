#include "column_calls.h"

#include <math.h>
#include <stdio.h>

enum { POINTS = 12, LEVELS = 6, BLOCKS = 5, FIRST_POINT = 3, FIRST_BLOCK = 5, SPECIES = 3 };

static column_call blocks_of(vf_kernel *kernel, vf_original original)
{
  return (column_call){ .kernel = kernel,
                        .original = original,
                        .columns = { .first_point = FIRST_POINT + 1,
                                     .last_point = FIRST_POINT + POINTS - 2,
                                     .first_block = FIRST_BLOCK + 1,
                                     .last_block = FIRST_BLOCK + BLOCKS - 1 } };
}

static column_array levels_of(int levels, double low, double high)
{
  return (column_array){ .axes = "i k e",
                         .extents = { POINTS, levels, BLOCKS },
                         .lower = { FIRST_POINT, 1, FIRST_BLOCK },
                         .low = low,
                         .high = high };
}

static column_array species_of(int levels, double low, double high)
{
  return (column_array){ .axes = "i k s e",
                         .extents = { POINTS, levels, SPECIES, BLOCKS },
                         .lower = { FIRST_POINT, 1, 1, FIRST_BLOCK },
                         .low = low,
                         .high = high };
}

static column_array timed(int times, int index, double low, double high)
{
  return (column_array){ .axes = "i k t e",
                         .extents = { POINTS, LEVELS, times, BLOCKS },
                         .lower = { FIRST_POINT, 1, 0, FIRST_BLOCK },
                         .selected = "t",
                         .index = index,
                         .low = low,
                         .high = high };
}

static column_array surface_of(double low, double high)
{
  return (column_array){
    .axes = "i e", .extents = { POINTS, BLOCKS }, .lower = { FIRST_POINT, FIRST_BLOCK }, .low = low, .high = high
  };
}

/* Adds ghosts on both sides in points, levels and blocks. */
static void add_ghosts(column_array *array, int points, int levels, int blocks)
{
  for (int d = 0, at = 0; array->axes[at]; at++) {
    if (array->axes[at] == ' ') continue;
    const int ghosts = array->axes[at] == 'i'   ? points
                       : array->axes[at] == 'k' ? levels
                       : array->axes[at] == 'e' ? blocks
                                                : 0;
    array->extents[d] += 2 * ghosts;
    array->lower[d++] -= ghosts;
  }
}

column_call ghosts_call(void)
{
  column_call call = hydrostatic_call();
  call.columns.first_level = 1;
  call.columns.last_level = LEVELS;
  call.columns.levels_said = true;
  add_ghosts(&call.arrays[0], 2, 1, 0);
  add_ghosts(&call.arrays[2], 1, 0, 2);
  add_ghosts(&call.arrays[3], 1, 2, 1);
  add_ghosts(&call.arrays[5], 0, 1, 0);
  return call;
}

column_call hydrostatic_call(void)
{
  column_call call = blocks_of(&vf_hydrostatic_kernel, original_hydrostatic);
  call.arrays[0] = timed(3, 1, 500, 1500);
  call.arrays[1] = levels_of(LEVELS, 200, 300);
  call.arrays[2] = surface_of(10, 1000);
  call.arrays[3] = levels_of(LEVELS, 1, 2);
  call.arrays[4] = levels_of(LEVELS + 1, 1, 2);
  call.arrays[5] = timed(2, 0, 1, 2);
  call.values[6].number = 220;
  call.values[7].number = 287;
  return call;
}

column_call smear_call(void)
{
  column_call call = blocks_of(&vf_smear_kernel, original_smear);
  call.columns.first_level = 1;
  call.columns.last_level = LEVELS;
  call.columns.levels_said = true;
  call.arrays[0] = species_of(LEVELS, 1, 2);
  call.arrays[1] = species_of(LEVELS, 1, 2);
  add_ghosts(&call.arrays[0], 1, 0, 1);
  add_ghosts(&call.arrays[1], 0, 2, 1);
  call.values[2].number = 0.125;
  return call;
}

column_call settle_call(void)
{
  column_call call = blocks_of(&vf_settle_kernel, original_settle);
  call.arrays[0] = levels_of(LEVELS + 1, 0, 1); /* made to grow downward below */
  call.arrays[1] = species_of(LEVELS + 1, 1, 2);
  call.arrays[2] = species_of(LEVELS, 1, 2);
  call.arrays[3] = (column_array){ .axes = "i s e",
                                   .extents = { POINTS, SPECIES, BLOCKS },
                                   .lower = { FIRST_POINT, 1, FIRST_BLOCK },
                                   .low = 1,
                                   .high = 2 };
  call.values[4].number = 9.75;
  return call;
}

column_call convert_call(void)
{
  column_call call = blocks_of(&vf_convert_kernel, original_convert);
  call.arrays[0] = species_of(LEVELS, 1, 2);
  call.arrays[1] = levels_of(LEVELS, 1, 2);
  call.arrays[2] = species_of(LEVELS, 1, 2);
  call.values[3].number = 0.375;
  return call;
}

column_call burden_call(void)
{
  column_call call = blocks_of(&vf_burden_kernel, original_burden);
  call.arrays[0] = levels_of(LEVELS, 1, 2);
  call.arrays[1] = timed(3, 2, 500, 1500);
  call.arrays[2] = levels_of(LEVELS, 1, 2);
  return call;
}

enum { NP = 4, ELEMENT_LEVELS = 5, ELEMENTS = 7, TRACERS = 2 };

column_call tracer_call(void)
{
  const column_array point = { .axes = "i j e", .extents = { NP, NP, ELEMENTS }, .lower = { 1, 1, 1 } };
  const column_array level = { .axes = "i j k e",
                               .extents = { NP, NP, ELEMENT_LEVELS, ELEMENTS },
                               .lower = { 1, 1, 1, 1 } };
  const column_array tracer = { .axes = "i j k s e",
                                .extents = { NP, NP, ELEMENT_LEVELS, TRACERS, ELEMENTS },
                                .lower = { 1, 1, 1, 1, 1 } };
  const column_array bound = { .axes = "k s e",
                               .extents = { ELEMENT_LEVELS, TRACERS, ELEMENTS },
                               .lower = { 1, 1, 1 } };
  column_call call = {
    .kernel = &vf_tracer_kernel,
    .original = original_tracer,
    .columns = { .first_point = 1, .last_point = NP * NP, .first_block = 1, .last_block = ELEMENTS },
    .arrays = { { .axes = "c d", .extents = { NP, NP }, .lower = { 1, 1 } },
                { .axes = "i j c d e", .extents = { NP, NP, 2, 2, ELEMENTS }, .lower = { 1, 1, 1, 1, 1 } },
                point,
                point,
                { .axes = "i j c k e", .extents = { NP, NP, 2, ELEMENT_LEVELS, ELEMENTS }, .lower = { 1, 1, 1, 1, 1 } },
                level,
                tracer,
                bound,
                bound,
                tracer }
  };
  static const double ranges[][2] = { { -1, 1 },     { -1, 1 },    { 1, 2 },       { 0.5, 1.5 },  { -1, 1 },
                                      { 900, 1100 }, { 100, 900 }, { 0.30, 0.35 }, { 0.55, 0.6 }, { 1, 2 } };
  for (int a = 0; a < 10; a++) {
    call.arrays[a].low = ranges[a][0];
    call.arrays[a].high = ranges[a][1];
  }
  call.values[10].number = 0.0625;
  call.values[11].number = 0.5;
  return call;
}

/* ---- Arrays ----------------------------------------------------------------------------------------------------- */

static int rank_of(const column_array *array) { return ((int)strlen(array->axes) + 1) / 2; }

int64_t host_elements(const column_array *array)
{
  int64_t elements = 1;
  for (int d = 0; d < rank_of(array); d++) elements *= array->extents[d];
  return elements;
}

column_hosts make_hosts(const column_call *call)
{
  column_hosts hosts = { { NULL } };
  uint32_t seed = 4711;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const column_array *array = &call->arrays[a];
    if (!array->axes) continue;
    const int64_t elements = host_elements(array);
    hosts.at[a] = malloc((size_t)elements * sizeof(double));
    assert_non_null(hosts.at[a]);
    for (int64_t e = 0; e < elements; e++) {
      seed = seed * 1664525u + 1013904223u;
      hosts.at[a][e] = array->low + (array->high - array->low) * ((seed >> 4) / (double)(1u << 28));
      if (!strcmp(call->kernel->description.arguments[a].name, "ph") && call->kernel == &vf_settle_kernel)
        hosts.at[a][e] += 2.0 * (double)(e / POINTS % (LEVELS + 1));
    }
  }
  return hosts;
}

void drop_hosts(column_hosts *hosts)
{
  for (int a = 0; a < VF_MAX_ARGUMENTS; a++) free(hosts->at[a]);
}

static vf_view *view_of(const column_call *call, int a, double *host)
{
  const column_array *array = &call->arrays[a];
  vf_view *view = NULL, *selected = NULL;
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, rank_of(array), array->extents, array->lower, array->axes,
                         call->kernel->description.arguments[a].name, VF_WRAP_DISTINCT, &view));
  if (!array->selected[0]) return view;
  must(vf_view_select(view, array->selected, array->index, &selected));
  must(vf_view_release(&view, false));
  return selected;
}

/* ---- Both sides ------------------------------------------------------------------------------------------------- */

vf_status run_columns(const column_call *call, const vf_kernel *port, const column_hosts *hosts)
{
  const vf_backend_id backend = backend_under_test();
  const vfi_launcher before = call->kernel->tuned[backend][1];
  vfi_argument arguments[VF_MAX_ARGUMENTS] = { { 0 } };
  const int count = call->kernel->description.argument_count;
  for (int a = 0; a < count; a++)
    if (hosts->at[a]) arguments[a].view = view_of(call, a, hosts->at[a]);
    else arguments[a].value = call->values[a];
  const vfi_call packed = { .kernel = call->kernel, .columns = &call->columns, .arguments = arguments };
  if (port) must(vfi_kernel_tune(call->kernel, backend, VF_REAL64, port->launchers[backend][1]));
  const vf_status status = vfi_dispatch(&packed);
  must(vfi_kernel_tune(call->kernel, backend, VF_REAL64, before));
  for (int a = 0; a < count; a++) {
    if (!arguments[a].view) continue;
    if (!status) must(vf_view_to_host(arguments[a].view, VF_READ));
    discard(arguments[a].view);
  }
  return status;
}

/* Runs the call in mode original, so only the original runs. */
static void run_original(const column_call *call, const column_hosts *hosts)
{
  const char *name = call->kernel->description.name;
  must(vf_kernel_set_original(call->kernel, VF_REAL64, call->original, NULL));
  must(vf_validate_mode(name, VF_MODE_ORIGINAL));
  must(run_columns(call, NULL, hosts));
  must(vf_validate_mode(name, VF_MODE_DEVICE));
  must(vf_kernel_set_original(call->kernel, VF_REAL64, NULL, NULL));
}

int64_t column_differences(const column_call *call, const vf_kernel *port)
{
  column_hosts ported = make_hosts(call), expected = make_hosts(call);
  int64_t count = 0;
  must(run_columns(call, port, &ported));
  run_original(call, &expected);
  for (int a = 0; a < call->kernel->description.argument_count; a++)
    for (int64_t e = 0; ported.at[a] && e < host_elements(&call->arrays[a]); e++) {
      const double p = ported.at[a][e], o = expected.at[a][e];
      count += isnan(p) || isnan(o) ? !isnan(p) != !isnan(o) : fabs(p - o) > 1e-9 * fmax(1, fabs(o));
    }
  drop_hosts(&ported);
  drop_hosts(&expected);
  return count;
}

static void check(const column_call *call, const vf_kernel *port)
{
  const char *name = call->kernel->description.name;
  column_hosts hosts = make_hosts(call);
  must(vf_report_reset());
  must(vf_kernel_set_original(call->kernel, VF_REAL64, call->original, NULL));
  must(vf_validate_mode(name, VF_MODE_CHECK));
  must(vf_validate_order(name, call->order));
  must(vf_validate_more(name, call->more));
  must(run_columns(call, port, &hosts));
  must(vf_validate_mode(name, VF_MODE_DEVICE));
  must(vf_validate_order(name, false));
  must(vf_validate_more(name, false));
  must(vf_kernel_set_original(call->kernel, VF_REAL64, NULL, NULL));
  drop_hosts(&hosts);
}

char *column_report(const column_call *call, const vf_kernel *port)
{
  check(call, port);
  return report_text();
}

bool column_line(const char *report, const char *const *words)
{
  for (const char *line = report; *line;) {
    const size_t length = strcspn(line, "\n");
    char *copy = strndup(line, length);
    assert_non_null(copy);
    bool found = true;
    for (int w = 0; words[w]; w++) found = found && strstr(copy, words[w]);
    free(copy);
    if (found) return true;
    line += length + (line[length] == '\n');
  }
  return false;
}

void column_silent(const column_call *call, const vf_kernel *port)
{
  int64_t checked = 0;
  assert_int_equal(column_differences(call, port), 0);
  char *text = column_report(call, port);
  if (!vf_report_passed(&checked) || checked != 1) {
    fputs(text, stderr);
    fail_msg("%lld calls were checked, and something was found", (long long)checked);
  }
  free(text);
}

/* Words that identify a cause. A report of a bug must not have the words of another cause. */
static const char *const causes[] = { "scanned from the other end",
                                      "sign",
                                      "twice",
                                      "one level",
                                      "assigned",
                                      "carried",
                                      "holds what the original has",
                                      "swapped",
                                      "reverse order",
                                      "depends on the order",
                                      "unwritten",
                                      "the declared map",
                                      "first column",
                                      "grows from",
                                      "agrees with the original" };

void column_named_with(const column_call *call, const vf_kernel *port, const char *const *words)
{
  column_silent(call, NULL);
  assert_true(column_differences(call, port) > 0);
  char *report = column_report(call, port);
  if (!column_line(report, words)) {
    fputs(report, stderr);
    fail_msg("no line has '%s' and all that follows", words[0]);
  }
  for (size_t c = 0; c < sizeof causes / sizeof causes[0]; c++) {
    bool meant = false;
    for (int w = 0; words[w]; w++) meant = meant || strstr(words[w], causes[c]);
    if (!meant && strstr(report, causes[c])) {
      fputs(report, stderr);
      fail_msg("'%s' is said without reason", causes[c]);
    }
  }
  assert_false(vf_report_passed(NULL));
  free(report);
}
