/* The table of states, compared with a second statement of its meaning. */
#include "testing.h"

#include <state.h>

/* The valid sides: bit 0 the host, bit 1 the device. In the mixed state neither has all. */
static unsigned valid_sides(vfi_state state)
{
  return state == VF_STATE_HOST ? 1u : state == VF_STATE_DEVICE ? 2u : state == VF_STATE_BOTH ? 3u : 0u;
}

/* An access needs a valid side, unless the access overwrites everything. After a write no other side is valid. */
static void meaning(unsigned valid, vf_side side, vf_intent intent, bool whole, bool *copy, unsigned *after)
{
  const unsigned own = 1u << side;
  *copy = !(valid & own) && !(intent == VF_WRITE && whole);
  *after = intent == VF_READ ? valid | own : own;
}

/* Every state, side, intent and extent of an access. */
static void every_access_does_what_its_intent_means(void **state)
{
  (void)state;
  for (int from = 0; from < VF_STATE_COUNT; from++)
    for (int side = VF_HOST; side <= VF_DEVICE; side++)
      for (int intent = VF_READ; intent <= VF_UPDATE; intent++)
        for (int whole = 0; whole <= 1; whole++) {
          bool copy;
          unsigned after;
          meaning(valid_sides((vfi_state)from), (vf_side)side, (vf_intent)intent, whole, &copy, &after);
          const vfi_transition found = vfi_state_access((vfi_state)from, (vf_side)side, (vf_intent)intent, whole);
          const vfi_copy_direction towards = side == VF_DEVICE ? VF_COPY_TO_DEVICE : VF_COPY_TO_HOST;
          if (found.copy != (copy ? towards : VF_COPY_NONE) || valid_sides(found.next) != after)
            fail_msg("state %d, side %d, intent %d, whole %d: copy %d, next %d", from, side, intent, whole, found.copy,
                     found.next);
        }
}

/* A side is valid in its own state and in the state of both. */
static void validity_follows_the_state(void **state)
{
  (void)state;
  for (int from = 0; from < VF_STATE_COUNT; from++)
    for (int side = VF_HOST; side <= VF_DEVICE; side++)
      assert_int_equal(vfi_state_valid((vfi_state)from, (vf_side)side), valid_sides((vfi_state)from) >> side & 1);
}

/* No access leaves an array without a valid side, and no access copies from a stale side. */
static void newest_values_are_never_dropped(void **state)
{
  (void)state;
  for (int from = 0; from < VF_STATE_COUNT; from++)
    for (int side = VF_HOST; side <= VF_DEVICE; side++)
      for (int intent = VF_READ; intent <= VF_UPDATE; intent++) {
        const vfi_transition found = vfi_state_access((vfi_state)from, (vf_side)side, (vf_intent)intent, true);
        assert_true(vfi_state_valid(found.next, (vf_side)side));
        if (found.copy != VF_COPY_NONE && from != VF_STATE_MIXED) /* a copy of what the other side has */
          assert_true(vfi_state_valid((vfi_state)from, side == VF_DEVICE ? VF_HOST : VF_DEVICE));
      }
}

static const struct CMUnitTest tests[] = {
  claim(every_access_does_what_its_intent_means),
  claim(validity_follows_the_state),
  claim(newest_values_are_never_dropped),
};
RUN("state_table", tests)
