/* A random problem, solved over a group and by each rank alone. */
#ifndef VIEWFAB_TESTS_SOLVER_ROUND_H
#define VIEWFAB_TESTS_SOLVER_ROUND_H

#include <stdint.h>

#include <viewfab/layout.h>

/* Collective; boxes belong to ranks at random, and views are lists or sets by turns. Returns NULL if phi, the
 * history, the report and the status have the bits of a single device. Otherwise returns a text with the difference,
 * which stays until the next call. */
const char *solver_round(vf_group *group, uint64_t seed);

#endif
