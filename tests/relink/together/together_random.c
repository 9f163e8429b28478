/* Random calls handed over together, on boxes, components and parts of few arrays, so that many calls meet: the same
 * bits as calls in turn. */
#include <test_together_random_kernels.h>

#include "batch_of_calls.h"

enum { N = 7, FIELDS = 4, CALLS = 40, ROUNDS = 60, KINDS = 3 };

static vf_box random_box(void)
{
  vf_box box;
  const int most = random_below(3) ? N / 2 : N;
  for (int d = 0; d < 3; d++) {
    box.lower[d] = random_below(N);
    const int length = random_below(12) ? 1 + random_below(most) : 0;
    box.upper[d] = box.lower[d] + length - 1 < N ? box.lower[d] + length - 1 : N - 1;
  }
  return box;
}

/* The last plane of a field is none of its planes under other bounds. */
static vf_box random_box_of(int kind)
{
  vf_box box = random_box();
  if (kind == 2 && box.upper[2] == N - 1) box.upper[2]--;
  return box;
}

/* Fields of two components with a ghost layer. */
static void add_fields(vf_view **views)
{
  const int64_t extents[4] = { N + 2, N + 2, N + 2, 2 };
  const int lower[4] = { -1, -1, -1, 0 };
  for (int f = 0; f < FIELDS; f++) views[f] = add_field(4, extents, lower);
}

/* A component of each field, and the upper planes of each field under bounds of their own. */
static void add_parts(vf_view **components, vf_view **planes)
{
  const int64_t extents[3] = { N + 2, N + 2, N + 1 };
  const int lower[3] = { -1, -1, -1 };
  for (int f = 0; f < FIELDS; f++) {
    must(vf_view_component(batch.fields[f].view, f % 2, 1, &components[f]));
    double *second = batch.fields[f].host + (N + 2) * (N + 2);
    must(vf_view_wrap(NULL, second, VF_REAL64, 3, extents, lower, "planes", VF_WRAP_JOIN, &planes[f]));
    batch.others[batch.other_count++] = components[f];
    batch.others[batch.other_count++] = planes[f];
  }
}

/* Fewer launches than calls in all rounds together. */
static void random_rounds(void (*add)(vf_view *const *views))
{
  vf_view *views[KINDS * FIELDS];
  int64_t launches = 0, calls = 0;
  batch.random = 20260101;
  for (int round = 0; round < ROUNDS; round++) {
    add_fields(views);
    add_parts(views + FIELDS, views + 2 * FIELDS);
    const int count = 2 + random_below(CALLS);
    for (int c = 0; c < count; c++) add(views);
    calls += batch.count;
    launches += compare_both();
    end_batch();
  }
  assert_true(launches < calls * 3 / 4);
}

/* The views: whole fields, components, planes. */
static vf_view *one_of(vf_view *const *views, int kind) { return views[kind * FIELDS + random_below(FIELDS)]; }

static void random_copy(vf_view *const *views)
{
  const int kind = random_below(KINDS);
  const vf_box box = random_box_of(kind);
  const int from = random_below(FIELDS), to = (from + 1 + random_below(FIELDS - 1)) % FIELDS;
  add_copy(box, views[kind * FIELDS + from], views[kind * FIELDS + to]);
}

static void random_axpy(vf_view *const *views)
{
  const int kind = random_below(KINDS);
  const vf_box box = random_box_of(kind);
  const int x = random_below(FIELDS), y = (x + 1 + random_below(FIELDS - 1)) % FIELDS;
  add_axpy(box, random_below(4) ? 0.25 : -0.5, views[kind * FIELDS + x], views[kind * FIELDS + y]);
}

static void random_sweep(vf_view *const *views)
{
  const int phi = random_below(FIELDS), rhs = (phi + 1 + random_below(FIELDS - 1)) % FIELDS;
  add_sweep(random_box(), random_below(2), views[phi], views[rhs]);
}

static void random_value(vf_view *const *views)
{
  const int kind = random_below(KINDS);
  const vf_box box = random_box_of(kind);
  add_value(box, random_below(3), one_of(views, kind));
}

static void random_fill(vf_view *const *views)
{
  vfi_argument *arguments = add_call(&vf_fill_ghosts_kernel, random_box(), 0);
  vf_boundary *sides = &arguments[1].value.boundary;
  arguments[0].view = one_of(views, 0);
  sides->order = 1 + random_below(2);
  sides->kind[random_below(6)] = random_below(2) ? VF_DIRICHLET : VF_REFLECT_ODD;
}

static void random_shifted_copy(vf_view *const *views)
{
  const int from = random_below(FIELDS), to = (from + 1 + random_below(FIELDS - 1)) % FIELDS;
  vfi_argument *arguments = add_call(&vf_shifted_copy_kernel, random_box(), 0);
  arguments[0].view = views[from];
  arguments[1].view = views[to];
  arguments[2].value.integers[random_below(3)] = random_below(3) - 1;
}

static void random_spread(vf_view *const *views)
{
  const int from = random_below(FIELDS), to = (from + 1 + random_below(FIELDS - 1)) % FIELDS;
  vfi_argument *arguments = add_call(&vf_apply_poisson_kernel, random_box(), 0);
  arguments[0].view = views[from];
  arguments[1].view = views[to];
  arguments[2].value.number = 0.5;
}

#define ROUNDS_OF(kind)                           \
  static void random_##kind##_calls(void **state) \
  {                                               \
    (void)state;                                  \
    random_rounds(random_##kind);                 \
  }
ROUNDS_OF(copy)
ROUNDS_OF(axpy)
ROUNDS_OF(sweep)
ROUNDS_OF(value)
ROUNDS_OF(fill)
ROUNDS_OF(shifted_copy)
ROUNDS_OF(spread)

static const struct CMUnitTest tests[] = {
  claim(random_copy_calls), claim(random_axpy_calls),         claim(random_sweep_calls),  claim(random_value_calls),
  claim(random_fill_calls), claim(random_shifted_copy_calls), claim(random_spread_calls),
};
RUN("together_random", tests)
