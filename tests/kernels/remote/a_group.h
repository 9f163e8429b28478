/* The group that the tests work in: that of this process alone, or in tests/ranks that of all processes. */
#ifndef VIEWFAB_TESTS_A_GROUP_H
#define VIEWFAB_TESTS_A_GROUP_H

#include <viewfab/group.h>

/* Fails the test where there is none. */
vf_group *make_group(void);

#endif
