/* Claims of a test about the validation's report. */
#ifndef VIEWFAB_TESTS_REPORTS_H
#define VIEWFAB_TESTS_REPORTS_H

#include "testing.h"

/* The report as text, and as JSON; the caller frees it. */
char *report_text(void);
char *report_json(void);

/* expect_said fails unless the report of all checks has the words; expect_not_said fails if it has
 * them. */
void expect_said(const char *words);
void expect_not_said(const char *words);

/* Fails unless so many calls were checked, and passed or not. */
void expect_verdict(bool passed, int64_t checked);

/* Fails unless checks were requested, nothing was checked, and the report has no "passed". */
void expect_nothing_checked(void);

#endif
