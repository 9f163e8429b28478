/* Arrays that the kernel only reads, although the original changes them. The check finds the change anywhere in the
 * array, and reports the value from before. */
#include "checking.h"

#include <stdio.h>

enum { LENGTH = 2048 * 3 + 13, LOWER = -5, CHANGES = 3 };
static double wide[LENGTH], wide_copy[LENGTH];
static float narrow[LENGTH], narrow_copy[LENGTH];

/* Elements of the source to which the original of copy adds 0.5. */
typedef struct change {
  int count, element[CHANGES];
} change;

static void changing_copy(const vf_original_call *call, void *user)
{
  const change *c = user;
  double *wide_source = call->arrays[0].first, *wide_target = call->arrays[1].first;
  float *narrow_source = call->arrays[0].first, *narrow_target = call->arrays[1].first;
  const int first = call->box.lower[0] - call->arrays[0].lower[0];
  const int last = call->box.upper[0] - call->arrays[0].lower[0];
  for (int e = first; e <= last; e++)
    if (call->type == VF_REAL64) wide_target[e] = wide_source[e];
    else narrow_target[e] = narrow_source[e];
  for (int n = 0; n < c->count; n++)
    if (call->type == VF_REAL64) wide_source[c->element[n]] += 0.5;
    else narrow_source[c->element[n]] += 0.5f;
}

static double held(int element) { return 1 + element % 97 * 0.25; }

/* Copies a line; the original changes the given elements of its source. `more`: a setting announces more writes of the
 * original. */
static void check(vf_type type, change *changes, bool more)
{
  const int64_t extent = LENGTH;
  const int lower = LOWER;
  vf_view *x = NULL, *y = NULL;
  for (int e = 0; e < LENGTH; e++) {
    wide[e] = held(e);
    narrow[e] = (float)held(e);
    wide_copy[e] = narrow_copy[e] = 0;
  }
  const bool real64 = type == VF_REAL64;
  must(vf_view_wrap(NULL, real64 ? (void *)wide : narrow, type, 1, &extent, &lower, "source", VF_WRAP_DISTINCT, &x));
  must(vf_view_wrap(NULL, real64 ? (void *)wide_copy : narrow_copy, type, 1, &extent, &lower, "target",
                    VF_WRAP_DISTINCT, &y));
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_copy_kernel, type, changing_copy, changes));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  must(vf_validate_more("copy", more));
  must(vf_copy(&(vf_box){ { LOWER, 1, 1 }, { LOWER + LENGTH - 1, 1, 1 } }, x, y));
  discard(x);
  discard(y);
}

/* The search works on blocks of 2048 elements in 8 lanes; the places lie at the ends of both. */
static void one_changed_element_is_told_with_what_it_held(void **state)
{
  (void)state;
  static const int places[] = { 0,    1,    3,    4,    7,    8,    15,   16,   1027, 2040,       2047,
                                2048, 2049, 4095, 4096, 6143, 6144, 6147, 6151, 6152, LENGTH - 2, LENGTH - 1 };
  for (vf_type type = VF_REAL32; type <= VF_REAL64; type++)
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
      change one = { 1, { places[p] } };
      const bool more = p & 1;
      char words[256];
      check(type, &one, more);
      snprintf(words, sizeof words,
               "%s (call 1) copy: the original changes 'source' (argument source), which it only reads, at (%d, 1, "
               "1) (it held %.17g)\n",
               more ? "remark" : "WRONG", places[p] + LOWER, held(places[p]));
      expect_said(words);
      expect_verdict(more, 1);
    }
}

static void several_changed_elements_are_told_by_their_row(void **state)
{
  (void)state;
  static const struct {
    change changes;
    int row; /* first element of the first changed block; -1: the changed element is known */
    int element;
  } cases[] = {
    { { 2, { 5, 6 } }, 0, 0 },
    { { 2, { 2048, 2048 + 9 } }, 2048, 0 },
    { { 3, { 6144, 6145, 6155 } }, 6144, 0 },
    { { 2, { 2050, 7 } }, -1, 7 }, /* a change in each of two blocks: the first element is known */
    { { 3, { 6150, 4100, 4101 } }, 4096, 0 },
  };
  for (vf_type type = VF_REAL32; type <= VF_REAL64; type++)
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
      change changes = cases[c].changes;
      char words[256];
      check(type, &changes, true);
      if (cases[c].row >= 0) snprintf(words, sizeof words, "in or after the row of (%d, 1, 1)\n", cases[c].row + LOWER);
      else
        snprintf(words, sizeof words, "at (%d, 1, 1) (it held %.17g)\n", cases[c].element + LOWER,
                 held(cases[c].element));
      expect_said(words);
      expect_verdict(true, 1);
    }
}

static void unchanged_inputs_are_not_spoken_of(void **state)
{
  (void)state;
  change nothing = { 0 };
  check(VF_REAL64, &nothing, false);
  expect_not_said("only reads");
  check(VF_REAL32, &nothing, false);
  expect_not_said("only reads");
}

static int close_changed(void **state)
{
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL32, NULL, NULL));
  must(vf_validate_more("copy", false));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_changed)

static const struct CMUnitTest tests[] = {
  claim(one_changed_element_is_told_with_what_it_held),
  claim(several_changed_elements_are_told_by_their_row),
  claim(unchanged_inputs_are_not_spoken_of),
};
RUN("changed_inputs", tests)
