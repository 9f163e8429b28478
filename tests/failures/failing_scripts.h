/* The scripts, with a failure at each place in turn. */
#ifndef VIEWFAB_TESTS_FAILING_SCRIPTS_H
#define VIEWFAB_TESTS_FAILING_SCRIPTS_H

#include "testing.h"

/* Runs a script again and again. In each run another allocation fails, or with `device` another call of the device. */
void fail_each(const char *name, bool device);

/* Before and after each test. */
int make_folder(void **state);
int remove_folder(void **state);

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

#endif
