/* Which sets of kernels break a result: the search alone, knowing nothing of commands and views.
 *
 * Kernels are the numbers 0 .. count - 1. A set is tried by running with its members on the port and all others on
 * their originals. What is taken as known: no kernel on the port is good, all of them are bad. Nothing is assumed
 * beyond that: a set that breaks may lie inside one that does not. */
#ifndef VIEWFAB_PROGRAMS_BISECT_SEARCH_H
#define VIEWFAB_PROGRAMS_BISECT_SEARCH_H

#include <stdbool.h>

typedef enum bisect_outcome { BISECT_GOOD, BISECT_BAD, BISECT_FAILED } bisect_outcome;

/* Tries a set; ported[kernel] says who is in it. BISECT_FAILED: there is no answer, and the search has to end. */
typedef bisect_outcome (*bisect_try)(const bool *ported, void *user);

typedef struct bisect_set {
  int *members; /* [size], in ascending order */
  int size;
  int run;       /* number of the last bad try of it, from 1; 0: that all kernels are bad is all that is known */
  int tried_all; /* every set of up to so many of the kernels searched is good; size - 1 where it is the smallest */
  bool minimal;  /* without any one of its members it is good */
  bool repeated; /* a second try was bad as well */
} bisect_set;

typedef struct bisect_findings {
  int runs; /* tries made */
  int set_count;
  bisect_set *sets;
  int singles_tried; /* kernels tried alone */
  bool rest_good;    /* all kernels that are in none of the sets are good together */
  bool budget_ended; /* more tries would have been made */
  bool unstable; /* a set that was tried twice gave two answers: the last of sets, or, where rest_unstable, the rest */
  bool rest_unstable;
} bisect_findings;

/* Searches in at most budget tries.
 *   findings  out: what is known, also where the search failed; bisect_findings_free frees it
 * Returns false where a try failed or memory ran out. */
bool bisect_search(int count, int budget, bisect_try attempt, void *user, bisect_findings *findings);

void bisect_findings_free(bisect_findings *findings);

#endif
