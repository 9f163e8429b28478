#include "bisect_trials.h"

#include <stdlib.h>
#include <string.h>

static bool *tried_set(const trials *t, int number) { return t->sets + (size_t)number * (size_t)t->count; }

static void remember(trials *t, bool bad, int run)
{
  memcpy(tried_set(t, t->length), t->set, (size_t)t->count);
  t->list[t->length++] = (trial){ bad, run };
}

bool trials_open(trials *t, int count, int budget, bisect_try attempt, void *user)
{
  *t = (trials){ .count = count, .budget = budget, .attempt = attempt, .user = user };
  const size_t room = (size_t)budget + 2;
  t->list = calloc(room, sizeof(trial));
  t->sets = calloc(room, (size_t)count);
  t->set = calloc((size_t)count, sizeof(bool));
  if (!t->list || !t->sets || !t->set) return false;
  remember(t, false, 0);
  memset(t->set, true, (size_t)count);
  remember(t, true, 0);
  return true;
}

void trials_close(trials *t)
{
  free(t->list);
  free(t->sets);
  free(t->set);
}

void trials_choose(trials *t, const int *members, int size)
{
  memset(t->set, false, (size_t)t->count);
  for (int m = 0; m < size; m++) t->set[members[m]] = true;
}

const trial *trials_recall(const trials *t)
{
  for (int known = 0; known < t->length; known++)
    if (!memcmp(tried_set(t, known), t->set, (size_t)t->count)) return &t->list[known];
  return NULL;
}

static answer attempt(trials *t)
{
  const bisect_outcome outcome = t->attempt(t->set, t->user);
  if (outcome != BISECT_FAILED) t->runs++;
  return (answer)outcome;
}

static answer ended(trials *t)
{
  t->budget_ended = true;
  return ENDED;
}

answer trials_ask(trials *t)
{
  const trial *known = trials_recall(t);
  if (known) return known->bad ? BAD : GOOD;
  if (t->runs + 1 >= t->budget) return ended(t);
  const answer a = attempt(t);
  if (a != FAILED) remember(t, a == BAD, t->runs);
  return a;
}

answer trials_repeat(trials *t) { return t->runs < t->budget ? attempt(t) : ended(t); }
