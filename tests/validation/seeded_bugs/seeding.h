/* How a seeded bug is tried: the call in which it shows, the original it is held against, and what the report says. */
#ifndef VIEWFAB_TESTS_SEEDING_H
#define VIEWFAB_TESTS_SEEDING_H

#include "../../core/common.h"
#include "originals.h"

#include <stdio.h>

#include <seeded_bugs_kernels.h>
#include <viewfab/report.h>

/* One call of a shipped kernel. Arrays reach margin elements beyond what the kernel needs, and hold numbers of 1 to 2
 * that differ from element to element. */
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

/* Elements in which the port differs from the original, over the whole of all arrays and the result: by more than
 * rounding, or by a NaN. Nothing is validated here. port NULL: the shipped one, which has the original for an oracle.
 */
int64_t differences(const situation *s, const vf_kernel *port);

/* Makes the call in mode check and gives back the report, which the caller frees. */
char *report_of(const situation *s, const vf_kernel *port);

/* Fails with a message and a report, for which cmocka's own messages are too short. */
#define fail_with(report, ...) \
  do {                         \
    fputs(report, stderr);     \
    fail_msg(__VA_ARGS__);     \
  } while (0)

/* The port agrees with the original, and the check finds nothing wrong with it. */
void silent(const situation *s, const vf_kernel *port);

/* The port differs from the original, the shipped port does not; the check is silent about the shipped one, and says
 * of the other in one line all of the words, and nothing that other bugs are known by. */
void named_with(const situation *s, const vf_kernel *port, const char *const *words);
#define named(s, port, ...) named_with(s, port, (const char *const[]){ __VA_ARGS__, NULL })

/* Whether one line of a report speaks of the kernel and has all words. */
bool has_line(const char *report, const char *kernel, const char *const *words);

/* Fails with the report unless it has such a line, or where it says what none of the words allow. */
void expect_line(const char *report, const char *kernel, const char *const *words);

#endif
