/* The default context's device fails at a chosen call. */
#ifndef VIEWFAB_TESTS_FAILING_DEVICE_H
#define VIEWFAB_TESTS_FAILING_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

/* The n-th call from now on, counted from 1, that moves data, waits or reduces, fails; 0: no call fails. */
void device_fails_at(int64_t n);

/* True if the call has failed since. */
bool device_has_failed(void);

/* While it rests no call fails, and none counts. */
void device_rests(bool rests);

/* Replaces the back end of the open default context, until the context closes. */
void device_fails_in_context(void);

#endif
