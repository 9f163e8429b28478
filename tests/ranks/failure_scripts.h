/* Scripts: each prepares a collective call whose allocations fail in a test, makes the call, and takes back its effect. */
#ifndef VIEWFAB_TESTS_FAILURE_SCRIPTS_H
#define VIEWFAB_TESTS_FAILURE_SCRIPTS_H

#include "ranks.h"

#include <mpi.h>
#include <viewfab/remote.h>
#include <viewfab/solver.h>

/* The objects of the calls. A script makes the objects it needs. */
typedef struct scene {
  vf_group *group;
  vf_layout *layout;
  vf_set *phi, *rho, *a, *b[3]; /* b: coefficients */
  vf_remote *x;
  vf_multigrid *solver;
  vf_multigrid_options options;
  vf_boundary sides;
  bool variable;
  int64_t blocks; /* of memory, without a solver */
} scene;

typedef struct script {
  const char *name;
  void (*prepare)(scene *s);
  vf_status (*run)(scene *s);
  void (*undo)(scene *s); /* takes back the effect of a good run; NULL: nothing to do */
  int least;              /* least number of allocations */
  bool one_rank;          /* allocations of the last rank alone fail */
  int each;   /* the first allocations, of this number, fail one by one; behind these each 32nd fails; 0: all fail */
  int breaks; /* the largest number of broken groups; 0: any number */
} script;

extern const script scripts[];
extern const size_t scripts_count;

/* Makes the objects that a script needs, and ends them. */
void begin_scene(const script *work, scene *s);
void end_scene(scene *s);

#endif
