/* Results of a call besides arrays: numbers, and their points. The results of several calls: each.c. */
#ifndef VIEWFAB_CORE_RESULTS_H
#define VIEWFAB_CORE_RESULTS_H

#include <viewfab/backend.h>

/* [result]; places only of results with places. */
typedef struct vfi_results {
  double values[VF_MAX_RESULTS];
  vf_place places[VF_MAX_RESULTS];
} vfi_results;

/* True if the caller needs any of the results on the host. */
bool vfi_results_wanted(const vfi_call *call);

/* The row of a call without points. */
void vfi_results_of_nothing(const vfi_kernel_description *kernel, const vf_partial_row *row, vf_partial *words);

/* The results in the last row, after the reduction of all tiles. */
void vfi_results_of_row(const vfi_call *call, int components, const vf_partial_row *row, const vf_partial *words,
                        vfi_results *results);

/* Stands for the unknown place of a point with a result; larger than all other places. */
#define VF_UNKNOWN_PLACE (VF_NO_PLACE - 1)

/* The place after a shift: so many more cells come before the cells that the place counts. */
static inline int64_t vfi_place_moved(int64_t place, int64_t cells)
{
  return place >= VF_UNKNOWN_PLACE ? place : place + cells;
}

/* The other way round: rows that reduce to the results, as if one point of the first tile had given all of them, but
 * extrema at their places.
 *   tiles  of the call; none: nothing is written */
void vfi_results_to_rows(const vfi_call *call, int components, const vf_partial_row *row, const vfi_results *results,
                         int64_t tiles, vf_partial *rows);

/* Makes a call give all its results. */
void vfi_results_ask(vfi_call *call, vfi_results *results);

/* Copies the results to the caller's places on the host. */
void vfi_results_put(const vfi_call *call, const vfi_results *results);

/* Results before any point: the results of no points, or the start of combining. */
void vfi_results_begin(const vfi_kernel_description *kernel, bool points, vfi_results *results);

/* Combines the results of the next box with the results of the boxes before.
 *   box  its number in the call */
void vfi_results_add(const vfi_kernel_description *kernel, const vfi_results *of_box, int box, vfi_results *results);

#endif
