#include "results_cases.h"

#include <viewfab_kernels.h>

#include "ranks_results_kernels.h"

static uint32_t mixed(uint32_t a)
{
  a ^= a >> 16;
  a *= 0x7feb352du;
  a ^= a >> 15;
  a *= 0x846ca68bu;
  return a ^ a >> 16;
}

static uint32_t state;

static int below(int count)
{
  state = mixed(state + 0x9e3779b9u);
  return (int)(state % (uint32_t)count);
}

boxes_case random_case(int number, vf_type type, int components)
{
  static const int longest[] = { 1, 5, 16, 40 };
  boxes_case c = { .type = type, .components = components };
  state = mixed((uint32_t)number + 1);
  c.count = 1 + below(MOST_BOXES);
  for (int b = 0; b < c.count; b++) {
    const int most = longest[below(4)];
    for (int d = 0; d < 3; d++) {
      c.boxes[b].lower[d] = d == 0 ? 100 * b - 300 : below(50) - 25;
      c.boxes[b].upper[d] = c.boxes[b].lower[d] + below(d == 2 && most > 20 ? 6 : most);
    }
    if (below(9) == 0) c.boxes[b].upper[1] = c.boxes[b].lower[1] - 1;
  }
  return c;
}

void give_to_ranks(boxes_case *c, spreading how, int number, int ranks)
{
  state = mixed((uint32_t)number + 77);
  for (int b = 0; b < c->count; b++)
    c->owners[b] = how == SPREAD_AT_RANDOM ? below(ranks) : how == SPREAD_IN_TURN ? b % ranks : ranks - 1;
}

double number_at(int box, int i, int j, int k, int component)
{
  const uint32_t bits = mixed(mixed(mixed((uint32_t)(i + 1000) * 4099u + (uint32_t)(j + 1000)) + (uint32_t)(k + 1000)) +
                              (uint32_t)(box * 64 + component));
  const double number = (double)(bits >> 8) * 0x1p-23 - 1;
  return bits & 1 ? number : number * 0x1p-20;
}

/* Writes cells and ghosts alike: a kernel that reads ghosts by mistake gets another sum. */
static void fill(const boxes_case *c, vf_view *view, int box, double factor)
{
  int64_t lower[4], upper[4], at = 0;
  void *first = NULL;
  must(vf_view_bounds(view, lower, upper));
  must(vf_view_host_address(view, &first));
  for (int n = 0; n < c->components; n++)
    for (int k = (int)lower[2]; k <= upper[2]; k++)
      for (int j = (int)lower[1]; j <= upper[1]; j++)
        for (int i = (int)lower[0]; i <= upper[0]; i++, at++) {
          const double value = factor * number_at(box, i, j, k, n);
          if (c->type == VF_REAL32) ((float *)first)[at] = (float)value;
          else ((double *)first)[at] = value;
        }
}

vf_layout *layout_of(const boxes_case *c, vf_group *group, const char *label)
{
  vf_layout *layout = NULL;
  must(vf_layout_create_owned(group, c->boxes, c->owners, c->count, label, &layout));
  return layout;
}

vf_set *filled_on(const boxes_case *c, vf_layout *layout, double factor, const char *label)
{
  vf_set *set = NULL;
  int count = c->count;
  if (layout) must(vf_set_create_on(layout, c->type, c->components, GHOSTS, 0, label, &set));
  else must(vf_set_create(NULL, c->boxes, c->count, c->type, c->components, GHOSTS, 0, label, &set));
  if (layout) must(vf_layout_size(layout, &count, NULL));
  must(vf_view_to_host(set, VF_WRITE));
  for (int place = 0; place < count; place++) {
    vf_view *view = NULL;
    int box = place;
    if (layout) must(vf_layout_own(layout, place, &box));
    must(vf_set_view(set, place, NULL, &view));
    fill(c, view, box, factor);
  }
  return set;
}

void discard_set(vf_set *set) { must(vf_view_release(&set, true)); }

double element_of(vf_set *set, int place, int i, int j, int k, int component)
{
  vf_view *view = NULL;
  int64_t lower[4], upper[4], strides[4];
  void *first = NULL;
  must(vf_set_view(set, place, NULL, &view));
  must(vf_view_bounds(view, lower, upper));
  must(vf_view_strides(view, strides));
  must(vf_view_host_address(view, &first));
  const int64_t at =
      (i - lower[0]) * strides[0] + (j - lower[1]) * strides[1] + (k - lower[2]) * strides[2] + component * strides[3];
  return vf_view_type(view) == VF_REAL32 ? (double)((float *)first)[at] : ((double *)first)[at];
}

static vf_view *line(double *numbers, int count)
{
  const int64_t extent = count;
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, numbers, VF_REAL64, 1, &extent, NULL, "results", VF_WRAP_DISTINCT, &view));
  return view;
}

void ask(const boxes_case *c, vf_layout *layout, vf_set *x, vf_set *y, answers *a)
{
  memset(a, 0, sizeof *a);
  double *s = a->step;
  vf_view *stay = line(a->stay, STEP_RESULTS), *dot_stays = line(&a->dot_stays, 1);
  if (layout) {
    must(vf_dot_layout(layout, x, y, &a->dot, NULL));
    must(vf_sum_layout(layout, x, &a->sum, NULL));
    must(vf_norm_one_layout(layout, x, &a->norm_one, NULL));
    must(vf_norm_max_layout(layout, x, &a->norm_max, NULL));
    must(vf_dot_layout(layout, x, y, NULL, dot_stays));
    must(vf_step_totals_layout(layout, x, y, 0.3, &s[0], &s[1], &s[2], &a->least, &s[3], &a->most, &s[4], &a->positive,
                               &s[5], &s[6], &s[7], NULL));
    must(vf_step_totals_layout(layout, x, y, 0.3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                               stay));
  } else {
    const vf_box *b = c->boxes;
    const int n = c->count;
    must(vf_dot_boxes(b, n, x, y, &a->dot, NULL));
    must(vf_sum_boxes(b, n, x, &a->sum, NULL));
    must(vf_norm_one_boxes(b, n, x, &a->norm_one, NULL));
    must(vf_norm_max_boxes(b, n, x, &a->norm_max, NULL));
    must(vf_dot_boxes(b, n, x, y, NULL, dot_stays));
    must(vf_step_totals_boxes(b, n, x, y, 0.3, &s[0], &s[1], &s[2], &a->least, &s[3], &a->most, &s[4], &a->positive,
                              &s[5], &s[6], &s[7], NULL));
    must(vf_step_totals_boxes(b, n, x, y, 0.3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, stay));
  }
  must(vf_view_to_host(stay, VF_READ));
  must(vf_view_to_host(dot_stays, VF_READ));
  must(vf_view_release(&stay, false));
  must(vf_view_release(&dot_stays, false));
}

static void expect_number(const char *what, const char *name, int number, double is, double wanted)
{
  if (memcmp(&is, &wanted, sizeof is))
    give_up(__FILE__, __LINE__, "%s: %s %d is %.17g, not %.17g", what, name, number, is, wanted);
}

static void expect_place(const char *what, const char *name, const vf_place *is, const vf_place *wanted)
{
  if (memcmp(is, wanted, sizeof *is))
    give_up(__FILE__, __LINE__,
            "%s: place of %s is box %d (%d, %d, %d) component %d, not box %d (%d, %d, %d) component %d", what, name,
            is->box, is->index[0], is->index[1], is->index[2], is->component, wanted->box, wanted->index[0],
            wanted->index[1], wanted->index[2], wanted->component);
}

void expect_answers(const char *what, const answers *is, const answers *wanted)
{
  expect_number(what, "dot", 0, is->dot, wanted->dot);
  expect_number(what, "sum", 0, is->sum, wanted->sum);
  expect_number(what, "norm_one", 0, is->norm_one, wanted->norm_one);
  expect_number(what, "norm_max", 0, is->norm_max, wanted->norm_max);
  expect_number(what, "dot that stays", 0, is->dot_stays, wanted->dot_stays);
  for (int r = 0; r < STEP_RESULTS; r++) {
    expect_number(what, "result of step_totals", r, is->step[r], wanted->step[r]);
    expect_number(what, "result of step_totals that stays", r, is->stay[r], wanted->stay[r]);
  }
  expect_place(what, "least", &is->least, &wanted->least);
  expect_place(what, "most", &is->most, &wanted->most);
  expect_place(what, "positive", &is->positive, &wanted->positive);
}
