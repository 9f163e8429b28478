/* vf_bisect: declarations shared by its parts. */
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
  double timeout;      /* seconds; 0: derived from the time of the first run */
  const char *kernels; /* separated by commas; NULL: all kernels that the command calls */
  bool verbose;
  char **command; /* ended by NULL */
} bisect_options;

/* ---- bisect_run.c: a run and its verdict ---- */

typedef struct bisect_runner {
  const bisect_options *options;
  char *folder, *report, *kept, *reference; /* the temporary folder, and files in it */
  sigset_t waited, before;                  /* the signals to wait for; the mask of the command */
  int signal;                               /* the signal that asked vf_bisect to end; 0: none */
  double timeout;                           /* seconds; 0: none */
  double seconds;                           /* the time of the last run */
  char reason[BISECT_REASON];               /* the reason for a bad last run, or for no run */
} bisect_runner;

/* Makes the temporary folder and takes over the signals; false on failure, with the reason set. */
bool bisect_runner_open(bisect_runner *runner, const bisect_options *options);

/* Removes the folder. */
void bisect_runner_close(bisect_runner *runner);

/* Runs the command with VF_MODE and VF_KERNELS (NULL: unset). The first good run keeps the view as the reference of
 * later runs. The report of the run is in the runner's file, if the command wrote a report.
 * BISECT_FAILED: the command could not be run, or a signal asked to end. */
bisect_outcome bisect_run(bisect_runner *runner, const char *mode, const char *kernels);

/* ---- bisect_view.c: kept views ---- */

/* Compares the view kept by a run with the reference. BAD: an element differs by more than absolute + relative *
 * max(|a|, |b|), or the file is missing or has another shape; reason tells. */
bisect_outcome bisect_view_compare(const char *reference, const char *kept, const bisect_options *options,
                                   char reason[BISECT_REASON]);

/* ---- bisect_report.c: the kernels that a command calls ---- */

typedef struct bisect_kernels {
  int count;
  char **names;
  bool *originals; /* [count] true: the kernel has an original */
} bisect_kernels;

/* Adds the called kernels of a report. A missing file adds no kernel, a malformed file gives false. */
bool bisect_kernels_read(bisect_kernels *kernels, const char *report);

/* Adds a kernel; a kernel of the list gains the original. false: no memory. */
bool bisect_kernels_add(bisect_kernels *kernels, const char *name, size_t length, bool original);

void bisect_kernels_free(bisect_kernels *kernels);

/* ---- bisect_session.c: the whole of a bisection ---- */

/* Runs before the search: all kernels on their originals, and all on the port, each twice. */
enum { BISECT_OUTER_RUNS = 4 };

/* Returns the exit code. */
int bisect_session(bisect_runner *runner);

/* ---- bisect_verdict.c: the texts about the findings ---- */

/* The names of a set: `between` behind each name but the last, and `end` behind the last; to be freed. NULL: no memory. */
char *bisect_join(const bisect_kernels *kernels, const int *members, int size, const char *between, const char *end);

/* Prints the findings on standard output. reasons[run] is the reason for a bad run.
 * Returns the exit code. */
int bisect_print_findings(const bisect_findings *findings, const bisect_kernels *candidates, char *const *reasons);

#endif
