#include "cases.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 8 };

void expect(int right, const char *claim)
{
  if (right) return;
  fprintf(stderr, "not so: %s (%s)\n", claim, vf_last_error());
  exit(1);
}

vf_counters counters_now(void)
{
  vf_counters counters;
  expect(!vf_counters_get(NULL, &counters), "counters are there");
  return counters;
}

void run_threads(int count, void *(*work)(void *number))
{
  pthread_t threads[MOST_THREADS];
  int numbers[MOST_THREADS];
  expect(count <= MOST_THREADS, "there is room for the threads");
  for (int t = 0; t < count; t++) {
    numbers[t] = t;
    expect(!pthread_create(&threads[t], NULL, work, &numbers[t]), "a thread starts");
  }
  for (int t = 0; t < count; t++) pthread_join(threads[t], NULL);
}

int run_case(int count, char **words, void (*begin)(void), const legacy_case *cases, int case_count)
{
  for (int c = 0; count == 2 && c < case_count; c++)
    if (!strcmp(cases[c].name, words[1])) {
      begin();
      cases[c].run();
      return 0;
    }
  return 2;
}
