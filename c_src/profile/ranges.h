/* Ranges with names for the viewers of GPU makers: kernels by their names, copies by the labels of their arrays. The
 * functions do nothing unless vfi_ranging is set. */
#ifndef VIEWFAB_PROFILE_RANGES_H
#define VIEWFAB_PROFILE_RANGES_H

#include "../core/execute.h"

/* Reads VF_PROFILE_RANGES at the opening of the first context, and loads the library of ranges. Without the library
 * the program goes on without ranges, and a line on standard error says why. Lock held. */
void vfi_ranges_settings(void);

/* A range of the calling thread begins, and the thread's last range ends. */
void vfi_range_begins(const char *name);
void vfi_range_ends(void);

/* The range of an array's copy begins; vfi_range_ends ends it. Lock held. */
void vfi_range_of_copy(const vfi_array *array);

#endif
