/* The findings in words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bisect.h"

char *bisect_join(const bisect_kernels *kernels, const int *members, int size, const char *between, const char *end)
{
  size_t room = strlen(end) + 1;
  for (int m = 0; m < size; m++) room += strlen(kernels->names[members[m]]) + strlen(between);
  char *text = malloc(room);
  if (!text) return NULL;
  size_t used = 0;
  text[0] = 0;
  for (int m = 0; m < size; m++)
    used +=
        (size_t)snprintf(text + used, room - used, "%s%s", kernels->names[members[m]], m + 1 < size ? between : end);
  return text;
}

/* Prints the bounds known for the size of the set. */
static void print_size(const bisect_set *set)
{
  if (set->size == 1) return;
  if (set->tried_all == set->size - 1) printf("  no smaller set does\n");
  else {
    if (set->minimal) printf("  without any one of them the result is good\n");
    else printf("  it may be possible to leave some of them out: the search did not come to its end\n");
    if (set->tried_all == 1) printf("  each kernel alone is good; not all sets of 2 or more were tried\n");
    else printf("  every set of up to %d kernels is good; larger ones were not all tried\n", set->tried_all);
  }
}

static bool print_set(const bisect_set *set, const bisect_kernels *candidates, const char *reason)
{
  char *names = bisect_join(candidates, set->members, set->size, ", ", "");
  char *setting = bisect_join(candidates, set->members, set->size, "=device,", "=device");
  const bool good = names && setting;
  if (good) {
    printf("%s: %s\n", set->size == 1 ? "breaks the result" : "break the result together", names);
    printf("  %s\n", reason ? reason : "");
    print_size(set);
    if (!set->repeated) printf("  tried once: the run budget was too small to try it again\n");
    printf("  reproduce with: VF_MODE=original VF_KERNELS=%s\n", setting);
  }
  free(names);
  free(setting);
  return good;
}

static bool print_unstable(const bisect_findings *findings, const bisect_kernels *candidates)
{
  if (findings->rest_unstable) {
    printf("the result changes from run to run: with all kernels on the port but those named above it was good, then "
           "bad\n");
    return true;
  }
  const bisect_set *set = &findings->sets[findings->set_count - 1];
  char *names = bisect_join(candidates, set->members, set->size, ", ", "");
  if (names) printf("the result changes from run to run: with %s on the port it was bad, then good\n", names);
  free(names);
  return names != NULL;
}

int bisect_print_findings(const bisect_findings *findings, const bisect_kernels *candidates, char *const *reasons)
{
  const bool last_unstable = findings->unstable && !findings->rest_unstable;
  const int stable = findings->set_count - (last_unstable ? 1 : 0);
  bool good = true;
  int named = 0;
  for (int s = 0; good && s < stable; s++) {
    good = print_set(&findings->sets[s], candidates, reasons[findings->sets[s].run]);
    named += findings->sets[s].size;
  }
  if (good && findings->unstable) good = print_unstable(findings, candidates);
  if (!good) {
    fprintf(stderr, "vf_bisect: no memory\n");
    return BISECT_ERROR;
  }
  if (findings->unstable) return BISECT_ERROR;
  if (stable && findings->rest_good && named < candidates->count)
    printf("all other kernels together are good on the port\n");
  if (findings->budget_ended) {
    printf("the run budget ended the search (--runs)\n");
    if (findings->singles_tried < candidates->count)
      printf("%d of %d kernels were tried alone\n", findings->singles_tried, candidates->count);
    if (!stable) printf("all of them together are bad: %s\n", reasons[0] ? reasons[0] : "");
    else if (!findings->rest_good && named < candidates->count)
      printf("whether the other kernels are good together is not known\n");
  }
  return stable ? BISECT_FOUND : BISECT_ERROR;
}
