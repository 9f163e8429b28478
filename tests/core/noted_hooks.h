/* Hooks in place of the parts above the core, which note when the core calls them. */
#ifndef VIEWFAB_TESTS_NOTED_HOOKS_H
#define VIEWFAB_TESTS_NOTED_HOOKS_H

#include "testing.h"

#include "../../c_src/core/error.h"
#include "../../c_src/core/hooks.h"

/* A letter for each hook, in the order of the calls. */
extern char calls[64];
extern bool together; /* calls may join */
extern char failing;  /* the letter of the hook that fails; 0: none */

#define expect_calls(letters)            \
  do {                                   \
    assert_string_equal(calls, letters); \
    memset(calls, 0, sizeof calls);      \
  } while (0)

/* Only a device with memory of its own makes values of the host old: these are counted by themselves. */
extern int made_old, made_new, ended;

/* The events of accesses and states, in the order in which core tells them: ( ) around a call on the device, H D before an
 * access of a side, m new memory of the device, = a state, ! a state by a write of the device. */
extern char told[64];

#define expect_told(letters)            \
  do {                                  \
    assert_string_equal(told, letters); \
    memset(told, 0, sizeof told);       \
  } while (0)

extern int wrapped_bytes; /* of the last wrap that was told */
extern bool brings;       /* an array may end while the device has its newest values */

#endif
