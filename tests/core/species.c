/* Teams of several species, and columns of arrays with several axes for an index. Each element is computed once, for
 * any number of threads, and no other element of an array changes. */
#include "common.h"

#ifdef _OPENMP
#include <omp.h>
#endif

vf_status vf_sum_of_levels(const vf_columns *columns, vf_view *x, vf_view *y);
vf_status vf_sum_in_team(const vf_columns *columns, vf_view *x, vf_view *y);
vf_status vf_add_to_species(const vf_columns *columns, vf_view *x, vf_view *y);
vf_status vf_sum_to_species(const vf_columns *columns, vf_view *x, vf_view *y);

typedef vf_status (*kernel)(const vf_columns *columns, vf_view *x, vf_view *y);

static vf_view *named(double *host, int rank, const int64_t *extents, const int *lower, const char *axes)
{
  vf_view *view = NULL;
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, rank, extents, lower, axes, "columns", VF_WRAP_DISTINCT, &view));
  return view;
}

static void set_threads(int count)
{
#ifdef _OPENMP
  omp_set_num_threads(count);
#else
  (void)count;
#endif
}

/* ---- Species ---- */

/* A block and its species have enough points for several threads: as many points as the host takes in a piece, and one
 * more. */
enum { PIECE = 128, POINTS = PIECE + 1, LEVELS = 65, MOST_BLOCKS = 4, MOST_SPECIES = 7 };
enum { MOST = POINTS * LEVELS * MOST_BLOCKS };
static double x[MOST], y[MOST * MOST_SPECIES];

static double start_of(int n) { return n % 89; }

static void add_species(kernel add, int points, int species, int blocks)
{
  const int block = points * LEVELS;
  const int lower[4] = { 3, -2, 5, -1 }, of_x[3] = { 3, -2, -1 };
  const int64_t y_extents[4] = { points, LEVELS, species, blocks }, x_extents[3] = { points, LEVELS, blocks };
  for (int n = 0; n < block * blocks; n++) x[n] = n % 97;
  for (int n = 0; n < block * species * blocks; n++) y[n] = start_of(n);
  vf_view *x_view = named(x, 3, x_extents, of_x, "i k b"), *y_view = named(y, 4, y_extents, lower, "i k s b");
  const vf_columns call = {
    .first_point = 3, .last_point = 3 + points - 1, .first_block = -1, .last_block = blocks - 2
  };
  must(add(&call, x_view, y_view));
  must(vf_view_to_host(y_view, VF_READ));
  for (int n = 0; n < block * species * blocks; n++) {
    const int s = n / block % species + 1, b = n / block / species;
    if (y[n] != start_of(n) + 2 * s * x[n % block + block * b])
      fail_msg("%d species in %d blocks: element %d of species %d is %g", species, blocks, n, s, y[n]);
  }
  discard(x_view);
  discard(y_view);
}

static void each_species_is_done_once(kernel add)
{
  enum { MOST_THREADS = 5 };
  for (int threads = 1; threads <= MOST_THREADS; threads += 2)
    for (int species = 1; species <= MOST_SPECIES; species++)
      for (int blocks = 1; blocks <= MOST_BLOCKS; blocks++) {
        set_threads(threads);
        for (int points = PIECE; points <= POINTS; points++) add_species(add, points, species, blocks);
      }
}

static void teams_do_each_species_of_a_block_once(void **state)
{
  (void)state;
  each_species_is_done_once(vf_add_to_species);
}

static void columns_do_each_species_of_a_block_once(void **state)
{
  (void)state;
  each_species_is_done_once(vf_sum_to_species);
}

/* ---- Several axes ---- */

enum { NI = 2, NJ = 3, NK = 4, NB = 2, NE = 3, NIJ = NI * NJ, ALL = NIJ * NK * NB * NE };

/* Points and blocks of two axes each count from 1, wherever the axes begin. */
static void points_and_blocks_of_several_axes_count_from_one(void **state)
{
  (void)state;
  static const kernel kernels[] = { vf_sum_of_levels, vf_sum_in_team };
  const int64_t extents[5] = { NI, NJ, NK, NB, NE };
  const int lower[5] = { 5, -2, 0, 7, -4 };
  for (size_t of = 0; of < sizeof kernels / sizeof *kernels; of++) {
    double values[ALL], sums[ALL];
    for (int n = 0; n < ALL; n++) {
      values[n] = n % 31;
      sums[n] = -1;
    }
    vf_view *of_values = named(values, 5, extents, lower, "i j k b e"),
            *of_sums = named(sums, 5, extents, lower, "i j k b e");
    const vf_columns call = { .first_point = 2, .last_point = NIJ - 1, .first_block = 2, .last_block = NB * NE - 1 };
    must(kernels[of](&call, of_values, of_sums));
    must(vf_view_to_host(of_sums, VF_READ));
    for (int n = 0; n < ALL; n++) {
      const int point = n % NIJ + 1, level = n / NIJ % NK, block = n / NIJ / NK + 1;
      double sum = 0;
      for (int k = 0; k <= level; k++) sum += values[point - 1 + NIJ * (k + NK * (block - 1))];
      const bool in_call = point > 1 && point < NIJ && block > 1 && block < NB * NE;
      assert_true(sums[n] == (in_call ? sum : -1));
    }
    discard(of_values);
    discard(of_sums);
  }
}

static const struct CMUnitTest tests[] = {
  claim(teams_do_each_species_of_a_block_once),
  claim(columns_do_each_species_of_a_block_once),
  claim(points_and_blocks_of_several_axes_count_from_one),
};
RUN("species", tests)
