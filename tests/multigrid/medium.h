/* Coefficients and cells that are hard to solve: half domains with a large coefficient, directions that are far stronger than
 * others, and strong single cells. */
#ifndef VIEWFAB_TESTS_MEDIUM_H
#define VIEWFAB_TESTS_MEDIUM_H

#include "random_problem.h"

enum { MEDIUM_X = 28, MEDIUM_Y = 20, MEDIUM_Z = 24, MEDIUM_HALVES = 8, MEDIUM_TEXT = 200 };

/* The coefficients and cells of a problem. */
typedef struct medium {
  int faces;              /* of all sides */
  bool one_wall;          /* the low side in x is a wall */
  int half, from;         /* cells from index `from` on, in direction half, 1 to 3, have jump; 0: no such half */
  int singles;            /* number of cells that have jump */
  double jump;            /* their coefficient; other cells have 1 */
  bool arithmetic;        /* faces take the arithmetic mean; else the harmonic mean */
  double strong[3], h[3]; /* factors of coefficients and cell widths of each direction */
} medium;

/* A half domain with 10^9, number 0 to MEDIUM_HALVES - 1: cut in x or z, on a border of coarse cells or beside such a
 * border. */
medium medium_half(int number);

/* A problem with its arrays. */
random_problem medium_problem(const medium *m, int method, double relative);

const char *medium_text(const medium *m, int method, char text[MEDIUM_TEXT]);

#endif
