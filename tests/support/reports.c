#include "reports.h"

#include <stdio.h>

#include <viewfab/report.h>

static char *report_by(vf_status (*write)(char *buffer, size_t size, size_t *needed))
{
  size_t needed = 0;
  must(write(NULL, 0, &needed));
  char *text = malloc(needed);
  assert_non_null(text);
  must(write(text, needed, NULL));
  assert_int_equal(strlen(text) + 1, needed);
  return text;
}

char *report_text(void) { return report_by(vf_report_text); }
char *report_json(void) { return report_by(vf_report_json); }

/* cmocka's own messages are too short for a report. */
static void print_report(void)
{
  char *text = report_text();
  fputs(text, stderr);
  free(text);
}

static void expect(const char *words, bool said)
{
  char *text = report_text();
  const bool found = strstr(text, words) != NULL;
  free(text);
  if (found == said) return;
  print_report();
  fail_msg("'%s' is %s", words, said ? "not said" : "said");
}

void expect_said(const char *words) { expect(words, true); }
void expect_not_said(const char *words) { expect(words, false); }

void expect_verdict(bool passed, int64_t checked)
{
  int64_t calls = -1;
  const bool verdict = vf_report_passed(&calls);
  if (verdict == passed && calls == checked) return;
  print_report();
  fail_msg("%lld calls were checked, and they %s", (long long)calls, verdict ? "passed" : "failed");
}

void expect_nothing_checked(void)
{
  expect_verdict(false, 0);
  expect_said("viewfab validation: nothing checked\n");
}
