/* Columns, teams and tiles at the ends of the integers. Indices that a launcher can walk give the same numbers as
 * indices around 0. All other indices are refused, so that no index overflows. */
#include "common.h"

#include <limits.h>
#include <stdio.h>

#include "region.h"

vf_status vf_sum_of_levels(const vf_columns *columns, vf_view *x, vf_view *y);
vf_status vf_sum_in_team(const vf_columns *columns, vf_view *x, vf_view *y);
vf_status vf_windowed_sum(const vf_box *box, vf_view *a, vf_view *b, int period, int m);

enum { POINTS = 3, LEVELS = 4, BLOCKS = 5, MOST = POINTS * LEVELS * BLOCKS };

typedef vf_status (*sums)(const vf_columns *columns, vf_view *x, vf_view *y);
static const sums of_levels[] = { vf_sum_of_levels, vf_sum_in_team };
static const char *const names[] = { "vf_sum_of_levels", "vf_sum_in_team" };
enum { KERNELS = sizeof of_levels / sizeof *of_levels };

/* Arrays of so many points of a block, and of all levels and blocks. */
typedef struct fields {
  double x[MOST], y[MOST];
  vf_view *of_x, *of_y;
} fields;

static vf_view *wrap_columns(double *host, int points, const int lower[3], const char *label)
{
  vf_view *view = NULL;
  const int64_t extents[3] = { points, LEVELS, BLOCKS };
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, 3, extents, lower, "i k b", label, VF_WRAP_DISTINCT, &view));
  return view;
}

/* lower: of points, levels, blocks */
static void open_fields(fields *f, int points, const int lower[3])
{
  for (int n = 0; n < MOST; n++) {
    f->x[n] = n * 37 % 101;
    f->y[n] = -1;
  }
  f->of_x = wrap_columns(f->x, points, lower, "x");
  f->of_y = wrap_columns(f->y, points, lower, "y");
}

static void close_fields(fields *f)
{
  discard(f->of_x);
  discard(f->of_y);
}

/* Element n of y is a sum if the call has its point and its block, and otherwise -1. */
static void expect_sums(fields *f, int points, int first_point, int last_point, int columns_of_last_block)
{
  must(vf_view_to_host(f->of_y, VF_READ));
  for (int b = 0; b < BLOCKS; b++)
    for (int i = 0; i < points; i++) {
      double sum = 0;
      const int last = b == BLOCKS - 1 && columns_of_last_block ? columns_of_last_block - 1 : last_point;
      for (int k = 0; k < LEVELS; k++) {
        const int n = i + points * (k + LEVELS * b);
        sum += f->x[n];
        if (f->y[n] != (i >= first_point && i <= last ? sum : -1))
          fail_msg("point %d, level %d, block %d: %g, not %g", i, k, b, f->y[n], sum);
      }
    }
}

/* ---- Columns and teams ---- */

static void columns_at_the_ends_of_what_is_walked_give_the_sums_of_those_at_one(void **state)
{
  (void)state;
  const int high = VF_INDEX_LIMIT - MOST;
  const int places[][3] = { { 1, 1, 1 },       { high, 1, 1 },    { 1, high, 1 },    { 1, 1, high },
                            { INT_MIN, 1, 1 }, { 1, INT_MIN, 1 }, { 1, 1, INT_MIN }, { high, INT_MIN, high } };
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
      for (int said = 0; said < 2; said++) {
        fields f;
        const int *at = places[p];
        open_fields(&f, POINTS, at);
        const vf_columns call = { .first_point = at[0] + 1,
                                  .last_point = at[0] + POINTS - 1,
                                  .first_block = at[2],
                                  .last_block = at[2] + BLOCKS - 1,
                                  .first_level = at[1],
                                  .last_level = at[1] + LEVELS - 1,
                                  .levels_said = said };
        must(of_levels[kernel](&call, f.of_x, f.of_y));
        expect_sums(&f, POINTS, 1, POINTS - 1, 0);
        close_fields(&f);
      }
}

/* A single point or block, of arrays with just this index, up to the last integer. */
static void lone_points_and_blocks_beyond_the_walkable_indices_are_refused(void **state)
{
  (void)state;
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (int index = INT_MAX - 2; index > 0; index = index == INT_MAX - 2   ? INT_MAX - 1
                                                     : index == INT_MAX - 1 ? INT_MAX
                                                                            : -1)
      for (int block = 0; block < 2; block++) {
        double x[LEVELS] = { 1 }, y[LEVELS] = { 0 };
        const int64_t extents[3] = { 1, LEVELS, 1 };
        const int lower[3] = { block ? 1 : index, 1, block ? index : 1 };
        vf_view *of_x = NULL, *of_y = NULL;
        char words[80];
        must(vf_view_wrap_axes(NULL, x, VF_REAL64, 3, extents, lower, "i k b", "x", VF_WRAP_DISTINCT, &of_x));
        must(vf_view_wrap_axes(NULL, y, VF_REAL64, 3, extents, lower, "i k b", "y", VF_WRAP_DISTINCT, &of_y));
        const vf_columns call = {
          .first_point = lower[0], .last_point = lower[0], .first_block = lower[2], .last_block = lower[2]
        };
        snprintf(words, sizeof words, "%s: box (", names[kernel]);
        refused(of_levels[kernel](&call, of_x, of_y), VF_ERROR_BOX, words);
        refused(of_levels[kernel](&call, of_x, of_y), VF_ERROR_BOX, "kernels walk up to 2013265920");
        discard(of_x);
        discard(of_y);
      }
}

/* More columns than all blocks have are all of them, however many the call says. */
static void columns_beyond_all_blocks_are_those_that_there_are(void **state)
{
  (void)state;
  const int64_t endless[] = { INT64_MAX, INT64_MAX - 1, INT64_MAX - POINTS, INT64_MAX / 2, (int64_t)INT_MAX * 4 };
  const int blocks[] = { 1, INT_MIN, VF_INDEX_LIMIT - BLOCKS };
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (size_t e = 0; e < sizeof endless / sizeof *endless; e++)
      for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
        for (int points = 1; points <= POINTS; points++) {
          fields f;
          open_fields(&f, points, (const int[3]){ 1, 1, blocks[b] });
          const vf_columns call = { .first_point = 1,
                                    .last_point = points,
                                    .first_block = blocks[b],
                                    .last_block = blocks[b] + BLOCKS - 1,
                                    .columns = endless[e] };
          must(of_levels[kernel](&call, f.of_x, f.of_y));
          expect_sums(&f, points, 0, points - 1, 0);
          close_fields(&f);
        }
}

/* The last block with each possible number of columns, from 1 to all. */
static void a_last_block_has_the_columns_that_are_left(void **state)
{
  (void)state;
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (int left = 1; left <= POINTS; left++) {
      fields f;
      open_fields(&f, POINTS, (const int[3]){ 1, 1, -2 });
      const vf_columns call = { .first_point = 1,
                                .last_point = POINTS,
                                .first_block = -2,
                                .last_block = BLOCKS - 3,
                                .columns = (BLOCKS - 1) * POINTS + left };
      must(of_levels[kernel](&call, f.of_x, f.of_y));
      expect_sums(&f, POINTS, 0, POINTS - 1, left);
      close_fields(&f);
    }
}

/* Columns are counted from the first point of the first block of the arrays, whatever part of them the call has. */
static void expect_columns(const fields *f, const int at[3], const vf_columns *call)
{
  for (int n = 0; n < MOST; n++) {
    const int i = n % POINTS, b = n / POINTS / LEVELS;
    double sum = 0;
    for (int k = 0; k <= n / POINTS % LEVELS; k++) sum += f->x[i + POINTS * (k + LEVELS * b)];
    const bool in_call = i + at[0] >= call->first_point && i + at[0] <= call->last_point &&
                         b + at[2] >= call->first_block && b + at[2] <= call->last_block &&
                         i + POINTS * b < call->columns;
    if (f->y[n] != (in_call ? sum : -1))
      fail_msg("points %d:%d, blocks %d:%d, %lld columns: element %d is %g", call->first_point - at[0],
               call->last_point - at[0], call->first_block - at[2], call->last_block - at[2], (long long)call->columns,
               n, f->y[n]);
  }
}

static void parts_of_blocks_have_the_columns_that_there_are(void **state)
{
  (void)state;
  enum { PAIRS_OF_POINTS = POINTS * POINTS, PAIRS_OF_BLOCKS = BLOCKS * BLOCKS };
  const int at[3] = { 7, 1, -2 };
  fields f;
  open_fields(&f, POINTS, at);
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (int p = 0; p < PAIRS_OF_POINTS; p++)
      for (int b = 0; b < PAIRS_OF_BLOCKS; b++)
        for (int columns = 1; columns <= POINTS * BLOCKS + 1; columns++) {
          const vf_columns call = { .first_point = at[0] + p % POINTS,
                                    .last_point = at[0] + p / POINTS,
                                    .first_block = at[2] + b % BLOCKS,
                                    .last_block = at[2] + b / BLOCKS,
                                    .columns = columns };
          must(vf_view_to_host(f.of_y, VF_WRITE));
          for (int n = 0; n < MOST; n++) f.y[n] = -1;
          must(of_levels[kernel](&call, f.of_x, f.of_y));
          must(vf_view_to_host(f.of_y, VF_READ));
          expect_columns(&f, at, &call);
        }
  close_fields(&f);
}

/* Levels first to last of the call; 0: the call does not name its levels. */
static vf_columns part_of(int first_point, int last_block, int first_level, int last_level, int columns)
{
  return (vf_columns){ .first_point = first_point,
                       .last_point = POINTS,
                       .first_block = 1,
                       .last_block = last_block,
                       .columns = columns,
                       .first_level = first_level,
                       .last_level = last_level,
                       .levels_said = first_level != 0 };
}

/* A call with all elements of y takes none of them from the host. Any other call leaves the elements that it does not have. */
static void only_calls_with_all_elements_bring_nothing_of_what_they_write(void **state)
{
  (void)state;
  const struct {
    vf_columns call;
    bool all;
  } calls[] = { { part_of(1, BLOCKS, 0, 0, 0), true },
                { part_of(1, BLOCKS, 1, LEVELS, 0), true },
                { part_of(2, BLOCKS, 0, 0, 0), false },
                { part_of(1, BLOCKS - 1, 0, 0, 0), false },
                { part_of(1, BLOCKS, 1, LEVELS - 1, 0), false },
                { part_of(1, BLOCKS, 2, LEVELS, 0), false },
                { part_of(1, BLOCKS, 0, 0, POINTS * BLOCKS - 1), false } };
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
      fields f;
      vf_counters counted;
      const vf_columns *call = &calls[c].call;
      open_fields(&f, POINTS, (const int[3]){ 1, 1, 1 });
      must(of_levels[kernel](call, f.of_x, f.of_y));
      must(vf_view_counters(f.of_y, &counted));
      assert_int_equal(counted.copies_to_device, calls[c].all ? 0 : separate());
      must(vf_view_to_host(f.of_y, VF_READ));
      const int first = call->levels_said ? call->first_level : 1, last = call->levels_said ? call->last_level : LEVELS;
      const int columns = call->columns ? (int)call->columns : MOST;
      for (int n = 0; n < MOST; n++) {
        const int i = 1 + n % POINTS, k = 1 + n / POINTS % LEVELS, b = 1 + n / POINTS / LEVELS;
        const bool has = i >= call->first_point && b <= call->last_block && k >= first && k <= last &&
                         i + POINTS * (b - 1) <= columns;
        double sum = 0;
        for (int level = first; level <= k; level++) sum += f.x[n + POINTS * (level - k)];
        assert_true(f.y[n] == (has ? sum : -1));
      }
      close_fields(&f);
    }
}

/* Arrays of one block have the block index 1, or none. */
static void calls_without_blocks_take_arrays_of_one_block(void **state)
{
  (void)state;
  static const char *const axes[] = { "i k", "i k b" };
  static const int64_t extents[3] = { POINTS, LEVELS, 1 };
  const vf_columns call = {
    .first_point = 1, .last_point = POINTS, .first_block = 1, .last_block = 1, .no_blocks = true
  };
  for (int kernel = 0; kernel < KERNELS; kernel++)
    for (int of_x = 0; of_x < 2; of_x++)
      for (int of_y = 0; of_y < 2; of_y++) {
        double x[POINTS * LEVELS], y[POINTS * LEVELS];
        vf_view *view_of_x = NULL, *view_of_y = NULL;
        for (int n = 0; n < POINTS * LEVELS; n++) x[n] = 1 + n;
        must(vf_view_wrap_axes(NULL, x, VF_REAL64, 2 + of_x, extents, NULL, axes[of_x], "x", VF_WRAP_DISTINCT,
                               &view_of_x));
        must(vf_view_wrap_axes(NULL, y, VF_REAL64, 2 + of_y, extents, NULL, axes[of_y], "y", VF_WRAP_DISTINCT,
                               &view_of_y));
        must(of_levels[kernel](&call, view_of_x, view_of_y));
        must(vf_view_to_host(view_of_y, VF_READ));
        for (int i = 0; i < POINTS; i++) assert_true(y[i + POINTS * (LEVELS - 1)] == LEVELS * (1 + i) + 6 * POINTS);
        discard(view_of_x);
        discard(view_of_y);
      }
}

static void calls_without_blocks_refuse_arrays_with_other_blocks(void **state)
{
  (void)state;
  const vf_columns call = {
    .first_point = 1, .last_point = POINTS, .first_block = 1, .last_block = 1, .no_blocks = true
  };
  for (int kernel = 0; kernel < KERNELS; kernel++) {
    fields f;
    char words[160];
    open_fields(&f, POINTS, (const int[3]){ 1, 1, -2 });
    snprintf(words, sizeof words,
             "%s: 'x' (argument x) has blocks -2:2, and the call names no blocks; in Fortran: vf_columns(..., "
             "blocks=[-2, 2])",
             names[kernel]);
    refused(of_levels[kernel](&call, f.of_x, f.of_y), VF_ERROR_ARGUMENT, words);
    close_fields(&f);
  }
}

static void arrays_without_elements_have_axes_that_memory_could_hold(void **state)
{
  (void)state;
  double none = 0;
  vf_view *view = NULL;
  const int64_t long_one = INT64_MAX / 16;
  const int64_t beyond[][4] = { { 0, long_one, long_one, 1 }, { 0, 2, long_one, 5 }, { long_one, 0, long_one, 1 } };
  for (size_t b = 0; b < sizeof beyond / sizeof *beyond; b++)
    refused(vf_view_wrap_axes(NULL, &none, VF_REAL64, 4, beyond[b], NULL, "i c d b", "empty", VF_WRAP_DISTINCT, &view),
            VF_ERROR_ARGUMENT, "'empty': ");
}

/* ---- Tiles ---- */

enum { LINE = 4 };

static vf_status sum_windows(int first, int last, int m, double b[LINE])
{
  double a[2] = { 1, 3 };
  const int lower[3] = { first, 1, 1 };
  const int64_t extents[3] = { (int64_t)last - first + 1, 1, 1 };
  for (int i = 0; i < LINE; i++) b[i] = -1;
  vf_view *of_a = wrapped(a, 1, (const int64_t[]){ 2 }, (const int[]){ 0 }, "a"),
          *of_b = wrapped(b, 1, extents, lower, "b");
  const vf_box box = { { first, 1, 1 }, { last, 1, 1 } };
  const vf_status status = vf_windowed_sum(&box, of_a, of_b, 2, m);
  if (!status) must(vf_view_to_host(of_b, VF_READ));
  discard(of_a);
  discard(of_b);
  return status;
}

/* a(modulo(j, 2)) (1 - |j| / m), from left to right. */
static double window(int64_t i, int64_t m)
{
  double sum = 0;
  for (int64_t j = i - m; j <= i + m; j++)
    sum += (j % 2 ? 3.0 : 1.0) * (1 - (double)(j < 0 ? -j : j) / (double)(m > 1 ? m : 1));
  return sum;
}

static void windows_of_no_element_are_empty(void **state)
{
  (void)state;
  const int none[] = { -1, -2, -1000, -70000, INT_MIN / 2, INT_MIN + 1, INT_MIN };
  const int places[] = { 1, INT_MIN, INT_MIN + 7, VF_INDEX_LIMIT - LINE };
  for (size_t n = 0; n < sizeof none / sizeof *none; n++)
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
      double b[LINE];
      must(sum_windows(places[p], places[p] + LINE - 1, none[n], b));
      for (int i = 0; i < LINE; i++) assert_true(b[i] == 0);
    }
}

static void tiles_at_the_ends_of_what_is_walked_have_all_of_their_windows(void **state)
{
  (void)state;
  const int around[] = { 0, 1, 5, 1023, 1024, 70000 };
  for (size_t a = 0; a < sizeof around / sizeof *around; a++) {
    const int m = around[a];
    const int firsts[] = { -1, INT_MIN + 1 + m, VF_INDEX_LIMIT - LINE + 1 };
    for (size_t f = 0; f < sizeof firsts / sizeof *firsts; f++) {
      double b[LINE];
      must(sum_windows(firsts[f], firsts[f] + LINE - 1, m, b));
      for (int i = 0; i < LINE; i++) assert_true(b[i] == window((int64_t)firsts[f] + i, m));
    }
  }
}

static void windows_beyond_the_integers_are_refused(void **state)
{
  (void)state;
  double b[LINE];
  const struct {
    int first, m;
  } wrong[] = { { INT_MIN, 1 },       { INT_MIN + 4, 5 },      { 1, INT_MAX },
                { 0, INT_MAX },       { -LINE, INT_MAX },      { VF_INDEX_LIMIT - LINE, 1 << 28 },
                { INT_MIN, INT_MAX }, { INT_MIN / 2, INT_MAX } };
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    refused(sum_windows(wrong[w].first, wrong[w].first + LINE - 1, wrong[w].m, b), VF_ERROR_ARGUMENT,
            "vf_windowed_sum: its halos or windows go so far around the points of a box");
    for (int i = 0; i < LINE; i++) assert_true(b[i] == -1);
  }
}

static void lone_points_of_tiles_beyond_the_walkable_indices_are_refused(void **state)
{
  (void)state;
  double b[LINE];
  for (int back = 0; back < 3; back++)
    for (int m = -1; m < 2; m++) {
      refused(sum_windows(INT_MAX - back, INT_MAX - back, m, b), VF_ERROR_BOX, "vf_windowed_sum: box (");
      assert_true(b[0] == -1);
    }
}

static const struct CMUnitTest tests[] = {
  claim(columns_at_the_ends_of_what_is_walked_give_the_sums_of_those_at_one),
  claim(lone_points_and_blocks_beyond_the_walkable_indices_are_refused),
  claim(columns_beyond_all_blocks_are_those_that_there_are),
  claim(a_last_block_has_the_columns_that_are_left),
  claim(parts_of_blocks_have_the_columns_that_there_are),
  claim(only_calls_with_all_elements_bring_nothing_of_what_they_write),
  claim(calls_without_blocks_take_arrays_of_one_block),
  claim(calls_without_blocks_refuse_arrays_with_other_blocks),
  claim(arrays_without_elements_have_axes_that_memory_could_hold),
  claim(windows_of_no_element_are_empty),
  claim(tiles_at_the_ends_of_what_is_walked_have_all_of_their_windows),
  claim(windows_beyond_the_integers_are_refused),
  claim(lone_points_of_tiles_beyond_the_walkable_indices_are_refused),
};
RUN("column_ends", tests)
