/* Kernels of every rank, with arrays of lower rank. Some bodies keep to their declarations, and some do not. */
#ifndef VIEWFAB_TEST_BOUNDS_RANKS_H
#define VIEWFAB_TEST_BOUNDS_RANKS_H

#include <viewfab/viewfab.h>

bool right_loops(void);
vf_status wrong_profile(void);
vf_status wrong_plane(void);
vf_status wrong_line(void);
enum wrong_tile { WRONG_WINDOW, WRONG_HALO, WRONG_WRITE };
vf_status wrong_tile(enum wrong_tile wrong);

#endif
