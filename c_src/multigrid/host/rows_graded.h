/* Interpolation from a coarse row whose joint with the fine one is graded; x is halved. Part of rows_body.h. */

INLINE void interpolate_graded_row(const vf_coarse_row *given, double *fine, ptrdiff_t half, int add)
{
  const vf_coarse_row here = *given, *const c = &here; /* in registers: no store can change them */
  const double *const even = c->at, *const odd = even + c->half;
  const double *const low_odd = c->low + c->half, *const high_odd = c->high + c->half;
  const cells ty = all(c->ty), tz = all(c->tz), rest = all(c->rest);
  const ptrdiff_t n = c->n;
  for (ptrdiff_t i = 0; i < n;) {
    const ptrdiff_t q = i / 2;
    if (i > 0 && i + 2 * VF_WIDTH < n) {
      const cells p = load(even + q), r = load(odd + q);
      const cells across_p = VF_ACROSS(ty, load(c->y + q), tz, load(c->z + q)),
                  across_r = VF_ACROSS(ty, load(c->y + c->half + q), tz, load(c->z + c->half + q));
      put_children(fine + i, VF_GRADED(p, load(odd + q - 1), load(c->low + q), rest, across_p),
                   VF_GRADED(r, p, load(low_odd + q), rest, across_r), add);
      put_children(fine + half + i, VF_GRADED(p, r, load(c->high + q), rest, across_p),
                   VF_GRADED(r, load(even + q + 1), load(high_odd + q), rest, across_r), add);
      i += 2 * VF_WIDTH;
      continue;
    }
    for (const ptrdiff_t end = i + 2 < n ? i + 2 : n; i < end; i++) {
      const ptrdiff_t at = q + (i & 1) * c->half;
      const double across = VF_ACROSS(c->ty, c->y[at], c->tz, c->z[at]), self = even[at];
      const double west = i == 0 ? c->west : i & 1 ? even[q] : odd[q - 1];
      const double low = VF_GRADED(self, west, c->low[at], c->rest, across);
      fine[i] = add ? fine[i] + low : low;
      if (2 * i + 1 >= c->fine_n) continue;
      const double east = i + 1 == n ? c->east : i & 1 ? even[q + 1] : odd[q];
      const double high = VF_GRADED(self, east, c->high[at], c->rest, across);
      fine[half + i] = add ? fine[half + i] + high : high;
    }
  }
}

static void interpolate_graded(const vf_coarse_row *coarse, double *fine, ptrdiff_t half, int add)
{
  if (add) interpolate_graded_row(coarse, fine, half, 1);
  else interpolate_graded_row(coarse, fine, half, 0);
}
