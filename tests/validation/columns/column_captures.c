/* A replay of a captured call over columns has the same columns, axes and selections. */
#include "column_calls.h"

#include "../capture/capture_testing.h"
#include "../capture/capture_edit.h"

#include <viewfab/report.h>

static const char *captured(const column_call *call)
{
  char setting[64];
  snprintf(setting, sizeof setting, "%s:call=1", call->kernel->description.name);
  take_folder();
  must(vf_report_reset()); /* calls are counted from 1 again */
  setenv("VF_CAPTURE", setting, 1);
  column_hosts hosts = make_hosts(call);
  must(run_columns(call, NULL, &hosts));
  drop_hosts(&hosts);
  return captured_file();
}

static void expect_replay_of(column_call call, int64_t columns)
{
  call.columns.columns = columns;
  captured(&call);
  expect_replays(REPLAY_COLUMNS);
  drop_folder();
}

static void sweeps_replay_with_the_same_bits(void **state)
{
  (void)state;
  expect_replay_of(hydrostatic_call(), 0);
}

static void cut_blocks_replay_with_the_same_bits(void **state)
{
  (void)state;
  expect_replay_of(settle_call(), 3 * 12 + 7);
}

static void teams_replay_with_the_same_bits(void **state)
{
  (void)state;
  expect_replay_of(tracer_call(), 4 * 16 + 9);
}

static void levels_of_the_call_replay_with_the_same_bits(void **state)
{
  (void)state;
  expect_replay_of(ghosts_call(), 0);
  expect_replay_of(smear_call(), 0);
}

/* The call writes time 0 of phi (i, k, t, e). An element of time 1 lies outside the call. */
static void elements_beside_the_selection_have_to_stay(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  char text[TEXT], file[PATH];
  snprintf(file, sizeof file, "%s", captured(&call));
  edit_element(file, "arrays/6/after", 12 * 6 * 3 + 1, 0.5); /* (i 4, k 1, t 1, e 6) */
  const int code = run_program("", REPLAY_COLUMNS, file, text);
  if (code != 1 || !strstr(text, "1 lie outside the boxes, the first at (i 4, k 1, t 1, e 6)"))
    fail_msg("exit status %d:\n%s", code, text);
  drop_folder();
}

static const struct CMUnitTest tests[] = {
  claim(sweeps_replay_with_the_same_bits),
  claim(cut_blocks_replay_with_the_same_bits),
  claim(teams_replay_with_the_same_bits),
  claim(levels_of_the_call_replay_with_the_same_bits),
  claim(elements_beside_the_selection_have_to_stay),
};
RUN("column_captures", tests)
