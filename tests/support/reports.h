/* What a test says of the validation's report. */
#ifndef VIEWFAB_TESTS_REPORTS_H
#define VIEWFAB_TESTS_REPORTS_H

#include "testing.h"

/* The report as text; the caller frees it. */
char *report_text(void);

/* Fails unless the report of all that was checked has the words, or where it has them. */
void expect_said(const char *words);
void expect_not_said(const char *words);

/* Fails unless so many calls were checked, and passed or not. */
void expect_verdict(bool passed, int64_t checked);

/* Fails unless checks were asked for, nothing was checked, and nothing says that it passed. */
void expect_nothing_checked(void);

#endif
