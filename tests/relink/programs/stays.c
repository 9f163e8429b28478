/* Calls that stay with the original, from more threads than there are separate counters.
 * usage: relinked_stays */
#include <pthread.h>
#include <stdio.h>

#include "legacy.h"

enum { THREADS = 80, CALLS = 100000 };

static pthread_barrier_t all_begin;

static void *sum_one_cell(void *wrong)
{
  int cell[3] = { 2, 2, 2 }, one = 1;
  double value = 0.5;
  pthread_barrier_wait(&all_begin);
  for (int c = 0; c < CALLS; c++)
    if (SPELLED(fort_fab_sum)(cell, cell, &value, cell, cell, &one) != value) *(int *)wrong = 1;
  return NULL;
}

int main(void)
{
  pthread_t threads[THREADS];
  int wrong[THREADS] = { 0 }, any = 0;
  if (pthread_barrier_init(&all_begin, NULL, THREADS)) return 2;
  for (int t = 0; t < THREADS; t++)
    if (pthread_create(&threads[t], NULL, sum_one_cell, &wrong[t])) return 2;
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  for (int t = 0; t < THREADS; t++) any = any || wrong[t];
  puts(any ? "wrong" : "right");
  return any;
}
