/* The arrays of a user of the solver, for a level of the oracle: boxes, and views of phi, rhs, walls,
 * coefficients. */
#ifndef VIEWFAB_TESTS_ORACLE_USERS_H
#define VIEWFAB_TESTS_ORACLE_USERS_H

#include "oracle_solve.h"
#include "testing.h"

enum { MOST_BOXES = 8, PHI = 0, RHS, WALL, A, BX, BY, BZ, LISTS };

/* Cells of the domain in up to 8 boxes, each with arrays of its own. */
typedef struct users {
  int n[3], lower[3];
  vf_type type;
  vf_box boxes[MOST_BOXES];
  int count;
  vf_view *views[LISTS][MOST_BOXES];
  void *memory[LISTS][MOST_BOXES];
} users;

/* 0 .. 1, and 0 .. count - 1; the same sequence for a seed. */
void seed_numbers(uint64_t seed);
double random_number(void);
int random_below(int count);

/* Cuts the domain (n, lower and type are set) in boxes and puts a level's numbers into views of them. All elements
 * owned by no box are NaN: ghosts, and in the lower of two boxes the face that both boxes share. */
void users_make(users *u, const oracle_level *fine);
void users_free(users *u);

/* Values on the Dirichlet walls, into the ghosts of the boxes there. */
void users_put_walls(users *u, const oracle_solve *s, const vf_boundary *sides);

/* phi(i, j, k) of box b on the host. */
double users_phi(const users *u, int b, int i, int j, int k);

#endif
