/* Variants of a kernel's calls. Each variant is sampled by itself, so the first call of a variant already shows its
 * fault. */
#include "checking.h"

#include <stdio.h>

#include <modes_kernels_kernels.h>

static int relaxations[2];

static void counting_relax(const vf_original_call *call, void *user)
{
  original_gsrb_poisson(call, user);
  relaxations[call->selector]++;
}

/* A red-black sweep alternates between two calls, so sampling every second call would miss one colour. */
static void each_colour_is_sampled_by_itself(void **state)
{
  (void)state;
  double rhs[CELLS] = { 0 };
  vf_view *right = wrapped(rhs, 3, extents, lower, "rhs");
  relaxations[0] = relaxations[1] = 0;
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, counting_relax, NULL));
  must(vf_validate_mode("gsrb_poisson", VF_MODE_CHECK));
  must(vf_validate_every("gsrb_poisson", 4));
  for (int sweep = 0; sweep < 41; sweep++) {
    for (int colour = 0; colour < 2; colour++) must(vf_gsrb_poisson(&inside, from, right, 0.5, colour));
    if (sweep == 0) assert_true(relaxations[0] == 1 && relaxations[1] == 1);
  }
  assert_true(relaxations[0] == 11 && relaxations[1] == 11);
  must(vf_validate_mode("gsrb_poisson", VF_MODE_DEVICE));
  must(vf_validate_every("gsrb_poisson", 1));
  must(vf_kernel_set_original(&vf_gsrb_poisson_kernel, VF_REAL64, NULL, NULL));
  discard(right);
}

/* The views have different labels, and the fault concerns a single view. */
static void each_label_is_sampled_by_itself(void **state)
{
  (void)state;
  enum { LEVELS = 7 };
  static double levels[LEVELS][CELLS];
  vf_view *views[LEVELS];
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_every("copy", 1000));
  for (int level = 0; level < LEVELS; level++) {
    char label[24];
    snprintf(label, sizeof label, "level %d", level);
    views[level] = wrapped(levels[level], 3, extents, lower, label);
    if (level == 5) original = plant(cell(0, 2, 4), 42);
    must(vf_copy(&whole, from, views[level]));
    must(vf_copy(&whole, from, views[level]));
    original.count = 0;
  }
  expect_verdict(false, LEVELS);
  expect_said("'level 5' differs in 1 of 180 valid cells");
  for (int level = 0; level < LEVELS; level++) discard(views[level]);
}

static int moves;

static void counting_move(const vf_original_call *call, void *user)
{
  (void)user;
  const int *by = call->values[2].integers;
  moves++;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        *element(&call->arrays[1], i + by[0], j + by[1], k + by[2], 0) = *element(&call->arrays[0], i, j, k, 0);
}

static void original_power(const vf_original_call *call, void *user)
{
  ++*(int *)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        double power = 1;
        for (int factor = 0; factor < call->values[1].integer; factor++)
          power *= *element(&call->arrays[0], i, j, k, 0);
        *element(&call->arrays[2], i, j, k, 0) = power;
      }
}

static void each_number_of_an_exponent_is_sampled_by_itself(void **state)
{
  (void)state;
  int powers = 0;
  must(vf_kernel_set_original(&vf_power_kernel, VF_REAL64, original_power, &powers));
  must(vf_validate_mode("power", VF_MODE_CHECK));
  must(vf_validate_every("power", 1000));
  for (int round = 0; round < 2; round++)
    for (int exponent = 0; exponent < 5; exponent++) must(vf_power(&whole, from, exponent, to));
  assert_int_equal(powers, 5);
  expect_verdict(true, 5);
  must(vf_validate_mode("power", VF_MODE_DEVICE));
  must(vf_validate_every("power", 1));
  must(vf_kernel_set_original(&vf_power_kernel, VF_REAL64, NULL, NULL));
}

static void each_offset_is_sampled_by_itself(void **state)
{
  (void)state;
  moves = 0;
  must(vf_kernel_set_original(&vf_move_by_kernel, VF_REAL64, counting_move, NULL));
  must(vf_validate_mode("move_by", VF_MODE_CHECK));
  must(vf_validate_every("move_by", 1000));
  for (int round = 0; round < 2; round++)
    for (int step = -1; step <= 1; step++)
      for (int d = 0; d < 3; d++) {
        int by[3] = { 0, 0, 0 };
        by[d] = step;
        must(vf_move_by(&inside, from, to, by));
      }
  assert_int_equal(moves, 7);
  must(vf_validate_mode("move_by", VF_MODE_DEVICE));
  must(vf_validate_every("move_by", 1));
  must(vf_kernel_set_original(&vf_move_by_kernel, VF_REAL64, NULL, NULL));
}

static int fills;

static void counting_fill(const vf_original_call *call, void *user)
{
  fills++;
  original_fill_ghosts(call, user);
}

/* A variant depends on the kinds of faces and on the order of the polynomial. */
static void each_sort_of_boundary_is_sampled_by_itself(void **state)
{
  (void)state;
  vf_boundary sides = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                        .order = 2 };
  fills = 0;
  must(vf_kernel_set_original(&vf_fill_ghosts_kernel, VF_REAL64, counting_fill, NULL));
  must(vf_validate_mode("fill_ghosts", VF_MODE_CHECK));
  must(vf_validate_every("fill_ghosts", 1000));
  for (int round = 0; round < 2; round++) {
    must(vf_fill_ghosts(&inside, to, &sides));
    for (int face = 0; face < 6; face++) {
      vf_boundary other = sides;
      other.kind[face] = VF_REFLECT_ODD;
      must(vf_fill_ghosts(&inside, to, &other));
    }
    vf_boundary higher = sides;
    higher.order = 3;
    must(vf_fill_ghosts(&inside, to, &higher));
  }
  assert_int_equal(fills, 8);
  must(vf_validate_mode("fill_ghosts", VF_MODE_DEVICE));
  must(vf_validate_every("fill_ghosts", 1));
  must(vf_kernel_set_original(&vf_fill_ghosts_kernel, VF_REAL64, NULL, NULL));
}

static void each_kind_of_real_numbers_is_sampled_by_itself(void **state)
{
  (void)state;
  float singles[2][6] = { { 1, 2, 3, 4, 5, 6 } };
  double doubles[2][6] = { { 1, 2, 3, 4, 5, 6 } };
  const int64_t length = 6;
  const vf_box box = line(1, 6);
  planted original = { 0 };
  check_copy(&original);
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL32, planting_copy, &original));
  must(vf_validate_every("copy", 1000));
  for (int kind = 0; kind < 2; kind++) {
    vf_view *views[2];
    for (int v = 0; v < 2; v++)
      must(vf_view_wrap(NULL, kind ? (void *)doubles[v] : (void *)singles[v], kind ? VF_REAL64 : VF_REAL32, 1, &length,
                        NULL, v ? "y" : "x", VF_WRAP_DISTINCT, &views[v]));
    for (int call = 0; call < 2; call++) must(vf_copy(&box, views[0], views[1]));
    for (int v = 0; v < 2; v++) discard(views[v]);
  }
  assert_int_equal(original.calls, 2);
}

/* The table of variants is bounded. Calls beyond the table count as a further variant. */
static void variants_beyond_the_table_are_sampled_together(void **state)
{
  (void)state;
  enum { LABELS = 200, ROUNDS = 10 };
  double values[4];
  const vf_box box = line(1, 4);
  planted original = { 0 };
  vf_view *x = wrapped_line(source, 4, "x");
  check_copy(&original);
  must(vf_validate_every("copy", 10));
  for (int round = 0; round < ROUNDS; round++)
    for (int label = 0; label < LABELS; label++) {
      char name[16];
      snprintf(name, sizeof name, "y %d", label);
      vf_view *y = wrapped_line(values, 4, name);
      must(vf_copy(&box, x, y));
      discard(y);
    }
  discard(x);
  const int beyond = ROUNDS * (LABELS - 64), at_least = 64 + 1 + (beyond - 1) / 10;
  assert_true(original.calls >= at_least && original.calls <= at_least + 1 + 64);
}

/* 64 of the 66 labels have a place. The other two share a variant: its first call is checked, and its second is not. */
static void sixty_four_variants_are_told_apart(void **state)
{
  (void)state;
  double values[4];
  const vf_box box = line(1, 4);
  planted original = { 0 };
  vf_view *x = wrapped_line(source, 4, "x");
  check_copy(&original);
  must(vf_validate_every("copy", 100000));
  for (int label = 0; label < 66; label++) {
    char name[16];
    snprintf(name, sizeof name, "y %d", label);
    vf_view *y = wrapped_line(values, 4, name);
    must(vf_copy(&box, x, y));
    discard(y);
  }
  discard(x);
  assert_int_equal(original.calls, 65);
}

static const struct CMUnitTest tests[] = {
  claim(each_colour_is_sampled_by_itself),
  claim(each_label_is_sampled_by_itself),
  claim(each_number_of_an_exponent_is_sampled_by_itself),
  claim(each_offset_is_sampled_by_itself),
  claim(each_sort_of_boundary_is_sampled_by_itself),
  claim(each_kind_of_real_numbers_is_sampled_by_itself),
  claim(variants_beyond_the_table_are_sampled_together),
  claim(sixty_four_variants_are_told_apart),
};
RUN("variants", tests)
