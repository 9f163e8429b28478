/* Random programs of legacy calls in a region, compared with plain loops that do the calls in turn. Fields have several
 * components and lie in memory without gaps.
 * usage: relinked_programs CASE */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "cases.h"
#include "legacy.h"
#include "schedule.h"

#define BOX int *lo, int *hi
#define ARRAY(x) double *x, int *x##lo, int *x##hi
#define FAB(x) double *x, int *x##l1, int *x##l2, int *x##l3, int *x##h1, int *x##h2, int *x##h3
void SPELLED(fort_fab_copy)(BOX, ARRAY(d), ARRAY(s), int *from, int *nc);
void SPELLED(fort_fab_plus)(BOX, ARRAY(d), ARRAY(s), int *from, int *nc);
void SPELLED(fort_fab_minus)(BOX, ARRAY(d), ARRAY(s), int *from, int *nc);
void SPELLED(fort_fab_copytomem)(BOX, double *memory, ARRAY(s), int *nc);
void SPELLED(fort_fab_copyfrommem)(BOX, ARRAY(d), int *nc, double *memory);
double SPELLED(fort_fab_norm)(BOX, ARRAY(x), int *nc, int *which);
void SPELLED(adotx3dsim)(FAB(y), FAB(x), BOX, int *nc, double *h);

enum { ROUNDS = 7, MOST_PLAYED = ROUNDS * MOST_ENTRIES };

/* real: the data of the calls; expected: the data of the loops. */
static double *real, *expected;
static int one_block;

/* The number of blocks of a field that the program has registered: 0, 1, or a block for each component from first_known
 * on. */
static int known[FIELDS], first_known[FIELDS];

/* The entries to play, in their order, with the numbers that the program asks for. */
static entry played[MOST_PLAYED];
static double largest[MOST_PLAYED];
static int played_count, threads;

/* ---- Plain loops ---- */

static double *first_of(double *pool, int f, int component)
{
  return pool + fields[f].first + (size_t)component * fields[f].cells;
}

/* Place of a cell in bounds. */
static size_t place(const int *lo, const int *hi, int i, int j, int k, int n)
{
  const size_t x = (size_t)(hi[0] - lo[0] + 1), y = (size_t)(hi[1] - lo[1] + 1), z = (size_t)(hi[2] - lo[2] + 1);
  return (size_t)(i - lo[0]) + x * ((size_t)(j - lo[1]) + y * ((size_t)(k - lo[2]) + z * (size_t)n));
}

static double host_value(int f, double value, size_t e) { return f + value + (double)(e * 37 % 101); }

/* The operator itself, on memory that viewfab does not know, outside of a region. */
static void spread(double *pool, entry *e)
{
  field *to = &fields[e->to], *from = &fields[e->from];
  double h[3] = { 1, 1, 1 };
  SPELLED(adotx3dsim)
  (first_of(pool, e->to, e->to_component), &to->lo[0], &to->lo[1], &to->lo[2], &to->hi[0], &to->hi[1], &to->hi[2],
   first_of(pool, e->from, e->from_component), &from->lo[0], &from->lo[1], &from->lo[2], &from->hi[0], &from->hi[1],
   &from->hi[2], e->lo, e->hi, &e->components, h);
}

static void model_cell(const entry *e, int i, int j, int k, int n, double *most)
{
  const field *to = &fields[e->to], *from = &fields[e->from];
  double *x = first_of(expected, e->to, e->to_component), *y = first_of(expected, e->from, e->from_component);
  double *d = x + (e->kind == TO_MEMORY ? place(e->lo, e->hi, i, j, k, n) : place(to->lo, to->hi, i, j, k, n));
  const double *s = y + (e->kind == FROM_MEMORY ? place(e->lo, e->hi, i, j, k, n)
                                                : place(from->lo, from->hi, i - e->lo[0] + e->at[0],
                                                        j - e->lo[1] + e->at[1], k - e->lo[2] + e->at[2], n));
  switch (e->kind) {
    case COPY:
    case TO_MEMORY:
    case FROM_MEMORY: *d = *s; break;
    case PLUS: *d += *s; break;
    case MINUS: *d -= *s; break;
    case SET: *d = e->value; break;
    case LARGEST: *most = fmax(*most, fabs(*d)); break;
    default: break;
  }
}

static void model(entry *e, double *most)
{
  *most = 0;
  if (e->kind == SPREAD) spread(expected, e);
  if (e->kind == FREE)
    for (size_t c = 0; c < COMPONENTS * fields[e->to].cells; c++)
      first_of(expected, e->to, 0)[c] = host_value(e->to, e->value, c);
  for (int n = 0; n < e->components && e->kind != SPREAD && e->kind < FREE; n++)
    for (int k = e->lo[2]; k <= e->hi[2]; k++)
      for (int j = e->lo[1]; j <= e->hi[1]; j++)
        for (int i = e->lo[0]; i <= e->hi[0]; i++) model_cell(e, i, j, k, n, most);
}

/* ---- Legacy calls ---- */

static void give(int f, int parts, int first)
{
  if (known[f] || one_block) return;
  known[f] = parts;
  first_known[f] = first;
  for (int n = first; n < parts; n++)
    expect(!vf_memory_register(first_of(real, f, n), COMPONENTS / parts * fields[f].cells * sizeof *real, "field"),
           "memory is told of");
}

static void forget(int f)
{
  for (int n = first_known[f]; n < known[f]; n++)
    expect(!vf_memory_unregister(first_of(real, f, n)), "memory is taken back");
  known[f] = 0;
}

/* No block begins with the second element of a field. */
static void take_back(int f, double value)
{
  double *x = first_of(real, f, 0);
  for (int g = 0; g < FIELDS; g++)
    expect(!vf_memory_unregister(first_of(real, g, 0) + 1), "an address within a block is no error");
  forget(f);
  for (size_t c = 0; c < COMPONENTS * fields[f].cells; c++) x[c] = host_value(f, value, c);
}

static void call(entry *e, double expected_largest)
{
  field *to = &fields[e->to], *from = &fields[e->from];
  double *d = first_of(real, e->to, e->to_component), *s = first_of(real, e->from, e->from_component);
  int *nc = &e->components, which = 0;
  switch (e->kind) {
    case COPY: SPELLED(fort_fab_copy)(e->lo, e->hi, d, to->lo, to->hi, s, from->lo, from->hi, e->at, nc); break;
    case PLUS: SPELLED(fort_fab_plus)(e->lo, e->hi, d, to->lo, to->hi, s, from->lo, from->hi, e->at, nc); break;
    case MINUS: SPELLED(fort_fab_minus)(e->lo, e->hi, d, to->lo, to->hi, s, from->lo, from->hi, e->at, nc); break;
    case SET: SPELLED(fort_fab_setval)(e->lo, e->hi, d, to->lo, to->hi, nc, &e->value); break;
    case SPREAD: spread(real, e); break;
    case TO_MEMORY: SPELLED(fort_fab_copytomem)(e->lo, e->hi, d, s, from->lo, from->hi, nc); break;
    case FROM_MEMORY: SPELLED(fort_fab_copyfrommem)(e->lo, e->hi, d, to->lo, to->hi, nc, s); break;
    case LARGEST:
      expect(SPELLED(fort_fab_norm)(e->lo, e->hi, d, to->lo, to->hi, nc, &which) == expected_largest,
             "a norm is that of the loops");
      break;
    case FREE: take_back(e->to, e->value); break;
    case GIVE: give(e->to, 1, 0); break;
    case GIVE_PARTS: give(e->to, COMPONENTS, e->value < 0 ? COMPONENTS - 1 : 0); break;
  }
}

/* An array lies in a single block, so calls on fields in several blocks are calls on their components. */
static void make(const entry *e, double expected_largest)
{
  entry part = *e;
  const int apart = e->kind < TO_MEMORY && (known[e->to] > 1 || known[e->from] > 1);
  if (apart) part.components = 1;
  for (int n = 0; n < (apart ? e->components : 1); n++, part.to_component++, part.from_component++)
    call(&part, expected_largest);
}

/* ---- Programs ---- */

static int turn_now;

/* All threads know the order of all calls. */
static void *take_turns(void *number)
{
  for (int t = 0; t < played_count; t++) {
    if (played[t].thread != *(const int *)number) continue;
    while (__atomic_load_n(&turn_now, __ATOMIC_ACQUIRE) != t) sched_yield();
    make(&played[t], largest[t]);
    __atomic_store_n(&turn_now, t + 1, __ATOMIC_RELEASE);
  }
  return NULL;
}

static void add_to_played(const schedule *schedule, int shift)
{
  for (int p = 0; p < schedule->count; p++)
    for (int e = 0; e < schedule->phases[p].count; e++) {
      played[played_count] = schedule->phases[p].entries[e];
      played[played_count].thread = (played[played_count].thread + shift) % threads;
      played_count++;
    }
}

/* A list that is played again and again, then in another order, then by other threads, then in the first order. */
static void make_played(const rules *rules)
{
  static schedule first, other;
  make_schedule(rules, &first);
  other = first;
  played_count = 0;
  threads = rules->threads;
  for (int round = 0; round < ROUNDS; round++) {
    if (round == 3) shuffle_phases(&other);
    if (round == 5) shuffle_entries(&other);
    add_to_played(round < 3 || round == ROUNDS - 1 ? &first : &other, round == 4);
  }
}

static void compare(unsigned seed)
{
  for (int f = 0; f < FIELDS; f++)
    for (size_t c = 0; c < COMPONENTS * fields[f].cells; c++)
      if (memcmp(first_of(real, f, 0) + c, first_of(expected, f, 0) + c, sizeof *real)) {
        fprintf(stderr, "program %u: element %zu of field %d is %.17g, by the loops %.17g\n", seed, c, f,
                first_of(real, f, 0)[c], first_of(expected, f, 0)[c]);
        exit(1);
      }
}

/* blocks: 0: all fields are a single block; 1: each registered field is a block of its own */
static void run_program(const rules *rules, unsigned seed, int blocks)
{
  random_begin(seed);
  make_fields();
  real = malloc(pool_size * sizeof *real);
  expected = malloc(pool_size * sizeof *expected);
  for (size_t e = 0; e < pool_size; e++) real[e] = expected[e] = host_value(0, 0, e);
  one_block = !blocks && !(rules->kinds & 1u << FREE);
  if (one_block) expect(!vf_memory_register(real, pool_size * sizeof *real, "pool"), "the pool is told of");
  for (int f = 0; f < FIELDS; f++) {
    known[f] = 0;
    if (random_below(FIELDS)) give(f, 1, 0);
  }
  make_played(rules);
  for (int t = 0; t < played_count; t++) model(&played[t], &largest[t]);
  expect(!vf_offload_begin(), "a region begins");
  turn_now = 0;
  if (threads > 1) run_threads(threads, take_turns);
  for (int t = 0; t < played_count && threads == 1; t++) make(&played[t], largest[t]);
  expect(!vf_offload_end(), "a region ends");
  compare(seed);
  for (int f = 0; f < FIELDS; f++) forget(f);
  if (one_block) expect(!vf_memory_unregister(real), "the pool is taken back");
  free(real);
  free(expected);
}

static void run_programs(const rules *rules, int count)
{
  for (int p = 0; p < count; p++) run_program(rules, (unsigned)(20261124 + 7919 * p), p % 3);
  puts("right");
}

#define BIT(kind) (1u << (kind))
enum {
  CELLWISE = BIT(COPY) | BIT(PLUS) | BIT(MINUS) | BIT(SET),
  ALL_CALLS = CELLWISE | BIT(SPREAD) | BIT(TO_MEMORY) | BIT(FROM_MEMORY) | BIT(LARGEST),
  IN_PARTS = CELLWISE | BIT(SPREAD) | BIT(FREE) | BIT(GIVE) | BIT(GIVE_PARTS)
};

static void dependent(void)
{
  run_programs(&(rules){ .threads = 1, .calls = 4, .kinds = ALL_CALLS, .few_fields = 3 }, 150);
}

static void one_kernel(void)
{
  run_programs(&(rules){ .threads = 1, .calls = 6, .kinds = BIT(COPY), .few_fields = 4 }, 100);
  run_programs(&(rules){ .threads = 1, .calls = 6, .kinds = BIT(PLUS), .few_fields = 4 }, 100);
  run_programs(&(rules){ .threads = 1, .calls = 6, .kinds = BIT(SPREAD), .few_fields = 4 }, 60);
}

static void overlapping(void)
{
  run_programs(&(rules){ .threads = 1, .calls = 3, .kinds = CELLWISE, .few_fields = FIELDS, .overlapping = 2 }, 150);
}

static void given_again(void)
{
  const unsigned kinds = ALL_CALLS | BIT(FREE) | BIT(GIVE);
  run_programs(&(rules){ .threads = 1, .calls = 2, .kinds = kinds, .few_fields = FIELDS }, 200);
  run_programs(&(rules){ .threads = 1, .calls = 2, .kinds = IN_PARTS, .few_fields = FIELDS }, 200);
}

static void of_threads(void)
{
  run_programs(&(rules){ .threads = 3, .calls = 4, .kinds = ALL_CALLS, .few_fields = 4, .overlapping = 4 }, 40);
  run_programs(&(rules){ .threads = 2, .calls = 4, .kinds = BIT(COPY), .few_fields = 3 }, 40);
}

static void begin(void) {}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "dependent", dependent },
                                       { "one_kernel", one_kernel },
                                       { "overlapping", overlapping },
                                       { "given_again", given_again },
                                       { "of_threads", of_threads } };
  return run_case(count, words, begin, cases, sizeof cases / sizeof *cases);
}
