/* A call refused on one rank is refused on all ranks, with this rank and its reason. This also holds with kept plans:
 * ghosts of a call never pair with ghosts of another call. */
#include "ranks.h"
#include "../support/solvers.h"

#include <mpi.h>
#include <viewfab/remote.h>
#include <viewfab/solver.h>
#include <viewfab_kernels.h>

enum { LENGTH = 5, NY = 4, NZ = 3 };

static const vf_boundary ring = { .kind = { VF_PERIODIC, VF_DIRICHLET, 0, VF_PERIODIC, VF_NEUMANN, 0 }, .order = 2 };

typedef struct scene {
  vf_group *group;
  vf_layout *layout;
  vf_box domain;
  vf_set *phi, *rho, *wall, *bare;
  int step;
} scene;

static vf_set *set_on(vf_layout *layout, int ghosts, const char *label)
{
  vf_set *set = NULL;
  must(vf_set_create_on(layout, VF_REAL64, 1, ghosts, 0, label, &set));
  return set;
}

/* Ranks in a ring along x; plans are kept. */
static scene made(void)
{
  const vf_box own = { { LENGTH * rank, 1, 0 }, { LENGTH * rank + LENGTH - 1, NY, NZ - 1 } };
  scene s = { .group = world(), .domain = { { 0, 1, 0 }, { LENGTH * ranks - 1, NY, NZ - 1 } } };
  must(vf_layout_create(s.group, &own, 1, "ring", &s.layout));
  s.phi = set_on(s.layout, 3, "phi");
  s.rho = set_on(s.layout, 3, "rho");
  s.wall = set_on(s.layout, 1, "wall");
  must(vf_fill_value_boxes(&own, 1, s.rho, 0));
  must(vf_set_fill_ghosts(s.phi, NULL, 1, &s.domain, &ring));
  must(vf_set_fill_ghosts(s.phi, s.wall, 1, &s.domain, &ring));
  must(vf_set_fill_ghosts(s.rho, NULL, 1, &s.domain, &ring));
  return s;
}

static void ended(scene *s)
{
  must(vf_view_release(&s->phi, true));
  must(vf_view_release(&s->rho, true));
  must(vf_view_release(&s->wall, true));
  must(vf_layout_destroy(&s->layout));
  must(vf_group_destroy(&s->group));
}

static double value_of(int step, int of) { return 1000 * step + (of + ranks) % ranks; }

/* New values in the cells. */
static void go_on(scene *s)
{
  const vf_box own = { { LENGTH * rank, 1, 0 }, { LENGTH * rank + LENGTH - 1, NY, NZ - 1 } };
  s->step++;
  must(vf_fill_value_boxes(&own, 1, s->phi, value_of(s->step, rank)));
}

/* Ghosts have the neighbours' values of this step, not of another step. */
static void expect_ghosts(const scene *s, int layers)
{
  vf_view *view = NULL;
  void *host = NULL;
  int64_t lower[4] = { 1, 1, 1, 1 }, upper[4] = { 1, 1, 1, 1 };
  must(vf_set_view(s->phi, 0, NULL, &view));
  must(vf_view_bounds(view, lower, upper));
  must(vf_view_to_host(view, VF_READ));
  must(vf_view_host_address(view, &host));
  const int64_t row = upper[0] - lower[0] + 1, plane = row * (upper[1] - lower[1] + 1);
  for (int k = 0; k < NZ; k++)
    for (int j = 1; j <= NY; j++)
      for (int layer = 1; layer <= layers; layer++) {
        const double *at = (double *)host + (k - lower[2]) * plane + (j - lower[1]) * row - lower[0];
        const double left = at[LENGTH * rank - layer], right = at[LENGTH * (rank + 1) - 1 + layer];
        if (left != value_of(s->step, rank - 1) || right != value_of(s->step, rank + 1))
          give_up(__FILE__, __LINE__, "step %d: ghosts at (%d, %d) are %g and %g", s->step, j, k, left, right);
      }
}

static void good_step(scene *s, int layers)
{
  go_on(s);
  must(vf_set_fill_ghosts(s->phi, NULL, layers, &s->domain, &ring));
  expect_ghosts(s, layers);
}

/* ---- Exchanges ---------------------------------------------------------------------------------------- */

/* The mistake of a single rank. */
typedef enum slip {
  ORDER,
  KIND,
  ONE_PERIODIC,
  DISTANCE,
  NO_LAYERS,
  MANY_LAYERS,
  LAYERS_UNSAID,
  SMALL_DOMAIN,
  NO_DOMAIN,
  NO_SIDES,
  ITS_OWN_WALL,
  WALL_WITHOUT_GHOSTS,
  NO_SET,
  RELEASED_SET,
  A_VIEW,
  SLIPS,
  NONE = SLIPS
} slip;

static const struct {
  vf_status status;
  const char *words;
} expected[SLIPS] = {
  { VF_ERROR_ARGUMENT, "order 0" },
  { VF_ERROR_ARGUMENT, "kind 7 of face" },
  { VF_ERROR_ARGUMENT, "only one of the faces" },
  { VF_ERROR_ARGUMENT, "distance -1" },
  { VF_ERROR_ARGUMENT, "0 layers of 'phi'" },
  { VF_ERROR_BOX, "needs more than its view" },
  { VF_ERROR_NULL, "layers is NULL" },
  { VF_ERROR_BOX, "lies outside the domain" },
  { VF_ERROR_NULL, "domain is NULL" },
  { VF_ERROR_NULL, "sides is NULL" },
  { VF_ERROR_ALIAS, "the set and its wall are both 'phi'" },
  { VF_ERROR_BOX, "'wall' has no values in the ghosts" },
  { VF_ERROR_NULL, "the view is not set" },
  { VF_ERROR_NULL, "the view was released" },
  { VF_ERROR_ARGUMENT, "is a view, not a set" },
};

static vf_status fill_with(slip what, scene *s, bool begin)
{
  vf_boundary sides = ring;
  vf_box domain = s->domain;
  vf_set *set = s->phi, *wall = s->wall, *bare = NULL;
  const vf_box *there = &domain;
  const vf_boundary *walls = &sides;
  int layers = 1;
  must(vf_set_create_on(s->layout, VF_REAL64, 1, 0, 0, "wall", &bare));
  vf_set *released = set_on(s->layout, 1, "phi"), *const gone = released;
  must(vf_view_release(&released, true));
  switch (what) {
    case ORDER: sides.order = 0; break;
    case KIND: sides.kind[2] = 7; break;
    case ONE_PERIODIC: sides.kind[3] = 0; break;
    case DISTANCE: sides.distance[1] = -1; break;
    case NO_LAYERS: layers = 0; break;
    case MANY_LAYERS: layers = 4; break;
    case SMALL_DOMAIN: domain.upper[1]--; break;
    case NO_DOMAIN: there = NULL; break;
    case NO_SIDES: walls = NULL; break;
    case ITS_OWN_WALL: wall = s->phi; break;
    case WALL_WITHOUT_GHOSTS: wall = bare; break;
    case NO_SET: set = NULL; break;
    case RELEASED_SET: set = gone; break;
    case A_VIEW: must(vf_set_view(s->phi, 0, NULL, &set)); break;
    default: break;
  }
  vf_status status;
  if (what == LAYERS_UNSAID)
    status = begin ? vf_set_fill_ghosts_begin_by_direction(set, wall, NULL, there, walls)
                   : vf_set_fill_ghosts_by_direction(set, wall, NULL, there, walls);
  else
    status = begin ? vf_set_fill_ghosts_begin(set, wall, layers, there, walls)
                   : vf_set_fill_ghosts(set, wall, layers, there, walls);
  s->bare = bare; /* released later: the text of the failure is still needed */
  return status;
}

static void expect_refusal(const scene *s, vf_status status, int bad, vf_status own, const char *words)
{
  char name[32];
  snprintf(name, sizeof name, "rank %d", bad);
  if (status != (rank == bad ? own : VF_ERROR_PEER) || !strstr(vf_last_error(), words) ||
      (rank != bad && !strstr(vf_last_error(), name)))
    give_up(__FILE__, __LINE__, "step %d, '%s' on rank %d: status %d: %s", s->step, words, bad, (int)status,
            vf_last_error());
}

static void a_refusal_of_one_rank_is_told_to_all_also_where_plans_are_kept(void)
{
  scene s = made();
  for (int what = 0; what < SLIPS; what++)
    for (int bad = 0; bad < ranks; bad += ranks - 1)
      for (int begin = 0; begin < 2; begin++) {
        go_on(&s);
        const vf_status status = fill_with(rank == bad ? (slip)what : NONE, &s, begin);
        expect_refusal(&s, status, bad, expected[what].status, expected[what].words);
        must(vf_view_release(&s.bare, true));
        good_step(&s, 1);
      }
  ended(&s);
}

/* All ranks have walls at the same faces, so their plans are the same. */
static void sides_that_differ_by_rank_are_refused(void)
{
  scene s = made();
  for (int what = 0; what < 4; what++) {
    vf_boundary sides = ring;
    vf_set *wall = NULL;
    const bool odd = rank == ranks - 1;
    if (odd && what == 0) sides.kind[4] = VF_REFLECT_ODD;
    if (odd && what == 1) sides.order = 3;
    if (odd && what == 2) sides.distance[1] = 0.5;
    if (odd && what == 3) wall = s.wall;
    go_on(&s);
    refused(vf_set_fill_ghosts(s.phi, wall, 1, &s.domain, &sides), VF_ERROR_PEER, "its arguments on rank");
    good_step(&s, 1);
  }
  ended(&s);
}

/* A rank that refused has used fewer of its kept plans. */
static void a_plan_that_one_rank_alone_has_dropped_is_made_again(void)
{
  scene s = made();
  const int depths[4][3] = { { 3, 0, 0 }, { 2, 1, 0 }, { 2, 0, 0 }, { 1, 2, 0 } };
  for (int d = 0; d < 4; d++) must(vf_set_fill_ghosts_by_direction(s.phi, NULL, depths[d], &s.domain, &ring));
  /* The oldest plan becomes the newest plan of all ranks except the refusing rank. */
  const vf_status status = vf_set_fill_ghosts_by_direction(rank ? s.phi : NULL, NULL, depths[0], &s.domain, &ring);
  expect_refusal(&s, status, 0, VF_ERROR_NULL, "the view is not set");
  must(vf_set_fill_ghosts_by_direction(s.phi, NULL, (int[3]){ 1, 0, 0 }, &s.domain, &ring));
  for (int round = 0; round < 2; round++)
    for (int d = 0; d < 4; d++) {
      go_on(&s);
      must(vf_set_fill_ghosts_by_direction(s.phi, NULL, depths[d], &s.domain, &ring));
      expect_ghosts(&s, depths[d][0]);
    }
  ended(&s);
}

static void an_end_that_one_rank_refuses_can_be_made_again(void)
{
  scene s = made();
  for (int bad = 0; bad < ranks; bad++) {
    go_on(&s);
    must(vf_set_fill_ghosts_begin(s.phi, NULL, 1, &s.domain, &ring));
    expect_refusal(&s, vf_set_fill_ghosts_end(rank == bad ? s.rho : s.phi), bad, VF_ERROR_STATE,
                   "no exchange is begun");
    expect_refusal(&s, vf_set_fill_ghosts_end(rank == bad ? NULL : s.phi), bad, VF_ERROR_NULL, "the view is not set");
    must(vf_set_fill_ghosts_end(s.phi));
    expect_ghosts(&s, 1);
  }
  ended(&s);
}

static void expect_both(vf_status status, const char *one, const char *other)
{
  if (status != VF_ERROR_PEER || !strstr(vf_last_error(), one) || !strstr(vf_last_error(), other) ||
      !strstr(vf_last_error(), "(call "))
    give_up(__FILE__, __LINE__, "'%s' and '%s' are not named: status %d: %s", one, other, (int)status, vf_last_error());
}

/* A rank that leaves out a call is found in its next call. */
static void a_rank_that_leaves_out_a_call_is_named_with_both_calls(void)
{
  scene s = made();
  const double began = seconds();
  must(vf_set_fill_ghosts(s.phi, NULL, 1, &s.domain, &ring));
  if (rank != ranks - 1) expect_both(vf_set_fill_ghosts(s.rho, NULL, 1, &s.domain, &ring), "'phi'", "'rho'");
  else expect_both(vf_set_fill_ghosts(s.phi, NULL, 1, &s.domain, &ring), "'phi'", "'rho'");
  refused(vf_set_fill_ghosts(s.phi, NULL, 1, &s.domain, &ring), VF_ERROR_PEER, "the group is broken");
  holds(seconds() - began < 100); /* VF_WAIT is 300 */
  must(vf_view_release(&s.phi, true));
  must(vf_view_release(&s.rho, true));
  must(vf_view_release(&s.wall, true));
  must(vf_layout_destroy(&s.layout));
  refused(vf_group_destroy(&s.group), VF_ERROR_PEER, "the group is broken");
}

/* ---- Other calls -------------------------------------------------------------------------------------- */

static void other_calls_are_refused_together(void)
{
  scene s = made();
  const bool odd = rank == ranks - 1;
  const int bad = ranks - 1;
  const vf_box own = { { LENGTH * rank, 1, 0 }, { LENGTH * rank + LENGTH - 1, NY, NZ - 1 } };
  vf_layout *gone = NULL, *layout = NULL;
  vf_multigrid *solver = NULL;
  double total = 0;
  must(vf_layout_create(s.group, &own, 1, "gone", &layout));
  gone = layout;
  must(vf_layout_destroy(&layout));
  expect_refusal(&s, vf_layout_create(odd ? NULL : s.group, &own, 1, "more", &layout), bad, VF_ERROR_NULL,
                 "the group is not set");
  expect_refusal(&s, vf_group_fence(odd ? NULL : s.group), bad, VF_ERROR_NULL, "the group is not set");
  expect_refusal(&s, vf_dot_layout(odd ? gone : s.layout, s.rho, s.rho, &total, NULL), bad, VF_ERROR_STATE,
                 "the layout was destroyed");
  expect_refusal(&s, poisson_on_layout(odd ? gone : s.layout, 1, &ring, NULL, &solver), bad, VF_ERROR_STATE,
                 "the layout was destroyed");
  good_step(&s, 1);
  ended(&s);
}

/* Links carry a single exchange at a time. */
static void nothing_else_uses_links_while_an_exchange_is_begun(void)
{
  scene s = made();
  vf_multigrid *solver = NULL;
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  must(poisson_on_layout(s.layout, 1, &sides, NULL, &solver));
  go_on(&s);
  must(vf_set_fill_ghosts_begin(s.phi, NULL, 1, &s.domain, &ring));
  refused(vf_multigrid_solve(solver, &s.wall, &s.rho, NULL, NULL), VF_ERROR_STATE, "an exchange of 'phi' is begun");
  vf_multigrid *other = NULL;
  refused(poisson_on_layout(s.layout, 1, &sides, NULL, &other), VF_ERROR_STATE, "an exchange of 'phi' is begun");
  refused(vf_group_fence(s.group), VF_ERROR_STATE, "an exchange of 'phi' is begun");
  must(vf_set_fill_ghosts_end(s.phi));
  expect_ghosts(&s, 1);
  must(vf_multigrid_solve(solver, &s.wall, &s.rho, NULL, NULL));
  must(vf_multigrid_destroy(&solver));
  ended(&s);
}

static void a_group_that_one_rank_refuses_is_made_on_none_and_can_be_made_again(void)
{
  const int comm = MPI_Comm_c2f(MPI_COMM_WORLD);
  const bool odd = rank == ranks - 1;
  vf_group *group = NULL;
  scene s = { 0 };
  for (int times = 0; times < 3; times++) {
    expect_refusal(&s, vf_group_create_mpi(comm, NULL, odd ? NULL : &group), ranks - 1, VF_ERROR_NULL, "group is NULL");
    holds(!group);
  }
  must(vf_group_create_mpi(comm, NULL, &group));
  must(vf_group_destroy(&group));
}

static void a_context_that_one_rank_has_closed_is_told_to_the_others(void)
{
  scene s = made();
  const double began = seconds();
  if (rank == 0) must(vf_finalize());
  if (rank == 0) refused(vf_group_fence(s.group), VF_ERROR_STATE, "the context of the group was closed");
  else refused(vf_group_fence(s.group), VF_ERROR_PEER, "the context of the group was closed");
  holds(seconds() - began < 100);
  if (rank) {
    must(vf_view_release(&s.phi, true));
    must(vf_view_release(&s.rho, true));
    must(vf_view_release(&s.wall, true));
  }
  must(vf_layout_destroy(&s.layout));
  (void)vf_group_destroy(&s.group);
  holds(!s.group);
}

static const claim_entry claims[] = {
  claim(a_refusal_of_one_rank_is_told_to_all_also_where_plans_are_kept),
  claim(sides_that_differ_by_rank_are_refused),
  claim(a_plan_that_one_rank_alone_has_dropped_is_made_again),
  claim(an_end_that_one_rank_refuses_can_be_made_again),
  claim(a_rank_that_leaves_out_a_call_is_named_with_both_calls),
  claim(other_calls_are_refused_together),
  claim(nothing_else_uses_links_while_an_exchange_is_begun),
  claim(a_group_that_one_rank_refuses_is_made_on_none_and_can_be_made_again),
  claim(a_context_that_one_rank_has_closed_is_told_to_the_others),
};
RUN(claims)
