/* Random problems for solvers over ranks, and the outcome of a solve, for a comparison bit for bit. */
#ifndef VIEWFAB_TESTS_SLAB_PROBLEM_H
#define VIEWFAB_TESTS_SLAB_PROBLEM_H

#include "../../c_src/multigrid/make.h"
#include "random_problem.h"

enum { SLAB_CYCLES = 128 };

typedef struct slab_outcome {
  vf_status status;
  vf_multigrid_report report;
  int heard; /* residuals of the history */
  double residuals[SLAB_CYCLES];
  char text[400];
} slab_outcome;

/* A problem whose extents can be halved, mostly several times, with more planes than rows. From a random size on,
 * levels are cut between ranks. The caller still has to make the problem. */
random_problem slab_draw(uint64_t seed);

/* Owners of its boxes at random; a rank may have none. */
void slab_owners(uint64_t seed, int ranks, const random_problem *p, int owners[RANDOM_BOXES]);

/* Makes a solver for p; op has the views of this rank. */
typedef vf_status (*slab_maker)(random_problem *p, const vfi_operator *op, const vf_multigrid_options *options,
                                void *data, vf_multigrid **solver);

/* Makes a solver and solves with the views of a rank's own boxes; owners NULL: of all boxes. The default method solves
 * twice, because the second solve begins with the method to which the first solve came. */
void slab_solve(random_problem *p, const int *owners, int rank, slab_maker make, void *data, slab_outcome *outcome);

/* The views of the boxes that a rank owns, in `list`. Returns `list`. */
vf_view **slab_own(const random_problem *p, const int *owners, int rank, vf_view **views, vf_view **list);

/* Solves on a single device. */
void slab_solve_alone(random_problem *p, slab_outcome *outcome);

bool slab_same(const slab_outcome *a, const slab_outcome *b);

/* Compares two fetched problems: the number of different cells in the boxes that a rank owns. */
int64_t slab_differ(const random_problem *a, const random_problem *b, const int *owners, int rank);

#endif
