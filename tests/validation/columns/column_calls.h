/* A trial of a call over columns: its arrays with their axes, the original for comparison, and the expected words of
 * the report. */
#ifndef VIEWFAB_TESTS_COLUMN_CALLS_H
#define VIEWFAB_TESTS_COLUMN_CALLS_H

#include "../../core/common.h"
#include "column_originals.h"
#include "reports.h"

#include <validated_columns_kernels.h>
#include <viewfab/report.h>

/* An array of real64 numbers between low and high. */
typedef struct column_array {
  const char *axes; /* NULL: the argument is a value */
  int64_t extents[6];
  int lower[6];
  char selected[2]; /* an axis, or "" */
  int index;        /* index on this axis */
  double low, high;
} column_array;

typedef struct column_call {
  vf_kernel *kernel;
  vf_original original;
  vf_columns columns;
  column_array arrays[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  bool order; /* checked with vf_validate_order */
  bool more;  /* checked with vf_validate_more */
} column_call;

/* Points 3:14 (12), the calls have 4 to 13; levels 1:6; blocks 5:9, the calls have 6 to 9. dp is a selection of 3 time
 * levels, and phi of 2 time levels; the other arrays have no time levels. */
column_call hydrostatic_call(void);

/* The same call with its levels given. dp, phis, p and phi have different numbers of ghosts, tv and ph have no ghosts. */
column_call ghosts_call(void);

/* The same points, levels and blocks. The first two calls have 3 species. */
column_call settle_call(void);
column_call convert_call(void);
column_call burden_call(void);

/* The same points with 3 species. x has ghosts on all sides; y has levels and blocks outside the call. */
column_call smear_call(void);

/* Elements 1:7 of 4 x 4 points, 5 levels, 2 species. */
column_call tracer_call(void);

/* The arrays of a call on the host, each with all its axes. */
typedef struct column_hosts {
  double *at[VF_MAX_ARGUMENTS];
} column_hosts;
column_hosts make_hosts(const column_call *call);
void drop_hosts(column_hosts *hosts);
int64_t host_elements(const column_array *array);

/* Runs the call on these arrays and brings all of them to the host. port NULL: the right port. */
vf_status run_columns(const column_call *call, const vf_kernel *port, const column_hosts *hosts);

/* The number of elements in which the port differs from the original, over all elements of all arrays. The original
 * runs by itself. */
int64_t column_differences(const column_call *call, const vf_kernel *port);

/* Makes the call in mode check. Returns the report; the caller frees it. */
char *column_report(const column_call *call, const vf_kernel *port);

/* The port agrees with the original, and the check finds nothing. */
void column_silent(const column_call *call, const vf_kernel *port);

/* Fails unless the right port passes silently, the given port differs, and a single line of the report has all words. */
void column_named_with(const column_call *call, const vf_kernel *port, const char *const *words);
#define column_named(call, port, ...) column_named_with(call, port, (const char *const[]){ __VA_ARGS__, NULL })

/* True if a single line of the report has all words. */
bool column_line(const char *report, const char *const *words);
#define has_words(report, ...) column_line(report, (const char *const[]){ __VA_ARGS__, NULL })

#endif
