#include "bisect_search.h"

#include <stdlib.h>
#include <string.h>

#include "bisect_trials.h"

typedef struct search {
  trials tries;
  bisect_findings *findings;
  bool *rest;   /* [count] kernels outside of all sets found so far */
  int *current; /* [count] the bad set in hand, which the search makes smaller */
  int *order;   /* [count] scratch: the kernels, in the order for forming sets */
  int *chosen;  /* [count] scratch: positions in order */
} search;

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Puts a bad set among the findings and tries it a second time. FAILED also means that memory ran out. */
static answer add_set(search *s, const int *members, int size, int tried_all, bool minimal)
{
  bisect_findings *f = s->findings;
  bisect_set *sets = realloc(f->sets, (size_t)(f->set_count + 1) * sizeof *sets);
  if (!sets) return FAILED;
  f->sets = sets;
  bisect_set *set = &sets[f->set_count];
  *set = (bisect_set){ .size = size, .tried_all = tried_all, .minimal = minimal };
  set->members = malloc((size_t)size * sizeof(int));
  if (!set->members) return FAILED;
  f->set_count++;
  memcpy(set->members, members, (size_t)size * sizeof(int));
  qsort(set->members, (size_t)size, sizeof(int), ascending);
  trials_choose(&s->tries, members, size);
  const trial *known = trials_recall(&s->tries);
  if (known) set->run = known->run;
  const answer again = trials_repeat(&s->tries);
  if (again == BAD) {
    set->repeated = true;
    set->run = s->tries.runs;
  }
  if (again == GOOD) f->unstable = true;
  return again;
}

/* One step of delta debugging: tries the parts of s->current, or s->current without one part. BAD: s->current has become
 * smaller. */
static answer try_parts(search *s, int *size, int parts, bool without)
{
  for (int p = 0; p < parts; p++) {
    const int first = *size * p / parts, end = *size * (p + 1) / parts;
    int kept = 0;
    for (int m = 0; m < *size; m++)
      if ((m >= first && m < end) != without) s->order[kept++] = s->current[m];
    trials_choose(&s->tries, s->order, kept);
    const answer a = trials_ask(&s->tries);
    if (a == BAD) {
      memcpy(s->current, s->order, (size_t)kept * sizeof(int));
      *size = kept;
    }
    if (a != GOOD) return a;
  }
  return GOOD;
}

/* Delta debugging (ddmin): makes s->current smaller until it is good without any single member (GOOD). */
static answer minimise(search *s, int *size)
{
  int parts = 2;
  while (*size >= 2) {
    answer a = try_parts(s, size, parts, false);
    if (a == BAD) {
      parts = 2;
      continue;
    }
    if (a == GOOD && parts > 2) a = try_parts(s, size, parts, true);
    if (a == BAD) {
      parts = parts - 1 > 2 ? parts - 1 : 2;
      continue;
    }
    if (a != GOOD) return a;
    if (parts >= *size) break;
    parts = 2 * parts < *size ? 2 * parts : *size;
  }
  return GOOD;
}

/* Moves to the next choice of size positions among count, in lexicographic order. */
static bool next_choice(int *chosen, int size, int count)
{
  int last = size - 1;
  while (last >= 0 && chosen[last] == count - size + last) last--;
  if (last < 0) return false;
  chosen[last]++;
  for (int p = last + 1; p < size; p++) chosen[p] = chosen[p - 1] + 1;
  return true;
}

/* Tries every smaller set of the kernels in s->rest, by size; sets inside s->current come first at each size. BAD:
 * s->current is now the smallest bad set; GOOD: s->current was the smallest already. */
static answer try_smaller(search *s, int *size, int *tried_all)
{
  trials *tries = &s->tries;
  trials_choose(tries, s->current, *size);
  int total = *size;
  memcpy(s->order, s->current, (size_t)total * sizeof(int));
  for (int k = 0; k < tries->count; k++)
    if (s->rest[k] && !tries->set[k]) s->order[total++] = k;
  for (int smaller = *tried_all + 1; smaller < *size; smaller++) {
    for (int p = 0; p < smaller; p++) s->chosen[p] = p;
    do {
      trials_choose(tries, NULL, 0);
      for (int p = 0; p < smaller; p++) tries->set[s->order[s->chosen[p]]] = true;
      const answer a = trials_ask(tries);
      if (a == BAD) {
        for (int p = 0; p < smaller; p++) s->current[p] = s->order[s->chosen[p]];
        *size = smaller;
      }
      if (a != GOOD) return a;
    } while (next_choice(s->chosen, smaller, total));
    *tried_all = smaller;
  }
  return GOOD;
}

/* The kernels in s->rest are bad together, and each is good alone: finds the smallest bad set among them. */
static answer find_together(search *s)
{
  int size = 0, tried_all = 1;
  for (int k = 0; k < s->tries.count; k++)
    if (s->rest[k]) s->current[size++] = k;
  answer a = minimise(s, &size);
  const bool minimal = a == GOOD;
  if (a == GOOD) a = try_smaller(s, &size, &tried_all);
  if (a == FAILED) return FAILED;
  return add_set(s, s->current, size, tried_all, minimal);
}

static answer find_singles(search *s)
{
  for (int k = 0; k < s->tries.count; k++) {
    trials_choose(&s->tries, &k, 1);
    answer a = trials_ask(&s->tries);
    if (a == BAD) {
      s->rest[k] = false;
      a = add_set(s, &k, 1, 0, true);
    }
    if (a == FAILED || a == ENDED || s->findings->unstable) return a;
    s->findings->singles_tried++;
  }
  return GOOD;
}

static bool any(const bool *set, int count)
{
  for (int k = 0; k < count; k++)
    if (set[k]) return true;
  return false;
}

/* Finds further sets until the kernels outside of all sets are good together. */
static answer find_rest(search *s)
{
  bisect_findings *f = s->findings;
  for (;;) {
    memcpy(s->tries.set, s->rest, (size_t)s->tries.count);
    answer a = trials_ask(&s->tries);
    if (a == GOOD) {
      f->rest_good = true;
      a = any(s->rest, s->tries.count) ? trials_repeat(&s->tries) : GOOD;
      f->rest_unstable = a == BAD;
      f->unstable = f->unstable || f->rest_unstable;
      return a;
    }
    if (a == BAD) a = find_together(s);
    if (a != BAD || s->tries.budget_ended) return a;
    const bisect_set *found = &f->sets[f->set_count - 1];
    for (int m = 0; m < found->size; m++) s->rest[found->members[m]] = false;
  }
}

bool bisect_search(int count, int budget, bisect_try attempt, void *user, bisect_findings *findings)
{
  *findings = (bisect_findings){ 0 };
  if (count < 1 || budget < 0) return false;
  const size_t n = (size_t)count;
  search s = { .findings = findings };
  s.rest = malloc(n * sizeof(bool));
  s.current = calloc(3 * n, sizeof(int));
  bool good = trials_open(&s.tries, count, budget, attempt, user) && s.rest && s.current;
  if (good) {
    s.order = s.current + n;
    s.chosen = s.current + 2 * n;
    memset(s.rest, true, n * sizeof(bool));
    answer a = find_singles(&s);
    if (a == GOOD && !findings->unstable) a = find_rest(&s);
    good = a != FAILED;
  }
  findings->runs = s.tries.runs;
  findings->budget_ended = s.tries.budget_ended;
  trials_close(&s.tries);
  free(s.rest);
  free(s.current);
  return good;
}

void bisect_findings_free(bisect_findings *findings)
{
  for (int s = 0; s < findings->set_count; s++) free(findings->sets[s].members);
  free(findings->sets);
  *findings = (bisect_findings){ 0 };
}
