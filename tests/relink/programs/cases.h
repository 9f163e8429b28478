/* Claims, counters, threads and cases of programs with legacy calls. */
#ifndef VIEWFAB_TESTS_RELINK_CASES_H
#define VIEWFAB_TESTS_RELINK_CASES_H

#include <viewfab/viewfab.h>

/* Ends the program if the claim is false. */
void expect(int right, const char *claim);

vf_counters counters_now(void);

/* Runs threads, each with its number. */
void run_threads(int count, void *(*work)(void *number));

typedef struct legacy_case {
  const char *name;
  void (*run)(void);
} legacy_case;

/* Runs `begin`, then the case with the name on the command line. Returns the exit status. */
int run_case(int count, char **words, void (*begin)(void), const legacy_case *cases, int case_count);

#endif
