/* vf_bisect: what its parts share. */
#ifndef VIEWFAB_PROGRAMS_BISECT_H
#define VIEWFAB_PROGRAMS_BISECT_H

#include <signal.h>
#include <stddef.h>

#include "bisect_search.h"

/* Exit codes. */
enum { BISECT_NOTHING = 0, BISECT_FOUND = 1, BISECT_ERROR = 2 };

enum { BISECT_REASON = 1024 };

typedef struct bisect_options {
  const char *view; /* label; NULL: the exit status alone decides */
  double absolute, relative;
  int runs;
  double timeout;      /* seconds; 0: from the time that the first run takes */
  const char *kernels; /* separated by commas; NULL: all that the command calls */
  bool verbose;
  char **command; /* ended by NULL */
} bisect_options;

/* ---- bisect_run.c: a run and its verdict ---- */

typedef struct bisect_runner {
  const bisect_options *options;
  char *folder, *report, *kept, *reference; /* the temporary folder, and files in it */
  sigset_t waited, before;                  /* signals that are waited for; the mask that the command gets */
  int signal;                               /* that asked vf_bisect to end; 0: none */
  double timeout;                           /* seconds; 0: none */
  double seconds;                           /* that the last run took */
  char reason[BISECT_REASON];               /* why the last run was bad, or why there was none */
} bisect_runner;

/* Makes the temporary folder and takes over the signals; false, with the reason set, where that fails. */
bool bisect_runner_open(bisect_runner *runner, const bisect_options *options);

/* Removes the folder. */
void bisect_runner_close(bisect_runner *runner);

/* Runs the command with VF_MODE and VF_KERNELS (NULL: unset). The first good run keeps the view as the reference of
 * those that follow. The report of the run is in the runner's file, where the command wrote one.
 * BISECT_FAILED: the command could not be run, or a signal asked to end. */
bisect_outcome bisect_run(bisect_runner *runner, const char *mode, const char *kernels);

/* ---- bisect_view.c: kept views ---- */

/* Compares the view that a run kept with the reference: BAD where an element differs by more than absolute +
 * relative * max(|a|, |b|), or where there is no such file or one of another shape; reason says which. */
bisect_outcome bisect_view_compare(const char *reference, const char *kept, const bisect_options *options,
                                   char reason[BISECT_REASON]);

/* ---- bisect_report.c: which kernels a command calls ---- */

typedef struct bisect_kernels {
  int count;
  char **names;
  bool *originals; /* [count] whether it has an original */
} bisect_kernels;

/* Adds the kernels of a report that were called. A missing file adds none, a malformed one gives false. */
bool bisect_kernels_read(bisect_kernels *kernels, const char *report);

/* Adds one kernel; one that is there already gains the original. false: no memory. */
bool bisect_kernels_add(bisect_kernels *kernels, const char *name, size_t length, bool original);

void bisect_kernels_free(bisect_kernels *kernels);

/* ---- bisect_session.c: the whole of a bisection ---- */

/* Runs before the search: all kernels on their originals, and all on the port, each twice. */
enum { BISECT_OUTER_RUNS = 4 };

/* Returns the exit code. */
int bisect_session(bisect_runner *runner);

/* ---- bisect_verdict.c: what is said of it ---- */

/* Names of a set with a text behind each but the last one, and one behind that; to be freed. NULL: no memory. */
char *bisect_join(const bisect_kernels *kernels, const int *members, int size, const char *between, const char *end);

/* Prints what was found on standard output. reasons[run] is why a run was bad.
 * Returns the exit code. */
int bisect_print_findings(const bisect_findings *findings, const bisect_kernels *candidates, char *const *reasons);

#endif
