/* A level in plain loops, with the right results of every engine, bit for bit. Compiled without contraction of
 * a*b + c. */
#ifndef VIEWFAB_TESTS_PLAIN_LEVEL_H
#define VIEWFAB_TESTS_PLAIN_LEVEL_H

#include <stdint.h>

#include <viewfab/viewfab.h>

/* Arrays have a ghost on every side (coefficients too) and lower bounds lower - 1. */
typedef struct plain_level {
  int n[3], lower[3];
  int variable;
  double h[3], alpha, beta, omega;
  vf_boundary sides;
  double *phi, *rhs, *a, *bx, *by, *bz;
} plain_level;

int64_t plain_elements(const plain_level *level);                /* of a single array */
int64_t plain_at(const plain_level *level, int i, int j, int k); /* cells count from 0 */

void plain_make(plain_level *level, unsigned seed); /* allocates and fills with numbers of about 1 */
void plain_free(plain_level *level);

void plain_fill_ghosts(plain_level *level, double *x);
void plain_smooth(plain_level *level, int count);
void plain_residual(plain_level *level, double *residual); /* fills ghosts */

/* Boundary kinds for test number c, and their number. */
enum { PLAIN_SIDES = 10 };
vf_boundary plain_sides(int c);

#endif
