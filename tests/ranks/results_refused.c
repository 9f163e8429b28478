/* Failing calls over ranks: on a single rank, or on all ranks. */
#include "results_cases.h"

#include <viewfab_kernels.h>

#include "ranks_results_kernels.h"

static vf_group *group;

typedef struct fields {
  boxes_case c;
  vf_layout *layout;
  vf_set *x, *y;
} fields;

/* Each rank has boxes, unless there are fewer boxes than ranks. */
static fields make_fields(int components)
{
  fields f = { .c = random_case(7, VF_REAL64, components) };
  f.c.count = MOST_BOXES;
  for (int b = 0; b < MOST_BOXES; b++) f.c.boxes[b] = (vf_box){ { 30 * b, 0, 0 }, { 30 * b + 19, 17, 12 + b } };
  give_to_ranks(&f.c, SPREAD_IN_TURN, 7, ranks);
  f.layout = layout_of(&f.c, group, "boxes");
  f.x = filled_on(&f.c, f.layout, 1, "x");
  f.y = filled_on(&f.c, f.layout, 2, "y");
  return f;
}

static void end_fields(fields *f)
{
  discard_set(f->x);
  discard_set(f->y);
  must(vf_layout_destroy(&f->layout));
}

/* The group is whole, and calls give their usual results. */
static void expect_good(const fields *f)
{
  answers is, wanted;
  vf_set *x = filled_on(&f->c, f->layout, 1, "x"), *y = filled_on(&f->c, f->layout, 2, "y");
  vf_set *all_x = filled_on(&f->c, NULL, 1, "all x"), *all_y = filled_on(&f->c, NULL, 2, "all y");
  ask(&f->c, f->layout, x, y, &is);
  ask(&f->c, NULL, all_x, all_y, &wanted);
  expect_answers("after a failure", &is, &wanted);
  discard_set(x);
  discard_set(y);
  discard_set(all_x);
  discard_set(all_y);
}

static void a_rank_that_fails_is_named_on_all(void)
{
  group = world();
  fields f = make_fields(1);
  const int bad = ranks - 1;
  double result = -1;
  char name[32];
  snprintf(name, sizeof name, "rank %d", bad);
  if (rank == bad) {
    refused(vf_dot_layout(f.layout, f.x, NULL, &result, NULL), VF_ERROR_NULL, "argument y");
  } else {
    refused(vf_dot_layout(f.layout, f.x, f.y, &result, NULL), VF_ERROR_PEER, name);
    holds(strstr(vf_last_error(), "argument y"));
  }
  holds(result == -1);
  expect_good(&f);
  end_fields(&f);
  must(vf_group_destroy(&group));
}

/* With a rank without boxes, ranks agree twice. */
static void a_rank_that_fails_beside_one_without_boxes_is_named(void)
{
  group = world();
  boxes_case c = random_case(9, VF_REAL64, 2);
  give_to_ranks(&c, SPREAD_TO_THE_LAST, 9, ranks);
  vf_layout *layout = layout_of(&c, group, "boxes");
  vf_set *x = filled_on(&c, layout, 1, "x");
  double result = -1;
  char name[32];
  for (int bad = 0; bad < ranks; bad++) {
    snprintf(name, sizeof name, "rank %d", bad);
    if (rank == bad) refused(vf_sum_layout(layout, NULL, &result, NULL), VF_ERROR_NULL, "argument x");
    else refused(vf_sum_layout(layout, x, &result, NULL), VF_ERROR_PEER, name);
    holds(result == -1);
  }
  must(vf_sum_layout(layout, x, &result, NULL));
  discard_set(x);
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static void components_have_to_be_those_of_all_ranks(void)
{
  if (ranks == 1) return;
  group = world();
  fields f = make_fields(1);
  boxes_case more = f.c;
  more.components = 1 + (rank == 1);
  vf_set *x = filled_on(&more, f.layout, 1, "x");
  double result = 0;
  refused(vf_sum_layout(f.layout, x, &result, NULL), VF_ERROR_PEER, "vf_sum");
  discard_set(x);
  expect_good(&f);
  end_fields(&f);
  must(vf_group_destroy(&group));
}

static void components_differ_beside_a_rank_without_boxes(void)
{
  if (ranks < 4) return;
  group = world();
  fields f = make_fields(1);
  boxes_case more = f.c;
  more.components = 1 + (rank == 1);
  for (int b = 0; b < more.count; b++) more.owners[b] = b % 2;
  vf_layout *layout = layout_of(&more, group, "two");
  vf_set *x = filled_on(&more, layout, 1, "x");
  double result = 0;
  refused(vf_sum_layout(layout, x, &result, NULL), VF_ERROR_COMPONENT, "2 on rank 1");
  discard_set(x);
  must(vf_layout_destroy(&layout));
  end_fields(&f);
  must(vf_group_destroy(&group));
}

static void different_kernels_are_named(void)
{
  if (ranks == 1) return;
  group = world();
  fields f = make_fields(1);
  double result = 0;
  if (rank == 0) refused(vf_sum_layout(f.layout, f.x, &result, NULL), VF_ERROR_PEER, "vf_norm_one");
  else refused(vf_norm_one_layout(f.layout, f.x, &result, NULL), VF_ERROR_PEER, "vf_sum");
  end_fields(&f);
  refused(vf_group_destroy(&group), VF_ERROR_PEER, "do not belong together");
}

static void sets_have_to_be_on_the_layout(void)
{
  group = world();
  fields f = make_fields(1);
  vf_layout *other = layout_of(&f.c, group, "another");
  vf_set *of_other = filled_on(&f.c, other, 1, "of another"), *plain = NULL;
  vf_box own[MOST_BOXES];
  int count = 0;
  double result = 0;
  must(vf_layout_size(f.layout, &count, NULL));
  for (int place = 0; place < count; place++) {
    int box = 0;
    must(vf_layout_own(f.layout, place, &box));
    own[place] = f.c.boxes[box];
  }
  must(vf_set_create(NULL, own, count, VF_REAL64, 1, 0, 0, "plain", &plain));
  refused(vf_dot_layout(f.layout, f.x, of_other, &result, NULL), VF_ERROR_ARGUMENT,
          "vf_dot: 'of another' (argument y) is a set on another layout, 'another', than the call, 'boxes'");
  refused(vf_dot_layout(f.layout, plain, f.y, &result, NULL), VF_ERROR_ARGUMENT,
          "vf_dot: 'plain' (argument x) is a set on no layout, and the call is on 'boxes'");
  refused(vf_axpy_layout(f.layout, 1, plain, f.y), VF_ERROR_ARGUMENT, "on no layout");
  refused(vf_dot_layout(NULL, f.x, f.y, &result, NULL), VF_ERROR_NULL, "vf_dot");
  expect_good(&f);
  discard_set(of_other);
  discard_set(plain);
  must(vf_layout_destroy(&other));
  end_fields(&f);
  must(vf_group_destroy(&group));
}

static void arrays_belong_to_the_context_of_the_layout(void)
{
  group = world();
  fields f = make_fields(1);
  vf_context *context = NULL;
  vf_view *elsewhere = NULL;
  static double numbers[600 * 20 * 30];
  const int64_t extents[] = { 600, 20, 30 };
  const int lower[] = { 0, 0, 0 };
  double result = 0;
  must(vf_context_create("host", &context));
  must(vf_view_wrap(context, numbers, VF_REAL64, 3, extents, lower, "elsewhere", VF_WRAP_DISTINCT, &elsewhere));
  refused(vf_sum_layout(f.layout, elsewhere, &result, NULL), VF_ERROR_CONTEXT, "layout 'boxes'");
  must(vf_view_release(&elsewhere, true));
  must(vf_context_destroy(context));
  expect_good(&f);
  end_fields(&f);
  must(vf_group_destroy(&group));
}

static void results_have_to_be_asked_for(void)
{
  group = world();
  fields f = make_fields(1);
  refused(vf_dot_layout(f.layout, f.x, f.y, NULL, NULL), VF_ERROR_NULL, "result is NULL");
  expect_good(&f);
  end_fields(&f);
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = {
  claim(a_rank_that_fails_is_named_on_all),
  claim(a_rank_that_fails_beside_one_without_boxes_is_named),
  claim(components_have_to_be_those_of_all_ranks),
  claim(components_differ_beside_a_rank_without_boxes),
  claim(different_kernels_are_named),
  claim(sets_have_to_be_on_the_layout),
  claim(arrays_belong_to_the_context_of_the_layout),
  claim(results_have_to_be_asked_for),
};

RUN(claims)
