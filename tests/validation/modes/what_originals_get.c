/* The arguments of an original, in mode original and in mode check: bounds, boxes, values, memory, results. */
#include "checking.h"

enum { MOST = 4, I = 6, J = 5, K = 4, C = 3, ALL = I * J * K * C };

/* The recorded arguments, call by call. */
typedef struct seen {
  int calls;
  vf_original_call call[MOST];
  vf_original_array arrays[MOST][9];
  vf_value values[MOST][9];
  double results[MOST]; /* given by the original */
} seen;

static void looking(const vf_original_call *call, void *user)
{
  seen *s = user;
  if (s->calls == MOST) fail_msg("more than %d calls", MOST);
  s->call[s->calls] = *call;
  for (int a = 0; a < call->argument_count; a++) {
    s->arrays[s->calls][a] = call->arrays[a];
    s->values[s->calls][a] = call->values[a];
  }
  if (call->result) *call->result = s->results[s->calls];
  s->calls++;
}

static void watch(vf_kernel *kernel, vf_mode mode, seen *s)
{
  must(vf_kernel_set_original(kernel, VF_REAL64, looking, s));
  must(vf_validate_mode(kernel->description.name, mode));
}

static void leave(vf_kernel *kernel)
{
  must(vf_validate_mode(kernel->description.name, VF_MODE_DEVICE));
  must(vf_validate_keep(kernel->description.name, VF_KEEP_PORT));
  must(vf_kernel_set_original(kernel, VF_REAL64, NULL, NULL));
}

static void expect_array(const vf_original_array *array, const int *low, const int64_t *extents, int rank)
{
  for (int d = 0; d < 3; d++) {
    const int lower_bound = d < rank ? low[d] : 1, extent = d < rank ? (int)extents[d] : 1;
    assert_int_equal(array->lower[d], lower_bound);
    assert_int_equal(array->upper[d], lower_bound + extent - 1);
  }
  assert_int_equal(array->components, rank == 4 ? (int)extents[3] : 1);
}

static double x_values[ALL], y_values[ALL];
static const int64_t sizes[4] = { I, J, K, C };
static const int lows[4] = { -3, 2, 0, 7 };
static const vf_box parts[3] = { { { -2, 3, 1 }, { 0, 5, 2 } },
                                 { { 0, 0, 0 }, { -1, 0, 0 } },
                                 { { 1, 4, 1 }, { 1, 4, 2 } } };

static void boxes_come_one_by_one_with_bounds_and_values(void **state)
{
  (void)state;
  for (int c = 0; c < ALL; c++) x_values[c] = y_values[c] = c;
  vf_view *x = wrapped(x_values, 4, sizes, lows, "x"), *y = wrapped(y_values, 4, sizes, lows, "y");
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    seen s = { 0 };
    must(vf_report_reset());
    watch(&vf_gsrb_poisson_kernel, (vf_mode)mode, &s);
    must(vf_validate_tolerance("gsrb_poisson", &(vf_tolerance){ .absolute = 1e9 }));
    must(vf_gsrb_poisson_boxes(parts, 3, x, y, 0.125, 1));
    assert_int_equal(s.calls, 2);
    for (int n = 0; n < 2; n++) {
      const vf_original_call *call = &s.call[n];
      assert_memory_equal(&call->box, &parts[2 * n], sizeof(vf_box));
      assert_int_equal(call->type, VF_REAL64);
      assert_int_equal(call->components, C);
      assert_int_equal(call->selector, 1);
      assert_int_equal(call->argument_count, 3);
      assert_null(call->result);
      expect_array(&s.arrays[n][0], lows, sizes, 4);
      expect_array(&s.arrays[n][1], lows, sizes, 4);
      assert_true(s.values[n][2].number == 0.125);
    }
    /* mode original passes the arrays, mode check passes copies */
    assert_true((s.arrays[0][0].first == (void *)x_values) == (mode == VF_MODE_ORIGINAL));
  }
  must(vf_validate_tolerance("gsrb_poisson", NULL));
  leave(&vf_gsrb_poisson_kernel);
  discard(x);
  discard(y);
}

static void arrays_of_lower_rank_have_bounds_of_one(void **state)
{
  (void)state;
  static const int64_t extents_of[4][4] = { { 12 }, { 4, 3 }, { 2, 3, 2 }, { 2, 2, 3, 1 } };
  static const int lows_of[4][4] = { { -4 }, { 3, -1 }, { 0, 5, -2 }, { 1, 1, 1, 9 } };
  for (int rank = 1; rank <= 4; rank++) {
    const int64_t *extents_here = extents_of[rank - 1];
    const int *low = lows_of[rank - 1];
    vf_box box = { { 1, 1, 1 }, { 1, 1, 1 } };
    for (int d = 0; d < rank && d < 3; d++) {
      box.lower[d] = low[d];
      box.upper[d] = low[d] + (int)extents_here[d] - 1;
    }
    vf_view *x = wrapped(x_values, rank, extents_here, low, "x"), *y = wrapped(y_values, rank, extents_here, low, "y");
    seen s = { 0 };
    watch(&vf_copy_kernel, VF_MODE_ORIGINAL, &s);
    must(vf_copy(&box, x, y));
    assert_int_equal(s.calls, 1);
    for (int a = 0; a < 2; a++) expect_array(&s.arrays[0][a], low, extents_here, rank);
    assert_true(s.arrays[0][0].first == (void *)x_values && s.arrays[0][1].first == (void *)y_values);
    discard(x);
    discard(y);
  }
  leave(&vf_copy_kernel);
}

/* An original sees a component view from its own first element on. */
static void a_component_begins_where_its_view_does(void **state)
{
  (void)state;
  for (int c = 0; c < ALL; c++) x_values[c] = c;
  vf_view *all = wrapped(x_values, 4, sizes, lows, "all"), *second = NULL;
  must(vf_view_component(all, 8, 2, &second));
  const vf_box box = { { -3, 2, 0 }, { 2, 6, 3 } };
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    seen s = { 0 };
    watch(&vf_add_constant_kernel, (vf_mode)mode, &s);
    must(vf_validate_tolerance("add_constant", &(vf_tolerance){ .absolute = 1e9 }));
    must(vf_add_constant(&box, second, 2));
    assert_int_equal(s.arrays[0][0].components, 2);
    if (mode == VF_MODE_ORIGINAL) assert_true(s.arrays[0][0].first == (void *)(x_values + I * J * K));
    assert_true(s.values[0][1].number == 2);
  }
  must(vf_validate_tolerance("add_constant", NULL));
  leave(&vf_add_constant_kernel);
  must(vf_view_release(&second, false));
  discard(all);
}

/* The reduction combines the results of the boxes. A call without boxes gives the neutral element. */
static void results_of_boxes_are_put_together(void **state)
{
  (void)state;
  double number = -1;
  const int64_t two = 2;
  vf_view *x = wrapped(x_values, 4, sizes, lows, "x"), *result = wrapped(y_values, 1, &two, NULL, "result");
  for (int keep = 0; keep < 2; keep++) {
    seen s = { .results = { 3, 4, 0, 0 } }, m = { .results = { 5, 4, 0, 0 } };
    const vf_mode mode = keep ? VF_MODE_CHECK : VF_MODE_ORIGINAL;
    must(vf_validate_tolerance(NULL, &(vf_tolerance){ .absolute = 1e9 }));
    must(vf_validate_keep("sum", VF_KEEP_ORIGINAL));
    must(vf_validate_keep("norm_max", VF_KEEP_ORIGINAL));
    watch(&vf_sum_kernel, mode, &s);
    watch(&vf_norm_max_kernel, mode, &m);
    must(vf_sum_boxes(parts, 3, x, &number, NULL));
    if (number != 7 || !s.call[0].result || s.calls != 2) fail_msg("%g after %d calls", number, s.calls);
    must(vf_norm_max_boxes(parts, 3, x, &number, NULL));
    assert_true(number == 5 && m.calls == 2);
    s.calls = 0;
    must(vf_view_to_host(result, VF_WRITE));
    y_values[0] = y_values[1] = -9;
    must(vf_sum_boxes(parts, 3, x, NULL, result));
    must(vf_view_to_host(result, VF_READ));
    assert_true(y_values[0] == 7 && y_values[1] == -9);
    s.calls = 0;
    must(vf_add_constant(&(vf_box){ { 1, 1, 1 }, { 2, 1, 1 } }, result, 0));
    must(vf_view_to_host(result, VF_READ)); /* now host and device have the old value */
    s.results[0] = 30;
    must(vf_sum_boxes(parts, 3, x, NULL, result));
    must(vf_add_constant(&(vf_box){ { 1, 1, 1 }, { 2, 1, 1 } }, result, 1)); /* reads the result on the device */
    must(vf_view_to_host(result, VF_READ));
    assert_true(y_values[0] == 35 && y_values[1] == -8);
    s.results[0] = 3;
    s.calls = 0;
    must(vf_sum_boxes(parts, 0, x, &number, NULL));
    assert_true(number == 0 && s.calls == 0);
    leave(&vf_sum_kernel);
    leave(&vf_norm_max_kernel);
  }
  must(vf_validate_tolerance(NULL, NULL));
  discard(x);
  discard(result);
}

/* A call of viewfab inside an original runs the port. No mode checks or counts it. */
static void calling_back(const vf_original_call *call, void *user)
{
  int *calls = user;
  if (++*calls > 3) fail_msg("an original runs inside itself");
  vf_view *mine = NULL;
  double numbers[2] = { 0, 0 };
  const int64_t two = 2;
  must(vf_view_wrap(NULL, numbers, VF_REAL64, 1, &two, NULL, "mine", VF_WRAP_DISTINCT, &mine));
  must(vf_fill_value(&(vf_box){ { 1, 1, 1 }, { 2, 1, 1 } }, mine, 6));
  must(vf_view_to_host(mine, VF_READ));
  must(vf_view_release(&mine, false));
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        *element(&call->arrays[0], i, j, k, 0) = numbers[1];
}

static void calls_inside_an_original_run_their_port(void **state)
{
  (void)state;
  for (int mode = VF_MODE_ORIGINAL; mode <= VF_MODE_CHECK; mode++) {
    int calls = 0;
    must(vf_report_reset());
    must(vf_kernel_set_original(&vf_fill_value_kernel, VF_REAL64, calling_back, &calls));
    must(vf_validate_mode("fill_value", (vf_mode)mode));
    must(vf_fill_value(&inside, to, 6));
    must(vf_fill_value(&inside, to, 6));
    assert_int_equal(calls, 2);
    must(vf_view_to_host(to, VF_READ));
    assert_true(target[cell(0, 2, 4)] == 6 && target[0] == -7);
    expect_verdict(true, mode == VF_MODE_CHECK ? 2 : 0);
  }
  leave(&vf_fill_value_kernel);
}

static const struct CMUnitTest tests[] = {
  claim(boxes_come_one_by_one_with_bounds_and_values), claim(arrays_of_lower_rank_have_bounds_of_one),
  claim(a_component_begins_where_its_view_does),       claim(results_of_boxes_are_put_together),
  claim(calls_inside_an_original_run_their_port),
};
RUN("what_originals_get", tests)
