/* The refusals of sets, in the user's words. */
#include "boxes.h"

static void call_with_another_number_of_boxes_is_refused(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi");
  refused(vf_fill_value(&boxes[0], x, 1), VF_ERROR_ARGUMENT,
          "'phi' (argument x) is a set of 18 boxes, and the call has 1");
  discard(x);
}

static void box_that_needs_more_than_its_view_is_refused(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi");
  vf_box wrong[BOXES];
  memcpy(wrong, boxes, sizeof wrong);
  wrong[7].upper[1] += GHOSTS + 1;
  refused(vf_fill_value_boxes(wrong, BOXES, x, 1), VF_ERROR_BOX, "box (-3:1, 6:16, 9:13)");
  discard(x);
}

static void views_that_share_elements_make_no_set(void **state)
{
  (void)state;
  double values[12] = { 0 };
  const vf_box two[2] = { line(1, 6), line(7, 12) };
  vf_view *views[2] = { wrapped_line(values, 12, "all"), NULL };
  const int64_t six = 6;
  vf_set *set = NULL;
  must(vf_view_wrap(NULL, values + 6, VF_REAL64, 1, &six, NULL, "half", VF_WRAP_JOIN, &views[1]));
  refused(vf_set_wrap(NULL, two, 2, views, "both", &set), VF_ERROR_OVERLAP, "'all' and 'half' share elements");
  assert_null(set);
  must(vf_view_release(&views[1], false));
  must(vf_view_release(&views[0], false));
}

static void views_of_different_kinds_make_no_set(void **state)
{
  (void)state;
  double reals[4] = { 0 };
  int whole_numbers[4] = { 0 };
  const int64_t four = 4;
  const vf_box two[2] = { line(1, 4), line(5, 8) };
  vf_view *views[2] = { wrapped_line(reals, 4, "reals"), NULL };
  vf_set *set = NULL;
  must(vf_view_wrap(NULL, whole_numbers, VF_INT32, 1, &four, NULL, "numbers", VF_WRAP_DISTINCT, &views[1]));
  refused(vf_set_wrap(NULL, two, 2, views, "both", &set), VF_ERROR_KIND, "'reals' is real64 and 'numbers' is int32");
  discard(views[0]);
  discard(views[1]);
}

static void released_view_makes_no_set(void **state)
{
  (void)state;
  vf_view *views[1] = { NULL };
  vf_set *set = NULL;
  refused(vf_set_wrap(NULL, boxes, 1, views, "phi", &set), VF_ERROR_NULL, "not set");
  refused(vf_set_wrap(NULL, boxes, -1, views, "phi", &set), VF_ERROR_ARGUMENT, "-1 boxes");
}

/* Component views of two sets on the same arrays, in another order of boxes. */
static void sets_that_share_elements_are_refused_in_one_call(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi"), *shared = NULL;
  vf_view *first[BOXES];
  for (int b = 0; b < BOXES; b++) {
    vf_view *view = NULL;
    must(vf_set_view(x, b, NULL, &view));
    must(vf_view_component(view, 1, COMPONENTS, &first[b]));
  }
  must(vf_set_wrap(NULL, boxes, BOXES, first, "again", &shared));
  refused(vf_axpy_boxes(boxes, BOXES, 1, x, shared), VF_ERROR_ALIAS, "share elements");
  for (int b = 0; b < BOXES; b++) must(vf_view_release(&first[b], true));
  discard(shared);
  discard(x);
}

/* Two sets share the array of a single box. The checks find this box at every place, in the order of the boxes and
 * against the order, and also if a view replaces either set. */
static void alias_of_a_single_box_is_found_at_every_place(void **state)
{
  (void)state;
  enum { PARTS = 4, LENGTH = 3 };
  static double one[PARTS][LENGTH], other[PARTS][LENGTH];
  const int64_t length = LENGTH;
  vf_box parts[PARTS];
  for (int b = 0; b < PARTS; b++) parts[b] = line(LENGTH * b + 1, LENGTH * b + LENGTH);
  for (int place = 0; place < PARTS; place++)
    for (int reversed = 0; reversed < 2; reversed++) {
      vf_view *p[PARTS], *q[PARTS];
      vf_set *x = NULL, *y = NULL;
      for (int b = 0; b < PARTS; b++) {
        const int at = reversed ? PARTS - 1 - b : b;
        p[b] = wrapped(one[at], 1, &length, &parts[b].lower[0], "of x");
        must(vf_view_wrap(NULL, b == place ? one[at] : other[at], VF_REAL64, 1, &length, &parts[b].lower[0],
                          b == place ? "shared" : "of y", VF_WRAP_JOIN, &q[b]));
      }
      must(vf_set_wrap(NULL, parts, PARTS, p, "x", &x));
      must(vf_set_wrap(NULL, parts, PARTS, q, "y", &y));
      refused(vf_axpy_boxes(parts, PARTS, 1, x, y), VF_ERROR_ALIAS, "'shared'");
      refused(vf_axpy_boxes(parts, PARTS, 1, y, x), VF_ERROR_ALIAS, "'shared'");
      /* All other boxes are empty, or this box alone is empty. */
      vf_box some[PARTS];
      memcpy(some, parts, sizeof some);
      some[place].upper[0] = some[place].lower[0] - 1;
      must(vf_axpy_boxes(some, PARTS, 1, x, y));
      for (int b = 0; b < PARTS; b++) some[b].upper[0] = b == place ? parts[b].upper[0] : some[b].lower[0] - 1;
      refused(vf_axpy_boxes(some, PARTS, 1, x, y), VF_ERROR_ALIAS, "'shared'");
      discard(x);
      discard(y);
      for (int b = 0; b < PARTS; b++) {
        discard(p[b]);
        discard(q[b]);
      }
    }
}

/* A view beside a set is there for every box. */
static void alias_of_a_view_with_one_box_of_a_set_is_found(void **state)
{
  (void)state;
  enum { PARTS = 3, LENGTH = 4 };
  static double values[PARTS * LENGTH];
  const int64_t twelve = PARTS * LENGTH, length = LENGTH;
  vf_box parts[PARTS];
  for (int b = 0; b < PARTS; b++) parts[b] = line(LENGTH * b + 1, LENGTH * b + LENGTH);
  vf_view *all = wrapped_line(values, twelve, "all"), *views[PARTS];
  for (int b = 0; b < PARTS; b++)
    must(vf_view_wrap(NULL, values + LENGTH * b, VF_REAL64, 1, &length, &parts[b].lower[0], "part", VF_WRAP_JOIN,
                      &views[b]));
  vf_set *set = NULL;
  must(vf_set_wrap(NULL, parts, PARTS, views, "parts", &set));
  vf_box none[PARTS + 1]; /* all boxes are empty except a box behind the boxes of the call */
  for (int b = 0; b < PARTS; b++) none[b] = line(parts[b].lower[0], parts[b].lower[0] - 1);
  none[PARTS] = line(1, PARTS * LENGTH);
  must(vf_axpy_boxes(none, PARTS, 1, set, all));
  must(vf_axpy_boxes(none, PARTS, 1, all, set));
  for (int b = 0; b < PARTS; b++) {
    vf_box some[PARTS + 1];
    memcpy(some, none, sizeof some);
    some[b] = parts[b];
    refused(vf_axpy_boxes(some, PARTS, 1, all, set), VF_ERROR_ALIAS, "'all'");
    refused(vf_axpy_boxes(some, PARTS, 1, set, all), VF_ERROR_ALIAS, "'part'");
  }
  for (int b = 0; b < PARTS; b++) discard(views[b]);
  discard(set);
  discard(all);
}

static void components_of_the_same_arrays_do_not_meet(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi"), *part[2];
  for (int c = 0; c < 2; c++) {
    vf_view *views[BOXES];
    for (int b = 0; b < BOXES; b++) {
      vf_view *view = NULL;
      must(vf_set_view(x, b, NULL, &view));
      must(vf_view_component(view, 1 + c, 1, &views[b]));
    }
    must(vf_set_wrap(NULL, boxes, BOXES, views, "part", &part[c]));
    for (int b = 0; b < BOXES; b++) must(vf_view_release(&views[b], true));
  }
  must(vf_copy_boxes(boxes, BOXES, part[0], part[1]));
  must(vf_view_to_host(x, VF_READ));
  const int *at = boxes[4].lower;
  assert_true(*element(x, 4, at[0], at[1], at[2], 1) == value_at(at[0], at[1], at[2], 0));
  discard(part[0]);
  discard(part[1]);
  discard(x);
}

static void view_of_a_set_is_released_by_the_set_alone(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi");
  vf_view *view = NULL;
  must(vf_set_view(x, 2, NULL, &view));
  refused(vf_view_release(&view, true), VF_ERROR_STATE, "belongs to a set");
  refused(vf_set_view(x, BOXES, NULL, &view), VF_ERROR_ARGUMENT, "place 18 of 'phi', which has 18 boxes");
  refused(vf_set_view(view, 0, NULL, &view), VF_ERROR_ARGUMENT, "is a view, not a set");
  discard(x);
}

static void calls_for_one_view_refuse_a_set(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi");
  vf_view *part = NULL;
  void *address = NULL;
  refused(vf_view_component(x, 1, 1, &part), VF_ERROR_NULL, "'phi' is a set of 18 boxes");
  refused(vf_view_host_address(x, &address), VF_ERROR_NULL, "'phi' is a set of 18 boxes");
  discard(x);
}

static void released_set_is_refused(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "phi"), *copy = x;
  discard(x);
  refused(vf_fill_value_boxes(boxes, BOXES, copy, 1), VF_ERROR_NULL, "released");
}

static const struct CMUnitTest tests[] = {
  claim(call_with_another_number_of_boxes_is_refused),
  claim(box_that_needs_more_than_its_view_is_refused),
  claim(views_that_share_elements_make_no_set),
  claim(views_of_different_kinds_make_no_set),
  claim(released_view_makes_no_set),
  claim(sets_that_share_elements_are_refused_in_one_call),
  claim(alias_of_a_single_box_is_found_at_every_place),
  claim(alias_of_a_view_with_one_box_of_a_set_is_found),
  claim(components_of_the_same_arrays_do_not_meet),
  claim(view_of_a_set_is_released_by_the_set_alone),
  claim(calls_for_one_view_refuse_a_set),
  claim(released_set_is_refused),
};

RUN("set_refusals", tests)
