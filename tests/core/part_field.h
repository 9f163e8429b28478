/* A field of which the tests move parts: a plane, or the cells inside of a layer of ghosts. */
#ifndef VIEWFAB_TESTS_PART_FIELD_H
#define VIEWFAB_TESTS_PART_FIELD_H

#include "watched_backend.h"

enum { I = 24, J = 14, K = 6, N = 3, CELLS = I * J * K * N };
static const char small_arrays[] = "4096"; /* 512 bytes are enough for a call to move a part alone */
static double numbers[CELLS];
static const int64_t extents[4] = { I, J, K, N };
static const int lower[4] = { -1, 0, 3, 1 };
static const vf_box plane = { { -1, 0, 4 }, { I - 2, J - 1, 4 } };
static const vf_box inner = { { 0, 1, 4 }, { I - 3, J - 2, K + 1 } };
enum { PLANE = I * J * N, INNER = (I - 2) * (J - 2) * (K - 2) * N };

static inline bool in(const vf_box *box, int c)
{
  const int at[3] = { c % I - 1, c / I % J, c / I / J % K + 3 };
  for (int d = 0; d < 3; d++)
    if (at[d] < box->lower[d] || at[d] > box->upper[d]) return false;
  return true;
}

/* A field whose device side holds the value everywhere, and whose host side numbers the elements. */
static inline vf_view *filled(double value)
{
  watch(small_arrays, false);
  const vf_box all = { { -1, 0, 3 }, { I - 2, J - 1, K + 2 } };
  for (int c = 0; c < CELLS; c++) numbers[c] = c + 1;
  vf_view *view = wrapped(numbers, 4, extents, lower, "field");
  must(vf_fill_value(&all, view, value));
  must(vf_counters_reset(NULL));
  return view;
}

static inline void expect_host(const vf_box *box, double inside)
{
  for (int c = 0; c < CELLS; c++)
    if (numbers[c] != (in(box, c) ? inside : c + 1)) fail_msg("element %d is %g", c, numbers[c]);
}

static inline void expect_everywhere(double value)
{
  for (int c = 0; c < CELLS; c++)
    if (numbers[c] != value) fail_msg("element %d is %g", c, numbers[c]);
}

#endif
