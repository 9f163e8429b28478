/* Steps of the host's engine on levels in single precision, of any extents and over graded coarsenings, against plain
 * loops in floats, bit for bit: with the rows of every instruction set, on teams of any size. */
#include <math.h>
#include <stdio.h>

#include "oracle_pairs.h"
#include "oracle_single.h"

enum { CASES = 200, MOST_SMOOTHS = 5 };

/* A level in floats: the engine's level, and the oracle's level with the same numbers. */
typedef struct single_pair {
  vfi_level level;
  oracle_single given, expected;
  double *blocks[FIELDS];
  float *parts[2]; /* of x in the order of a row */
  float *low[3], *high[3];
} single_pair;

/* The double-precision level of a correction, or a coarse level in double precision that takes a right-hand side. */
typedef struct double_pair {
  vfi_level level;
  oracle_level given, expected;
  double *blocks[FIELDS];
} double_pair;

static single_pair fine, coarse;
static double_pair of, into;
static char text[200];

static vf_field *field_of(vfi_level *level, int f)
{
  vf_field *const fields[FIELDS] = { &level->phi, &level->rhs, &level->a, &level->bx, &level->by, &level->bz };
  return fields[f];
}

static float **floats_of(oracle_single *level, int f)
{
  float **const arrays[FIELDS] = { &level->phi, &level->rhs, &level->a, &level->b[0], &level->b[1], &level->b[2] };
  return arrays[f];
}

static double **doubles_of(oracle_level *level, int f)
{
  double **const arrays[FIELDS] = { &level->phi, &level->rhs, &level->a, &level->b[0], &level->b[1], &level->b[2] };
  return arrays[f];
}

static float *float_at(const vf_field *field, int i, int j, int k)
{
  return (float *)field->at + i / 2 + 2 * (i % 2 * field->odd_start + j * field->row + k * field->plane);
}

static void *allocate(size_t bytes)
{
  void *at = malloc(bytes);
  assert_non_null(at);
  return at;
}

/* operator: 0 constant coefficients, 1 variable, 2 anisotropic */
static vfi_level random_level(const int n[3], int operator)
{
  static const char kinds[] = "NR12W";
  vfi_level level = { .variable = operator== 1,
                      .anisotropic = operator== 2,
                      .alpha = 1.3,
                      .beta = 0.7,
                      .omega = 1.1,
                      .parity = random_below(5) - 2 };
  for (int d = 0; d < 3; d++) {
    const bool around = n[d] % 2 == 0 && random_below(4) == 0;
    level.n[d] = n[d];
    level.h[d] = operator== 2 ? 1 + random_number() : 0.5;
    for (int face = d; face < 6; face += 3) {
      level.face[face] = oracle_face(around ? 'P' : kinds[random_below(5)], n[d]);
      if (level.face[face].cells > 2) level.face[face].cells = 2;
    }
  }
  return level;
}

static void make_single(single_pair *p, const int n[3], int operator, const vfi_coarsening * coarsening)
{
  const bool variable = operator== 1;
  *p = (single_pair){ .level = random_level(n, operator) };
  const int row[3] = { (n[0] + 3) / 2 - 2, n[1], n[2] }; /* pairs of floats, with ghosts */
  p->level.single = true;
  p->level.whole_diagonal = !variable && random_below(2);
  p->level.coarsening = *coarsening;
  for (int f = 0; f < (variable ? FIELDS : 2); f++) {
    size_t numbers;
    p->blocks[f] = oracle_field(row, false, field_of(&p->level, f), &numbers);
    const size_t count = (size_t)oracle_elements(n);
    *floats_of(&p->given, f) = allocate(count * sizeof(float));
    *floats_of(&p->expected, f) = allocate(count * sizeof(float));
    for (size_t e = 0; e < count; e++)
      (*floats_of(&p->given, f))[e] = (float)(random_number() + (f < FIELD_A ? -0.5 : 0.5));
  }
  for (int d = 0; d < 3; d++)
    for (int high = 0; high < 2; high++) {
      float *part = (high ? p->high : p->low)[d] = allocate((size_t)n[d] * sizeof *part);
      double *of_coarsening = allocate((size_t)n[d] * sizeof *of_coarsening);
      for (int i = 0; i < n[d]; i++) {
        of_coarsening[i] = coarsening->halved[d] && random_below(8) ? 0.5 * random_number() : 0;
        part[i] = (float)of_coarsening[i];
      }
      (high ? p->level.coarsening.high : p->level.coarsening.low)[d] = of_coarsening;
    }
  for (int high = 0; high < 2; high++) {
    const size_t length = 2 * (size_t)p->level.phi.row;
    p->parts[high] = allocate(length * sizeof(float));
    for (size_t i = 0; i < length; i++) p->parts[high][i] = NAN;
    for (int i = 0; i < n[0]; i++)
      p->parts[high][i / 2 + i % 2 * 2 * p->level.phi.odd_start] = (high ? p->high : p->low)[0][i];
  }
  p->level.coarsening.narrow_low = p->parts[0];
  p->level.coarsening.narrow_high = p->parts[1];
  p->given.shape = p->expected.shape = p->level;
  for (int d = 0; d < 3; d++) {
    p->expected.low[d] = p->low[d];
    p->expected.high[d] = p->high[d];
  }
}

static void make_double(double_pair *p, const vfi_level *like)
{
  *p = (double_pair){ .level = *like };
  p->level.single = p->level.whole_diagonal = false;
  for (int f = 0; f < (p->level.variable ? FIELDS : 2); f++) {
    size_t numbers;
    p->blocks[f] = oracle_field(like->n, false, field_of(&p->level, f), &numbers);
    const size_t count = (size_t)oracle_elements(like->n);
    *doubles_of(&p->given, f) = allocate(count * sizeof(double));
    *doubles_of(&p->expected, f) = allocate(count * sizeof(double));
    for (size_t e = 0; e < count; e++) (*doubles_of(&p->given, f))[e] = random_number() + (f < FIELD_A ? -0.5 : 0.5);
  }
  p->given.shape = p->expected.shape = p->level;
}

static void end_single(single_pair *p)
{
  for (int f = 0; f < FIELDS; f++) {
    free(p->blocks[f]);
    free(*floats_of(&p->given, f));
    free(*floats_of(&p->expected, f));
  }
  for (int d = 0; d < 3; d++) {
    free(p->low[d]);
    free(p->high[d]);
    free((double *)p->level.coarsening.low[d]);
    free((double *)p->level.coarsening.high[d]);
  }
  free(p->parts[0]);
  free(p->parts[1]);
}

static void end_double(double_pair *p)
{
  for (int f = 0; f < FIELDS; f++) {
    free(p->blocks[f]);
    free(*doubles_of(&p->given, f));
    free(*doubles_of(&p->expected, f));
  }
}

static void extents_of(const vfi_level *level, int f, int n[3])
{
  for (int d = 0; d < 3; d++) n[d] = level->n[d] + (f == FIELD_BX + d);
}

static void put_single(single_pair *p, bool to_engine)
{
  for (int f = 0; f < (p->level.variable ? FIELDS : 2); f++) {
    int n[3];
    extents_of(&p->level, f, n);
    const float *from = *floats_of(&p->given, f);
    if (!to_engine) memcpy(*floats_of(&p->expected, f), from, (size_t)oracle_elements(p->level.n) * sizeof *from);
    else for_cells(n, i, j, k) * float_at(field_of(&p->level, f), i, j, k) = from[oracle_at(p->level.n, i, j, k)];
  }
}

static void put_double(double_pair *p, bool to_engine)
{
  for (int f = 0; f < (p->level.variable ? FIELDS : 2); f++) {
    int n[3];
    extents_of(&p->level, f, n);
    const double *from = *doubles_of(&p->given, f);
    if (!to_engine) memcpy(*doubles_of(&p->expected, f), from, (size_t)oracle_elements(p->level.n) * sizeof *from);
    else for_cells(n, i, j, k) * at_element(field_of(&p->level, f), i, j, k) = from[oracle_at(p->level.n, i, j, k)];
  }
}

static void put_all(bool to_engine)
{
  put_single(&fine, to_engine);
  put_single(&coarse, to_engine);
  put_double(&of, to_engine);
  put_double(&into, to_engine);
}

static void expect(const char *what, const int n[3], int i, int j, int k, double got, double right)
{
  if (got != right && !(isnan(got) && isnan(right)))
    fail_msg("%s(%d, %d, %d) is %.17g, not %.17g; %d x %d x %d, %s, %s", what, i, j, k, got, right, n[0], n[1], n[2],
             text, oracle_running);
}

static void expect_single(const char *what, single_pair *p, int f)
{
  const int *n = p->level.n;
  const float *right = *floats_of(&p->expected, f);
  for_cells(n, i, j, k) expect(what, n, i, j, k, (double)*float_at(field_of(&p->level, f), i, j, k),
                               (double)right[oracle_at(n, i, j, k)]);
}

static void expect_double(const char *what, double_pair *p, int f)
{
  const int *n = p->level.n;
  const double *right = *doubles_of(&p->expected, f);
  for_cells(n, i, j, k)
      expect(what, n, i, j, k, *at_element(field_of(&p->level, f), i, j, k), right[oracle_at(n, i, j, k)]);
}

/* Steps and levels of a case. */
typedef struct steps {
  vf_relax relax;
  vfi_correction correction;
  bool into_double;
  double omegas[MOST_SMOOTHS];
} steps;

static const char *operator_of(const vfi_level *level)
{
  return level->variable ? "variable" : level->anisotropic ? "anisotropic" : "constant";
}

static void draw(steps *s, int number)
{
  static const int large[][3] = { { 67, 45, 33 }, { 33, 30, 61 }, { 125, 17, 40 }, { 64, 32, 48 }, { 131, 9, 77 } };
  int n[3], m[3];
  for (int d = 0; d < 3; d++) n[d] = number % 8 == 7 ? large[number / 8 % 5][d] : 2 + random_below(d > 0 ? 12 : 140);
  const bool even = number % 4 == 0;
  bool whole = true;
  for (int d = 0; d < 3; d++) {
    if (even) n[d] += n[d] % 2;
    whole = whole && n[d] % 2 == 0;
    m[d] = (n[d] + 1) / 2;
  }
  vfi_coarsening coarsening = { .graded = !whole || random_below(2), .halved = { true, true, true } };
  if (coarsening.graded && random_below(3) == 0)
    for (int d = 1; d < 3; d++) {
      coarsening.halved[d] = random_below(2);
      if (!coarsening.halved[d]) m[d] = n[d];
    }
  *s = (steps){ .into_double = random_below(2) };
  make_single(&fine, n, random_below(3), &(vfi_coarsening){ .halved = { true, true, true } });
  make_single(&coarse, m, random_below(3), &coarsening);
  make_double(&of, &fine.level);
  make_double(&into, &coarse.level);
  vf_relax *r = &s->relax;
  r->count = random_below(MOST_SMOOTHS + 1);
  r->omegas = s->omegas;
  for (int c = 0; c < r->count; c++) s->omegas[c] = random_below(3) ? 0.8 + 0.5 * random_number() : 1;
  if (random_below(2)) r->from = &coarse.level;
  r->from_zero = random_below(2);
  if (random_below(3)) r->into = s->into_double ? &into.level : &coarse.level;
  s->correction = (vfi_correction){
    .of = &of.level, .adds = random_below(2), .give = 0.5 + random_number(), .take = 0.5 + random_number()
  };
  if (r->into && random_below(2)) r->correction = &s->correction;
  snprintf(text, sizeof text, "case %d, %s, coarse %s%s, %s%s, %d smooths, %s%s", number, operator_of(&fine.level),
           operator_of(&coarse.level),
           coarsening.graded ? coarsening.halved[1] && coarsening.halved[2] ? " graded" : " not halved in y or z" : "",
           r->from ? "interpolated" : "", r->from_zero ? " from 0" : "", r->count,
           r->into ? s->into_double ? "into doubles" : "into floats" : "", r->correction ? ", corrects" : "");
}

static double run_plainly(const steps *s)
{
  const vf_relax *r = &s->relax;
  oracle_single *x = &fine.expected;
  if (r->from) oracle_single_interpolate(x, &coarse.expected, !r->from_zero);
  else if (r->from_zero) for_cells(x->shape.n, i, j, k) x->phi[oracle_at(x->shape.n, i, j, k)] = 0;
  for (int c = 0; c < r->count; c++) oracle_single_smooth(x, 1, r->omegas[c]);
  const oracle_level *coarse_double = s->into_double ? &into.expected : NULL;
  if (r->correction)
    return oracle_single_correct(x, &of.expected, s->correction.adds, s->correction.give, s->correction.take,
                                 &coarse.expected, coarse_double);
  if (r->into) oracle_single_restrict(x, &coarse.expected, coarse_double);
  return 0;
}

static void steps_on_levels_of_floats_are_plain_loops(void **state)
{
  (void)state;
  for (int number = 0; number < CASES; number++) {
    steps s;
    draw(&s, number);
    put_all(false);
    const double norm = run_plainly(&s);
    on_every_engine(e, (int64_t)fine.level.n[0] * fine.level.n[1] * fine.level.n[2])
    {
      double got = -1;
      put_all(true);
      s.relax.norm = s.relax.correction ? &got : NULL;
      succeed(e->ops->relax_single(e, &fine.level, &s.relax), "relax_single");
      for (int f = 0; f < 2; f++) {
        expect_single("fine floats", &fine, f);
        expect_single("coarse floats", &coarse, f);
        expect_double("doubles", &of, f);
        expect_double("coarse doubles", &into, f);
      }
      if (s.relax.norm) expect("norm", fine.level.n, 0, 0, 0, got, norm);
    }
    end_single(&fine);
    end_single(&coarse);
    end_double(&of);
    end_double(&into);
  }
}

static const struct CMUnitTest tests[] = {
  claim(steps_on_levels_of_floats_are_plain_loops),
};
RUN("host_single", tests)
