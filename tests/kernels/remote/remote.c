/* Remote arrays and the kernels that reach them, against plain loops that know the vector of all ranks by a formula. */
#include <viewfab/remote.h>
#include <viewfab/set.h>

#include "a_group.h"
#include "remote_kernels_kernels.h"
#include "viewfab_kernels.h"

enum { ENTRIES = 27, MOST_ROWS = 700 };

typedef struct scene {
  vf_group *group;
  int rank, ranks, rows;
  int64_t total, first;
  vf_remote *x, *count;
  vf_view *x_view, *count_view;
  double values[ENTRIES][MOST_ROWS], y[MOST_ROWS], expected[MOST_ROWS];
  int columns[ENTRIES][MOST_ROWS];
  int64_t wide[ENTRIES][MOST_ROWS];
  vf_view *values_view, *columns_view, *wide_view, *y_view;
  vf_box box;
} scene;

static scene s;

static int rows_of(int rank) { return MOST_ROWS - 100 - 37 * rank; }

static unsigned mix(unsigned a, unsigned b)
{
  unsigned h = a * 2654435761u ^ (b + 0x9e3779b9u) * 2246822519u;
  h ^= h >> 15;
  return h * 3266489917u ^ h >> 13;
}

static double x_of(int64_t global) { return (double)(mix((unsigned)global, 1) % 20001u) / 1000 - 10; }
static double value_of(int64_t row, int c) { return (double)(mix((unsigned)row, (unsigned)c + 2) % 10007u) / 500 - 10; }
static int64_t column_of(int64_t row, int c)
{
  return (int64_t)(mix((unsigned)row, (unsigned)c + 99) % (unsigned)s.total);
}

static vf_view *wrap(void *host, vf_type type, int rank, int64_t rows, int64_t entries, const char *label)
{
  vf_view *view = NULL;
  const int64_t extents[2] = { rows, entries };
  must(vf_view_wrap(NULL, host, type, rank, extents, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static void fill_own(double (*value)(int64_t))
{
  void *host = NULL;
  must(vf_view_to_host(s.x_view, VF_WRITE));
  must(vf_view_host_address(s.x_view, &host));
  for (int i = 0; i < s.rows; i++) ((double *)host)[i] = value(s.first + i);
}

static void make_scene(const char *form)
{
  memset(&s, 0, sizeof s);
  setenv("VF_REMOTE_FORM", form, 1);
  s.group = make_group();
  must(vf_group_size(s.group, &s.rank, &s.ranks));
  s.rows = rows_of(s.rank);
  must(vf_remote_create(s.group, VF_REAL64, s.rows, "x", &s.x));
  must(vf_remote_create(s.group, VF_INT32, s.rows, "count", &s.count));
  must(vf_remote_view(s.x, &s.x_view));
  must(vf_remote_view(s.count, &s.count_view));
  must(vf_remote_size(s.x, &s.total, &s.first, NULL, NULL));
  for (int i = 0; i < s.rows; i++) {
    s.expected[i] = 0;
    for (int c = 0; c < ENTRIES; c++) {
      s.values[c][i] = value_of(s.first + i, c);
      s.wide[c][i] = column_of(s.first + i, c);
      s.columns[c][i] = (int)s.wide[c][i];
      s.expected[i] += s.values[c][i] * x_of(s.wide[c][i]);
    }
  }
  for (int c = 0; c < ENTRIES; c++) {
    must(vf_remote_numbers(s.x, s.columns[c], VF_INT32, s.rows, 0));
    must(vf_remote_numbers(s.x, s.wide[c], VF_INT64, s.rows, 0));
  }
  /* rows are columns of these arrays that lie MOST_ROWS apart */
  s.values_view = wrap(s.values, VF_REAL64, 2, MOST_ROWS, ENTRIES, "values");
  s.columns_view = wrap(s.columns, VF_INT32, 2, MOST_ROWS, ENTRIES, "columns");
  s.wide_view = wrap(s.wide, VF_INT64, 2, MOST_ROWS, ENTRIES, "wide");
  s.y_view = wrap(s.y, VF_REAL64, 1, MOST_ROWS, 1, "y");
  s.box = (vf_box){ { 1, 1, 1 }, { s.rows, 1, 1 } };
  fill_own(x_of);
}

static void end_scene(void)
{
  vf_view *views[] = { s.values_view, s.columns_view, s.wide_view, s.y_view };
  must(vf_views_release(views, 4, true));
  must(vf_remote_release(&s.x));
  must(vf_remote_release(&s.count));
  assert_null(s.x);
  must(vf_group_destroy(&s.group));
  unsetenv("VF_REMOTE_FORM");
}

static void expect_product(void)
{
  must(vf_view_to_host(s.y_view, VF_READ));
  for (int i = 0; i < s.rows; i++)
    if (memcmp(&s.y[i], &s.expected[i], sizeof(double)))
      fail_msg("rank %d, row %d: %.17g, not %.17g", s.rank, i, s.y[i], s.expected[i]);
}

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

static bool on_gpu(void)
{
  vf_group *group = make_group();
  const bool is = strncmp(vf_context_device(NULL), "host", 4);
  must(vf_group_destroy(&group));
  return is;
}

CLAIM(product_over_all_ranks_equals_plain_loops_bit_for_bit) { product_in(""); }

CLAIM(product_by_a_table_has_the_same_bits) { product_in("table"); }

CLAIM(product_by_functions_has_the_same_bits)
{
  if (on_gpu()) skip();
  product_in("handle");
}

/* Rows of two boxes, each of which has a view of its own for its part of the product. */
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

/* First the rows of a box, then those of a list: both are whole rows. */
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

/* Each element goes to the place that many further on, around the end. */
static int64_t moved(int64_t global) { return (global + 41) % s.total; }

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
  if (on_gpu()) skip();
  put_in("handle");
}

/* All ranks add to the first elements of all ranks; integers, so that the order does not matter. */
static void add_in(const char *form)
{
  make_scene(form);
  enum { TARGETS = 5 };
  int64_t to[MOST_ROWS];
  double from[MOST_ROWS];
  for (int i = 0; i < s.rows; i++) {
    must(vf_remote_number(s.x, i % s.ranks, i / s.ranks % TARGETS, &to[i]));
    from[i] = 1 + i % 3;
  }
  vf_view *to_view = wrap(to, VF_INT64, 1, s.rows, 1, "to"), *from_view = wrap(from, VF_REAL64, 1, s.rows, 1, "from");
  must(vf_set_value(&s.box, s.x_view, 0.5));
  must(vf_remote_fence(s.x));
  must(vf_add_to(&s.box, to_view, from_view, s.x_view, s.count_view));
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
  must(vf_view_release(&from_view, true));
  end_scene();
}

CLAIM(additions_of_all_ranks_are_counted) { add_in(""); }

CLAIM(additions_by_a_table_are_counted) { add_in("table"); }

CLAIM(additions_by_functions_are_counted)
{
  if (on_gpu()) skip();
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

static vf_status product(void)
{
  return vf_ell_product(&s.box, s.values_view, s.columns_view, s.x_view, s.y_view, ENTRIES);
}

CLAIM(read_without_a_fence_is_refused)
{
  make_scene("");
  refused(product(), VF_ERROR_STATE, "since the last fence of 'x' (argument x) this rank wrote its part");
  refused(product(), VF_ERROR_STATE, "vf_remote_fence");
  must(vf_remote_fence(s.x));
  must(product());
  must(vf_add_constant(&s.box, s.x_view, 1));
  refused(product(), VF_ERROR_STATE, "wrote its part");
  must(vf_remote_fence(s.x));
  must(product());
  must(vf_view_to_host(s.x_view, VF_READ));
  must(product());
  must(vf_remote_fence(s.x));
  must(vf_view_to_host(s.x_view, VF_UPDATE));
  refused(product(), VF_ERROR_STATE, "wrote its part");
  end_scene();
}

CLAIM(put_without_a_fence_is_refused_and_so_is_what_follows_it)
{
  make_scene("");
  int to[MOST_ROWS];
  for (int i = 0; i < s.rows; i++) to[i] = (int)moved(s.first + i);
  must(vf_remote_numbers(s.x, to, VF_INT32, s.rows, 0));
  vf_view *to_view = wrap(to, VF_INT32, 1, s.rows, 1, "to");
  double dot;
  refused(vf_put_to(&s.box, to_view, s.y_view, s.x_view), VF_ERROR_STATE, "what is put might come before");
  must(vf_remote_fence(s.x));
  must(product());
  refused(vf_put_to(&s.box, to_view, s.y_view, s.x_view), VF_ERROR_STATE, "other ranks may still be reading");
  must(vf_remote_fence(s.x));
  must(vf_put_to(&s.box, to_view, s.y_view, s.x_view));
  must(vf_put_to(&s.box, to_view, s.y_view, s.x_view));
  refused(product(), VF_ERROR_STATE, "this rank put elements of it");
  refused(vf_dot(&s.box, s.x_view, s.x_view, &dot), VF_ERROR_STATE, "'x': since its last fence vf_put_to put elements");
  refused(vf_view_to_host(s.x_view, VF_READ), VF_ERROR_STATE, "vf_remote_fence");
  must(vf_remote_fence(s.x));
  must(product());
  must(vf_view_release(&to_view, true));
  end_scene();
}

/* Of the calls that a program makes on all ranks, some have no points here. */
CLAIM(call_without_points_is_held_to_the_same_order)
{
  make_scene("");
  s.box.upper[0] = 0;
  refused(product(), VF_ERROR_STATE, "wrote its part");
  must(vf_remote_fence(s.x));
  must(product());
  end_scene();
}

CLAIM(array_of_one_rank_is_no_remote_array)
{
  make_scene("");
  refused(vf_ell_product(&s.box, s.values_view, s.columns_view, s.y_view, s.x_view, ENTRIES), VF_ERROR_ARGUMENT,
          "'y' is no remote array");
  must(vf_remote_fence(s.x));
  refused(vf_ell_product(&s.box, s.values_view, s.columns_view, s.x_view, s.x_view, ENTRIES), VF_ERROR_ALIAS,
          "share elements");
  end_scene();
}

CLAIM(form_that_is_not_compiled_is_refused)
{
  make_scene("table");
  int list[1] = { 1 };
  vf_view *list_view = wrap(list, VF_INT32, 1, 1, 1, "list");
  const vf_box one = { { 1, 1, 1 }, { 1, 1, 1 } };
  must(vf_remote_fence(s.x));
  refused(vf_ell_product_rows(&one, list_view, s.values_view, s.columns_view, s.x_view, s.y_view, ENTRIES),
          VF_ERROR_DEVICE, "#define VF_REMOTE_FORMS table");
  must(vf_view_release(&list_view, true));
  end_scene();
}

static void unused_original(const vf_original_call *call, void *user)
{
  (void)call;
  (void)user;
}

CLAIM(original_of_a_remote_kernel_is_not_run)
{
  make_scene("");
  must(vf_remote_fence(s.x));
  must(vf_ell_product_set_original(VF_REAL64, unused_original, NULL));
  must(vf_validate_mode("ell_product", VF_MODE_CHECK));
  refused(product(), VF_ERROR_STATE, "kernels with remote arrays run as they are");
  must(vf_validate_mode("ell_product", VF_MODE_DEVICE));
  must(vf_ell_product_set_original(VF_REAL64, NULL, NULL));
  must(product());
  expect_product();
  end_scene();
}

CLAIM(numbers_name_elements_and_nothing_else)
{
  make_scene("");
  int64_t stride = 0, number = -1, last = s.total - 1, wrong[2] = { 0, s.total };
  int first = 1;
  bool fits = false;
  must(vf_remote_size(s.x, NULL, NULL, &stride, &fits));
  assert_true(fits && stride >= MOST_ROWS && (stride & (stride - 1)) == 0);
  must(vf_remote_number(s.x, s.ranks - 1, rows_of(s.ranks - 1) - 1, &number));
  must(vf_remote_numbers(s.x, &last, VF_INT64, 1, 0));
  assert_true(last == number && number == (s.ranks - 1) * stride + rows_of(s.ranks - 1) - 1);
  must(vf_remote_numbers(s.x, &first, VF_INT32, 1, 1));
  assert_int_equal(first, 0);
  refused(vf_remote_number(s.x, s.ranks, 0, &number), VF_ERROR_ARGUMENT, "no such rank");
  refused(vf_remote_number(s.x, 0, rows_of(0), &number), VF_ERROR_ARGUMENT, "'x' has no element with offset 600");
  refused(vf_remote_numbers(s.x, wrong, VF_INT64, 2, 0), VF_ERROR_ARGUMENT, "at place 1 of the list, is none of 0:");
  assert_true(wrong[0] == 0);
  refused(vf_remote_numbers(s.x, wrong, VF_REAL64, 2, 0), VF_ERROR_KIND, "int32 or int64");
  end_scene();
}

CLAIM(view_of_the_own_part_ends_with_the_array_only)
{
  make_scene("");
  vf_view *view = s.x_view, *again = NULL;
  void *host = NULL;
  const int64_t rows = s.rows;
  refused(vf_view_release(&view, true), VF_ERROR_STATE, "vf_remote_release");
  must(vf_view_host_address(s.x_view, &host));
  must(vf_view_to_host(s.x_view, VF_READ));
  must(vf_view_wrap(NULL, host, VF_REAL64, 1, &rows, NULL, "again", VF_WRAP_JOIN, &again));
  refused(vf_remote_release(&s.x), VF_ERROR_STATE, "other views of its own part");
  must(vf_view_release(&again, true));
  vf_remote *gone = s.count;
  must(vf_remote_release(&s.count));
  refused(vf_remote_view(gone, &view), VF_ERROR_STATE, "released");
  end_scene();
}

CLAIM(rank_without_elements_takes_part)
{
  make_scene("");
  vf_remote *few = NULL;
  vf_view *view = NULL;
  int64_t total = -1;
  must(vf_remote_create(s.group, VF_REAL32, s.rank == 0 ? 3 : 0, "few", &few));
  must(vf_remote_view(few, &view));
  must(vf_remote_size(few, &total, NULL, NULL, NULL));
  assert_true(total == 3);
  must(vf_remote_fence(few));
  must(vf_remote_release(&few));
  end_scene();
}

CLAIM(wrong_array_is_refused)
{
  make_scene("");
  vf_remote *x = NULL;
  refused(vf_remote_create(s.group, VF_REAL64, -1, "short", &x), VF_ERROR_ARGUMENT, "a part of -1 elements");
  refused(vf_remote_create(s.group, VF_LOGICAL32, 1, "truth", &x), VF_ERROR_KIND, "'truth'");
  setenv("VF_REMOTE_FORM", "round", 1);
  refused(vf_remote_create(s.group, VF_REAL64, 1, "x", &x), VF_ERROR_ARGUMENT, "it may be flat, table or handle");
  assert_null(x);
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
  claim(read_without_a_fence_is_refused),
  claim(put_without_a_fence_is_refused_and_so_is_what_follows_it),
  claim(call_without_points_is_held_to_the_same_order),
  claim(array_of_one_rank_is_no_remote_array),
  claim(form_that_is_not_compiled_is_refused),
  claim(original_of_a_remote_kernel_is_not_run),
  claim(numbers_name_elements_and_nothing_else),
  claim(view_of_the_own_part_ends_with_the_array_only),
  claim(rank_without_elements_takes_part),
  claim(wrong_array_is_refused),
};

RUN_ALL("remote", tests)
