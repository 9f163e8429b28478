/* Rows over a resampled coarsening, of numbers of the type REAL; OF makes the names of the functions for this type.
 * Strides and halves count in these numbers. */

typedef struct OF(array) {
  REAL *at;
  ptrdiff_t row, plane, odd_start;
} OF(array);

static OF(array) OF(array_of)(const vf_field *field)
{
  const ptrdiff_t each = sizeof(double) / sizeof(REAL);
  return (OF(array)){ (REAL *)field->at, each * field->row, each * field->plane, each * field->odd_start };
}

static inline ptrdiff_t OF(place)(const OF(array) * x, int i)
{
  return x->odd_start ? (i >> 1) + (i & 1) * x->odd_start : i;
}
static inline ptrdiff_t OF(extent)(const OF(array) * x, int n)
{
  return x->odd_start && n > 1 ? x->odd_start + n / 2 : n;
}
static REAL *OF(row)(const OF(array) * x, int j, int k) { return x->at + j * x->row + k * x->plane; }

/* Row (j, k) of the fine phi; row: room for a row of the coarse level. */
static void OF(interpolate_row)(const OF(array) * fine, const OF(array) * coarse, const vfi_coarsening *coarsening,
                                const int n[2], int j, int k, bool add, REAL *row)
{
  const vfi_resampled_cell y = coarsening->cell[1][j], z = coarsening->cell[2][k];
  const REAL y0 = (REAL)y.part[0], y1 = (REAL)y.part[1], z0 = (REAL)z.part[0], z1 = (REAL)z.part[1];
  const REAL *a = OF(row)(coarse, y.at[0], z.at[0]), *b = OF(row)(coarse, y.at[1], z.at[0]);
  const REAL *c = OF(row)(coarse, y.at[0], z.at[1]), *d = OF(row)(coarse, y.at[1], z.at[1]);
  const ptrdiff_t length = OF(extent)(coarse, n[1]);
  for (ptrdiff_t q = 0; q < length; q++)
    row[q] = VF_RESAMPLED(z0, VF_RESAMPLED(y0, a[q], y1, b[q]), z1, VF_RESAMPLED(y0, c[q], y1, d[q]));
  REAL *to = OF(row)(fine, j, k);
  for (int i = 0; i < n[0]; i++) {
    const vfi_resampled_cell *x = &coarsening->cell[0][i];
    const REAL low = row[OF(place)(coarse, x->at[0])], high = row[OF(place)(coarse, x->at[1])];
    const REAL value = VF_RESAMPLED((REAL)x->part[0], low, (REAL)x->part[1], high);
    REAL *at = to + OF(place)(fine, i);
    *at = add ? *at + value : value;
  }
}

/* Row (j, k) of coarse means, in the order of indices; sums: room for a row of the fine level. */
static void OF(restrict_row)(const OF(array) * fine, const vfi_coarsening *coarsening, const int n[2], int j, int k,
                             REAL *sums, REAL *means)
{
  const vfi_resampled_mean *y = &coarsening->mean[1][j], *z = &coarsening->mean[2][k];
  const ptrdiff_t length = OF(extent)(fine, n[0]);
  for (int c = 0; c < z->count; c++)
    for (int b = 0; b < y->count; b++) {
      const REAL share = (REAL)z->share[c] * (REAL)y->share[b], *from = OF(row)(fine, y->first + b, z->first + c);
      if (b + c == 0)
        for (ptrdiff_t q = 0; q < length; q++) sums[q] = share * from[q];
      else
        for (ptrdiff_t q = 0; q < length; q++) sums[q] += share * from[q];
    }
  for (int i = 0; i < n[1]; i++) {
    const vfi_resampled_mean *x = &coarsening->mean[0][i];
    REAL mean = (REAL)x->share[0] * sums[OF(place)(fine, x->first)];
    for (int a = 1; a < x->count; a++) mean += (REAL)x->share[a] * sums[OF(place)(fine, x->first + a)];
    means[i] = mean;
  }
}
