/* Numbers of elements for parts of random lengths, some of them empty, and of all types, against a plain search; and
 * elements of 32 bits that kernels put and add. */
#include <stdio.h>

#include <viewfab/remote.h>

#include "a_group.h"
#include "remote_kernels_kernels.h"
#include "viewfab_kernels.h"

enum { MOST_RANKS = 16, LONGEST = 40, ROUNDS = 24, INDICES = 3 * LONGEST * MOST_RANKS };

static uint32_t state_of_random;

/* The same on all ranks. */
static int between(int low, int high)
{
  state_of_random = state_of_random * 1664525u + 1013904223u;
  return low + (int)((state_of_random >> 8) % (uint32_t)(high - low + 1));
}

/* Random indices: the next index is on the same rank, on a lower rank or on a higher rank. */
static void expect_numbers(const vf_remote *remote, const int *lengths, int of_ranks, int64_t stride, int64_t base)
{
  static int32_t narrow[INDICES];
  static int64_t wide[INDICES];
  int total = 0;
  for (int r = 0; r < of_ranks; r++) total += lengths[r];
  const int count = 3 * total;
  for (int p = 0; p < count; p++) narrow[p] = (int32_t)(wide[p] = base + (p < total ? p : between(0, total - 1)));
  int64_t expected[INDICES];
  for (int p = 0; p < count; p++) {
    int64_t offset = wide[p] - base, number = 0;
    int at = 0;
    while (offset >= lengths[at]) offset -= lengths[at++];
    must(vf_remote_number(remote, at, offset, &number));
    expected[p] = at * stride + offset;
    assert_int_equal(number, expected[p]);
  }
  must(vf_remote_numbers(remote, wide, VF_INT64, count, base));
  must(vf_remote_numbers(remote, narrow, VF_INT32, count, base));
  for (int p = 0; p < count; p++) {
    assert_int_equal(wide[p], expected[p]);
    assert_int_equal(narrow[p], expected[p]);
  }
}

/* Offsets and indices just beside a part and beside the whole vector are refused. */
static void expect_ends(const vf_remote *remote, const int *lengths, int of_ranks, int64_t total, int64_t base)
{
  for (int r = 0; r < of_ranks; r++) {
    int64_t number = -1;
    refused(vf_remote_number(remote, r, lengths[r], &number), VF_ERROR_ARGUMENT, "has no element with offset");
    refused(vf_remote_number(remote, r, -1, &number), VF_ERROR_ARGUMENT, "has no element with offset");
    assert_int_equal(number, -1);
  }
  for (int side = 0; side < 2; side++) {
    int64_t wide[3] = { base, side ? base + total : base - 1, base };
    int32_t narrow[3] = { (int32_t)wide[0], (int32_t)wide[1], (int32_t)wide[2] };
    char words[160];
    snprintf(words, sizeof words, "index %lld, at place %lld of the list, is none of %lld:%lld", (long long)wide[1],
             (long long)base + 1, (long long)base, (long long)(base + total - 1));
    refused(vf_remote_numbers(remote, wide, VF_INT64, 3, base), VF_ERROR_ARGUMENT, words);
    refused(vf_remote_numbers(remote, narrow, VF_INT32, 3, base), VF_ERROR_ARGUMENT, words);
    assert_true(wide[0] == base && narrow[0] == base && wide[2] == base && narrow[2] == base);
  }
}

CLAIM(indices_of_parts_of_any_lengths_have_the_numbers_of_their_elements)
{
  static const vf_type types[4] = { VF_REAL64, VF_INT32, VF_INT64, VF_REAL32 };
  vf_group *group = make_group();
  int own = 0, of_ranks = 0;
  must(vf_group_size(group, &own, &of_ranks));
  assert_true(of_ranks <= MOST_RANKS);
  for (int round = 0; round < ROUNDS; round++) {
    int lengths[MOST_RANKS], longest = 0;
    int64_t total = 0, first = 0, found_total = -1, found_first = -1, stride = -1;
    bool fits = false;
    vf_remote *remote = NULL;
    state_of_random = 31 * (uint32_t)round + 7;
    for (int r = 0; r < of_ranks; r++) {
      lengths[r] = between(0, 2) ? between(1, LONGEST) : of_ranks > 1 ? 0 : 1;
      if (r == of_ranks - 1 && total == 0) lengths[r] = 1 + round % LONGEST;
      if (r < own) first += lengths[r];
      if (lengths[r] > longest) longest = lengths[r];
      total += lengths[r];
    }
    must(vf_remote_create(group, types[round % 4], lengths[own], "x", &remote));
    must(vf_remote_size(remote, &found_total, &found_first, &stride, &fits));
    assert_int_equal(found_total, total);
    assert_int_equal(found_first, first);
    assert_true(stride >= longest && !(stride & (stride - 1)));
    assert_true(fits == (of_ranks * stride <= (int64_t)INT32_MAX + 1));
    const int64_t base = between(-3, 2);
    if (fits) {
      expect_numbers(remote, lengths, of_ranks, stride, base);
      expect_ends(remote, lengths, of_ranks, total, base);
    }
    must(vf_remote_release(&remote));
  }
  must(vf_group_destroy(&group));
}

/* Kernels on a GPU call no functions of this library. */
static bool has_handles(void)
{
  vf_group *group = make_group();
  const bool on_host = !strncmp(vf_context_device(NULL), "host", 4);
  must(vf_group_destroy(&group));
  return on_host;
}

/* Each rank puts into its own part in the opposite order, and adds to the part of the next rank. */
static void put_and_add_singles(const char *form)
{
  enum { LENGTH = 30 };
  vf_group *group = make_group();
  int own = 0, of_ranks = 0;
  must(vf_group_size(group, &own, &of_ranks));
  setenv("VF_REMOTE_FORM", form, 1);
  const int64_t length = LENGTH + own, next = (own + 1) % of_ranks;
  const vf_box box = { { 1, 1, 1 }, { LENGTH, 1, 1 } };
  vf_remote *x = NULL, *count = NULL;
  vf_view *views[5], *x_view = NULL, *count_view = NULL;
  float from[LENGTH], added[LENGTH];
  int32_t to[LENGTH];
  int64_t sums[LENGTH], places[LENGTH];
  void *host = NULL, *counted = NULL;
  must(vf_remote_create(group, VF_REAL32, length, "x", &x));
  must(vf_remote_create(group, VF_INT32, length, "count", &count));
  must(vf_remote_view(x, &x_view));
  must(vf_remote_view(count, &count_view));
  for (int i = 0; i < LENGTH; i++) {
    int64_t number = 0;
    must(vf_remote_number(x, own, LENGTH - 1 - i, &number));
    to[i] = (int32_t)number;
    must(vf_remote_number(x, (int)next, i / 2, &sums[i]));
    must(vf_remote_number(count, (int)next, i / 3, &places[i]));
    from[i] = (float)(100 * own + i) + 0.5f;
    added[i] = (float)(1 << i % 8);
  }
  const int64_t extent = LENGTH;
  void *const memory[5] = { to, from, sums, places, added };
  const vf_type types[5] = { VF_INT32, VF_REAL32, VF_INT64, VF_INT64, VF_REAL32 };
  for (int v = 0; v < 5; v++)
    must(vf_view_wrap(NULL, memory[v], types[v], 1, &extent, NULL, "list", VF_WRAP_DISTINCT, &views[v]));
  must(vf_remote_fence(x));
  must(vf_put_to(&box, views[0], views[1], x_view));
  must(vf_remote_fence(x));
  must(vf_add_to(&box, views[2], views[3], views[4], x_view, count_view));
  must(vf_remote_fence(x));
  must(vf_remote_fence(count));
  must(vf_view_to_host(x_view, VF_READ));
  must(vf_view_to_host(count_view, VF_READ));
  must(vf_view_host_address(x_view, &host));
  must(vf_view_host_address(count_view, &counted));
  /* Every rank adds the same numbers. */
  for (int e = 0; e < length; e++) {
    float expected = e < LENGTH ? (float)(100 * own + LENGTH - 1 - e) + 0.5f : 0;
    int times = 0;
    for (int i = 0; i < LENGTH; i++) {
      if (i / 2 == e) expected += (float)(1 << i % 8);
      times += i / 3 == e;
    }
    assert_true(((float *)host)[e] == expected);
    assert_int_equal(((int32_t *)counted)[e], times);
  }
  must(vf_views_release(views, 5, true));
  must(vf_remote_release(&x));
  must(vf_remote_release(&count));
  must(vf_group_destroy(&group));
  unsetenv("VF_REMOTE_FORM");
}

CLAIM(numbers_of_32_bits_are_put_and_added_in_every_form)
{
  put_and_add_singles("");
  put_and_add_singles("table");
  if (has_handles()) put_and_add_singles("handle");
}

static const CLAIMS tests[] = {
  claim(indices_of_parts_of_any_lengths_have_the_numbers_of_their_elements),
  claim(numbers_of_32_bits_are_put_and_added_in_every_form),
};

RUN_ALL("remote_numbers", tests)
