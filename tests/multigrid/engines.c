/* The engine of a GPU gives the bits of the host's, function by function. */
#include "two_engines.h"

#include <math.h>

enum { MOST_FACE_CELLS = 160 * 160 };

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

/* No coefficient in x: the ghosts of the other directions have the whole diagonal. */
static int cut_rows(side *s)
{
  vfi_level faces = s->level[0];
  faces.n[0]++;
  s->level[0].alpha = 0;
  return s->engine.ops->combine(&s->engine, &faces, 0, faces.bx, 0, faces.bx);
}

static void diagonals_that_are_ghosts_alone_are_those_of_the_host(void **state)
{
  (void)state;
  static const setting alone[] = { { { 3, 1, 1 }, "PNNPNN", 2, 0, 1.2 }, { { 4, 1, 1 }, "NNNNNN", 2, 0, 1.2 } };
  for (int c = 0; c < 2; c++) {
    begin(&alone[c], true, true, 1);
    on_both(cut_rows(s));
    on_both(t->smooth(e, s->level, 2, false));
    expect_field("smooth of cells without neighbours", 0, phi);
    end();
  }
}

/* So large that a GPU does not have a second array for phi. */
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
      expect_same("bx", 1, offsetof(vfi_level, bx), 0);
      expect_same("by", 1, offsetof(vfi_level, by), 1);
      expect_same("bz", 1, offsetof(vfi_level, bz), 2);
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

/* So large that a GPU does not have a second array for phi. */
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
    on_both(t->norm_max(e, s->level, s->level[0].phi, &result[s - both]));
    expect_numbers("norm", result);
    on_both(t->sum(e, s->level, s->level[0].phi, &result[s - both]));
    expect_numbers("sum", result);
    on_both(t->dot(e, s->level, s->level[0].phi, s->level[0].rhs, &result[s - both]));
    expect_numbers("dot", result);
    for (vfi_term what = VF_TERM_SIZE; what <= VF_TERM_PRODUCT; what++) {
      const double *list[SIDES];
      on_both(t->tiles(e, s->level, what, s->level[0].phi, s->level[0].rhs, &list[s - both]));
      for (int64_t tile = 0; tile < vfi_level_tiles(both[HOST].level); tile++)
        expect_numbers("tiles", (const double[SIDES]){ list[HOST][tile], list[TESTED][tile] });
    }
    on_both(t->combine(e, s->level, 1.7, s->level[0].rhs, 0, s->extra));
    expect_extra("combine of one");
    on_both(t->combine(e, s->level, 1.7, s->level[0].phi, -0.3, s->extra));
    expect_extra("combine of two");
    on_both(t->shift(e, s->level, s->extra, 0.3));
    expect_extra("shift");
  }
}

/* Puts a number into a cell of both right-hand sides. */
static void put_at(int i, int j, int k, double value)
{
  const vfi_level *l = &both[HOST].level[0];
  on_both(level_get(e, l, s->level[0].rhs, s->got));
  for (int s = 0; s < SIDES; s++)
    both[s].got[level_front(&l->rhs) + (size_t)(i + j * l->rhs.row + k * l->rhs.plane)] = value;
  on_both(level_put(e, l, s->level[0].rhs, s->got));
}

static void expect_strange(const char *what, const double largest[SIDES], double value)
{
  for (int s = 0; s < SIDES; s++)
    if (isnan(value) ? !isnan(largest[s]) : largest[s] != value) fail_at(what, -1, -1, -1, largest[s], value);
}

/* Wherever they stand. */
static void norms_of_what_is_no_finite_number_are_those_of_the_host(void **state)
{
  (void)state;
  for_settings_and_operators(2, false) for (int c = 0; c < 8; c++)
  {
    const int *n = now->n, at[3] = { c & 1 ? n[0] - 1 : n[0] / 3, c & 2 ? n[1] - 1 : n[1] / 3, c & 4 ? n[2] - 1 : 0 };
    const double value = c % 3 ? NAN : INFINITY;
    double largest[SIDES];
    load();
    put_at(at[0], at[1], at[2], value);
    on_both(t->norm_max(e, s->level, s->level[0].rhs, &largest[s - both]));
    expect_strange("norm", largest, value);
    on_both(t->residual_norm(e, s->level, &largest[s - both]));
    expect_strange("residual_norm", largest, value);
    if (levels < 2) continue;
    on_both(t->residual_restrict(e, s->level, s->level + 1, &largest[s - both]));
    expect_strange("norm of residual_restrict", largest, value);
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
  for (int c = 0; c < MOST_FACE_CELLS; c++) values[c] = next_number();
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
    for (size_t c = 0; c < first; c++) doubles[c] = next_number();
    for (size_t c = 0; c < second; c++) floats[c] = (float)next_number();
    void *of_doubles[SIDES], *of_floats[SIDES];
    vfi_piece pieces[SIDES][2];
    put_numbers(doubles, first * sizeof *doubles, of_doubles);
    put_numbers(floats, second * sizeof *floats, of_floats);
    for (int s = 0; s < SIDES; s++) {
      pieces[s][0] = (vfi_piece){ of_doubles[s], VF_REAL64, half, half * n[1], { 0, 0, 0 }, { half, n[1], n[2] } };
      pieces[s][1] = (vfi_piece){ of_floats[s], VF_REAL32, rest, rest * n[1], { half, 0, 0 }, { rest, n[1], n[2] } };
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

static const struct CMUnitTest tests[] = {
  claim(smooths_are_those_of_the_host),
  claim(smooths_with_the_whole_diagonal_are_those_of_the_host),
  claim(diagonals_that_are_ghosts_alone_are_those_of_the_host),
  claim(smooths_slab_by_slab_are_those_of_the_host),
  claim(residuals_are_those_of_the_host),
  claim(transfers_are_those_of_the_host),
  claim(interpolation_with_smooths_is_that_of_the_host),
  claim(interpolation_slab_by_slab_is_that_of_the_host),
  claim(vectors_are_those_of_the_host),
  claim(norms_of_what_is_no_finite_number_are_those_of_the_host),
  claim(walls_are_those_of_the_host),
  claim(pieces_are_moved_as_on_the_host),
};
RUN("engines", tests)
