/* Searches sets of kernels that break a result. The search knows nothing of commands and views.
 *
 * Kernels are the numbers 0 .. count - 1. A try of a set is a run with its members on the port and all others on their
 * originals. The search takes two answers as known: the empty set is good, the set of all kernels is bad. It assumes
 * nothing else: a set that breaks the result may lie inside a good set. */
#ifndef VIEWFAB_PROGRAMS_BISECT_SEARCH_H
#define VIEWFAB_PROGRAMS_BISECT_SEARCH_H

#include <stdbool.h>

typedef enum bisect_outcome { BISECT_GOOD, BISECT_BAD, BISECT_FAILED } bisect_outcome;

/* Tries a set; ported[kernel] is true for its members. BISECT_FAILED: there is no answer, and the search has to end. */
typedef bisect_outcome (*bisect_try)(const bool *ported, void *user);

typedef struct bisect_set {
  int *members; /* [size], in ascending order */
  int size;
  int run;       /* number of its last bad try, from 1; 0: no try, only the known answer for all kernels */
  int tried_all; /* every set of at most this many searched kernels is good; size - 1: the set is the smallest */
  bool minimal;  /* good without any single member */
  bool repeated; /* a second try was bad too */
} bisect_set;

typedef struct bisect_findings {
  int runs; /* tries made */
  int set_count;
  bisect_set *sets;
  int singles_tried; /* kernels tried alone */
  bool rest_good;    /* all kernels outside of the sets are good together */
  bool budget_ended; /* the budget ended before the search */
  bool unstable;     /* two tries of a set gave two answers: the last of sets, or the rest if rest_unstable */
  bool rest_unstable;
} bisect_findings;

/* Searches in at most budget tries.
 *   findings  out: the results so far, also of a failed search; bisect_findings_free frees them
 * Returns false if a try failed or memory ran out. */
bool bisect_search(int count, int budget, bisect_try attempt, void *user, bisect_findings *findings);

void bisect_findings_free(bisect_findings *findings);

#endif
