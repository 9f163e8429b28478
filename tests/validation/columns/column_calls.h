/* How a call of a kernel over columns is tried: its arrays with their axes, the original that it is held against, and
 * what the report says. */
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
  int index;        /* of it */
  double low, high;
} column_array;

typedef struct column_call {
  vf_kernel *kernel;
  vf_original original;
  vf_columns columns;
  column_array arrays[VF_MAX_ARGUMENTS];
  vf_value values[VF_MAX_ARGUMENTS];
  bool order; /* checked with vf_validate_order */
  bool more;  /* and with vf_validate_more */
} column_call;

/* Points 3:14 (12), of which the calls have 4 to 13, levels 1:6, blocks 5:9, of which they have 6 to 9. dp is selected of 3
 * time levels, and phi of 2; the other arrays have none. */
column_call hydrostatic_call(void);

/* The same, in levels that the call says: dp, phis, p and phi have ghosts, other ones each, and tv and ph none. */
column_call ghosts_call(void);

/* The same points, levels and blocks; 3 species in the first two. */
column_call settle_call(void);
column_call convert_call(void);
column_call burden_call(void);

/* The same with 3 species; x has ghosts around, and y levels and blocks that the call leaves alone. */
column_call smear_call(void);

/* Elements 1:7 of 4 x 4 points, 5 levels, 2 species. */
column_call tracer_call(void);

/* The arrays of a call on the host, each of all its axes. */
typedef struct column_hosts {
  double *at[VF_MAX_ARGUMENTS];
} column_hosts;
column_hosts make_hosts(const column_call *call);
void drop_hosts(column_hosts *hosts);
int64_t host_elements(const column_array *array);

/* Runs the call on these arrays, and brings all of them to the host. port NULL: the right one. */
vf_status run_columns(const column_call *call, const vf_kernel *port, const column_hosts *hosts);

/* Elements in which the port differs from the original run by itself, over the whole of all arrays. */
int64_t column_differences(const column_call *call, const vf_kernel *port);

/* Makes the call in mode check and gives back the report, which the caller frees. */
char *column_report(const column_call *call, const vf_kernel *port);

/* The port agrees with the original, and the check finds nothing. */
void column_silent(const column_call *call, const vf_kernel *port);

/* The right port is passed in silence; this one differs, and one line of the report has all of the words. */
void column_named_with(const column_call *call, const vf_kernel *port, const char *const *words);
#define column_named(call, port, ...) column_named_with(call, port, (const char *const[]){ __VA_ARGS__, NULL })

/* Whether a line of the report has all words. */
bool column_line(const char *report, const char *const *words);
#define has_words(report, ...) column_line(report, (const char *const[]){ __VA_ARGS__, NULL })

#endif
