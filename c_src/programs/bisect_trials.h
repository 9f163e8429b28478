/* Tries sets of kernels within a budget, and remembers the answers. */
#ifndef VIEWFAB_PROGRAMS_BISECT_TRIALS_H
#define VIEWFAB_PROGRAMS_BISECT_TRIALS_H

#include "bisect_search.h"

/* ENDED: the budget is used up. */
typedef enum answer { GOOD = BISECT_GOOD, BAD = BISECT_BAD, FAILED = BISECT_FAILED, ENDED } answer;

typedef struct trial {
  bool bad;
  int run; /* its number, from 1; 0: no run, a known answer */
} trial;

typedef struct trials {
  int count, budget;
  bisect_try attempt;
  void *user;
  int runs;
  bool budget_ended; /* the budget was too small for a try */
  trial *list;
  bool *sets; /* [length][count] the set of each trial */
  int length;
  bool *set; /* [count] the set to try; the caller fills it */
} trials;

/* Takes two answers as known: the empty set is good, the full set is bad. false: no memory. */
bool trials_open(trials *t, int count, int budget, bisect_try attempt, void *user);
void trials_close(trials *t);

/* Fills t->set. */
void trials_choose(trials *t, const int *members, int size);

/* The remembered answer for t->set; NULL if t->set was not tried. */
const trial *trials_recall(const trials *t);

/* Answers for t->set, from memory after an earlier try. The last try of the budget is kept for trials_repeat. */
answer trials_ask(trials *t);

/* Tries t->set once more, even after an earlier try. */
answer trials_repeat(trials *t);

#endif
