/* Helpers of the tests of MPI under VF_COHERENCE=auto: wrapped arrays with old values on the host. Messages are long, so that another
 * process copies them, and no access faults. */
#ifndef VIEWFAB_TESTS_SERVED_H
#define VIEWFAB_TESTS_SERVED_H

#include "ranks.h"

#include <unistd.h>

#include <mpi.h>
#include <viewfab_kernels.h>

enum { PART = 30011, STALE = -1, SEED = 7 };

/* A line with a part for each rank. The host has old values. */
typedef struct field {
  double *values;
  int64_t length;
  vf_view *view;
  vf_box all;
} field;

static inline void fill(const field *f, int first, int last, double value)
{
  const vf_box box = { { first + 1, 1, 1 }, { last, 1, 1 } };
  if (first < last) must(vf_fill_value(&box, f->view, value));
}

static inline field filled(int64_t length, double value)
{
  field made = { .values = malloc((size_t)length * sizeof(double)), .length = length };
  holds(made.values);
  for (int64_t n = 0; n < length; n++) made.values[n] = STALE;
  made.all = (vf_box){ { 1, 1, 1 }, { (int)length, 1, 1 } };
  must(vf_view_wrap(NULL, made.values, VF_REAL64, 1, &length, NULL, "field", VF_WRAP_DISTINCT, &made.view));
  must(vf_fill_value(&made.all, made.view, value));
  return made;
}

/* Part r has the value first + r * step on the device. */
static inline field in_parts(double first, double step)
{
  const field made = filled((int64_t)ranks * PART, first);
  for (int r = 0; r < ranks; r++) fill(&made, r * PART, (r + 1) * PART, first + r * step);
  return made;
}

/* Checks elements [first, last) by steps. */
static inline void expect(const field *f, int first, int last, int step, double value)
{
  for (int n = first; n < last; n += step)
    if (f->values[n] != value) give_up(__FILE__, __LINE__, "element %d is %g, not %g", n, f->values[n], value);
}

/* A kernel must see the values of MPI. */
static inline void add(const field *f, double value) { must(vf_add_constant(&f->all, f->view, value)); }

static inline void expect_parts(const field *f, double first, double step)
{
  add(f, 1000);
  for (int r = 0; r < ranks; r++) expect(f, r * PART, (r + 1) * PART, 1, 1000 + first + r * step);
}

static inline void drop(field *f)
{
  must(vf_view_release(&f->view, true));
  free(f->values);
}

/* The name of a file that these ranks alone have: tests run side by side. Valid until the next call. */
static inline const char *own_file(const char *stem)
{
  static char name[64];
  int process = (int)getpid();
  holds(!MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD));
  snprintf(name, sizeof name, "%s_%d.part", stem, process);
  return name;
}

/* The lists of a call on parts of different sizes, in reversed places. */
typedef struct part_lists {
  int counts[8], places[8], each[8], own_places[8];
} part_lists;

static inline part_lists reversed_parts(void)
{
  part_lists made;
  holds(ranks <= 8);
  for (int r = 0; r < ranks; r++) {
    made.counts[r] = PART - r;
    made.places[r] = (ranks - 1 - r) * PART;
    made.each[r] = PART - rank;
    made.own_places[r] = r * PART;
  }
  return made;
}

static inline int before(void) { return (rank + ranks - 1) % ranks; }
static inline int behind(void) { return (rank + 1) % ranks; }

/* One-sided accesses of parts of arrays. */
static inline int put(const field *from, int first, int to, MPI_Aint place, int count, MPI_Win window)
{
  return MPI_Put(from->values + first, count, MPI_DOUBLE, to, place, count, MPI_DOUBLE, window);
}

static inline int get(const field *to, int first, int from, MPI_Aint place, int count, MPI_Win window)
{
  return MPI_Get(to->values + first, count, MPI_DOUBLE, from, place, count, MPI_DOUBLE, window);
}

#endif
