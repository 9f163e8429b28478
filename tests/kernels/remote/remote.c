/* Remote arrays and the kernels that reach them, compared with plain loops. The loops know the vector of all ranks by a
 * formula. */
#include <viewfab/set.h>

#include "scene.h"

static void product_in(const char *form)
{
  make_scene(form);
  must(vf_remote_fence(s.x));
  must(vf_ell_product(&s.box, s.values_view, s.columns_view, s.x_view, s.y_view, ENTRIES));
  expect_product();
  memset(s.y, 0, sizeof s.y);
  must(vf_view_mark_written(s.y_view, VF_HOST));
  double product = 0, expected = 0;
  must(vf_ell_product_dot(&s.box, s.values_view, s.wide_view, s.x_view, s.x_view, s.y_view, ENTRIES, &product));
  expect_product();
  for (int i = 0; i < s.rows; i++) expected += x_of(s.first + i) * s.expected[i];
  assert_true(product - expected < 1e-6 && expected - product < 1e-6);
  end_scene();
}

/* True if kernels here cannot call functions for remote access. */
static bool without_handles(void)
{
#ifdef HANDLES_ON_GPUS
  return false;
#endif
  vf_group *group = make_group();
  const bool is = strncmp(vf_context_device(NULL), "host", 4);
  must(vf_group_destroy(&group));
  return is;
}

CLAIM(product_over_all_ranks_equals_plain_loops_bit_for_bit) { product_in(""); }

CLAIM(product_by_a_table_has_the_same_bits) { product_in("table"); }

CLAIM(product_by_functions_has_the_same_bits)
{
  if (without_handles()) skip();
  product_in("handle");
}

/* The rows of two boxes. Each box has a view of its own for its part of the product. */
CLAIM(product_on_a_set_has_the_same_bits)
{
  make_scene("");
  const int split = s.rows / 3, lower[2] = { 1, split + 1 };
  const vf_box boxes[2] = { { { 1, 1, 1 }, { split, 1, 1 } }, { { split + 1, 1, 1 }, { s.rows, 1, 1 } } };
  vf_view *parts[2];
  vf_set *set = NULL;
  must(vf_view_release(&s.y_view, true));
  for (int b = 0; b < 2; b++) {
    const int64_t rows = boxes[b].upper[0] - lower[b] + 1;
    must(vf_view_wrap(NULL, &s.y[lower[b] - 1], VF_REAL64, 1, &rows, &lower[b], "part of y", VF_WRAP_DISTINCT,
                      &parts[b]));
  }
  must(vf_set_wrap(NULL, boxes, 2, parts, "y", &set));
  must(vf_remote_fence(s.x));
  must(vf_ell_product_boxes(boxes, 2, s.values_view, s.columns_view, s.x_view, set, ENTRIES));
  must(vf_views_to_host(parts, 2, VF_READ));
  for (int i = 0; i < s.rows; i++) assert_true(s.y[i] == s.expected[i]);
  must(vf_view_release(&set, true));
  must(vf_views_release(parts, 2, true));
  end_scene();
}

/* First the rows of a box, then the rows of a list: both are whole rows. */
CLAIM(rows_of_a_list_complete_a_product)
{
  make_scene("");
  int list[MOST_ROWS], count = 0;
  const int split = s.rows / 3;
  for (int r = s.rows; r > split; r -= 1) list[count++] = r;
  vf_view *list_view = wrap(list, VF_INT32, 1, count, 1, "list");
  const vf_box inner = { { 1, 1, 1 }, { split, 1, 1 } }, outer = { { 1, 1, 1 }, { count, 1, 1 } };
  must(vf_remote_fence(s.x));
  must(vf_ell_product(&inner, s.values_view, s.columns_view, s.x_view, s.y_view, ENTRIES));
  must(vf_ell_product_rows(&outer, list_view, s.values_view, s.columns_view, s.x_view, s.y_view, ENTRIES));
  expect_product();
  must(vf_view_release(&list_view, true));
  end_scene();
}

static void put_in(const char *form)
{
  make_scene(form);
  int to[MOST_ROWS];
  double from[MOST_ROWS];
  for (int i = 0; i < s.rows; i++) {
    to[i] = (int)moved(s.first + i);
    from[i] = -x_of(s.first + i);
  }
  must(vf_remote_numbers(s.x, to, VF_INT32, s.rows, 0));
  vf_view *to_view = wrap(to, VF_INT32, 1, s.rows, 1, "to"), *from_view = wrap(from, VF_REAL64, 1, s.rows, 1, "from");
  must(vf_remote_fence(s.x));
  must(vf_put_to(&s.box, to_view, from_view, s.x_view));
  must(vf_remote_fence(s.x));
  void *host = NULL;
  must(vf_view_to_host(s.x_view, VF_READ));
  must(vf_view_host_address(s.x_view, &host));
  for (int i = 0; i < s.rows; i++) {
    const int64_t source = (s.first + i - 41 + s.total) % s.total;
    assert_true(((double *)host)[i] == -x_of(source));
  }
  must(vf_view_release(&to_view, true));
  must(vf_view_release(&from_view, true));
  end_scene();
}

CLAIM(elements_that_are_put_arrive) { put_in(""); }

CLAIM(elements_that_are_put_by_a_table_arrive) { put_in("table"); }

CLAIM(elements_that_are_put_by_functions_arrive)
{
  if (without_handles()) skip();
  put_in("handle");
}

/* All ranks add to the first elements of all ranks. The numbers are integers, so the order does not matter. An array
 * has a list of numbers for its own element size, because the stride of the parts depends on this size. */
static void add_in(const char *form)
{
  make_scene(form);
  enum { TARGETS = 5 };
  int64_t to[MOST_ROWS], place[MOST_ROWS];
  double from[MOST_ROWS];
  for (int i = 0; i < s.rows; i++) {
    must(vf_remote_number(s.x, i % s.ranks, i / s.ranks % TARGETS, &to[i]));
    must(vf_remote_number(s.count, i % s.ranks, i / s.ranks % TARGETS, &place[i]));
    from[i] = 1 + i % 3;
  }
  vf_view *to_view = wrap(to, VF_INT64, 1, s.rows, 1, "to"), *from_view = wrap(from, VF_REAL64, 1, s.rows, 1, "from"),
          *place_view = wrap(place, VF_INT64, 1, s.rows, 1, "place");
  must(vf_fill_value(&s.box, s.x_view, 0.5));
  must(vf_remote_fence(s.x));
  must(vf_add_to(&s.box, to_view, place_view, from_view, s.x_view, s.count_view));
  must(vf_remote_fence(s.x));
  must(vf_remote_fence(s.count));
  void *host = NULL, *counted = NULL;
  must(vf_view_to_host(s.x_view, VF_READ));
  must(vf_view_to_host(s.count_view, VF_READ));
  must(vf_view_host_address(s.x_view, &host));
  must(vf_view_host_address(s.count_view, &counted));
  for (int t = 0; t < TARGETS; t++) {
    double sum = 0.5;
    int count = 0;
    for (int rank = 0; rank < s.ranks; rank++)
      for (int i = 0; i < rows_of(rank); i++)
        if (i % s.ranks == s.rank && i / s.ranks % TARGETS == t) {
          sum += 1 + i % 3;
          count++;
        }
    assert_true(((double *)host)[t] == sum);
    assert_int_equal(((int *)counted)[t], count);
  }
  must(vf_view_release(&to_view, true));
  must(vf_view_release(&place_view, true));
  must(vf_view_release(&from_view, true));
  end_scene();
}

CLAIM(additions_of_all_ranks_are_counted) { add_in(""); }

CLAIM(additions_by_a_table_are_counted) { add_in("table"); }

CLAIM(additions_by_functions_are_counted)
{
  if (without_handles()) skip();
  add_in("handle");
}

static double doubled(int64_t global) { return 2 * x_of(global); }

CLAIM(own_part_goes_to_other_kernels)
{
  make_scene("");
  double dot = 0, expected = 0, difference = -1;
  int64_t number = 0;
  must(vf_dot(&s.box, s.x_view, s.x_view, &dot));
  for (int i = 0; i < s.rows; i++) expected += x_of(s.first + i) * x_of(s.first + i);
  assert_true(dot - expected < 1e-6 && expected - dot < 1e-6);
  fill_own(doubled);
  must(vf_add_constant(&s.box, s.x_view, 1));
  must(vf_remote_fence(s.x));
  must(vf_remote_number(s.x, s.rank, 0, &number));
  must(vf_own_sum(&s.box, s.x_view, s.x_view, (int)number - 1, &difference));
  assert_true(difference == 0);
  void *host = NULL;
  must(vf_view_to_host(s.x_view, VF_READ));
  must(vf_view_host_address(s.x_view, &host));
  for (int i = 0; i < s.rows; i++) assert_true(((double *)host)[i] == doubled(s.first + i) + 1);
  end_scene();
}

static const CLAIMS tests[] = {
  claim(product_over_all_ranks_equals_plain_loops_bit_for_bit),
  claim(product_by_a_table_has_the_same_bits),
  claim(product_by_functions_has_the_same_bits),
  claim(product_on_a_set_has_the_same_bits),
  claim(rows_of_a_list_complete_a_product),
  claim(elements_that_are_put_arrive),
  claim(elements_that_are_put_by_a_table_arrive),
  claim(elements_that_are_put_by_functions_arrive),
  claim(additions_of_all_ranks_are_counted),
  claim(additions_by_a_table_are_counted),
  claim(additions_by_functions_are_counted),
  claim(own_part_goes_to_other_kernels),
};

RUN_ALL("remote", tests)
