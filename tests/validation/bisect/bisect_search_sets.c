/* The search of vf_bisect: it finds the smallest sets with few tries, for all sorts of failures. */
#include "testing.h"

#include <bisect_search.h>

enum { MOST = 32, NONE = -1 };

/* A program of `count` kernels with rules. It is bad if any rule holds: all kernels of `needs` and no kernel of
 * `spoils` are on the port. */
typedef struct rule {
  uint32_t needs, spoils;
} rule;

typedef struct fake {
  int count, rules;
  rule rule[4];
  int flips_from; /* from this try on, every second answer is wrong; NONE: never */
  int fails_at;   /* this try has no answer; NONE: never */
  int tries;
  uint32_t asked[4096];
} fake;

static uint32_t bits(const bool *ported, int count)
{
  uint32_t set = 0;
  for (int k = 0; k < count; k++)
    if (ported[k]) set |= 1u << k;
  return set;
}

static bool breaks(const fake *f, uint32_t set)
{
  for (int r = 0; r < f->rules; r++)
    if ((set & f->rule[r].needs) == f->rule[r].needs && !(set & f->rule[r].spoils)) return true;
  return false;
}

static bisect_outcome attempt(const bool *ported, void *user)
{
  fake *f = user;
  const int number = f->tries++;
  f->asked[number % 4096] = bits(ported, f->count);
  if (number == f->fails_at) return BISECT_FAILED;
  bool bad = breaks(f, bits(ported, f->count));
  if (f->flips_from != NONE && number >= f->flips_from && (number - f->flips_from) % 2 == 0) bad = !bad;
  return bad ? BISECT_BAD : BISECT_GOOD;
}

static fake program(int count, uint32_t needs, uint32_t spoils)
{
  return (fake){ .count = count, .rules = 1, .rule = { { needs, spoils } }, .flips_from = NONE, .fails_at = NONE };
}

static void also(fake *f, uint32_t needs, uint32_t spoils) { f->rule[f->rules++] = (rule){ needs, spoils }; }

static bisect_findings found(fake *f, int budget)
{
  bisect_findings findings;
  assert_true(bisect_search(f->count, budget, attempt, f, &findings));
  assert_int_equal(findings.runs, f->tries);
  assert_true(findings.runs <= budget);
  return findings;
}

static uint32_t members(const bisect_set *set)
{
  uint32_t all = 0;
  for (int m = 0; m < set->size; m++) {
    if (m) assert_true(set->members[m] > set->members[m - 1]);
    all |= 1u << set->members[m];
  }
  return all;
}

/* Fails unless the set is the expected set, was proved to be the smallest, and was bad twice. */
static void expect_smallest(const bisect_findings *findings, int number, uint32_t expected)
{
  assert_true(number < findings->set_count);
  const bisect_set *set = &findings->sets[number];
  assert_int_equal(members(set), expected);
  assert_int_equal(set->tried_all, set->size - 1);
  assert_true(set->minimal && set->repeated && set->run > 0);
}

static void one_breaker_among_12_is_named(void **state)
{
  (void)state;
  for (int k = 0; k < 12; k++) {
    fake f = program(12, 1u << k, 0);
    bisect_findings findings = found(&f, 100);
    assert_int_equal(findings.set_count, 1);
    expect_smallest(&findings, 0, 1u << k);
    assert_true(findings.rest_good && !findings.budget_ended && !findings.unstable);
    assert_int_equal(findings.runs, 12 + 1 + 2); /* each kernel alone, the bad kernel again, the rest twice */
    bisect_findings_free(&findings);
  }
}

static void the_only_kernel_is_named(void **state)
{
  (void)state;
  fake f = program(1, 1, 0);
  bisect_findings findings = found(&f, 10);
  assert_int_equal(findings.set_count, 1);
  expect_smallest(&findings, 0, 1);
  assert_true(findings.rest_good);
  assert_int_equal(findings.runs, 1);
  bisect_findings_free(&findings);
}

static void every_pair_that_breaks_only_together_is_named(void **state)
{
  (void)state;
  for (int a = 0; a < 12; a++)
    for (int b = a + 1; b < 12; b++) {
      fake f = program(12, 1u << a | 1u << b, 0);
      bisect_findings findings = found(&f, 200);
      assert_int_equal(findings.set_count, 1);
      expect_smallest(&findings, 0, 1u << a | 1u << b);
      assert_true(findings.rest_good);
      bisect_findings_free(&findings);
    }
}

static void three_that_break_only_together_are_named(void **state)
{
  (void)state;
  fake f = program(12, 1u << 1 | 1u << 6 | 1u << 11, 0);
  bisect_findings findings = found(&f, 200);
  assert_int_equal(findings.set_count, 1);
  expect_smallest(&findings, 0, 1u << 1 | 1u << 6 | 1u << 11);
  assert_true(findings.rest_good && !findings.budget_ended);
  bisect_findings_free(&findings);
}

static void all_kernels_may_be_needed(void **state)
{
  (void)state;
  fake f = program(5, 31, 0);
  bisect_findings findings = found(&f, 100);
  assert_int_equal(findings.set_count, 1);
  expect_smallest(&findings, 0, 31);
  bisect_findings_free(&findings);
}

static void independent_breakers_are_named_apart(void **state)
{
  (void)state;
  fake f = program(12, 1u << 2, 0);
  also(&f, 1u << 9, 0);
  bisect_findings findings = found(&f, 100);
  assert_int_equal(findings.set_count, 2);
  expect_smallest(&findings, 0, 1u << 2);
  expect_smallest(&findings, 1, 1u << 9);
  assert_true(findings.rest_good);
  bisect_findings_free(&findings);
}

static void a_pair_is_found_behind_a_single_breaker(void **state)
{
  (void)state;
  fake f = program(12, 1u << 2, 0);
  also(&f, 1u << 4 | 1u << 7, 0);
  bisect_findings findings = found(&f, 200);
  assert_int_equal(findings.set_count, 2);
  expect_smallest(&findings, 0, 1u << 2);
  expect_smallest(&findings, 1, 1u << 4 | 1u << 7);
  assert_true(findings.rest_good);
  bisect_findings_free(&findings);
}

static void two_independent_pairs_are_named(void **state)
{
  (void)state;
  fake f = program(10, 1u << 0 | 1u << 9, 0);
  also(&f, 1u << 3 | 1u << 4, 0);
  bisect_findings findings = found(&f, 200);
  assert_int_equal(findings.set_count, 2);
  const uint32_t both[2] = { members(&findings.sets[0]), members(&findings.sets[1]) };
  assert_true(both[0] != both[1]);
  for (int s = 0; s < 2; s++) {
    assert_true(breaks(&f, both[s]) && findings.sets[s].size == 2);
    expect_smallest(&findings, s, both[s]);
  }
  assert_true(findings.rest_good);
  bisect_findings_free(&findings);
}

/* Kernel 0 is bad alone, but kernel 1 repairs it: all together are bad because of another set. */
static void a_breaker_that_others_hide_is_named(void **state)
{
  (void)state;
  fake f = program(8, 1u << 0, 1u << 1);
  also(&f, 1u << 5 | 1u << 6, 0);
  bisect_findings findings = found(&f, 200);
  assert_int_equal(findings.set_count, 2);
  expect_smallest(&findings, 0, 1u << 0);
  expect_smallest(&findings, 1, 1u << 5 | 1u << 6);
  bisect_findings_free(&findings);
}

/* The set 0 .. 3 is bad, and each of its proper subsets is good. A search that only shrinks sets would stop here,
 * although 4 and 5 without 0 are bad. */
static void a_smaller_set_outside_the_first_one_is_found(void **state)
{
  (void)state;
  fake f = program(6, 15, 0);
  also(&f, 1u << 4 | 1u << 5, 1u << 0);
  bisect_findings findings = found(&f, 200);
  expect_smallest(&findings, 0, 1u << 4 | 1u << 5);
  bisect_findings_free(&findings);
}

/* All programs of five kernels with any rule of needed and spoiling kernels: the named set breaks the result, and no
 * smaller set does. */
static void named_sets_are_the_smallest_for_all_small_programs(void **state)
{
  (void)state;
  enum { COUNT = 5, SETS = 1 << COUNT };
  for (uint32_t needs = 1; needs < SETS; needs++)
    for (uint32_t spoils = 0; spoils < SETS; spoils++) {
      if (needs & spoils) continue;
      fake f = program(COUNT, needs, spoils);
      also(&f, SETS - 1, 0);
      bisect_findings findings = found(&f, 200);
      assert_true(findings.set_count >= 1 && !findings.budget_ended && !findings.unstable);
      int smallest = COUNT;
      for (uint32_t set = 1; set < SETS; set++)
        if (breaks(&f, set) && __builtin_popcount(set) < smallest) smallest = __builtin_popcount(set);
      assert_true(breaks(&f, members(&findings.sets[0])));
      assert_int_equal(findings.sets[0].size, smallest);
      bisect_findings_free(&findings);
    }
}

/* For any budget the search makes no more tries, and every named set breaks the result. If the budget ended the
 * search, the findings say so. */
static void every_budget_is_kept_and_what_is_known_is_true(void **state)
{
  (void)state;
  for (int budget = 0; budget < 130; budget++) {
    fake f = program(12, 1u << 1 | 1u << 6 | 1u << 11, 0);
    bisect_findings findings = found(&f, budget);
    for (int s = 0; s < findings.set_count; s++) {
      const bisect_set *set = &findings.sets[s];
      assert_true(breaks(&f, members(set)));
      if (set->minimal || set->tried_all == set->size - 1) assert_int_equal(set->size, 3);
      assert_true(set->tried_all < set->size);
    }
    if (!findings.rest_good) assert_true(findings.budget_ended);
    if (budget < 13) assert_int_equal(findings.set_count, 0);
    if (budget == 129) assert_false(findings.budget_ended);
    bisect_findings_free(&findings);
  }
}

static void a_bad_set_that_is_good_the_second_time_is_called_unstable(void **state)
{
  (void)state;
  fake f = program(6, 1u << 2, 0);
  f.flips_from = 3; /* the repetition */
  bisect_findings findings = found(&f, 100);
  assert_true(findings.unstable && !findings.rest_unstable);
  assert_int_equal(findings.set_count, 1);
  assert_int_equal(members(&findings.sets[0]), 1u << 2);
  assert_false(findings.sets[0].repeated);
  assert_int_equal(findings.runs, 4);
  bisect_findings_free(&findings);
}

static void a_rest_that_is_bad_the_second_time_is_called_unstable(void **state)
{
  (void)state;
  fake f = program(6, 1u << 2, 0);
  f.flips_from = 8; /* six kernels alone, a repetition, the rest, and again */
  bisect_findings findings = found(&f, 100);
  assert_true(findings.unstable && findings.rest_unstable);
  assert_int_equal(findings.set_count, 1);
  assert_true(findings.sets[0].repeated);
  bisect_findings_free(&findings);
}

static void no_set_is_tried_twice_but_to_repeat_it(void **state)
{
  (void)state;
  fake f = program(12, 1u << 1 | 1u << 6 | 1u << 11, 0);
  bisect_findings findings = found(&f, 200);
  int twice = 0;
  for (int a = 0; a < f.tries; a++)
    for (int b = 0; b < a; b++) twice += f.asked[a] == f.asked[b];
  assert_int_equal(twice, 2); /* the found set, and the rest */
  bisect_findings_free(&findings);
}

static void a_try_without_an_answer_ends_the_search(void **state)
{
  (void)state;
  for (int at = 0; at < 20; at++) {
    fake f = program(6, 1u << 2 | 1u << 4, 0);
    f.fails_at = at;
    bisect_findings findings;
    const bool good = bisect_search(f.count, 100, attempt, &f, &findings);
    if (!good) assert_int_equal(f.tries, at + 1);
    if (at < 8) assert_false(good);
    bisect_findings_free(&findings);
  }
}

static const struct CMUnitTest tests[] = {
  claim(one_breaker_among_12_is_named),
  claim(the_only_kernel_is_named),
  claim(every_pair_that_breaks_only_together_is_named),
  claim(three_that_break_only_together_are_named),
  claim(all_kernels_may_be_needed),
  claim(independent_breakers_are_named_apart),
  claim(a_pair_is_found_behind_a_single_breaker),
  claim(two_independent_pairs_are_named),
  claim(a_breaker_that_others_hide_is_named),
  claim(a_smaller_set_outside_the_first_one_is_found),
  claim(named_sets_are_the_smallest_for_all_small_programs),
  claim(every_budget_is_kept_and_what_is_known_is_true),
  claim(a_bad_set_that_is_good_the_second_time_is_called_unstable),
  claim(a_rest_that_is_bad_the_second_time_is_called_unstable),
  claim(no_set_is_tried_twice_but_to_repeat_it),
  claim(a_try_without_an_answer_ends_the_search),
};
RUN("bisect_search", tests)
