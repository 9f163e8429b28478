/* Random pairs of views of the same memory, compared with the lists of their elements. A call is refused if it reads
 * through a view the elements that it writes through the other view, for all sorts of views. A call on views with
 * separate memory runs. */
#include "common.h"

#include <viewfab/set.h>

enum { NI = 5, NK = 3, NQ = 2, NE = 4, ALL = NI * NK * NQ * NE, TRIES = 12000, PARTS = 3 };
static const int64_t extents[4] = { NI, NK, NQ, NE };
static const int lower[4] = { 2, -1, 1, 3 };
/* Enough for an array of the same shape from its second index of q on. */
enum { VALUES = ALL + NI * NK };
static double values[VALUES];

static uint32_t state_of_random;

static int below(int limit)
{
  state_of_random = state_of_random * 1664525u + 1013904223u;
  return (int)((state_of_random >> 8) % (uint32_t)limit);
}

/* A view as its elements lie in memory. */
typedef struct part {
  vf_view *view;
  int first, lower[3], extent[3], stride[3];
} part;

static int element(const part *p, int i, int j, int k)
{
  return p->first + (i - p->lower[0]) * p->stride[0] + (j - p->lower[1]) * p->stride[1] +
         (k - p->lower[2]) * p->stride[2];
}

static int last_element(const part *p)
{
  return element(p, p->lower[0] + p->extent[0] - 1, p->lower[1] + p->extent[1] - 1, p->lower[2] + p->extent[2] - 1);
}

static bool boxes_share(const part *p, const vf_box *p_box, const part *q, const vf_box *q_box)
{
  bool used[VALUES] = { false }, shared = false;
  for (int pass = 0; pass < 2; pass++) {
    const part *of = pass ? q : p;
    const vf_box *box = pass ? q_box : p_box;
    for (int k = box->lower[2]; k <= box->upper[2]; k++)
      for (int j = box->lower[1]; j <= box->upper[1]; j++)
        for (int i = box->lower[0]; i <= box->upper[0]; i++) {
          bool *of_element = &used[element(of, i, j, k)];
          shared = shared || (pass && *of_element);
          *of_element = *of_element || !pass;
        }
  }
  return shared;
}

/* Finds a box that both parts have; false if there is none. */
static bool random_box(const part *p, const part *q, vf_box *box)
{
  for (int d = 0; d < 3; d++) {
    const int first = p->lower[d] > q->lower[d] ? p->lower[d] : q->lower[d];
    const int p_end = p->lower[d] + p->extent[d], q_end = q->lower[d] + q->extent[d];
    const int length = (p_end < q_end ? p_end : q_end) - first;
    if (length < 1) return false;
    box->lower[d] = first + below(length);
    box->upper[d] = box->lower[d] + below(first + length - box->lower[d]);
  }
  return true;
}

/* ---- Whole arrays, selections and windows ---- */

static part whole_of(vf_view *whole)
{
  return (part){ whole, 0, { 2, 1, 3 }, { NI, NK * NQ, NE }, { 1, NI, NI * NK * NQ } };
}

static part selected(vf_view *whole, char axis, int index)
{
  const char name[2] = { axis, 0 };
  part p = whole_of(NULL);
  must(vf_view_select(whole, name, lower[strchr("ikqe", axis) - "ikqe"] + index, &p.view));
  if (axis == 'q') {
    p.first = NI * NK * index;
    p.lower[1] = -1;
    p.extent[1] = NK;
  } else if (axis == 'k') {
    p.first = NI * index;
    p.extent[1] = NQ;
    p.stride[1] = NI * NK;
  } else {
    p.first = NI * NK * NQ * index;
    p.lower[2] = p.extent[2] = 1;
  }
  return p;
}

/* An index of q of an array with other axes over the same memory, from element `first` on. */
static part selected_otherwise(int first, const int64_t of[4], const int begins[4], int index)
{
  part p = { NULL,
             first + NI * (int)of[1] * index,
             { 2, begins[1], 3 },
             { NI, (int)of[1], (int)of[3] },
             { 1, NI, NI * (int)of[1] * (int)of[2] } };
  vf_view *whole = NULL;
  must(vf_view_wrap_axes(NULL, values + first, VF_REAL64, 4, of, begins, "i k q e", "other", VF_WRAP_JOIN, &whole));
  must(vf_view_select(whole, "q", begins[2] + index, &p.view));
  discard(whole);
  return p;
}

enum { SELECTED = NQ + NK + NE, OTHERS = 4 * NQ, VIEWS = 1 + SELECTED + OTHERS + 4 };

/* Rows from some element on, under bounds of their own. */
static part window(int first, int rows, int planes)
{
  part p = { NULL, first, { 2, 1, 3 }, { NI, rows, planes }, { 1, NI, NI * rows } };
  const int64_t of[3] = { NI, rows, planes };
  must(vf_view_wrap(NULL, values + first, VF_REAL64, 3, of, p.lower, "window", VF_WRAP_JOIN, &p.view));
  return p;
}

static vf_view *open_views(part views[VIEWS])
{
  int count = 0;
  const int64_t of_all = VALUES;
  vf_view *all = wrapped(values, 1, &of_all, NULL, "all"), *whole = NULL;
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 4, extents, lower, "i k q e", "values", VF_WRAP_JOIN, &whole));
  views[count++] = whole_of(whole);
  for (int q = 0; q < NQ; q++) views[count++] = selected(whole, 'q', q);
  for (int k = 0; k < NK; k++) views[count++] = selected(whole, 'k', k);
  for (int e = 0; e < NE; e++) views[count++] = selected(whole, 'e', e);
  for (int q = 0; q < NQ; q++) {
    views[count++] = selected_otherwise(NI * NK, (const int64_t[4]){ NI, NK, NQ, NE - 1 }, lower, q);
    views[count++] = selected_otherwise(0, (const int64_t[4]){ NI, NQ, NK, NE }, lower, q);
    views[count++] = selected_otherwise(0, extents, (const int[4]){ 2, -1, 2, 3 }, q);
    views[count++] = selected_otherwise(NI * NK, extents, lower, q);
  }
  views[count++] = window(0, NK * NQ, NE);
  views[count++] = window(NI * NK * NQ, NK * NQ, NE - 1);
  views[count++] = window(NI, NK * NQ, NE - 1);
  views[count++] = window(NI - 1, NK, NE);
  assert_int_equal(count, VIEWS);
  return all;
}

static void selections_and_windows_beside_the_whole_array_share_what_their_elements_share(void **state)
{
  (void)state;
  part views[VIEWS];
  int taken = 0, refusals = 0;
  state_of_random = 20261124;
  vf_view *all = open_views(views);
  for (int t = 0; t < TRIES; t++) {
    const int a = below(VIEWS), c = below(VIEWS);
    const part *p = &views[a], *q = &views[c];
    vf_box box;
    if (!random_box(p, q, &box)) continue;
    const vf_status status = vf_axpy(&box, 1, p->view, q->view);
    const bool share = boxes_share(p, &box, q, &box);
    const bool apart = last_element(p) < q->first || last_element(q) < p->first;
    if (share ? status != VF_ERROR_ALIAS : apart && status != VF_OK)
      fail_msg("views %d and %d gave %d; they %s", a, c, status, share ? "share elements" : "are apart");
    taken += !status;
    refusals += share;
  }
  if (taken < TRIES / 32 || refusals < TRIES / 32) fail_msg("%d calls taken, %d refused", taken, refusals);
  for (int v = 0; v < VIEWS; v++) discard(views[v].view);
  discard(all);
}

/* ---- Sets ---- */

/* Planes of the memory, cut at random: the views of a set in any order. */
static void random_parts(part parts[PARTS])
{
  enum { PLANES = ALL / NI, LEAST = 2 };
  int first = below(4);
  for (int p = 0; p < PARTS; p++) {
    const int most = (PLANES - first) / (PARTS - p), planes = LEAST + below(most - LEAST + 1);
    const int place = p ? below(p + 1) : 0;
    parts[p] = parts[place];
    parts[place] = (part){ NULL, NI * first, { 1, 1, 1 }, { NI, 1, planes }, { 1, NI, NI } };
    first += planes + below(2) * below(3);
    if (first > PLANES - LEAST * (PARTS - p - 1)) first = PLANES - LEAST * (PARTS - p - 1);
  }
}

static vf_set *random_set(part parts[PARTS], const char *label)
{
  vf_view *views[PARTS];
  vf_box boxes[PARTS];
  vf_set *set = NULL;
  random_parts(parts);
  for (int p = 0; p < PARTS; p++) {
    const int64_t of[3] = { NI, 1, parts[p].extent[2] };
    boxes[p] = (vf_box){ { 1, 1, 1 }, { NI, 1, parts[p].extent[2] } };
    must(vf_view_wrap(NULL, values + parts[p].first, VF_REAL64, 3, of, NULL, label, VF_WRAP_JOIN, &parts[p].view));
    views[p] = parts[p].view;
  }
  must(vf_set_wrap(NULL, boxes, PARTS, views, label, &set));
  return set;
}

static void sets_of_parts_of_one_memory_share_what_their_elements_share(void **state)
{
  (void)state;
  enum { SETS = TRIES / 12 };
  const int64_t all = ALL;
  int taken = 0, refusals = 0;
  state_of_random = 20261125;
  vf_view *whole = wrapped(values, 1, &all, NULL, "values");
  for (int t = 0; t < SETS; t++) {
    part p[PARTS], q[PARTS];
    vf_box boxes[PARTS];
    bool share = false, apart = true;
    vf_set *x = random_set(p, "x"), *y = random_set(q, "y");
    for (int b = 0; b < PARTS; b++) assert_true(random_box(&p[b], &q[b], &boxes[b]));
    for (int b = 0; b < PARTS; b++)
      for (int c = 0; c < PARTS; c++) {
        share = share || boxes_share(&p[b], &boxes[b], &q[c], &boxes[c]);
        apart = apart && (last_element(&p[b]) < q[c].first || last_element(&q[c]) < p[b].first);
      }
    const vf_status status = vf_axpy_boxes(boxes, PARTS, 1, x, y);
    if (share ? status != VF_ERROR_ALIAS : apart && status != VF_OK)
      fail_msg("sets %d gave %d; they %s", t, status, share ? "share elements" : "are apart");
    taken += !status;
    refusals += share;
    discard(x);
    discard(y);
    for (int b = 0; b < PARTS; b++) {
      discard(p[b].view);
      discard(q[b].view);
    }
  }
  assert_true(refusals > SETS / 8);
  discard(whole);
}

static const struct CMUnitTest tests[] = {
  claim(selections_and_windows_beside_the_whole_array_share_what_their_elements_share),
  claim(sets_of_parts_of_one_memory_share_what_their_elements_share),
};
RUN("aliases_random", tests)
