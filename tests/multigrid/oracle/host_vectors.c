/* The host's vectors against plain loops: bit for bit, sums by the fixed tree. */
#include "oracle_pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../../c_src/multigrid/host/thread_team.h"

static void every_set_of_instructions_has_its_rows(void **state)
{
  (void)state;
  const vfi_rows *rows[3] = { NULL };
  make_case(&(oracle_case){ .n = { 1, 1, 1 }, .faces = "NNNNNN", .omega = 1 }, 1);
  int count = 0;
  on_every_team(e) rows[count++] = ((const vfi_workbench *)e->state)->rows;
  assert_int_equal(count, 3);
#if defined(__x86_64__) && defined(VIEWFAB_ROWS_X86)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const bool avx512 = __builtin_cpu_supports("avx512f");
#else
  const bool avx2 = false, avx512 = false;
#endif
  if (avx2) assert_ptr_not_equal(rows[0], rows[1]);
  if (avx512) assert_ptr_not_equal(rows[0], rows[2]);
  if (avx2 && avx512) assert_ptr_not_equal(rows[1], rows[2]);
}

static void an_engine_of_the_host_works_in_place_and_is_closed_once(void **state)
{
  (void)state;
  vfi_engine own;
  make_case(&(oracle_case){ .n = { 8, 8, 8 }, .faces = "NNNNNN", .omega = 1 }, 1);
  must(vfi_engine_open(NULL, &own));
  assert_true(own.ops && own.backend && own.context);
  assert_int_equal(own.ops->spare_planes(&pairs[0].level), 0);
  assert_true(own.ops->halves_rows && own.ops->knows_whole_diagonal);
  assert_non_null(own.state);
  must(vfi_engine_close(&own));
  assert_true(!own.state && !own.ops);
  must(vfi_engine_close(&own));
}

static void the_operator_and_the_residual_are_plain_loops(void **state)
{
  (void)state;
  for_every_case(1, false)
  {
    vfi_level *const level = &pairs[0].level;
    spare x = make_spare(), y = make_spare();
    double *expected = malloc((size_t)oracle_elements(now.n) * sizeof *expected);
    assert_non_null(expected);
    reset_expected();
    oracle_residual(&pairs[0].expected, expected);
    on_every_team(e)
    {
      load();
      load_spare(&y, false);
      succeed(e->ops->residual(e, level, y.field), "residual");
      expect_spare("residual", &y, expected);
      expect_levels("residual");
    }
    oracle_operate(&pairs[0].expected, x.plain, expected);
    forget(&pairs[0], FIELD_PHI);
    forget(&pairs[0], FIELD_RHS);
    reset_expected();
    on_every_team(e)
    {
      load();
      load_spare(&x, true);
      load_spare(&y, false);
      succeed(e->ops->operate(e, level, x.field, y.field), "operate");
      expect_spare("operate", &y, expected);
      expect_spare("operate's argument", &x, x.plain);
      expect_levels("operate");
    }
    free(expected);
    end_spare(&x);
    end_spare(&y);
  }
}

static void sums_and_norms_of_the_host_are_those_of_the_fixed_tree(void **state)
{
  (void)state;
  for_every_case(1, case_ / 2 % 2)
  {
    vfi_level *const level = &pairs[0].level;
    const oracle_level *const plain = &pairs[0].given;
    spare y = make_spare();
    if (case_ % 3 == 0) plain->phi[oracle_at(now.n, random_below(now.n[0]), 0, now.n[2] - 1)] = NAN;
    const double sum = oracle_sum(plain, plain->phi, NULL), dot = oracle_sum(plain, plain->phi, y.plain),
                 norm = oracle_largest(plain, plain->phi);
    load_spare(&y, true);
    load();
    reset_expected();
    on_every_team(e)
    {
      double got = -1;
      succeed(e->ops->sum(e, level, level->phi, &got), "sum");
      expect_number("sum", got, sum);
      succeed(e->ops->dot(e, level, level->phi, y.field, &got), "dot");
      expect_number("dot", got, dot);
      succeed(e->ops->norm_max(e, level, level->phi, &got), "norm");
      expect_number("norm", got, norm);
      expect_levels("sums");
    }
    end_spare(&y);
  }
}

/* Reduces the list of the tiles' sums, slab after slab. */
static double by_slabs(vfi_engine *e, vfi_term what, vf_field x, vf_field y)
{
  const vfi_level *const level = &pairs[0].level;
  double *joined = malloc((size_t)vfi_level_tiles(level) * sizeof *joined);
  assert_non_null(joined);
  int64_t count = 0;
  for (int first = 0; first < now.n[2];) {
    const double *list = NULL;
    vfi_level slab = *level;
    slab.n[2] = 1 + random_below(now.n[2] - first);
    vf_field x_slab = x, y_slab = y;
    x_slab.at += vfi_field_along(&x, 2, first);
    y_slab.at += vfi_field_along(&y, 2, first);
    succeed(e->ops->tiles(e, &slab, what, x_slab, y_slab, &list), "tiles");
    memcpy(joined + count, list, (size_t)vfi_level_tiles(&slab) * sizeof *joined);
    count += vfi_level_tiles(&slab);
    first += slab.n[2];
  }
  assert_int_equal(count, vfi_level_tiles(level));
  const double result = vfi_level_reduce(what, joined, count);
  free(joined);
  return result;
}

static void expect_slabs(void)
{
  vfi_level *const level = &pairs[0].level;
  spare y = make_spare();
  load();
  load_spare(&y, true);
  on_every_team(e)
  {
    double whole = -1;
    succeed(e->ops->sum(e, level, level->phi, &whole), "sum");
    expect_number("sum of slabs", by_slabs(e, VF_TERM_VALUE, level->phi, level->phi), whole);
    succeed(e->ops->dot(e, level, level->phi, y.field, &whole), "dot");
    expect_number("dot of slabs", by_slabs(e, VF_TERM_PRODUCT, level->phi, y.field), whole);
    succeed(e->ops->norm_max(e, level, level->phi, &whole), "norm");
    expect_number("norm of slabs", by_slabs(e, VF_TERM_SIZE, level->phi, level->phi), whole);
  }
  end_spare(&y);
}

static void sums_of_slabs_are_those_of_the_level(void **state)
{
  (void)state;
  for_every_case(1, case_ / 2 % 2) expect_slabs();
  static const int shapes[][3] = { { 70, 67, 5 }, { 64, 64, 6 }, { 1, 1, 4100 } };
  for (int s = 0; s < 3; s++) {
    make_case(&(oracle_case){ .n = { shapes[s][0], shapes[s][1], shapes[s][2] }, .faces = "NNNNNN", .omega = 1 }, 1);
    expect_slabs();
    end_case();
  }
}

/* Combinations and shifts of a field with another field or itself. If t is 0, y is not read. */
static void combinations_and_shifts_of_vectors_are_plain_loops_too(void **state)
{
  (void)state;
  for_every_case(1, case_ / 2 % 2)
  {
    const double factors[][2] = { { 1.7, -0.3 }, { 1, 1 }, { -0.4, 0 }, { 0, 1.1 }, { 0, 0 } };
    const double s = factors[case_ % 5][0], t = factors[case_ % 5][1], more = random_number() - 0.5;
    vfi_level *const level = &pairs[0].level;
    spare x = make_spare(), y = make_spare();
    const size_t numbers = (size_t)oracle_elements(now.n);
    double *combined = malloc(numbers * sizeof *combined), *itself = malloc(numbers * sizeof *itself),
           *shifted = malloc(numbers * sizeof *shifted);
    assert_true(combined && itself && shifted);
    for (size_t at = 0; at < numbers; at++) {
      combined[at] = t == 0 ? s * x.plain[at] : s * x.plain[at] + t * y.plain[at];
      itself[at] = t == 0 ? s * x.plain[at] : s * x.plain[at] + t * x.plain[at];
      shifted[at] = x.plain[at] + more;
    }
    on_every_team(e)
    {
      load_spare(&x, true);
      load_spare(&y, t != 0);
      succeed(e->ops->combine(e, level, s, x.field, t, y.field), "combine");
      expect_spare("combine", &y, combined);
      expect_spare("combine's argument", &x, x.plain);
      succeed(e->ops->combine(e, level, s, x.field, t, x.field), "combine");
      expect_spare("combine with itself", &x, itself);
      load_spare(&x, true);
      succeed(e->ops->shift(e, level, x.field, more), "shift");
      expect_spare("shift", &x, shifted);
    }
    free(combined);
    free(itself);
    free(shifted);
    end_spare(&x);
    end_spare(&y);
  }
}

/* A number larger than all others, an infinity or a NaN, at any place in rows of any length. */
static void the_norm_looks_at_every_cell_and_every_residual_of_a_row(void **state)
{
  (void)state;
  for (int n = 1; n <= 40; n++) {
    make_case(&(oracle_case){ .n = { n, 2, 1 }, .faces = "222222", .omega = 1 }, 1);
    const oracle_level *const plain = &pairs[0].given;
    for (int64_t at = 0; at < oracle_elements(now.n); at++) plain->phi[at] = 0;
    spare y = make_spare();
    for (int i = 0; i < n; i++)
      for (int c = 0; c < 6; c++) {
        const double size = c < 2 ? -3 - i : c < 4 ? -INFINITY : NAN;
        double *const rhs = &plain->rhs[oracle_at(now.n, i, c % 2, 0)], before = *rhs;
        double *const of_spare = &y.plain[oracle_at(now.n, i, c % 2, 0)], before_spare = *of_spare;
        *rhs = *of_spare = size;
        load();
        load_spare(&y, true);
        on_every_team(e)
        {
          double got = -1;
          succeed(e->ops->residual_norm(e, &pairs[0].level, &got), "residual_norm");
          expect_number("residual_norm", got, fabs(size));
          succeed(e->ops->norm_max(e, &pairs[0].level, y.field, &got), "norm");
          expect_number("norm", got, fabs(size));
        }
        *rhs = before;
        *of_spare = before_spare;
      }
    end_spare(&y);
    end_case();
  }
}

/* Sizes around the size of a thread's piece. */
static void zero_clears_its_bytes_and_no_more(void **state)
{
  (void)state;
  static const size_t sizes[] = { 0, 1, 1000, 262143, 262144, 262145, 524288, 1000003 };
  for (int s = 0; s < (int)(sizeof sizes / sizeof sizes[0]); s++) on_every_engine(e, 1 << 20)
    {
      char *const bytes = malloc(sizes[s] + 2);
      assert_non_null(bytes);
      memset(bytes, 1, sizes[s] + 2);
      succeed(e->ops->zero(e, bytes + 1, sizes[s]), "zero");
      for (size_t b = 0; b < sizes[s]; b++)
        if (bytes[b + 1]) fail_msg("byte %zu of %zu is not cleared", b, sizes[s]);
      assert_true(bytes[0] == 1 && bytes[sizes[s] + 1] == 1);
      free(bytes);
    }
}

static const struct CMUnitTest tests[] = {
  claim(every_set_of_instructions_has_its_rows),
  claim(an_engine_of_the_host_works_in_place_and_is_closed_once),
  claim(the_operator_and_the_residual_are_plain_loops),
  claim(sums_and_norms_of_the_host_are_those_of_the_fixed_tree),
  claim(sums_of_slabs_are_those_of_the_level),
  claim(combinations_and_shifts_of_vectors_are_plain_loops_too),
  claim(the_norm_looks_at_every_cell_and_every_residual_of_a_row),
  claim(zero_clears_its_bytes_and_no_more),
};
RUN("host_vectors", tests)
