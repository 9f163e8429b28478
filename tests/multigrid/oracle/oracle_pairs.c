#include "oracle_pairs.h"

#include <math.h>
#include <stdio.h>

pair pairs[PAIRS];
int levels;
oracle_case now;

static uint64_t seed = 88172645463325252u;

double random_number(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (double)(seed >> 11) * 0x1p-53;
}

int random_below(int count) { return (int)(random_number() * count); }

double *at_element(const vf_field *field, int i, int j, int k)
{
  const ptrdiff_t in_row = field->odd_start ? i / 2 + i % 2 * field->odd_start : i;
  return field->at + in_row + j * field->row + k * field->plane;
}

double *oracle_field(const int n[3], bool mixed, vf_field *field, size_t *numbers)
{
  const int line = VF_LEVEL_ALIGNMENT;
  field->row = mixed ? n[0] + 2 + random_below(3) : (n[0] + 2 + line - 1) / line * line;
  field->plane = mixed ? field->row * (n[1] + 2) + random_below(5) : field->row * (n[1] + 2);
  field->odd_start = mixed ? 0 : field->row / 2;
  const ptrdiff_t front = (field->plane + field->row + line + line - 1) / line * line;
  *numbers = (size_t)(front + (n[2] + 2) * field->plane + 2 * line);
  double *const block = aligned_alloc(128, (*numbers * sizeof *block + 127) / 128 * 128);
  assert_non_null(block);
  field->at = block + front + (mixed ? random_below(line) : 0);
  return block;
}

static vf_field *field_of(vfi_level *level, int f)
{
  vf_field *const fields[FIELDS] = { &level->phi, &level->rhs, &level->a, &level->bx, &level->by, &level->bz };
  return fields[f];
}

static double **plain_of(oracle_level *level, int f)
{
  double **const arrays[FIELDS] = { &level->phi, &level->rhs, &level->a, &level->b[0], &level->b[1], &level->b[2] };
  return arrays[f];
}

static int fields_of(const pair *p) { return p->level.variable ? FIELDS : 2; }

static void fill(const int n[3], double *x, double low)
{
  for (int64_t e = 0; e < oracle_elements(n); e++) x[e] = low + random_number();
}

vfi_face oracle_face(char kind, int n)
{
  vfi_face face = { 0 };
  switch (kind) {
    case 'P': face.periodic = true; break;
    case 'N': face = (vfi_face){ .cells = 1, .w = { 1 } }; break;
    case 'R': face = (vfi_face){ .cells = 1, .w = { -1 } }; break;
    case 'M': face = oracle_dirichlet(-1, 0, n); break;
    case 'D': face = oracle_dirichlet(2 + random_below(3), random_below(4) * 0.25, n); break;
    case 'W':
      face.cells = random_below(n < VF_FACE_CELLS ? n + 1 : VF_FACE_CELLS + 1);
      for (int m = 0; m < face.cells; m++) face.w[m] = 1.5 * random_number() - 0.75;
      break;
    default: face = oracle_dirichlet(kind - '0', 0, n);
  }
  return face;
}

static void make_pair(pair *p, const int n[3], double width)
{
  *p = (pair){ .level = { .parity = now.parity,
                          .variable = now.variable,
                          .alpha = 1.3,
                          .beta = 0.7e-2,
                          .omega = now.omega,
                          .whole_diagonal = now.whole_diagonal } };
  for (int d = 0; d < 3; d++) {
    p->level.n[d] = n[d];
    p->level.h[d] = width * (0.1 + 0.03 * d);
    if (d > 0 && !now.variable) p->level.h[d] = NAN; /* the other directions have the same width */
  }
  for (int face = 0; face < 6; face++) p->level.face[face] = oracle_face(now.faces[face], n[face % 3]);
  for (int f = 0; f < fields_of(p); f++) {
    p->blocks[f] = oracle_field(n, now.mixed, field_of(&p->level, f), &p->numbers[f]);
    double **const given = plain_of(&p->given, f), **const expected = plain_of(&p->expected, f);
    const size_t bytes = (size_t)oracle_elements(n) * sizeof **given;
    *given = malloc(bytes);
    *expected = malloc(bytes);
    assert_non_null(*given);
    assert_non_null(*expected);
    fill(n, *given, f < FIELD_A ? -0.5 : 0.5);
  }
  p->given.shape = p->expected.shape = p->level;
}

static void end_pair(pair *p)
{
  for (int f = 0; f < fields_of(p); f++) {
    free(p->blocks[f]);
    free(*plain_of(&p->given, f));
    free(*plain_of(&p->expected, f));
  }
}

void make_case(const oracle_case *of, int most_levels)
{
  now = *of;
  int n[3] = { now.n[0], now.n[1], now.n[2] };
  double width = 1;
  for (levels = 0; levels < most_levels; width *= 2) {
    make_pair(&pairs[levels++], n, width);
    if (n[0] % 2 || n[1] % 2 || n[2] % 2) break;
    for (int d = 0; d < 3; d++) n[d] /= 2;
  }
}

void end_case(void)
{
  for (int l = 0; l < levels; l++) end_pair(&pairs[l]);
  levels = 0;
}

/* Rows shorter than the vectors of each set, as long, and longer; planes for 7 slabs and for a single slab; blocks of
 * rows; and several of each. */
static const struct shape {
  int n[3];
  char faces[7];
  int parity;
  double omega;
} table[] = {
  { { 1, 1, 1 }, "NNNNNN", 0, 1 },      { { 1, 1, 1 }, "NNNNNN", 1, 1.1 },     { { 1, 1, 1 }, "444444", 0, 1 },
  { { 1, 5, 3 }, "2N12N2", 1, 1.1 },    { { 2, 2, 2 }, "PPPPPP", 0, 1.2 },     { { 2, 2, 2 }, "4DMWR3", -3, 1 },
  { { 3, 1, 4 }, "WPWWPW", -1, 1 },     { { 1, 2, 1 }, "NNNNNN", 0, 0.8 },     { { 33, 9, 11 }, "N3D4NR", 1, 1.15 },
  { { 16, 16, 16 }, "222222", 0, 1 },   { { 32, 12, 8 }, "PNRPN2", 1, 1.2 },   { { 20, 28, 12 }, "PPDPPD", 0, 1 },
  { { 66, 4, 50 }, "3PN3P3", 1, 1.2 },  { { 24, 16, 112 }, "23223N", 0, 1 },   { { 20, 14, 116 }, "DPPRPP", 1, 1.2 },
  { { 17, 17, 101 }, "WWWWWW", -1, 1 }, { { 18, 22, 75 }, "2NP22P", 0, 1.15 }, { { 40, 20, 40 }, "NR2D1R", 0, 1.3 },
  { { 200, 60, 12 }, "213322", 1, 1 },  { { 130, 66, 6 }, "1222N2", 0, 1.1 },  { { 12, 300, 8 }, "RDN2DR", 0, 1 },
  { { 14, 15, 57 }, "4M4MM4", 1, 1.2 }, { { 15, 13, 47 }, "PPPPPP", 1, 1 },    { { 48, 24, 24 }, "DPWNPW", 0, 1.2 },
};
enum { SHAPES = sizeof table / sizeof table[0], RANDOM_SHAPES = 30 };

static oracle_case random_case(void)
{
  static const char kinds[] = "NR1234MDW", even[] = { 2, 4, 6, 8, 10, 12, 16, 18, 20, 34, 36 };
  oracle_case c = { .parity = random_below(5) - 2, .omega = random_below(3) ? 0.7 + 0.6 * random_number() : 1 };
  const bool halves = random_below(2);
  for (int d = 0; d < 3; d++) {
    c.n[d] = halves ? even[random_below(sizeof even - (d > 0 ? 4 : 0))] : 1 + random_below(d > 0 ? 9 : 37);
    const bool around = random_below(4) == 0;
    c.faces[d] = around ? 'P' : kinds[random_below(sizeof kinds - 1)];
    c.faces[d + 3] = around ? 'P' : kinds[random_below(sizeof kinds - 1)];
  }
  return c;
}

bool next_case(int *number, int most_levels, bool mixed)
{
  end_case();
  if (*number == 0) seed = 88172645463325252u;
  if (*number == 2 * (SHAPES + RANDOM_SHAPES)) return false;
  const int shape = *number / 2;
  oracle_case c = random_case();
  if (shape < SHAPES) {
    const struct shape *s = &table[shape];
    c = (oracle_case){ .parity = s->parity, .omega = s->omega };
    memcpy(c.n, s->n, sizeof c.n);
    memcpy(c.faces, s->faces, sizeof c.faces);
  }
  c.variable = *number % 2;
  c.whole_diagonal = random_below(2) || c.n[0] * c.n[1] * c.n[2] == 1;
  c.mixed = mixed;
  ++*number;
  make_case(&c, most_levels);
  return true;
}

void reset_expected(void)
{
  for (int l = 0; l < levels; l++)
    for (int f = 0; f < fields_of(&pairs[l]); f++)
      memcpy(*plain_of(&pairs[l].expected, f), *plain_of(&pairs[l].given, f),
             (size_t)oracle_elements(pairs[l].level.n) * sizeof(double));
}

static void poison(double *x, size_t count)
{
  for (size_t e = 0; e < count; e++) x[e] = NAN;
}

void forget(pair *p, int field) { poison(*plain_of(&p->given, field), (size_t)oracle_elements(p->level.n)); }

/* The cells; for coefficients the faces, which have an extra element in direction f - FIELD_BX. */
static void extents_of(const pair *p, int f, int n[3])
{
  for (int d = 0; d < 3; d++) n[d] = p->level.n[d] + (f == FIELD_BX + d);
}

void load(void)
{
  for (int l = 0; l < levels; l++) {
    pair *const p = &pairs[l];
    for (int f = 0; f < fields_of(p); f++) {
      int n[3];
      extents_of(p, f, n);
      poison(p->blocks[f], p->numbers[f]);
      const double *const from = *plain_of(&p->given, f);
      for_cells(n, i, j, k) * at_element(field_of(&p->level, f), i, j, k) = from[oracle_at(p->level.n, i, j, k)];
    }
  }
}

char oracle_running[64];

static void wrong(const char *what, const char *where, int i, int j, int k, double got, double expected)
{
  fail_msg("%s: %s(%d, %d, %d) is %.17g, not %.17g; %d x %d x %d, faces %s, parity %d, omega %g, %s%s%s, %s", what,
           where, i, j, k, got, expected, now.n[0], now.n[1], now.n[2], now.faces, now.parity, now.omega,
           now.variable ? "variable" : "constant", now.whole_diagonal ? ", whole diagonal" : "",
           now.mixed ? ", mixed rows" : "", oracle_running);
}

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Rows beside the rows of the array; no function may write there. */
static void expect_beside(const char *what, const char *name, const vf_field *field, const int n[3])
{
  for (int k = -1; k <= n[2]; k++)
    for (int j = -1; j <= n[1]; j += k < 0 || k == n[2] ? 1 : n[1] + 1)
      for (int i = 0; i < n[0]; i++)
        if (!isnan(*at_element(field, i, j, k))) wrong(what, name, i, j, k, *at_element(field, i, j, k), NAN);
}

void expect_levels(const char *what)
{
  static const char *const names[FIELDS] = { "phi", "rhs", "a", "bx", "by", "bz" };
  for (int l = 0; l < levels; l++)
    for (int f = 0; f < fields_of(&pairs[l]); f++) {
      pair *const p = &pairs[l];
      int n[3];
      extents_of(p, f, n);
      char name[32];
      snprintf(name, sizeof name, "level %d, %s", l, names[f]);
      const double *const expected = *plain_of(&p->expected, f);
      for_cells(n, i, j, k)
      {
        const double got = *at_element(field_of(&p->level, f), i, j, k);
        const double right = expected[oracle_at(p->level.n, i, j, k)];
        if (!same(got, right)) wrong(what, name, i, j, k, got, right);
      }
      if (f < FIELD_BX && f != FIELD_PHI && !now.mixed) expect_beside(what, name, field_of(&p->level, f), n);
    }
}

void expect_number(const char *what, double got, double expected)
{
  if (!same(got, expected)) wrong(what, "", -1, -1, -1, got, expected);
}

void succeed(int code, const char *what)
{
  if (code) fail_msg("%s gave %d", what, code);
}

spare make_spare(void)
{
  spare s;
  size_t numbers;
  s.block = oracle_field(now.n, now.mixed, &s.field, &numbers);
  poison(s.block, numbers);
  s.plain = malloc((size_t)oracle_elements(now.n) * sizeof *s.plain);
  assert_non_null(s.plain);
  fill(now.n, s.plain, -0.5);
  return s;
}

void load_spare(spare *s, bool numbers)
{
  for_cells(now.n, i, j, k) * at_element(&s->field, i, j, k) = numbers ? s->plain[oracle_at(now.n, i, j, k)] : NAN;
}

void expect_spare(const char *what, const spare *s, const double *expected)
{
  for_cells(now.n, i, j, k)
  {
    const double got = *at_element(&s->field, i, j, k), right = expected[oracle_at(now.n, i, j, k)];
    if (!same(got, right)) wrong(what, "", i, j, k, got, right);
  }
  expect_beside(what, "", &s->field, now.n);
}

void end_spare(spare *s)
{
  free(s->block);
  free(s->plain);
}
