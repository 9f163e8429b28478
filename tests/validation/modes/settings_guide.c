/* The guide's table of environment variables lists every variable that the library reads. */
#include "testing.h"

#include <stdio.h>

#include <config.h>

static char guide[1 << 20];

static int read_guide(void **state)
{
  (void)state;
  FILE *stream = fopen(GUIDE, "r");
  if (!stream) return -1;
  guide[fread(guide, 1, sizeof guide - 1, stream)] = 0;
  return fclose(stream);
}

static int nothing(void **state)
{
  (void)state;
  return 0;
}

/* True if a row of the table begins with the variable, or names it beside another variable. */
static bool has_row(const char *table, const char *end, const char *variable)
{
  for (const char *row = strstr(table, "\n| `"); row && row < end; row = strstr(row + 1, "\n| `")) {
    const char *place = strstr(row, variable), *cell = strchr(row + 3, '|');
    if (place && place < cell) return true;
  }
  return false;
}

static void every_variable_has_its_row(void **state)
{
  (void)state;
  const char *table = strstr(guide, "## Environment variables"), *end = table ? strstr(table + 1, "\n## ") : NULL;
  assert_non_null(end);
#define LISTED(name, meaning) \
  if (!has_row(table, end, "`" name "`")) fail_msg("%s is in no row of the table of %s", name, GUIDE);
  VF_ENVIRONMENT_LIST(LISTED)
#undef LISTED
}

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, read_guide, nothing)
static const struct CMUnitTest tests[] = {
  claim(every_variable_has_its_row),
};
RUN("settings_guide", tests)
