/* Helpers of the tests in C: cmocka, and a main function that opens the device. */
#ifndef VIEWFAB_TESTING_H
#define VIEWFAB_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <viewfab/viewfab.h>

/* Fails the test with the library's text unless the call succeeds. */
#define must(call)                                                            \
  do {                                                                        \
    const vf_status status_ = (call);                                         \
    if (status_) fail_msg("%s gave %d: %s", #call, status_, vf_last_error()); \
  } while (0)

/* Fails unless the call is refused with the status and a text with the words. */
#define refused(call, expected, words)                                                                         \
  do {                                                                                                         \
    const vf_status status_ = (call);                                                                          \
    if (status_ != (expected)) fail_msg("%s gave %d, not %s: %s", #call, status_, #expected, vf_last_error()); \
    if (!strstr(vf_last_error(), words)) fail_msg("'%s' is not in: %s", words, vf_last_error());               \
  } while (0)

/* An entry of the list of tests: the run's device opens before the test and closes after it. */
#define claim(name) cmocka_unit_test_setup_teardown(name, open_device, close_device)
int open_device(void **state);
int close_device(void **state);

/* "alias", "mirror", "late" or "gpu": how the device under test keeps its side. */
const char *device_memory(void);

/* Runs the tests. argv[1], if given, names a single test of the list, which then runs alone. */
int run_claims(int argc, char **argv, const char *subject, const struct CMUnitTest *tests, size_t count);
#define RUN(subject, tests) \
  int main(int argc, char **argv) { return run_claims(argc, argv, subject, tests, sizeof tests / sizeof tests[0]); }

#endif
