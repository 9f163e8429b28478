/* Boxes and owners for tests of results over ranks, fields on the boxes, and all results of a call. */
#ifndef VIEWFAB_TESTS_RESULTS_CASES_H
#define VIEWFAB_TESTS_RESULTS_CASES_H

#include "ranks.h"

enum { MOST_BOXES = 14, GHOSTS = 1 };

typedef struct boxes_case {
  int count, components;
  vf_type type;
  vf_box boxes[MOST_BOXES];
  int owners[MOST_BOXES];
} boxes_case;

/* How boxes are given to ranks. */
typedef enum spreading { SPREAD_AT_RANDOM, SPREAD_IN_TURN, SPREAD_TO_THE_LAST, SPREADINGS } spreading;

/* A different case for each number, the same on all ranks: up to MOST_BOXES separate boxes, from a single cell to some
 * tiles in size. Boxes may be empty. Numbers count from 0. */
boxes_case random_case(int number, vf_type type, int components);
void give_to_ranks(boxes_case *c, spreading how, int number, int ranks);

/* The value of element (i, j, k) of a component of a box: numbers of many sizes, whose sum depends on the order. */
double number_at(int box, int i, int j, int k, int component);

/* Fields on the boxes of this rank, or, without a layout, on all. */
vf_set *filled_on(const boxes_case *c, vf_layout *layout, double factor, const char *label);
vf_layout *layout_of(const boxes_case *c, vf_group *group, const char *label);
void discard_set(vf_set *set);

/* Element of the view at a place. */
double element_of(vf_set *set, int place, int i, int j, int k, int component);

/* The results of all kernels with results. Holes are zero, so that answers can be compared as memory. */
enum { STEP_RESULTS = 8 };
typedef struct answers {
  double dot, sum, norm_one, norm_max;
  double step[STEP_RESULTS], stay[STEP_RESULTS], dot_stays;
  vf_place least, most, positive;
} answers;

/* Asks on a layout or, if the layout is NULL, on all boxes of the case. Adds to y. */
void ask(const boxes_case *c, vf_layout *layout, vf_set *x, vf_set *y, answers *a);
void expect_answers(const char *what, const answers *is, const answers *wanted);

#endif
