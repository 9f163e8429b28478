/* Refusals of remote arrays: calls without a needed fence, and arrays and forms that do not fit. */
#include "scene.h"

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
  refused(vf_put_to(&s.box, to_view, s.y_view, s.x_view), VF_ERROR_STATE, "the new values might come before");
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

/* A program makes the same calls on all ranks, and some calls have no points here. */
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
  const vf_status status =
      vf_ell_product_rows(&one, list_view, s.values_view, s.columns_view, s.x_view, s.y_view, ENTRIES);
  if (!strncmp(vf_context_device(NULL), "hip", 3)) must(status); /* compiled for tables without asking */
  else refused(status, VF_ERROR_DEVICE, "#define VF_REMOTE_FORMS table");
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

/* Indices may count from any base. An index further from the base than an int64 reaches names no element. */
CLAIM(numbers_of_indices_at_the_ends_of_the_integers_are_refused_or_right)
{
  make_scene("");
  const int64_t bases[] = { INT64_MIN, INT64_MIN + 1, -1, 0, INT64_MAX - s.total + 1, INT64_MAX - 1, INT64_MAX };
  const int64_t far[] = { INT64_MIN, INT64_MIN + s.total, -s.total - 2, s.total, INT64_MAX };
  for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
    int64_t first = bases[b];
    must(vf_remote_numbers(s.x, &first, VF_INT64, 1, bases[b]));
    assert_true(first == 0);
    for (size_t f = 0; f < sizeof far / sizeof *far; f++) {
      int64_t list[2] = { bases[b], far[f] };
      /* its distance from the base is the distance of an element from the first element */
      const bool is_there = (uint64_t)far[f] - (uint64_t)bases[b] < (uint64_t)s.total && far[f] >= bases[b];
      if (is_there) continue;
      refused(vf_remote_numbers(s.x, list, VF_INT64, 2, bases[b]), VF_ERROR_ARGUMENT, "of the list, is none of ");
      assert_true(list[0] == bases[b] && list[1] == far[f]);
    }
  }
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
  claim(read_without_a_fence_is_refused),
  claim(put_without_a_fence_is_refused_and_so_is_what_follows_it),
  claim(call_without_points_is_held_to_the_same_order),
  claim(array_of_one_rank_is_no_remote_array),
  claim(form_that_is_not_compiled_is_refused),
  claim(original_of_a_remote_kernel_is_not_run),
  claim(numbers_name_elements_and_nothing_else),
  claim(numbers_of_indices_at_the_ends_of_the_integers_are_refused_or_right),
  claim(view_of_the_own_part_ends_with_the_array_only),
  claim(rank_without_elements_takes_part),
  claim(wrong_array_is_refused),
};

RUN_ALL("remote_order", tests)
