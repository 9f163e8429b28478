/* A whole cycle of an engine has the bits of its steps, done in turn on the host. */
#include "two_engines.h"

/* The solver's cycle, step by step. */
static int plain_cycle(vfi_engine *e, vfi_level *l, int count, const vfi_cycle *c, int kind, bool from_zero)
{
  const vfi_engine_table *t = e->ops;
  int code = 0;
  if (count == 1) {
    double sum = 0;
    l->omega = c->omega;
    code = t->smooth(e, l, c->bottom_smooths, from_zero);
    if (code || !c->singular) return code;
    code = t->sum(e, l, l->phi, &sum);
    return code ? code : t->shift(e, l, l->phi, -(sum / ((double)l->n[0] * l->n[1] * l->n[2])));
  }
  for (int s = 0; s < c->pre && !code; s++) {
    l->omega = c->pre > 1 && s == c->pre - 1 ? c->near : c->omega;
    code = t->smooth(e, l, 1, from_zero && s == 0);
  }
  if (!code) code = t->residual_restrict(e, l, l + 1, NULL);
  if (!code) code = plain_cycle(e, l + 1, count - 1, c, kind, true);
  if (!code && kind == VF_CYCLE_F && count > 2) code = plain_cycle(e, l + 1, count - 1, c, VF_CYCLE_V, false);
  if (!code) code = t->interpolate(e, l, l + 1, true);
  for (int s = 0; s < c->post && !code; s++) {
    l->omega = c->post > 1 && s == 0 ? c->near : c->omega;
    code = t->smooth(e, l, 1, false);
  }
  return code;
}

static int plain_start(vfi_engine *e, vfi_level *l, int count, const vfi_cycle *c)
{
  int code = plain_cycle(e, l + count - 1, 1, c, c->kind, true);
  for (int first = count - 2; first >= 0 && !code; first--) {
    code = e->ops->interpolate(e, l + first, l + first + 1, false);
    if (!code) code = plain_cycle(e, l + first, count - first, c, c->kind, false);
  }
  return code;
}

static int plain_coarse_cycle(vfi_engine *e, vfi_level *l, int count, const vfi_cycle *c, vfi_coarse_start start)
{
  if (e == &both[TESTED].engine && e->ops->coarse_cycle) return e->ops->coarse_cycle(e, l, count, c, start);
  if (start == VF_COARSE_FULL) return plain_start(e, l, count, c);
  return plain_cycle(e, l, count, c, c->kind, start == VF_COARSE_ZERO);
}

static void compare_cycles(bool whole)
{
  for_settings_and_operators(MOST_LEVELS - 1, whole)
  {
    if (levels < 2 || (int64_t)now->n[0] * now->n[1] * now->n[2] > 32768) continue;
    for (int l = 1; l < levels && variable; l++) on_both(t->restrict_coefficients(e, s->level + l - 1, s->level + l));
    for (int run = 0; run < 4; run++) {
      const vfi_cycle cycle = { .kind = run % 2 ? VF_CYCLE_F : VF_CYCLE_V,
                                .pre = 2,
                                .post = run % 2 ? 1 : 2,
                                .omega = 1,
                                .near = 1.2,
                                .bottom_smooths = 5,
                                .singular = run / 2 };
      const bool f = cycle.kind == VF_CYCLE_F;
      on_both(plain_coarse_cycle(e, s->level, levels, &cycle, VF_COARSE_ZERO));
      expect_field(f ? "an F-cycle" : "a V-cycle", 0, phi);
      on_both(plain_coarse_cycle(e, s->level, levels, &cycle, VF_COARSE_GUESS));
      expect_field(f ? "an F-cycle from a guess" : "a V-cycle from a guess", 0, phi);
      for (int l = 1; l < levels; l++) on_both(t->restrict_rhs(e, s->level + l - 1, s->level + l));
      on_both(plain_coarse_cycle(e, s->level, levels, &cycle, VF_COARSE_FULL));
      expect_field(f ? "a full start by F-cycles" : "a full start", 0, phi);
      for (int l = 1; l < levels; l++) on_both(t->restrict_rhs(e, s->level + l - 1, s->level + l));
      for (int l = levels - 1; l > 0 && run == 0; l--) {
        for (int s = 0; s < SIDES; s++) both[s].level[l].omega = 1;
        on_both(t->smooth(e, s->level + l, 1, true));
        on_both(plain_coarse_cycle(e, s->level + l, levels - l, &cycle, VF_COARSE_GUESS));
        expect_field("a cycle on coarser levels", l, phi);
      }
    }
  }
}

static void cycles_of_small_levels_are_those_of_the_host(void **state)
{
  (void)state;
  compare_cycles(false);
}

static void cycles_with_the_whole_diagonal_are_those_of_the_host(void **state)
{
  (void)state;
  compare_cycles(true);
}

static const struct CMUnitTest tests[] = {
  claim(cycles_of_small_levels_are_those_of_the_host),
  claim(cycles_with_the_whole_diagonal_are_those_of_the_host),
};
RUN("engine_cycles", tests)
