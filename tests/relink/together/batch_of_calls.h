/* Batches of calls, compared with the same calls in turn: the bits of all arrays, and the number of launches. */
#ifndef VIEWFAB_TESTS_BATCH_OF_CALLS_H
#define VIEWFAB_TESTS_BATCH_OF_CALLS_H

#include "common.h"

enum { MOST_CALLS = 2600, MOST_FIELDS = 24, MOST_VIEWS = 16, MOST_CALL_ARGUMENTS = 4 };

typedef struct field {
  double *host, *start, *expected;
  size_t bytes;
  vf_view *view;
} field;

static struct {
  field fields[MOST_FIELDS];
  vf_view *others[MOST_VIEWS]; /* further views of the fields */
  int field_count, other_count;
  vfi_call calls[MOST_CALLS];
  vfi_argument arguments[MOST_CALLS][MOST_CALL_ARGUMENTS];
  vf_box boxes[MOST_CALLS];
  int count;
  uint32_t random;
} batch;

static inline int random_below(int limit)
{
  batch.random = batch.random * 1664525u + 1013904223u;
  return (int)((batch.random >> 8) % (uint32_t)limit);
}

/* A field of numbers in -1 .. 1; lower NULL: all 1. */
static inline vf_view *add_field(int rank, const int64_t *extents, const int *lower)
{
  assert_true(batch.field_count < MOST_FIELDS);
  field *f = &batch.fields[batch.field_count++];
  size_t count = 1;
  for (int d = 0; d < rank; d++) count *= (size_t)extents[d];
  f->bytes = count * sizeof *f->host;
  f->host = malloc(f->bytes);
  f->start = malloc(f->bytes);
  f->expected = malloc(f->bytes);
  assert_true(f->host && f->start && f->expected);
  for (size_t c = 0; c < count; c++) f->start[c] = (random_below(20001) - 10000) / 10000.0;
  memcpy(f->host, f->start, f->bytes);
  f->view = wrapped(f->host, rank, extents, lower, "field");
  return f->view;
}

/* A cube of side cells with ghosts, from index 0 on. */
static inline vf_view *add_cube(int side, int ghosts)
{
  const int64_t extents[3] = { side + 2 * ghosts, side + 2 * ghosts, side + 2 * ghosts };
  const int lower[3] = { -ghosts, -ghosts, -ghosts };
  return add_field(3, extents, lower);
}

/* The next call; the caller fills its arguments. */
static inline vfi_argument *add_call(vf_kernel *kernel, vf_box box, int selector)
{
  assert_true(batch.count < MOST_CALLS);
  const int c = batch.count++;
  batch.boxes[c] = box;
  memset(batch.arguments[c], 0, sizeof batch.arguments[c]);
  batch.calls[c] = (vfi_call){
    .kernel = kernel, .boxes = &batch.boxes[c], .box_count = 1, .arguments = batch.arguments[c], .selector = selector
  };
  return batch.arguments[c];
}

static inline void add_copy(vf_box box, vf_view *from, vf_view *to)
{
  vfi_argument *arguments = add_call(&vf_copy_kernel, box, 0);
  arguments[0].view = from;
  arguments[1].view = to;
}

static inline void add_axpy(vf_box box, double a, vf_view *x, vf_view *y)
{
  vfi_argument *arguments = add_call(&vf_axpy_kernel, box, 0);
  arguments[0].value.number = a;
  arguments[1].view = x;
  arguments[2].view = y;
}

static inline void add_value(vf_box box, double value, vf_view *x)
{
  vfi_argument *arguments = add_call(&vf_fill_value_kernel, box, 0);
  arguments[0].view = x;
  arguments[1].value.number = value;
}

static inline void add_sweep(vf_box box, int colour, vf_view *phi, vf_view *rhs)
{
  vfi_argument *arguments = add_call(&vf_gsrb_poisson_kernel, box, colour);
  arguments[0].view = phi;
  arguments[1].view = rhs;
  arguments[2].value.number = 0.5;
}

static inline vf_box cells(int i0, int i1, int j0, int j1, int k0, int k1)
{
  return (vf_box){ { i0, j0, k0 }, { i1, j1, k1 } };
}

static inline vf_box cube(int first, int last) { return cells(first, last, first, last, first, last); }

static inline int64_t run_together(void)
{
  must(vf_counters_reset(NULL));
  must(vf_dispatch_together(batch.calls, batch.count));
  return counters().launches;
}

/* All fields hold on the host the values at their start. */
static inline void start_again(void)
{
  for (int f = 0; f < batch.field_count; f++) {
    must(vf_view_to_host(batch.fields[f].view, VF_WRITE));
    memcpy(batch.fields[f].host, batch.fields[f].start, batch.fields[f].bytes);
  }
}

/* Runs the calls in turn and then, from the same values on the host, together. Returns the launches of the second
 * run. */
static inline int64_t compare_both(void)
{
  start_again();
  for (int c = 0; c < batch.count; c++) must(vfi_dispatch(&batch.calls[c]));
  for (int f = 0; f < batch.field_count; f++) {
    field *of = &batch.fields[f];
    must(vf_view_to_host(of->view, VF_READ));
    memcpy(of->expected, of->host, of->bytes);
  }
  start_again();
  const int64_t launches = run_together();
  for (int f = 0; f < batch.field_count; f++) {
    field *of = &batch.fields[f];
    must(vf_view_to_host(of->view, VF_READ));
    for (size_t e = 0; e < of->bytes / sizeof(double); e++)
      if (memcmp(&of->host[e], &of->expected[e], sizeof(double)))
        fail_msg("field %d, element %zu: %.17g together, %.17g one by one (%d calls, %lld launches)", f, e, of->host[e],
                 of->expected[e], batch.count, (long long)launches);
  }
  return launches;
}

static inline void end_batch(void)
{
  for (int v = 0; v < batch.other_count; v++) discard(batch.others[v]);
  for (int f = 0; f < batch.field_count; f++) {
    discard(batch.fields[f].view);
    free(batch.fields[f].host);
    free(batch.fields[f].start);
    free(batch.fields[f].expected);
  }
  batch.field_count = batch.other_count = batch.count = 0;
}

#endif
