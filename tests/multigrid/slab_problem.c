#include "slab_problem.h"

#include <stdio.h>

static int pick(random_problem *p, int count) { return (int)(random_bits(p) % (uint64_t)count); }

/* As many as the longest direction has cells. */
static const double *widths_of_cells(void)
{
  static double widths[128];
  for (int i = 0; i < 128; i++) widths[i] = 1 + 0.4 * ((i * 7) % 11) / 11.;
  return widths;
}

random_problem slab_draw(uint64_t seed)
{
  random_problem p = random_draw(seed), dice = { .state = seed ^ 0x5555 };
  const int extents[] = { 4, 8, 8, 12, 16, 20, 7, 13 }, planes[] = { 8, 16, 16, 24, 32, 40, 48, 64, 17, 27, 37, 51 };
  const int kinds = pick(&dice, 2); /* 1: some are odd */
  if (pick(&dice, 8))
    for (int d = 0; d < 3; d++) {
      p.n[d] = d < 2 ? extents[pick(&dice, 6 + 2 * kinds)] : planes[pick(&dice, 8 + 4 * kinds)];
      p.parts[d] = 1 + pick(&dice, 2);
    }
  /* long cells: some directions wait */
  if (p.variable && pick(&dice, 3) == 0) p.h[pick(&dice, 3)] *= 4;
  if (pick(&dice, 5) == 0) p.options.method = VF_METHOD_ROBUST;
  if (pick(&dice, 5) == 0)
    for (int d = 0; d < 3; d++)
      if (pick(&dice, 2)) p.options.widths[d] = widths_of_cells();
  /* two levels in single precision, the second level graded */
  const int large[][3] = { { 37, 33, 51 }, { 34, 31, 45 }, { 33, 36, 40 }, { 40, 32, 37 } };
  if (pick(&dice, 8) == 0) {
    memcpy(p.n, large[pick(&dice, 4)], sizeof p.n);
    p.options.method = VF_METHOD_CYCLES;
    p.options.cycle = VF_CYCLE_V;
    p.options.precision = VF_PRECISION_AUTO;
    if (pick(&dice, 2)) p.sides.order = 2;
  }
  p.options.max_cycles = 12;
  if (p.options.method == VF_METHOD_CYCLES && pick(&dice, 2) == 0) p.options.method = VF_METHOD_AUTO;
  /* such jumps mostly bring the default to the robust method */
  if (p.variable && p.options.method == VF_METHOD_AUTO) {
    p.rough = ROUGHER_COEFFICIENTS;
    p.options.max_cycles = 40;
  }
  const int64_t cells[] = { 0, 0, 100, 500, 2000 };
  p.options.agglomerate_cells = cells[pick(&dice, 5)];
  /* a part that every rank solves as a whole: a resampled level, or the robust method's level in single precision */
  if (pick(&dice, 6) == 0) {
    for (int d = 0; d < 3; d++) {
      p.n[d] = 17 + pick(&dice, 12);
      p.options.widths[d] = NULL;
    }
    p.options.agglomerate_cells = 100000;
    if (p.variable) p.options.method = VF_METHOD_ROBUST;
  }
  return p;
}

void slab_owners(uint64_t seed, int ranks, const random_problem *p, int owners[RANDOM_BOXES])
{
  random_problem dice = { .state = seed };
  for (int b = 0; b < p->box_count; b++) owners[b] = pick(&dice, ranks);
}

static void hear(int cycle, double residual, void *data)
{
  slab_outcome *o = data;
  if (cycle < SLAB_CYCLES) o->residuals[cycle] = residual;
  o->heard = cycle + 1;
}

vf_view **slab_own(const random_problem *p, const int *owners, int rank, vf_view **views, vf_view **list)
{
  int count = 0;
  for (int b = 0; b < p->box_count; b++)
    if (!owners || owners[b] == rank) list[count++] = views[b];
  return list;
}

void slab_solve(random_problem *p, const int *owners, int rank, slab_maker make, void *data, slab_outcome *outcome)
{
  vf_view *lists[7][RANDOM_BOXES];
  vf_view **const all[7] = { p->of_a, p->of_bx, p->of_by, p->of_bz, p->of_phi, p->of_rhs, p->of_wall };
  for (int f = 0; f < 7; f++) slab_own(p, owners, rank, all[f], lists[f]);
  const vfi_operator op = { p->variable, p->alpha, p->beta, p->h, lists[0], lists[1], lists[2], lists[3] };
  memset(outcome, 0, sizeof *outcome);
  vf_multigrid_options options = p->options;
  options.history = hear;
  options.history_data = outcome;
  vf_multigrid *solver = NULL;
  outcome->status = make(p, &op, &options, data, &solver);
  for (int s = 0; s < (options.method == VF_METHOD_AUTO ? 2 : 1) && !outcome->status; s++)
    outcome->status = vf_multigrid_solve(solver, lists[4], lists[5], p->walls ? lists[6] : NULL, &outcome->report);
  snprintf(outcome->text, sizeof outcome->text, "%s", outcome->status ? vf_last_error() : "");
  vf_multigrid_destroy(&solver);
}

static vf_status make_alone(random_problem *p, const vfi_operator *op, const vf_multigrid_options *options, void *data,
                            vf_multigrid **solver)
{
  (void)op;
  (void)data;
  p->options = *options;
  return random_solver(p, solver);
}

void slab_solve_alone(random_problem *p, slab_outcome *outcome) { slab_solve(p, NULL, 0, make_alone, NULL, outcome); }

bool slab_same(const slab_outcome *a, const slab_outcome *b)
{
  return a->status == b->status && a->heard == b->heard && !memcmp(a->residuals, b->residuals, sizeof a->residuals) &&
         !memcmp(&a->report, &b->report, sizeof a->report);
}

int64_t slab_differ(const random_problem *a, const random_problem *b, const int *owners, int rank)
{
  int64_t differ = 0;
  for (int x = 0; x < a->box_count; x++) {
    const vf_box *box = &a->boxes[x];
    if (owners && owners[x] != rank) continue;
    for (int k = box->lower[2]; k <= box->upper[2]; k++)
      for (int j = box->lower[1]; j <= box->upper[1]; j++)
        for (int i = box->lower[0]; i <= box->upper[0]; i++) {
          const int64_t at = random_at(a, i - a->lower[0], j - a->lower[1], k - a->lower[2]);
          differ += memcmp(&a->phi[at], &b->phi[at], sizeof a->phi[at]) != 0;
        }
  }
  return differ;
}
