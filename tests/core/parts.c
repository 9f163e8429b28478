/* Lists of parts, compared with a note for each element. */
#include "testing.h"

#include <parts.h>

static const int64_t extent[VF_PART_RANK] = { 7, 5, 4, 2 };
enum { ELEMENTS = 7 * 5 * 4 * 2 };

static unsigned seed;
static int random_below(int limit)
{
  seed = seed * 1664525u + 1013904223u;
  return (int)(seed >> 8) % limit;
}

static vfi_part random_part(void)
{
  vfi_part part;
  for (int d = 0; d < VF_PART_RANK; d++) {
    const int p = random_below((int)extent[d]), q = random_below((int)extent[d]);
    part.first[d] = p < q ? p : q;
    part.last[d] = p < q ? q : p;
    if (random_below(2)) part.last[d] = part.first[d];
  }
  return part;
}

static bool has(const vfi_part *part, int element)
{
  for (int d = 0; d < VF_PART_RANK; d++) {
    const int64_t index = element % extent[d];
    if (index < part->first[d] || index > part->last[d]) return false;
    element /= (int)extent[d];
  }
  return true;
}

static int holders(const vfi_part_list *list, int element)
{
  int count = 0;
  for (int p = 0; p < list->count; p++) count += has(&list->at[p], element);
  return count;
}

static void expect(const vfi_part_list *list, const bool *noted, bool rough)
{
  int64_t elements = 0;
  for (int e = 0; e < ELEMENTS; e++) {
    const int count = holders(list, e);
    if (count > 1 || (noted[e] && !count) || (!rough && count && !noted[e]))
      fail_msg("element %d is in %d parts, and noted %d", e, count, noted[e]);
    elements += count;
  }
  assert_int_equal(vfi_parts_elements(list), elements);
}

static void lists_have_the_elements_that_were_added_and_not_removed(void **state)
{
  (void)state;
  bool noted[ELEMENTS] = { false };
  vfi_part_list list = { .count = 0 };
  int refused = 0;
  seed = 5;
  for (int step = 0; step < 20000; step++) {
    const vfi_part part = random_part();
    const bool adds = random_below(2);
    bool before[ELEMENTS];
    memcpy(before, noted, sizeof before);
    for (int e = 0; e < ELEMENTS; e++)
      if (has(&part, e)) noted[e] = adds;
    if (!(adds ? vfi_parts_add : vfi_parts_remove)(&list, &part)) {
      memcpy(noted, before, sizeof noted);
      refused++;
    }
    expect(&list, noted, false);
    if (step % 400 == 0) {
      list.count = 0;
      memset(noted, 0, sizeof noted);
    }
  }
  assert_in_range(refused, 1, 19000);
}

static void rough_addition_never_fails_and_loses_nothing(void **state)
{
  (void)state;
  bool noted[ELEMENTS] = { false };
  vfi_part_list list = { .count = 0 };
  seed = 9;
  for (int step = 0; step < 5000; step++) {
    const vfi_part part = random_part();
    vfi_parts_add_roughly(&list, &part);
    for (int e = 0; e < ELEMENTS; e++) noted[e] = noted[e] || has(&part, e);
    expect(&list, noted, true);
    if (step % 40 == 0) {
      list.count = 0;
      memset(noted, 0, sizeof noted);
    }
  }
}

/* Planes one after the other are one part: a sweep over planes needs no more. */
static void neighbours_join(void **state)
{
  (void)state;
  vfi_part_list list = { .count = 0 };
  for (int64_t k = 0; k < extent[2]; k++) {
    const vfi_part plane = { { 0, 0, k, 0 }, { 6, 4, k, 1 } };
    assert_true(vfi_parts_add(&list, &plane));
    assert_int_equal(list.count, 1);
  }
}

static void meeting_is_a_common_element(void **state)
{
  (void)state;
  seed = 3;
  for (int step = 0; step < 2000; step++) {
    const vfi_part p = random_part(), q = random_part();
    const vfi_part_list list = { .count = 1, .at = { p } };
    int common = 0;
    for (int e = 0; e < ELEMENTS; e++) common += has(&p, e) && has(&q, e);
    const vfi_part both = vfi_part_common(&p, &q);
    assert_int_equal(vfi_parts_meet(&list, &q), common > 0);
    assert_int_equal(vfi_part_elements(&both), common);
  }
}

static const struct CMUnitTest tests[] = {
  claim(lists_have_the_elements_that_were_added_and_not_removed),
  claim(rough_addition_never_fails_and_loses_nothing),
  claim(neighbours_join),
  claim(meeting_is_a_common_element),
};
RUN("parts", tests)
