/* Solves of random problems over ranks. The ranks are threads. */
#ifndef VIEWFAB_TESTS_SLAB_THREADS_H
#define VIEWFAB_TESTS_SLAB_THREADS_H

#include "slab_problem.h"
#include "threads_as_ranks.h"

enum { SLAB_MOST_RANKS = 16 };

/* Solves a made problem on `ranks` threads. outcomes: [ranks]. */
void slab_solve_on_threads(random_problem *p, const int owners[RANDOM_BOXES], int ranks, slab_outcome *outcomes);

/* Solves two equal made problems, p on `ranks` threads and `one` on a single device. Returns NULL, or a word for a
 * difference of outcomes, of solutions or of ghosts. Both problems are fetched.
 *   outcomes  [ranks + 1] of the ranks, and then of the device */
const char *slab_compare(random_problem *p, random_problem *one, const int owners[RANDOM_BOXES], int ranks,
                         slab_outcome *outcomes);

#endif
