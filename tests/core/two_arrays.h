/* Two arrays of one length and their views, for tests of moves: short ways to fill, copy and compare them. */
#ifndef VIEWFAB_TESTS_TWO_ARRAYS_H
#define VIEWFAB_TESTS_TWO_ARRAYS_H

#include "watched_backend.h"

enum { CELLS = 1000, OLD = -3 };
static double a[CELLS], b[CELLS];
static vf_view *a_v, *b_v;

static inline bool late(void) { return !strcmp(device_memory(), "late"); }
static inline vf_box all(void) { return line(1, CELLS); }

static inline void set(double *host, double value)
{
  for (int c = 0; c < CELLS; c++) host[c] = value;
}

static inline void expect(const double *host, double value)
{
  for (int c = 0; c < CELLS; c++)
    if (host[c] != value) fail_msg("element %d is %g, not %g", c + 1, host[c], value);
}

static inline void begin(double in_a, double in_b)
{
  set(a, in_a);
  set(b, in_b);
  a_v = wrapped_line(a, CELLS, "a");
  b_v = wrapped_line(b, CELLS, "b");
}

static inline void end(void)
{
  must(vf_view_release(&a_v, true));
  must(vf_view_release(&b_v, true));
}

static inline void fill(vf_view *view, double value)
{
  const vf_box box = all();
  must(vf_fill_value(&box, view, value));
}

static inline void copy(vf_view *from, vf_view *to)
{
  const vf_box box = all();
  must(vf_copy(&box, from, to));
}

#endif
