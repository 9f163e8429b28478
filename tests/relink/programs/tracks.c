/* Long repeated lists of legacy calls in a region, each time with a single change, against plain loops.
 * usage: relinked_tracks CASE */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "fields.h"

void SPELLED(fort_fab_copy)(int *lo, int *hi, double *d, int *dlo, int *dhi, double *s, int *slo, int *shi, int *from,
                            int *nc);
void SPELLED(fort_fab_saxpy)(int *lo, int *hi, double *d, int *dlo, int *dhi, double *a, double *s, int *slo, int *shi,
                             int *from, int *nc);

/* A call: a copy, or an addition of a multiple, from a box of an array to a box of another array. */
typedef struct one_call {
  bool adds;
  int to, from, lo[3], hi[3], source[3];
  int low[3], extent[3]; /* of the written array */
  double a;
} one_call;

static int cell_of(const int *index, const int *first, const int *extent)
{
  return index[0] - first[0] + extent[0] * (index[1] - first[1] + extent[1] * (index[2] - first[2]));
}

static const int cube[3] = { N, N, N };

static void model(const one_call *call)
{
  int at[3], source[3];
  for (at[2] = call->lo[2]; at[2] <= call->hi[2]; at[2]++)
    for (at[1] = call->lo[1]; at[1] <= call->hi[1]; at[1]++)
      for (at[0] = call->lo[0]; at[0] <= call->hi[0]; at[0]++) {
        for (int d = 0; d < 3; d++) source[d] = call->source[d] + at[d] - call->lo[d];
        double *to = &expected[call->to][cell_of(at, call->low, call->extent)];
        const double value = expected[call->from][cell_of(source, low, cube)];
        const volatile double product = call->a * value;
        *to = call->adds ? *to + product : value;
      }
}

static void make(const one_call *known)
{
  one_call call = *known;
  int top[3];
  for (int d = 0; d < 3; d++) top[d] = call.low[d] + call.extent[d] - 1;
  if (call.adds) SPELLED(fort_fab_saxpy)
  (call.lo, call.hi, real[call.to], call.low, top, &call.a, real[call.from], low, high, call.source, &one);
  else SPELLED(fort_fab_copy)(call.lo, call.hi, real[call.to], call.low, top, real[call.from], low, high, call.source,
                              &one);
  model(known);
}

static unsigned state = 1;

static int below(int limit)
{
  state = state * 1664525u + 1013904223u;
  return (int)((state >> 8) % (unsigned)limit);
}

/* Arrays that are read are never written, and numbers stay exact. */
enum { WRITTEN = 3 };

static one_call any_call(bool adds)
{
  one_call call = { .adds = adds, .to = below(WRITTEN), .from = WRITTEN + below(ARRAYS - WRITTEN), .a = 1 + below(2) };
  for (int d = 0; d < 3; d++) {
    const int extent = 1 + below(3);
    call.lo[d] = below(N - extent);
    call.hi[d] = call.lo[d] + extent - 1;
    call.source[d] = below(N - extent);
    call.extent[d] = N;
  }
  return call;
}

enum { LONG = 300, TIMES = 14, STEADY = 4 }; /* a list is cut at 256 calls; it comes unchanged at first */
static one_call list[2 * LONG];

/* True if two calls differ in their boxes alone: they are tiles of a call. */
static bool are_tiles(const one_call *p, const one_call *q)
{
  bool are = p->adds == q->adds && p->to == q->to && p->from == q->from;
  for (int d = 0; d < 3; d++) are = are && p->source[d] - p->lo[d] == q->source[d] - q->lo[d];
  return are;
}

static bool is_tile_of_list(const one_call *call, int count)
{
  for (int c = 0; c < count; c++)
    if (are_tiles(call, &list[c])) return true;
  return false;
}

/* Calls of one kernel, then of another kernel. */
static void make_list(void)
{
  for (int c = 0; c < 2 * LONG; c++) do
      list[c] = any_call(c >= LONG);
    while (is_tile_of_list(&list[c], c));
}

static void make_all(const one_call *calls, int count)
{
  for (int c = 0; c < count; c++) make(&calls[c]);
}

/* The list with another call at a place. */
static void with(int place, const one_call *other)
{
  make_all(list, place);
  make(other);
  make_all(list + place + 1, 2 * LONG - place - 1);
}

static void differs(void (*change)(one_call *call), const char *claim)
{
  make_list();
  for (int time = 0; time < STEADY; time++) make_all(list, 2 * LONG);
  for (int time = 0; time < 24; time++) {
    const int place = below(2 * LONG);
    one_call other = list[place];
    change(&other);
    with(place, &other);
    make_all(list, 2 * LONG);
  }
  end(claim);
}

static void other_target(one_call *call) { call->to = (call->to + 1) % WRITTEN; }
static void other_source(one_call *call) { call->from = call->from == WRITTEN ? WRITTEN + 1 : WRITTEN; }
static void other_value(one_call *call)
{
  call->adds = true;
  call->a += 1;
}
static void other_box(one_call *call)
{
  call->hi[0] = call->lo[0];
  call->hi[2] = call->lo[2];
}
static void other_place(one_call *call)
{
  const int d = below(3);
  if (call->hi[d] < N - 1) call->low[d] = -1;
}
static void other_low(one_call *call)
{
  const int d = below(3);
  if (call->lo[d] == 0) return;
  call->low[d] = 1;
  call->extent[d] = N - 1;
}
static void other_high(one_call *call)
{
  const int d = below(2);
  if (call->hi[d] < N - 1) call->extent[d] = N - 1;
}
static void other_cells(one_call *call) { call->source[1] = call->source[1] ? 0 : 1; }

static void target(void) { differs(other_target, "another array is written"); }
static void source(void) { differs(other_source, "another array is read"); }
static void value(void) { differs(other_value, "another value counts"); }
static void box(void) { differs(other_box, "another box is written"); }
static void place(void) { differs(other_place, "another place of an array counts"); }
static void lower(void) { differs(other_low, "another lower bound of an array counts"); }
static void upper(void) { differs(other_high, "another upper bound of an array counts"); }
static void cells(void) { differs(other_cells, "other cells are read"); }

/* A call more, a call less, and the end in the middle. */
static void lengths(void)
{
  make_list();
  for (int time = 0; time < STEADY; time++) make_all(list, 2 * LONG);
  for (int time = 0; time < 8; time++) {
    const int place = 1 + below(2 * LONG - 2);
    const one_call more = any_call(list[place].adds);
    make_all(list, place);
    if (time % 2) make(&more);
    make_all(list + place + !(time % 2), 2 * LONG - place - !(time % 2));
    make_all(list, place);
    expect(sum_tile(WRITTEN, 0, 1) != 0, "waiting calls are made");
  }
  end("a list with a call more or less is not the kept list");
}

static void fill(int a)
{
  static int fills;
  fills++;
  for (int e = 0; e < CELLS; e++) real[a][e] = expected[a][e] = fills + e % 5;
}

static void give_again(int a)
{
  legacy_free(real[a]);
  real[a] = legacy_allocate(CELLS * sizeof *real[a]);
  fill(a);
}

/* Announces the same memory with another size. */
static void tell_again(int a, size_t more)
{
  expect(!vf_memory_unregister(real[a]), "memory is freed");
  expect(!vf_memory_register(real[a], (CELLS + more) * sizeof *real[a], "again"), "memory is announced again");
  fill(a);
}

/* Only the last call of a list reads the array. */
static void last_array(void)
{
  enum { LAST = ARRAYS - 1, CALLS = 20 };
  make_list();
  for (int c = 0; c < CALLS; c++)
    if (list[c].from == LAST) list[c].from = WRITTEN;
  list[CALLS - 1].from = LAST;
  for (int time = 0; time < TIMES; time++) {
    make_all(list, CALLS);
    make_all(list + LONG, 2);
    if (time >= STEADY) give_again(LAST);
  }
  end("memory given again before the last call of a list has its new values");
}

/* The same, with an end of views. */
static void told_of_again(void)
{
  enum { LAST = ARRAYS - 1, CALLS = 20 };
  static double memory[CELLS + 1];
  real[LAST] = memory;
  expect(!vf_memory_register(memory, CELLS * sizeof *memory, "memory"), "memory is announced");
  fill(LAST);
  make_list();
  for (int c = 0; c < CALLS; c++)
    if (list[c].from == LAST) list[c].from = WRITTEN;
  list[CALLS - 1].from = LAST;
  for (int time = 0; time < TIMES; time++) {
    make_all(list, CALLS);
    make_all(list + LONG, 2);
    if (time >= STEADY) tell_again(LAST, (size_t)(time % 2));
  }
  end("memory announced again has its new values");
}

/* While some calls of the list wait. */
static void meanwhile(void)
{
  make_list();
  for (int time = 0; time < STEADY; time++) make_all(list, 2 * LONG);
  for (int time = 0; time < TIMES; time++) {
    const int place = 1 + below(2 * LONG - 2);
    make_all(list, place);
    give_again(WRITTEN + below(ARRAYS - WRITTEN));
    make_all(list + place, 2 * LONG - place);
  }
  end("memory given again while calls wait has its new values");
}

/* The host writes an array of the list through a view of the program's own. */
static void host(void)
{
  const int64_t extent = CELLS;
  make_list();
  for (int time = 0; time < TIMES; time++) {
    const int a = below(ARRAYS), place = 1 + below(2 * LONG - 2);
    vf_view *view = NULL;
    make_all(list, place);
    if (time >= STEADY) {
      expect(sum_tile(WRITTEN, 0, 1) != 0, "waiting calls are made");
      expect(!vf_view_wrap(NULL, real[a], VF_REAL64, 1, &extent, NULL, "mine", VF_WRAP_JOIN, &view), "a view");
      expect(!vf_view_to_host(view, VF_UPDATE), "the host takes its array");
      for (int e = 0; e < CELLS; e++) real[a][e] = expected[a][e] = time + e % 7;
      expect(!vf_view_release(&view, false), "its end");
    }
    make_all(list + place, 2 * LONG - place);
  }
  end("values of the host, written within a list, are the newest");
}

/* Each of two arrays is read and written in the same launch. */
static void both(void)
{
  const int64_t extent = CELLS;
  one_call there = any_call(false), back = there;
  for (int d = 0; d < 3; d++) {
    there.lo[d] = there.hi[d] = 1;
    there.source[d] = 2;
    back.lo[d] = back.hi[d] = 5;
    back.source[d] = 6;
  }
  there.to = back.from = 0;
  there.from = back.to = 1;
  for (int time = 0; time < TIMES; time++) {
    for (int a = 0; a < 2; a++) {
      vf_view *view = NULL;
      expect(sum_tile(2, 0, 1) != 0, "waiting calls are made");
      expect(!vf_view_wrap(NULL, real[a], VF_REAL64, 1, &extent, NULL, "mine", VF_WRAP_JOIN, &view), "a view");
      expect(!vf_view_to_host(view, time == TIMES - 1 ? VF_READ : VF_UPDATE), "the host looks at its array");
      if (time < TIMES - 1) fill(a);
      expect(!vf_view_release(&view, false), "its end");
    }
    make(&back);
    make(&there);
  }
  end("an array read and written by a launch is newer on the device");
}

/* In the middle of a list a second thread writes the cells of the rest of the list. */
enum { FIRST_PART = 100 };

static void *write_the_same(void *nothing)
{
  (void)nothing;
  for (int c = FIRST_PART; c < LONG; c++) {
    one_call other = list[c];
    other_source(&other);
    make(&other);
  }
  return NULL;
}

static void second_thread(void)
{
  pthread_t thread;
  make_list();
  for (int time = 0; time < STEADY; time++) make_all(list, 2 * LONG);
  make_all(list, FIRST_PART);
  expect(!pthread_create(&thread, NULL, write_the_same, NULL), "a thread begins");
  expect(!pthread_join(thread, NULL), "and ends");
  make_all(list + FIRST_PART, LONG - FIRST_PART);
  end("calls of a second thread within a list come in their order");
}

/* A thread makes the list, and another thread asks for results, so waiting calls are made. */
static pthread_barrier_t barrier;

static void *ask(void *nothing)
{
  (void)nothing;
  pthread_barrier_wait(&barrier);
  for (int time = 0; time < 200; time++) expect(sum_tile(ARRAYS - 1, 0, 1) != 0, "a sum");
  return NULL;
}

static void asked_meanwhile(void)
{
  pthread_t thread;
  make_list();
  for (int time = 0; time < STEADY; time++) make_all(list, 2 * LONG);
  pthread_barrier_init(&barrier, NULL, 2);
  expect(!pthread_create(&thread, NULL, ask, NULL), "a thread begins");
  pthread_barrier_wait(&barrier);
  for (int time = 0; time < TIMES; time++) make_all(list, 2 * LONG);
  expect(!pthread_join(thread, NULL), "and ends");
  end("calls are made once while another thread asks for results");
}

/* Kept lists are sent whole: a list has as many launches as before. */
static void launches(void)
{
  int64_t first = 0;
  make_list();
  for (int time = 0; time < TIMES; time++) {
    const int64_t before = counters_now().launches;
    make_all(list, 2 * LONG);
    expect(sum_tile(WRITTEN, 0, 1) != 0, "waiting calls are made");
    const int64_t now = counters_now().launches - before;
    if (time == STEADY) first = now;
    expect(time <= STEADY || now == first, "a repeated list has as many launches as before");
  }
  end("and is right");
}

static void start(void)
{
  begin();
  for (int a = 0; a < ARRAYS; a++) give_again(a);
}

int main(int count, char **words)
{
  static const legacy_case cases[] = { { "target", target },
                                       { "source", source },
                                       { "value", value },
                                       { "box", box },
                                       { "place", place },
                                       { "lower", lower },
                                       { "upper", upper },
                                       { "cells", cells },
                                       { "lengths", lengths },
                                       { "last_array", last_array },
                                       { "told_of_again", told_of_again },
                                       { "both", both },
                                       { "meanwhile", meanwhile },
                                       { "host", host },
                                       { "second_thread", second_thread },
                                       { "asked_meanwhile", asked_meanwhile },
                                       { "launches", launches } };
  return run_case(count, words, start, cases, sizeof cases / sizeof *cases);
}
