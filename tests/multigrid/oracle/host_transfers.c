/* The host's engine moves numbers between levels, walls and the user's boxes: compared with plain loops. */
#include "oracle_pairs.h"

#include <stdio.h>

static void right_hand_sides_and_coefficients_of_coarse_levels_are_means(void **state)
{
  (void)state;
  for_every_case(2, false)
  {
    if (levels < 2) continue;
    forget(&pairs[1], FIELD_RHS);
    for (int f = FIELD_A; f < FIELDS && now.variable; f++) forget(&pairs[1], f);
    reset_expected();
    oracle_average(&pairs[0].expected, pairs[0].expected.rhs, &pairs[1].expected, pairs[1].expected.rhs);
    if (now.variable) oracle_restrict_coefficients(&pairs[0].expected, &pairs[1].expected);
    on_every_team(e)
    {
      load();
      succeed(e->ops->restrict_rhs(e, &pairs[0].level, &pairs[1].level), "restrict_rhs");
      if (now.variable)
        succeed(e->ops->restrict_coefficients(e, &pairs[0].level, &pairs[1].level), "restrict_coefficients");
      expect_levels("restrict_rhs and restrict_coefficients");
    }
  }
}

static double *random_numbers(int64_t count)
{
  double *x = malloc((size_t)count * sizeof *x);
  assert_non_null(x);
  for (int64_t c = 0; c < count; c++) x[c] = random_number() - 0.5;
  return x;
}

static void walls_are_added_to_the_cells_beside_them(void **state)
{
  (void)state;
  for_every_case(1, false) for (int face = 0; face < 6; face++)
  {
    const int d = face % 3, p = now.n[d == 0 ? 1 : 0], q = now.n[d == 2 ? 1 : 2];
    const double scale = random_number() - 0.5;
    const bool coefficient = now.variable && random_below(3);
    double *const values = random_numbers((int64_t)p * q);
    reset_expected();
    oracle_add_on_face(&pairs[0].expected, pairs[0].expected.rhs, face, values, scale, coefficient);
    on_every_team(e)
    {
      load();
      vfi_level *const level = &pairs[0].level;
      succeed(e->ops->add_on_face(e, level, level->rhs, face, values, scale, coefficient), "add_on_face");
      expect_levels("add_on_face");
    }
    free(values);
  }
}

static void values_of_coarse_walls_are_means(void **state)
{
  (void)state;
  for (int run = 0; run < 60; run++) {
    const int n[2] = { 1 + random_below(9), 1 + random_below(9) };
    const int64_t count = (int64_t)n[0] * n[1];
    double *const fine = random_numbers(4 * count), *const expected = random_numbers(count);
    double *const coarse = random_numbers(count + 1), guard = coarse[count];
    oracle_restrict_face(fine, expected, n);
    on_every_engine(e, 1)
    {
      succeed(e->ops->restrict_face(e, fine, coarse, n), "restrict_face");
      for (int64_t c = 0; c < count; c++)
        if (coarse[c] != expected[c]) fail_msg("%d x %d: value %d is %g", n[0], n[1], (int)c, coarse[c]);
      assert_true(coarse[count] == guard);
    }
    free(fine);
    free(expected);
    free(coarse);
  }
}

/* ---- pieces ---- */

enum { MOST_PIECES = 12, MARGIN = 2, GUARD = -77 };

/* A block of an array of the user's. */
typedef struct block {
  vfi_piece piece;
  void *memory;
  size_t count;
} block;

static block make_block(const int first[3], const int size[3])
{
  block b = { .piece = { .type = random_below(2) ? VF_REAL32 : VF_REAL64 } };
  memcpy(b.piece.first, first, sizeof b.piece.first);
  memcpy(b.piece.size, size, sizeof b.piece.size);
  b.piece.row = size[0] + random_below(3);
  b.piece.plane = b.piece.row * size[1] + random_below(4);
  b.count = (size_t)(b.piece.plane * size[2] + 2 * MARGIN);
  const size_t each = b.piece.type == VF_REAL32 ? sizeof(float) : sizeof(double);
  b.memory = malloc(b.count * each);
  assert_non_null(b.memory);
  b.piece.at = (char *)b.memory + MARGIN * each;
  return b;
}

static double get_number(const block *b, size_t e)
{
  return b->piece.type == VF_REAL32 ? (double)((const float *)b->memory)[e] : ((const double *)b->memory)[e];
}

static void set_number(const block *b, size_t e, double value)
{
  if (b->piece.type == VF_REAL32) ((float *)b->memory)[e] = (float)value;
  else ((double *)b->memory)[e] = value;
}

static size_t number_of(const block *b, int i, int j, int k)
{
  return (size_t)(MARGIN + i + j * b->piece.row + k * b->piece.plane);
}

/* Cuts lower .. upper - 1 in up to 12 blocks. */
static int make_blocks(const int lower[3], const int upper[3], block *blocks)
{
  int cuts[3], count = 0;
  for (int d = 0; d < 3; d++) cuts[d] = lower[d] + random_below(upper[d] - lower[d] + 1);
  for (int b = 0; b < 8; b++) {
    int first[3], size[3];
    for (int d = 0; d < 3; d++) {
      const bool high = b >> d & 1;
      first[d] = high ? cuts[d] : lower[d];
      size[d] = high ? upper[d] - cuts[d] : cuts[d] - lower[d];
    }
    if (size[0] > 0 && size[1] > 0 && size[2] > 0) blocks[count++] = make_block(first, size);
  }
  return count;
}

/* Scatters into guarded blocks. Each element of the blocks gets the number of the field, and no other number
 * changes. */
static void expect_scatter(vfi_engine *e, vf_field field, block *blocks, const vfi_piece *pieces, int count)
{
  for (int b = 0; b < count; b++)
    for (size_t c = 0; c < blocks[b].count; c++) set_number(&blocks[b], c, GUARD);
  succeed(e->ops->scatter(e, field, pieces, count), "scatter");
  for (int b = 0; b < count; b++) {
    const vfi_piece *p = &blocks[b].piece;
    size_t own = 0, kept = 0;
    for_cells(p->size, i, j, k)
    {
      const double number = *at_element(&field, p->first[0] + i, p->first[1] + j, p->first[2] + k);
      const double right = p->type == VF_REAL32 ? (double)(float)number : number;
      expect_number("scatter", get_number(&blocks[b], number_of(&blocks[b], i, j, k)), right);
      own++;
    }
    for (size_t c = 0; c < blocks[b].count; c++) kept += get_number(&blocks[b], c) == GUARD;
    if (own + kept != blocks[b].count) fail_msg("scatter wrote beside its block");
  }
}

static void pieces_are_gathered_and_scattered(void **state)
{
  (void)state;
  for_every_case(1, case_ / 2 % 2)
  {
    block blocks[MOST_PIECES];
    vfi_piece pieces[MOST_PIECES];
    const int lower[3] = { now.mixed ? -1 : 0, -1, -1 }, upper[3] = { now.n[0] + 1, now.n[1] + 1, now.n[2] + 1 };
    const int count = make_blocks(lower, upper, blocks);
    spare x = make_spare();
    for (int b = 0; b < count; b++) pieces[b] = blocks[b].piece;
    on_every_team(e)
    {
      for (int b = 0; b < count; b++)
        for (size_t c = 0; c < blocks[b].count; c++) set_number(&blocks[b], c, random_number());
      succeed(e->ops->gather(e, x.field, pieces, count), "gather");
      for (int b = 0; b < count; b++)
        for_cells(pieces[b].size, i, j, k) expect_number(
            "gather", *at_element(&x.field, pieces[b].first[0] + i, pieces[b].first[1] + j, pieces[b].first[2] + k),
            get_number(&blocks[b], number_of(&blocks[b], i, j, k)));
      expect_scatter(e, x.field, blocks, pieces, count);
      /* Fewer pieces leave the rest of the field alone. */
      const double before = *at_element(&x.field, pieces[0].first[0], pieces[0].first[1], pieces[0].first[2]);
      set_number(&blocks[0], number_of(&blocks[0], 0, 0, 0), 5);
      succeed(e->ops->gather(e, x.field, pieces + 1, count - 1), "gather");
      expect_number("gather of others",
                    *at_element(&x.field, pieces[0].first[0], pieces[0].first[1], pieces[0].first[2]), before);
    }
    for (int b = 0; b < count; b++) free(blocks[b].memory);
    end_spare(&x);
  }
}

static const struct CMUnitTest tests[] = {
  claim(right_hand_sides_and_coefficients_of_coarse_levels_are_means),
  claim(walls_are_added_to_the_cells_beside_them),
  claim(values_of_coarse_walls_are_means),
  claim(pieces_are_gathered_and_scattered),
};
RUN("host_transfers", tests)
