#include "solver_round.h"

#include <stdio.h>

#include "../multigrid/slab_problem.h"
#include "solvers.h"

static vf_status make_on_layout(random_problem *p, const vfi_operator *op, const vf_multigrid_options *options,
                                void *data, vf_multigrid **solver)
{
  vf_layout *layout = data;
  if (!p->variable) return poisson_on_layout(layout, p->h[0], &p->sides, options, solver);
  return vf_multigrid_create(&(vf_multigrid_problem){ .layout = layout,
                                                      .h = { p->h[0], p->h[1], p->h[2] },
                                                      .sides = &p->sides,
                                                      .alpha = p->alpha,
                                                      .beta = p->beta,
                                                      .a = op->a,
                                                      .bx = op->bx,
                                                      .by = op->by,
                                                      .bz = op->bz },
                             options, solver);
}

const char *solver_round(vf_group *group, uint64_t seed)
{
  static char said[2048];
  static slab_outcome alone, over_ranks;
  int rank = 0, ranks = 1, owners[RANDOM_BOXES];
  must(vf_group_size(group, &rank, &ranks));
  random_problem one = slab_draw(seed), p = slab_draw(seed);
  random_make(&one);
  random_make(&p);
  slab_solve_alone(&one, &alone);
  slab_owners(seed, ranks, &p, owners);
  vf_layout *layout = NULL;
  must(vf_layout_create_owned(group, p.boxes, owners, p.box_count, "boxes", &layout));
  slab_solve(&p, owners, rank, make_on_layout, layout, &over_ranks);
  must(vf_layout_destroy(&layout));
  random_fetch(&one);
  random_fetch(&p);
  const int64_t cells = slab_differ(&one, &p, owners, rank);
  const bool told = slab_same(&alone, &over_ranks);
  char text[RANDOM_TEXT];
  snprintf(said, sizeof said, "%lld cells of phi differ, %s; status %d and %d (%s), residuals %.17g and %.17g: %s",
           (long long)cells, told ? "reports are the same" : "reports differ", alone.status, over_ranks.status,
           over_ranks.text, alone.report.residual, over_ranks.report.residual, random_text(&p, text));
  random_free(&one);
  random_free(&p);
  return cells || !told ? said : NULL;
}
