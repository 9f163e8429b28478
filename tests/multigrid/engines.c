/* The engine of the device under test gives the bits of the host's, function by function. On the host it is held
 * against itself on one thread. */
#include "testing.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "../../c_src/multigrid/boundary.h"
#include "level_fields.h"

enum { HOST, TESTED, SIDES, MOST_LEVELS = 6, MOST_FACE_CELLS = 160 * 160 };

/* One engine and its levels, the fine one first. */
typedef struct side {
  vf_context *context;
  vf_engine engine;
  level_store store;
  vf_level level[MOST_LEVELS];
  vf_field extra; /* shaped as the fine level's */
  double *got;
} side;
static side both[SIDES];

/* sides: D Dirichlet, N Neumann, R odd reflection, P periodic; x low, y low, z low, x high, y high, z high. */
typedef struct setting {
  int n[3];
  const char *sides;
  int order, parity;
  double omega;
} setting;

static const setting settings[] = {
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
enum { SETTINGS = sizeof settings / sizeof settings[0] };

/* The setting of the moment, for messages. */
static const setting *now;
static bool variable;

/* ---- Numbers ---------------------------------------------------------------------------------------------------- */

static uint64_t seed;

static double number(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-53;
}

/* Around 0, or around 1 for coefficients; those of a periodic direction agree at its two ends (around: 0, 1, 2). */
static double *numbers_for(const vf_level *level, const vf_field *field, int which, int around)
{
  const size_t count = level_numbers(level, field);
  double *x = malloc(count * sizeof *x);
  assert_non_null(x);
  seed = 88172645463325252u + (uint64_t)which;
  for (size_t e = 0; e < count; e++) x[e] = (which < 2 ? -0.5 : 0.5) + number();
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

/* ---- Both engines ------------------------------------------------------------------------------------------------ */

static side *turn(int s)
{
#ifdef _OPENMP
  static int threads;
  if (!threads) threads = omp_get_max_threads() > 1 ? omp_get_max_threads() : 2;
  omp_set_num_threads(s == HOST ? 1 : threads);
#endif
  return &both[s];
}

/* The expression, written for the side s, on each of them. */
#define on_both(action)                                                           \
  for (int s_ = 0; s_ < SIDES; s_++) {                                            \
    side *const s = turn(s_);                                                     \
    const vf_engine_table *const t = s->engine.call;                              \
    vf_engine *const e = &s->engine;                                              \
    (void)t;                                                                      \
    (void)e;                                                                      \
    const int code_ = (action);                                                   \
    if (code_) fail_msg("%s: %s", #action, s->engine.backend->error_text(code_)); \
  }

static void fail_at(const char *what, int i, int j, int k, double got, double expected)
{
  fail_msg("%s: %d x %d x %d, sides %s of order %d, %s, omega %g: (%d, %d, %d) is %.17g, not %.17g", what, now->n[0],
           now->n[1], now->n[2], now->sides, now->order, variable ? "variable" : "constant", now->omega, i, j, k, got,
           expected);
}

/* Cells, and in direction face one element more. */
static void expect_same(const char *what, int level, ptrdiff_t offset, int face)
{
  const vf_level *l = &both[HOST].level[level];
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
#define expect_field(what, level, name) expect_same(what, level, offsetof(vf_level, name), -1)

static void expect_extra(const char *what)
{
  for (int s = 0; s < SIDES; s++) both[s].level[MOST_LEVELS - 1].phi = both[s].extra;
  for (int d = 0; d < 3; d++) both[HOST].level[MOST_LEVELS - 1].n[d] = both[HOST].level[0].n[d];
  expect_field(what, MOST_LEVELS - 1, phi);
}

static void expect_numbers(const char *what, const double value[SIDES])
{
  if (value[HOST] != value[TESTED]) fail_at(what, -1, -1, -1, value[TESTED], value[HOST]);
}

static vf_level level_for(const setting *c, const int n[3], double width, bool whole)
{
  vf_level level = {
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
  const char *const wrong = vf_boundary_fold(&sides, n, level.face);
  if (wrong) fail_msg("%s", wrong);
  return level;
}

static void load(void)
{
  const vf_level *l = &both[HOST].level[0];
  static const size_t field[6] = { offsetof(vf_level, phi), offsetof(vf_level, rhs), offsetof(vf_level, a),
                                   offsetof(vf_level, bx),  offsetof(vf_level, by),  offsetof(vf_level, bz) };
  for (int f = 0; f < (variable ? 6 : 2); f++) {
    double *x = numbers_for(l, &l->phi, f, f - 3);
    on_both(level_put(e, l, *(vf_field *)((char *)&s->level[0] + field[f]), x));
    free(x);
  }
}

static bool halves(const int n[3]) { return n[0] % 2 + n[1] % 2 + n[2] % 2 == 0 && n[0] > 2 && n[1] > 2 && n[2] > 2; }

/* Makes both engines' levels, so many as can be halved. Returns their number. */
static int begin(const setting *c, bool of_variable, bool whole, int most)
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
      both[s].level[count] = level_for(c, n, width, whole);
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

static void end(void)
{
  on_both(level_release(&s->store));
  for (int s = 0; s < SIDES; s++) free(both[s].got);
}

#define for_settings_and_operators(most, whole)                      \
  for (int run_ = 0, levels = 0; run_ < 2 * SETTINGS; run_++, end()) \
    if ((levels = begin(&settings[run_ / 2], run_ % 2, whole, most)) > 0)

/* ---- Claims ------------------------------------------------------------------------------------------------------ */

static void compare_smooths(const char *what, int most)
{
  for (int count = 1; count <= most; count++)
    for (int zero = 0; zero < 2; zero++) {
      load();
      on_both(t->smooth(e, s->level, count, zero));
      expect_field(what, 0, phi);
      on_both(t->smooth(e, s->level, 1, false));
      expect_field(what, 0, phi);
    }
}

static void smooths_are_those_of_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(1, false) compare_smooths("smooth", 3);
}

static void smooths_with_the_whole_diagonal_are_those_of_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(1, true) compare_smooths("smooth with the whole diagonal", 3);
}

/* So large that a GPU has no second array for it. */
static void smooths_slab_by_slab_are_those_of_the_host(void **state)
{
  (void)state;
  static const setting large = { { 144, 140, 108 }, "DNDDDD", 3, 1, 1.2 };
  for (int whole = 0; whole < 2; whole++) {
    begin(&large, false, whole, 1);
    compare_smooths("smooth in slabs", 1);
    end();
  }
}

static void residuals_are_those_of_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(2, false)
  {
    double largest[SIDES];
    on_both(t->residual(e, s->level, s->extra));
    expect_extra("residual");
    on_both(t->operate(e, s->level, s->level[0].phi, s->extra));
    expect_extra("operate");
    on_both(t->residual_norm(e, s->level, &largest[s - both]));
    expect_numbers("residual_norm", largest);
    if (levels < 2) continue;
    on_both(t->residual_restrict(e, s->level, s->level + 1, &largest[s - both]));
    expect_field("residual_restrict with norm", 1, rhs);
    expect_numbers("norm of residual_restrict", largest);
    on_both(t->residual_restrict(e, s->level, s->level + 1, NULL));
    expect_field("residual_restrict", 1, rhs);
  }
}

static void transfers_are_those_of_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(2, false)
  {
    if (levels < 2) continue;
    on_both(t->restrict_rhs(e, s->level, s->level + 1));
    expect_field("restrict_rhs", 1, rhs);
    if (variable) {
      on_both(t->restrict_coefficients(e, s->level, s->level + 1));
      expect_field("a", 1, a);
      expect_same("bx", 1, offsetof(vf_level, bx), 0);
      expect_same("by", 1, offsetof(vf_level, by), 1);
      expect_same("bz", 1, offsetof(vf_level, bz), 2);
    }
    on_both(t->smooth(e, s->level + 1, 2, true));
    on_both(t->interpolate(e, s->level, s->level + 1, false));
    expect_field("interpolate", 0, phi);
    on_both(t->interpolate(e, s->level, s->level + 1, true));
    expect_field("interpolate with add", 0, phi);
  }
}

static void compare_interpolation_with_smooths(void)
{
  on_both(t->restrict_rhs(e, s->level, s->level + 1));
  if (variable) on_both(t->restrict_coefficients(e, s->level, s->level + 1));
  on_both(t->smooth(e, s->level + 1, 2, true));
  for (int count = 0; count <= 3; count++) {
    on_both(t->interpolate_smooth(e, s->level, s->level + 1, count));
    expect_field("interpolate_smooth", 0, phi);
  }
}

static void interpolation_with_smooths_is_that_of_the_host(void **state)
{
  (void)state;
  for (int whole = 0; whole < 2; whole++)
    for_settings_and_operators(2, whole) if (levels == 2) compare_interpolation_with_smooths();
}

/* So large that a GPU has no second array for it. */
static void interpolation_slab_by_slab_is_that_of_the_host(void **state)
{
  (void)state;
  static const setting large = { { 144, 140, 108 }, "DNDDDD", 3, 0, 1.2 };
  for (int whole = 0; whole < 2; whole++) {
    begin(&large, false, whole, 2);
    compare_interpolation_with_smooths();
    end();
  }
}

static void vectors_are_those_of_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(1, false)
  {
    double result[SIDES];
    on_both(t->norm(e, s->level, s->level[0].phi, &result[s - both]));
    expect_numbers("norm", result);
    on_both(t->sum(e, s->level, s->level[0].phi, &result[s - both]));
    expect_numbers("sum", result);
    on_both(t->dot(e, s->level, s->level[0].phi, s->level[0].rhs, &result[s - both]));
    expect_numbers("dot", result);
    on_both(t->combine(e, s->level, 1.7, s->level[0].rhs, 0, s->extra));
    expect_extra("combine of one");
    on_both(t->combine(e, s->level, 1.7, s->level[0].phi, -0.3, s->extra));
    expect_extra("combine of two");
    on_both(t->shift(e, s->level, s->extra, 0.3));
    expect_extra("shift");
  }
}

/* Copies numbers to both devices; freed with the levels. */
static void put_numbers(const void *numbers, size_t bytes, void *at[SIDES])
{
  on_both(e->backend->allocate(&at[s - both], bytes));
  on_both(e->backend->copy_to_device(at[s - both], numbers, bytes, e->queue));
  on_both(e->backend->queue_wait(e->queue));
  for (int s = 0; s < SIDES; s++) both[s].store.blocks[both[s].store.count++] = at[s];
}

static void expect_bytes(const char *what, void *const at[SIDES], size_t bytes)
{
  char *got[SIDES];
  for (int s = 0; s < SIDES; s++) got[s] = malloc(bytes);
  on_both(e->backend->queue_wait(e->queue));
  on_both(e->backend->copy_to_host(got[s - both], at[s - both], bytes, e->queue));
  on_both(e->backend->queue_wait(e->queue));
  if (memcmp(got[HOST], got[TESTED], bytes)) fail_at(what, -1, -1, -1, NAN, NAN);
  for (int s = 0; s < SIDES; s++) free(got[s]);
}

static void walls_are_those_of_the_host(void **state)
{
  (void)state;
  static double values[MOST_FACE_CELLS];
  for (int c = 0; c < MOST_FACE_CELLS; c++) values[c] = number();
  for_settings_and_operators(1, false) for (int face = 0; face < 6; face++)
  {
    const int a = face % 3 == 0 ? 1 : 0, b = face % 3 == 2 ? 1 : 2, half[2] = { now->n[a] / 2, now->n[b] / 2 };
    void *on_device[SIDES], *coarse[SIDES];
    put_numbers(values, (size_t)now->n[a] * (size_t)now->n[b] * sizeof *values, on_device);
    on_both(t->add_on_face(e, s->level, s->extra, face, on_device[s - both], 0.7, variable));
    expect_extra("add_on_face");
    if (now->n[a] % 2 || now->n[b] % 2) continue;
    const size_t bytes = (size_t)half[0] * (size_t)half[1] * sizeof *values;
    put_numbers(values, bytes, coarse);
    on_both(t->restrict_face(e, on_device[s - both], coarse[s - both], half));
    expect_bytes("restrict_face", coarse, bytes);
  }
}

/* A box of each kind, side by side in x. */
static void pieces_are_moved_as_on_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(1, false)
  {
    const int *n = now->n, half = n[0] / 2, rest = n[0] - half;
    const size_t rows = (size_t)n[1] * (size_t)n[2], first = rows * (size_t)half, second = rows * (size_t)rest;
    if (half == 0) continue;
    double *doubles = malloc(first * sizeof *doubles);
    float *floats = malloc(second * sizeof *floats);
    for (size_t c = 0; c < first; c++) doubles[c] = number();
    for (size_t c = 0; c < second; c++) floats[c] = (float)number();
    void *of_doubles[SIDES], *of_floats[SIDES];
    vf_piece pieces[SIDES][2];
    put_numbers(doubles, first * sizeof *doubles, of_doubles);
    put_numbers(floats, second * sizeof *floats, of_floats);
    for (int s = 0; s < SIDES; s++) {
      pieces[s][0] = (vf_piece){ of_doubles[s], VF_REAL64, half, half * n[1], { 0, 0, 0 }, { half, n[1], n[2] } };
      pieces[s][1] = (vf_piece){ of_floats[s], VF_REAL32, rest, rest * n[1], { half, 0, 0 }, { rest, n[1], n[2] } };
    }
    on_both(t->gather(e, s->extra, pieces[s - both], 2));
    expect_extra("gather");
    on_both(t->shift(e, s->level, s->extra, 1.0 / 3));
    on_both(t->scatter(e, s->extra, pieces[s - both], 2));
    expect_bytes("scatter of doubles", of_doubles, first * sizeof *doubles);
    expect_bytes("scatter of floats", of_floats, second * sizeof *floats);
    free(doubles);
    free(floats);
  }
}

/* The solver's cycle, step by step. */
static int plain_cycle(vf_engine *e, vf_level *l, int count, const vf_cycle *c, int kind, bool from_zero)
{
  const vf_engine_table *t = e->call;
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

static int plain_start(vf_engine *e, vf_level *l, int count, const vf_cycle *c)
{
  int code = plain_cycle(e, l + count - 1, 1, c, c->kind, true);
  for (int first = count - 2; first >= 0 && !code; first--) {
    code = e->call->interpolate(e, l + first, l + first + 1, false);
    if (!code) code = plain_cycle(e, l + first, count - first, c, c->kind, false);
  }
  return code;
}

static int tail(vf_engine *e, vf_level *l, int count, const vf_cycle *c, vf_tail_start start)
{
  if (e == &both[TESTED].engine && e->call->cycle_tail) return e->call->cycle_tail(e, l, count, c, start);
  if (start == VF_TAIL_FULL) return plain_start(e, l, count, c);
  return plain_cycle(e, l, count, c, c->kind, start == VF_TAIL_ZERO);
}

static void compare_cycles(bool whole)
{
  for_settings_and_operators(MOST_LEVELS - 1, whole)
  {
    if (levels < 2 || (int64_t)now->n[0] * now->n[1] * now->n[2] > 32768) continue;
    for (int l = 1; l < levels && variable; l++) on_both(t->restrict_coefficients(e, s->level + l - 1, s->level + l));
    for (int run = 0; run < 4; run++) {
      const vf_cycle cycle = { .kind = run % 2 ? VF_CYCLE_F : VF_CYCLE_V,
                               .pre = 2,
                               .post = run % 2 ? 1 : 2,
                               .omega = 1,
                               .near = 1.2,
                               .bottom_smooths = 5,
                               .singular = run / 2 };
      const bool f = cycle.kind == VF_CYCLE_F;
      on_both(tail(e, s->level, levels, &cycle, VF_TAIL_ZERO));
      expect_field(f ? "an F-cycle" : "a V-cycle", 0, phi);
      on_both(tail(e, s->level, levels, &cycle, VF_TAIL_GUESS));
      expect_field(f ? "an F-cycle from a guess" : "a V-cycle from a guess", 0, phi);
      for (int l = 1; l < levels; l++) on_both(t->restrict_rhs(e, s->level + l - 1, s->level + l));
      on_both(tail(e, s->level, levels, &cycle, VF_TAIL_FULL));
      expect_field(f ? "a full start by F-cycles" : "a full start", 0, phi);
      for (int l = 1; l < levels; l++) on_both(t->restrict_rhs(e, s->level + l - 1, s->level + l));
      for (int l = levels - 1; l > 0 && run == 0; l--) {
        for (int s = 0; s < SIDES; s++) both[s].level[l].omega = 1;
        on_both(t->smooth(e, s->level + l, 1, true));
        on_both(tail(e, s->level + l, levels - l, &cycle, VF_TAIL_GUESS));
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

static int open_both(void **state)
{
  if (open_device(state)) return -1;
  must(vf_context_create("host", &both[HOST].context));
  for (int s = 0; s < SIDES; s++) {
    must(vf_engine_open(both[s].context, &both[s].engine));
    both[s].store = (level_store){ .engine = &both[s].engine };
  }
  return 0;
}

static int close_both(void **state)
{
  for (int s = 0; s < SIDES; s++) must(vf_engine_close(&both[s].engine));
  must(vf_context_destroy(both[HOST].context));
  turn(TESTED);
  return close_device(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_both, close_both)

static const struct CMUnitTest tests[] = {
  claim(smooths_are_those_of_the_host),
  claim(smooths_with_the_whole_diagonal_are_those_of_the_host),
  claim(smooths_slab_by_slab_are_those_of_the_host),
  claim(residuals_are_those_of_the_host),
  claim(transfers_are_those_of_the_host),
  claim(interpolation_with_smooths_is_that_of_the_host),
  claim(interpolation_slab_by_slab_is_that_of_the_host),
  claim(vectors_are_those_of_the_host),
  claim(walls_are_those_of_the_host),
  claim(pieces_are_moved_as_on_the_host),
  claim(cycles_of_small_levels_are_those_of_the_host),
  claim(cycles_with_the_whole_diagonal_are_those_of_the_host),
};
RUN("engines", tests)
