/* Kernels of every rank and with arrays of lower rank, with bodies that keep to their declaration and that do not. */
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
