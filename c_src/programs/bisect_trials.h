/* Trying sets of kernels within a budget, and remembering the answers. */
#ifndef VIEWFAB_PROGRAMS_BISECT_TRIALS_H
#define VIEWFAB_PROGRAMS_BISECT_TRIALS_H

#include "bisect_search.h"

/* ENDED: the budget is used up. */
typedef enum answer { GOOD = BISECT_GOOD, BAD = BISECT_BAD, FAILED = BISECT_FAILED, ENDED } answer;

typedef struct trial {
  bool bad;
  int run; /* its number, from 1; 0: taken as known */
} trial;

typedef struct trials {
  int count, budget;
  bisect_try attempt;
  void *user;
  int runs;
  bool budget_ended; /* a set was not tried for want of budget */
  trial *list;
  bool *sets; /* [length][count] of which set */
  int length;
  bool *set; /* [count] the set that is asked for; the caller fills it */
} trials;

/* Takes as known that the empty set is good and the full one bad. false: no memory. */
bool trials_open(trials *t, int count, int budget, bisect_try attempt, void *user);
void trials_close(trials *t);

/* Fills t->set. */
void trials_choose(trials *t, const int *members, int size);

/* What is known of t->set; NULL where it was not tried. */
const trial *trials_recall(const trials *t);

/* Answers for t->set, from memory if it was tried before. The last try of the budget is spared for trials_repeat. */
answer trials_ask(trials *t);

/* Tries t->set once more, whatever is known. */
answer trials_repeat(trials *t);

#endif
