#include "slab_threads.h"

typedef struct shared {
  random_problem *p;
  const int *owners;
  slab_outcome *outcomes;
} shared;

typedef struct maker {
  const shared *s;
  const vfi_wire *wire;
} maker;

static vf_status make_on_wire(random_problem *p, const vfi_operator *op, const vf_multigrid_options *options,
                              void *data, vf_multigrid **solver)
{
  const maker *m = data;
  const vfi_made_of from = { NULL, p->boxes, p->box_count, m->wire, m->s->owners };
  return vfi_multigrid_make(&from, op, &p->sides, options, solver);
}

static void solve_on(const vfi_wire *wire, void *data)
{
  shared *s = data;
  slab_solve(s->p, s->owners, wire->rank, make_on_wire, &(maker){ s, wire }, &s->outcomes[wire->rank]);
}

void slab_solve_on_threads(random_problem *p, const int owners[RANDOM_BOXES], int ranks, slab_outcome *outcomes)
{
  threads_as_ranks(ranks, solve_on, &(shared){ p, owners, outcomes });
}

const char *slab_compare(random_problem *p, random_problem *one, const int owners[RANDOM_BOXES], int ranks,
                         slab_outcome *outcomes)
{
  slab_solve_alone(one, &outcomes[ranks]);
  slab_solve_on_threads(p, owners, ranks, outcomes);
  const bool ghosts_of_one = random_fetch(one), ghosts = random_fetch(p) && ghosts_of_one;
  for (int r = 0; r < ranks; r++)
    if (!slab_same(&outcomes[ranks], &outcomes[r])) return "what a rank tells";
  if (slab_differ(one, p, NULL, 0)) return "phi";
  return ghosts ? NULL : "a ghost of phi";
}
