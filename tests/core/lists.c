/* Lists of views: moves and releases of many views in a single call, and errors for a wrong view in the list. */
#include "common.h"

#include <viewfab/set.h>

enum { MOST = 5 };
static double values[MOST][8];
static vf_view *views[MOST];

static void wrap_all(void)
{
  static const char *const labels[MOST] = { "density", "energy", "pressure", "speed", "work" };
  for (int v = 0; v < MOST; v++) {
    for (int i = 0; i < 8; i++) values[v][i] = 10 * v + i;
    views[v] = wrapped_line(values[v], 8, labels[v]);
  }
}

static void all_views_of_a_list_are_moved(void **state)
{
  (void)state;
  const vf_box all = line(1, 8);
  wrap_all();
  must(vf_views_to_device(views, MOST, VF_READ));
  expect_copies(separate() ? MOST : 0, 0);
  for (int v = 0; v < MOST; v++) must(vf_fill_value(&all, views[v], v));
  must(vf_views_to_host(views + 1, MOST - 1, VF_UPDATE));
  expect_copies(separate() ? MOST : 0, separate() ? MOST - 1 : 0);
  for (int v = 1; v < MOST; v++) assert_true(values[v][0] == v && values[v][7] == v);
  expect_state(views[0], !separate(), true);
  expect_state(views[MOST - 1], true, !separate());
  must(vf_views_to_host(NULL, 0, VF_READ));
  must(vf_views_release(views + 1, MOST - 1, false));
  must(vf_views_release(NULL, 0, false));
  for (int v = 1; v < MOST; v++) assert_null(views[v]);
  must(vf_views_release(views, MOST, true));
}

static void a_view_that_is_not_set_is_named_by_its_place_before_anything_moves(void **state)
{
  (void)state;
  wrap_all();
  discard(views[3]);
  views[3] = NULL;
  refused(vf_views_to_device(views, MOST, VF_READ), VF_ERROR_NULL,
          "to_device, view 4 of the list: the view is not set");
  expect_copies(0, 0);
  refused(vf_views_to_host(views, 3, (vf_intent)7), VF_ERROR_ARGUMENT, "'density': intent 7");
  refused(vf_views_to_host(views, -1, VF_READ), VF_ERROR_ARGUMENT, "to_host: a list of -1 views");
  refused(vf_views_to_host(NULL, 2, VF_READ), VF_ERROR_NULL, "to_host: the list of views is NULL");
  refused(vf_views_release(views, -2, false), VF_ERROR_ARGUMENT, "vf_views_release: a list of -2 views");
  refused(vf_views_release(NULL, 2, false), VF_ERROR_NULL, "vf_views_release: the list of views is NULL");
  must(vf_views_release(views, MOST, false));
}

static void a_list_ends_whole_or_not_at_all(void **state)
{
  (void)state;
  const vf_box all = line(1, 8);
  wrap_all();
  must(vf_fill_value(&all, views[2], 7));
  if (separate()) {
    refused(vf_views_release(views, MOST, false), VF_ERROR_STALE, "release of 'pressure'");
    for (int v = 0; v < MOST; v++) assert_string_not_equal(vf_view_label(views[v]), "");
  }
  vf_view *twice[3] = { views[0], views[1], views[0] };
  refused(vf_views_release(twice, 3, true), VF_ERROR_ARGUMENT,
          "release of 'density': views 1 and 3 of the list are the same view");
  assert_string_equal(vf_view_label(views[1]), "energy");

  vf_view *released[2] = { views[0], views[4] };
  discard(views[4]);
  refused(vf_views_release(released, 2, true), VF_ERROR_NULL, "vf_views_release: the view was released");
  assert_string_equal(vf_view_label(views[0]), "density");
  views[4] = NULL;
  must(vf_views_release(views, MOST, true));
  for (int v = 0; v < MOST; v++) assert_null(views[v]);
}

/* The last views of an array count together: the newest values are not lost by ending all of them. */
static void values_of_an_array_are_kept_though_all_its_views_are_in_the_list(void **state)
{
  (void)state;
  const vf_box all = line(1, 8);
  vf_view *both[2] = { wrapped_line(values[0], 8, "density"), NULL };
  must(vf_view_component(both[0], 1, 1, &both[1]));
  must(vf_fill_value(&all, both[1], 3));
  if (separate()) refused(vf_views_release(both, 2, false), VF_ERROR_STALE, "release of 'density'");
  must(vf_views_to_host(both, 2, VF_READ));
  assert_true(values[0][7] == 3);
  must(vf_views_release(both, 2, false));
}

static void sets_stand_in_a_list_and_their_views_end_with_them(void **state)
{
  (void)state;
  const vf_box boxes[2] = { line(1, 8), line(9, 16) };
  const int second = 9;
  const int64_t eight = 8;
  vf_set *set = NULL;
  vf_view *parts[2] = { wrapped_line(values[0], 8, "left"), wrapped(values[1], 1, &eight, &second, "right") };
  must(vf_set_wrap(NULL, boxes, 2, parts, "both", &set));
  vf_view *list[2] = { wrapped_line(values[2], 8, "alone"), set };
  must(vf_fill_value_boxes(boxes, 2, set, 4));
  must(vf_views_to_host(list, 2, VF_READ));
  assert_true(values[0][0] == 4 && values[1][7] == 4);
  vf_view *borrowed[2] = { parts[0], NULL };
  must(vf_set_view(set, 1, NULL, &borrowed[1]));
  refused(vf_views_release(borrowed, 2, false), VF_ERROR_STATE, "release of 'right': the view belongs to a set");
  must(vf_views_release(parts, 2, false));
  must(vf_views_release(list, 2, false));
  assert_null(list[1]);
}

static const struct CMUnitTest tests[] = {
  claim(all_views_of_a_list_are_moved),
  claim(a_view_that_is_not_set_is_named_by_its_place_before_anything_moves),
  claim(a_list_ends_whole_or_not_at_all),
  claim(values_of_an_array_are_kept_though_all_its_views_are_in_the_list),
  claim(sets_stand_in_a_list_and_their_views_end_with_them),
};
RUN("lists", tests)
