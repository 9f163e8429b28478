/* A trial of a seeded bug: a call that shows the bug, the original for comparison, and the expected words of the
 * report. */
#ifndef VIEWFAB_TESTS_SEEDING_H
#define VIEWFAB_TESTS_SEEDING_H

#include "../../core/common.h"
#include "originals.h"

#include <stdio.h>

#include <seeded_bugs_kernels.h>
#include <viewfab/report.h>

/* A call of a shipped kernel. Arrays reach `margin` elements beyond the needs of the kernel. Their elements hold
 * different numbers between 1 and 2. */
typedef struct situation {
  vf_kernel *kernel;
  vf_original original;
  void *user;
  vf_type type;
  vf_box box;
  int components;
  int selector;
  int margin;
  bool order;                           /* checked with vf_validate_order */
  const char *labels[VF_MAX_ARGUMENTS]; /* NULL: the name of the argument */
  vf_value values[VF_MAX_ARGUMENTS];    /* of the value arguments */
  void (*prepare)(const struct situation *situation, const vf_original_array *arrays); /* may change real64 arrays */
} situation;

/* A call in real64 with odd lower bounds and odd extents, one component, and a margin of 2. */
situation call_of(vf_kernel *kernel, vf_original original);

/* The number of elements in which the port differs from the original by more than rounding, or by a NaN. The function
 * compares all elements of all arrays, and the result; no validation takes part. port NULL: the shipped port, for
 * which the original is the oracle. */
int64_t differences(const situation *s, const vf_kernel *port);

/* Makes the call in mode check. Returns the report; the caller frees it. */
char *report_of(const situation *s, const vf_kernel *port);

/* Fails with a message and a report. cmocka's own messages are too short for a report. */
#define fail_with(report, ...) \
  do {                         \
    fputs(report, stderr);     \
    fail_msg(__VA_ARGS__);     \
  } while (0)

/* The port agrees with the original, and the check finds nothing wrong with it. */
void silent(const situation *s, const vf_kernel *port);

/* Fails unless the port differs from the original, while the shipped port agrees and passes silently. A single line of
 * the report has all words, and no line has words of another bug. */
void named_with(const situation *s, const vf_kernel *port, const char *const *words);
#define named(s, port, ...) named_with(s, port, (const char *const[]){ __VA_ARGS__, NULL })

/* True if a single line of a report names the kernel and has all words. */
bool has_line(const char *report, const char *kernel, const char *const *words);

/* Fails with the report if it has no such line, or if it has words of a bug that `words` does not have. */
void expect_line(const char *report, const char *kernel, const char *const *words);

#endif
