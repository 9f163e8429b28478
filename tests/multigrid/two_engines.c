#include "two_engines.h"

#include "../../c_src/multigrid/boundary.h"

side both[SIDES];

const setting settings[] = {
  { { 64, 20, 16 }, "DDDDDD", 2, 0, 1 },    { { 66, 34, 40 }, "DDDDDD", 2, 0, 1.15 },
  { { 33, 17, 9 }, "DDNDDN", 3, 1, 1 },     { { 33, 17, 9 }, "NDDDNR", 3, 1, 1.15 },
  { { 130, 40, 24 }, "PPPPPP", 2, 0, 1.2 }, { { 61, 31, 7 }, "DRDNDR", 2, 0, 1 },
  { { 1, 1, 1 }, "DDDDDD", 2, 0, 1 },       { { 1, 5, 3 }, "DNDDND", 3, 1, 1.1 },
  { { 2, 2, 2 }, "PPPPPP", 2, 0, 1.2 },     { { 66, 4, 50 }, "PDDPDD", 3, 0, 1 },
  { { 63, 34, 20 }, "DPDDPD", 2, 1, 1 },    { { 5, 1, 40 }, "DDPDDP", 2, 1, 1 },
  { { 128, 60, 33 }, "DDDDDD", 1, 1, 1 },   { { 20, 24, 28 }, "DDDDDD", 4, 0, 1.2 },
  { { 9, 12, 15 }, "PPPPPP", 2, 0, 1 },     { { 16, 16, 16 }, "DDDDDD", 2, 0, 1 },
  { { 16, 16, 16 }, "PNNPNN", 2, 0, 1 },    { { 16, 8, 16 }, "PPPPPP", 2, 1, 1 },
  { { 32, 32, 32 }, "DNDDND", 3, 0, 1 },    { { 12, 12, 12 }, "DDDDDD", 4, 0, 1 },
  { { 20, 28, 12 }, "PPDPPD", 4, 1, 1 },    { { 8, 8, 8 }, "NDRDNN", 3, 1, 1.1 },
};
const int setting_count = sizeof settings / sizeof settings[0];

const setting *now;
bool variable;

static uint64_t seed;

double next_number(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-53;
}

/* Numbers around 0, or around 1 for coefficients. Coefficients of a periodic direction agree at both ends (around: 0,
 * 1, 2). */
static double *numbers_for(const vfi_level *level, const vf_field *field, int which, int around)
{
  const size_t count = level_numbers(level, field);
  double *x = malloc(count * sizeof *x);
  assert_non_null(x);
  seed = 88172645463325252u + (uint64_t)which;
  for (size_t e = 0; e < count; e++) x[e] = (which < 2 ? -0.5 : 0.5) + next_number();
  if (around < 0 || !level->face[around].periodic) return x;
  const ptrdiff_t stride[3] = { 1, field->row, field->plane };
  const int a = around == 0 ? 1 : 0, b = around == 2 ? 1 : 2;
  for (int q = 0; q < level->n[b]; q++)
    for (int p = 0; p < level->n[a]; p++) {
      double *low = x + level_front(field) + p * stride[a] + q * stride[b];
      low[level->n[around] * stride[around]] = low[0];
    }
  return x;
}

void fail_at(const char *what, int i, int j, int k, double got, double expected)
{
  fail_msg("%s: %d x %d x %d, sides %s of order %d, %s, omega %g: (%d, %d, %d) is %.17g, not %.17g", what, now->n[0],
           now->n[1], now->n[2], now->sides, now->order, variable ? "variable" : "constant", now->omega, i, j, k, got,
           expected);
}

void expect_same(const char *what, int level, ptrdiff_t offset, int face)
{
  const vfi_level *l = &both[HOST].level[level];
  const vf_field *shape = (const vf_field *)((const char *)l + offset);
  const size_t front = level_front(shape);
  const double *expected = both[HOST].got, *got = both[TESTED].got;
  on_both(level_get(e, l, *(vf_field *)((char *)&s->level[level] + offset), s->got));
  for (int k = 0; k < l->n[2] + (face == 2); k++)
    for (int j = 0; j < l->n[1] + (face == 1); j++)
      for (int i = 0; i < l->n[0] + (face == 0); i++) {
        const size_t at = front + (size_t)(i + j * shape->row + k * shape->plane);
        if (got[at] != expected[at]) fail_at(what, i, j, k, got[at], expected[at]);
      }
}

void expect_extra(const char *what)
{
  for (int s = 0; s < SIDES; s++) both[s].level[MOST_LEVELS - 1].phi = both[s].extra;
  for (int d = 0; d < 3; d++) both[HOST].level[MOST_LEVELS - 1].n[d] = both[HOST].level[0].n[d];
  expect_field(what, MOST_LEVELS - 1, phi);
}

void expect_numbers(const char *what, const double value[SIDES])
{
  if (value[HOST] != value[TESTED]) fail_at(what, -1, -1, -1, value[TESTED], value[HOST]);
}

static vfi_level level_for(const setting *c, const int n[3], double width, bool whole)
{
  vfi_level level = {
    .parity = c->parity, .variable = variable, .alpha = 1.3, .beta = 0.7e-2, .omega = c->omega, .whole_diagonal = whole
  };
  vf_boundary sides = { .order = c->order };
  for (int f = 0; f < 6; f++) {
    const char kind = c->sides[f];
    sides.kind[f] = kind == 'D' ? VF_DIRICHLET : kind == 'N' ? VF_NEUMANN : kind == 'R' ? VF_REFLECT_ODD : VF_PERIODIC;
  }
  for (int d = 0; d < 3; d++) {
    level.n[d] = n[d];
    level.h[d] = width * (variable ? 0.1 + 0.01 * d : 0.1);
  }
  const char *const wrong = vfi_boundary_fold(&sides, n, level.face);
  if (wrong) fail_msg("%s", wrong);
  return level;
}

void load(void)
{
  const vfi_level *l = &both[HOST].level[0];
  static const size_t field[6] = { offsetof(vfi_level, phi), offsetof(vfi_level, rhs), offsetof(vfi_level, a),
                                   offsetof(vfi_level, bx),  offsetof(vfi_level, by),  offsetof(vfi_level, bz) };
  for (int f = 0; f < (variable ? 6 : 2); f++) {
    double *x = numbers_for(l, &l->phi, f, f - 3);
    on_both(level_put(e, l, *(vf_field *)((char *)&s->level[0] + field[f]), x));
    free(x);
  }
}

static bool halves(const int n[3]) { return n[0] % 2 + n[1] % 2 + n[2] % 2 == 0 && n[0] > 2 && n[1] > 2 && n[2] > 2; }

int begin(const setting *c, bool of_variable, bool whole_diagonal, int most)
{
  int count = 0;
  now = c;
  variable = of_variable;
  for (int s = 0; s < SIDES; s++) {
    int n[3] = { c->n[0], c->n[1], c->n[2] };
    double width = 1;
    for (count = 0; count < most; count++, width *= 2) {
      if (count > 0 && !halves(n)) break;
      for (int d = 0; d < 3 && count > 0; d++) n[d] /= 2;
      both[s].level[count] = level_for(c, n, width, whole_diagonal);
      if (level_fields(&both[s].store, &both[s].level[count])) fail_msg("no memory for a level");
    }
  }
  on_both(level_field(&s->store, &s->level[0], 0, &s->extra));
  for (int s = 0; s < SIDES; s++) {
    both[s].got = malloc(level_numbers(&both[s].level[0], &both[s].level[0].phi) * sizeof(double));
    assert_non_null(both[s].got);
  }
  load();
  return count;
}

void end(void)
{
  on_both(level_release(&s->store));
  for (int s = 0; s < SIDES; s++) free(both[s].got);
}

int open_both(void **state)
{
  if (open_device(state)) return -1;
  must(vf_context_create("host", &both[HOST].context));
  for (int s = 0; s < SIDES; s++) {
    must(vfi_engine_open(both[s].context, &both[s].engine));
    both[s].store = (level_store){ .engine = &both[s].engine };
  }
  return 0;
}

int close_both(void **state)
{
  for (int s = 0; s < SIDES; s++) must(vfi_engine_close(&both[s].engine));
  must(vf_context_destroy(both[HOST].context));
  return close_device(state);
}
