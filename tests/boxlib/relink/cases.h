/* Claims, counters, threads and cases of programs that make legacy calls. */
#ifndef VIEWFAB_TESTS_RELINK_CASES_H
#define VIEWFAB_TESTS_RELINK_CASES_H

#include <viewfab/viewfab.h>

/* Ends the program with a claim that does not hold. */
void expect(int right, const char *claim);

vf_counters counters_now(void);

/* Runs threads, each with its number. */
void run_threads(int count, void *(*work)(void *number));

typedef struct legacy_case {
  const char *name;
  void (*run)(void);
} legacy_case;

/* Runs `begin` and the case that the only word of the command line names; returns the exit status. */
int run_case(int count, char **words, void (*begin)(void), const legacy_case *cases, int case_count);

#endif
