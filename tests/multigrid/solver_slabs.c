/* A solver over ranks, which are threads here, has the bits of one on a single device. */
#include "slab_problem.h"

#include <math.h>

#include "threads_as_ranks.h"

enum { SOLVES = 240, SHOWN = 8, MOST_RANKS = 16 };

typedef struct shared {
  random_problem *p;
  int owners[RANDOM_BOXES];
  slab_outcome outcomes[MOST_RANKS];
} shared;

typedef struct maker {
  const shared *s;
  const vf_wire *wire;
} maker;

static vf_status make_on_wire(random_problem *p, const vf_operator *op, const vf_multigrid_options *options, void *data,
                              vf_multigrid **solver)
{
  const maker *m = data;
  const vf_made_of from = { NULL, p->boxes, p->box_count, m->wire, m->s->owners };
  return vf_multigrid_make(&from, op, &p->sides, options, solver);
}

static void solve_on(const vf_wire *wire, void *data)
{
  shared *s = data;
  slab_solve(s->p, s->owners, wire->rank, make_on_wire, &(maker){ s, wire }, &s->outcomes[wire->rank]);
}

static const char *differs(uint64_t seed, int ranks, slab_outcome *alone, shared *s, random_problem *on_ranks)
{
  random_problem one = slab_draw(seed);
  *on_ranks = slab_draw(seed);
  random_make(&one);
  random_make(on_ranks);
  slab_solve_alone(&one, alone);
  s->p = on_ranks;
  slab_owners(seed, ranks, on_ranks, s->owners);
  threads_as_ranks(ranks, solve_on, s);
  random_fetch(&one);
  const char *wrong = random_fetch(on_ranks) ? NULL : "a ghost of phi";
  for (int r = 0; r < ranks && !wrong; r++)
    if (!slab_same(alone, &s->outcomes[r])) wrong = "what a rank tells";
  if (!wrong && slab_differ(&one, on_ranks, NULL, 0)) wrong = "phi";
  random_free(&one);
  return wrong;
}

static void show(const random_problem *p, int ranks, const char *wrong, const slab_outcome *alone, const shared *s)
{
  char text[RANDOM_TEXT];
  print_message("%d ranks, agglomerate %d: %s differs: %s\n", ranks, (int)p->options.agglomerate_cells, wrong,
                random_text(p, text));
  for (int r = -1; r < ranks; r++) {
    const slab_outcome *o = r < 0 ? alone : &s->outcomes[r];
    print_message("   rank %d: status %d, residuals %.17g %.17g .. %.17g %s\n", r, o->status, o->residuals[0],
                  o->residuals[1], o->report.residual, o->text);
  }
}

static void solves_over_ranks_have_the_bits_of_one_device(void **state)
{
  (void)state;
  const char *given = getenv("VF_TEST_SEED"), *counted = getenv("VF_TEST_SOLVES");
  const uint64_t seed = given ? strtoull(given, NULL, 10) : 515;
  const int solves = counted ? atoi(counted) : SOLVES;
  int broken = 0, talked = 0;
  for (int n = 0; n < solves; n++) {
    static slab_outcome alone;
    static shared s;
    random_problem p;
    const int ranks = 2 + n % 4;
    const char *wrong = differs(seed + (uint64_t)n, ranks, &alone, &s, &p);
    talked += threads_swaps() > 8;
    if (wrong && broken++ < SHOWN) show(&p, ranks, wrong, &alone, &s);
    random_free(&p);
  }
  print_message("%d of %d solves with levels that were cut\n", talked, solves);
  if (broken) fail_msg("%d of %d solves", broken, solves);
  if (talked * 2 < solves) fail_msg("only %d of %d solves had levels that were cut", talked, solves);
}

/* Faces with any coefficients between 1 and 10^6, which cycles and conjugate gradients do not solve. */
static void put_jumps(random_problem *p)
{
  vf_view *const views[3] = { p->of_bx[0], p->of_by[0], p->of_bz[0] };
  for (int d = 0; d < 3; d++) {
    int64_t faces = 1;
    void *address = NULL;
    for (int e = 0; e < 3; e++) faces *= p->n[e] + (e == d);
    must(vf_view_to_host(views[d], VF_WRITE));
    must(vf_view_host_address(views[d], &address));
    for (int64_t f = 0; f < faces; f++) ((double *)address)[f] = exp(random_between(p, 0, 1) * log(1e6));
  }
}

static void jumps_that_stop_ranks_with_slabs_are_solved_by_the_method_that_the_error_names(void **state)
{
  (void)state;
  enum { RANKS = 3 };
  for (int method = VF_METHOD_AUTO; method >= VF_METHOD_ROBUST; method--) {
    static shared s;
    random_problem p = random_cells(14, 16, 34, VF_DIRICHLET, true);
    p.options.agglomerate_cells = 0;
    p.options.method = method;
    p.options.relative = 1e-8;
    random_make(&p);
    put_jumps(&p);
    s.p = &p;
    s.owners[0] = 1;
    threads_as_ranks(RANKS, solve_on, &s);
    for (int r = 0; r < RANKS; r++) {
      const slab_outcome *o = &s.outcomes[r];
      if (method == VF_METHOD_ROBUST && o->status) fail_msg("rank %d: %s", r, o->text);
      if (method == VF_METHOD_ROBUST) continue;
      assert_true(o->status == VF_ERROR_STAGNATED || o->status == VF_ERROR_DIVERGED);
      if (!strstr(o->text, "Take VF_METHOD_ROBUST")) fail_msg("rank %d: %s", r, o->text);
    }
    random_free(&p);
  }
}

static const struct CMUnitTest tests[] = {
  claim(solves_over_ranks_have_the_bits_of_one_device),
  claim(jumps_that_stop_ranks_with_slabs_are_solved_by_the_method_that_the_error_names),
};
RUN("solver_slabs", tests)
