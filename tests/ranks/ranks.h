/* Helpers of the tests over ranks: each process runs the claim named on the command line. */
#ifndef VIEWFAB_TESTS_RANKS_H
#define VIEWFAB_TESTS_RANKS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/group_mpi.h>
#include <viewfab/layout.h>

extern int rank, ranks;

/* Ends all processes, with a text. */
_Noreturn void give_up(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#define must(call)                                                                                    \
  do {                                                                                                \
    const vf_status status_ = (call);                                                                 \
    if (status_) give_up(__FILE__, __LINE__, "%s gave %d: %s", #call, (int)status_, vf_last_error()); \
  } while (0)

/* Fails unless the call is refused with the status and a text with the words. */
#define refused(call, expected, words)                                                                              \
  do {                                                                                                              \
    const vf_status status_ = (call);                                                                               \
    if (status_ != (expected))                                                                                      \
      give_up(__FILE__, __LINE__, "%s gave %d, not %s: %s", #call, (int)status_, #expected, vf_last_error());       \
    if (!strstr(vf_last_error(), words)) give_up(__FILE__, __LINE__, "'%s' is not in: %s", words, vf_last_error()); \
  } while (0)

#define holds(condition)                                                           \
  do {                                                                             \
    if (!(condition)) give_up(__FILE__, __LINE__, "%s does not hold", #condition); \
  } while (0)

typedef struct claim_entry {
  const char *name;
  void (*run)(void);
} claim_entry;
#define claim(name) \
  {                 \
#name, name     \
  }

/* A group of all processes. */
vf_group *world(void);

/* Runs the claim in the first argument, or all claims. */
int run_claims(int argc, char **argv, const claim_entry *claims, size_t count);
#define RUN(claims) \
  int main(int argc, char **argv) { return run_claims(argc, argv, claims, sizeof claims / sizeof claims[0]); }

/* Seconds of a monotonic clock. */
double seconds(void);

/* Numbers from a seed, the same on all processes. */
unsigned random_below(unsigned end);
void random_from(unsigned seed);

#endif
