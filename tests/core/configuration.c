/* The texts in which the library describes itself. */
#include "common.h"

#include <stdio.h>

#include <config.h>
#include <viewfab/group.h>

static char *whole_text(size_t *needed)
{
  must(vf_config_text(NULL, 0, needed));
  char *text = malloc(*needed);
  must(vf_config_text(text, *needed, NULL));
  assert_int_equal(strlen(text) + 1, *needed);
  return text;
}

/* Version, every back end, and every variable with its value and meaning. */
static void text_lists_every_device_and_variable(void **state)
{
  (void)state;
  size_t needed = 0;
  setenv("VF_TILE", "8,8,4", 1);
  char *text = whole_text(&needed), version[32];
  unsetenv("VF_TILE");
  snprintf(version, sizeof version, "%d.%d.%d", VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH);
  const char *const words[] = {
    version,      "device host", "device cuda",
    "device hip", "8,8,4",       separate() && !on_gpu() ? "mirror memory" : "alias memory"
  };
  for (size_t w = 0; w < sizeof words / sizeof words[0]; w++)
    if (!strstr(text, words[w])) fail_msg("'%s' is not in:\n%s", words[w], text);
#define LISTED(name, meaning) \
  if (!strstr(text, "  " name " ") || !strstr(text, meaning)) fail_msg("%s is not in:\n%s", name, text);
  VF_ENVIRONMENT_LIST(LISTED)
#undef LISTED
  free(text);
}

/* The text shows a wrong setting with the reason for its later refusal. The request for the text does not
 * fail. */
static void wrong_settings_are_shown_as_they_stand(void **state)
{
  (void)state;
  const char *now = getenv("VF_HOST_MEMORY");
  char *before = now ? strdup(now) : NULL;
  size_t needed = 0;
  setenv("VF_HOST_MEMORY", "elsewhere", 1);
  char *text = whole_text(&needed);
  if (before) setenv("VF_HOST_MEMORY", before, 1);
  else unsetenv("VF_HOST_MEMORY");
  const char *line = strstr(text, "device host  built, but ");
  if (!line || !strstr(line, "'elsewhere'") || strstr(line, "'elsewhere'") > strchr(line, '\n'))
    fail_msg("the device and its setting are not in:\n%s", text);
  free(text);
  free(before);
}

/* Every size of buffer holds the beginning of the text, ended by a zero byte, and no byte beyond is touched. */
static void text_is_cut_to_the_buffer(void **state)
{
  (void)state;
  size_t needed = 0, again = 0;
  char *text = whole_text(&needed), *cut = malloc(needed + 1);
  for (size_t size = 1; size <= needed; size++) {
    memset(cut, '#', needed + 1);
    must(vf_config_text(cut, size, &again));
    assert_int_equal(again, needed);
    assert_int_equal(strlen(cut), size - 1);
    assert_memory_equal(cut, text, size - 1);
    assert_true(cut[size] == '#');
  }
  refused(vf_config_text(NULL, 10, &needed), VF_ERROR_NULL, "buffer");
  free(text);
  free(cut);
}

/* Values of any length are shown. */
static void long_values_are_shown(void **state)
{
  (void)state;
  enum { LENGTH = 6000 };
  char *value = malloc(LENGTH + 1);
  memset(value, '7', LENGTH);
  value[LENGTH] = 0;
  setenv("VF_TILE", value, 1);
  size_t needed = 0;
  char *text = whole_text(&needed);
  unsetenv("VF_TILE");
  assert_true(needed > LENGTH && strstr(text, value));
  free(text);
  free(value);
}

/* Creates a context, so that its settings are read, also on the host. */
static vf_status read_settings(void)
{
  vf_context *context = NULL;
  const vf_status status = vf_context_create(NULL, &context);
  if (!status) must(vf_context_destroy(context));
  return status;
}

static vf_status read_wait(void)
{
  double seconds = -1;
  const vf_status status = vf_messages_wait(&seconds);
  assert_true(seconds >= 0);
  return status;
}

/* Variables with a number, and the characters that may surround the number; %s: the number. */
static const struct {
  const char *name, *pattern, *good;
  vf_status (*read)(void);
  bool real;
} numbers[] = {
  { "VF_WAIT", "%s", "7", read_wait, true },
  { "VF_TILE", "%s,8,4", "7", read_settings, false },
  { "VF_TILE", "8,4,%s", "7", read_settings, false },
  { "VF_STAGING", "%s", "7", read_settings, false },
  { "VF_TEST_COPY_THREADS", "%s", "7", read_settings, false },
};

static vf_status read_number(size_t n, const char *number)
{
  char value[128];
  const char *now = getenv(numbers[n].name);
  char *before = now ? strdup(now) : NULL;
  snprintf(value, sizeof value, numbers[n].pattern, number);
  setenv(numbers[n].name, value, 1);
  const vf_status status = numbers[n].read();
  if (before) setenv(numbers[n].name, before, 1);
  else unsetenv(numbers[n].name);
  free(before);
  return status;
}

/* Each variable refuses blanks, signs, other notations, and texts that are no number of the type. */
static void numbers_of_all_variables_are_read_alike(void **state)
{
  (void)state;
  static const char *const wrong[] = {
    " ",  " 7", "7 ",  "+7",  "-7",   "0x7",   "7,",     "seven",
    "7e", "1e", "nan", "inf", "-inf", "1e400", "1e-400", "99999999999999999999e999"
  };
  static const char *const whole[] = { "7.5", "1e0", "99999999999999999999", ".7" };
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
    if (read_number(n, numbers[n].good))
      fail_msg("%s refuses %s: %s", numbers[n].name, numbers[n].good, vf_last_error());
    for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
      if (read_number(n, wrong[w]) != VF_ERROR_ARGUMENT)
        fail_msg("%s (%s) takes '%s'", numbers[n].name, numbers[n].pattern, wrong[w]);
      if (!strstr(vf_last_error(), numbers[n].name)) fail_msg("%s: %s", numbers[n].name, vf_last_error());
    }
    for (size_t w = 0; w < sizeof whole / sizeof *whole && !numbers[n].real; w++)
      if (read_number(n, whole[w]) != VF_ERROR_ARGUMENT)
        fail_msg("%s (%s) takes '%s'", numbers[n].name, numbers[n].pattern, whole[w]);
  }
}

/* Each status has a text of its own. A number that is no status has a text too. */
static void every_status_has_its_text(void **state)
{
  (void)state;
#define TEXT(name, value, text)  \
  assert_int_equal(name, value); \
  assert_string_equal(vf_status_text(name), text);
  VF_STATUS_LIST(TEXT)
#undef TEXT
  assert_string_equal(vf_status_text((vf_status)-1), "unknown status");
  assert_string_equal(vf_status_text((vf_status)999), "unknown status");
}

/* A context has the name that would open it. */
static void device_has_the_name_that_opens_it(void **state)
{
  (void)state;
  vf_context *context = NULL;
  must(vf_context_create(vf_context_device(NULL), &context));
  assert_string_equal(vf_context_device(context), vf_context_device(NULL));
  must(vf_context_destroy(context));
  if (on_gpu()) assert_non_null(strchr(vf_context_device(NULL), ':'));
  else assert_string_equal(vf_context_device(NULL), "host");
}

static const struct CMUnitTest tests[] = {
  claim(text_lists_every_device_and_variable),
  claim(wrong_settings_are_shown_as_they_stand),
  claim(numbers_of_all_variables_are_read_alike),
  claim(text_is_cut_to_the_buffer),
  claim(long_values_are_shown),
  claim(every_status_has_its_text),
  claim(device_has_the_name_that_opens_it),
};
RUN("configuration", tests)
