/* Results of a call besides arrays: numbers, and their points. */
#ifndef VIEWFAB_CORE_RESULTS_H
#define VIEWFAB_CORE_RESULTS_H

#include <viewfab/backend.h>

/* [result]; places only of results with places. */
typedef struct vf_results {
  double values[VF_MAX_RESULTS];
  vf_place places[VF_MAX_RESULTS];
} vf_results;

/* True if the caller needs any of the results on the host. */
bool vf_results_wanted(const vf_call *call);

/* The row of a call without points. */
void vf_results_of_nothing(const vf_kernel_description *kernel, const vf_partial_row *row, vf_partial *words);

/* The results in the last row, after the reduction of all tiles. */
void vf_results_of_row(const vf_call *call, int components, const vf_partial_row *row, const vf_partial *words,
                       vf_results *results);

/* The number for the unknown place of a point with a result; behind all other numbers. */
#define VF_UNKNOWN_PLACE (VF_NO_PLACE - 1)

/* The number of a place with so many more cells before the cells of its count. */
static inline int64_t vf_place_moved(int64_t place, int64_t cells)
{
  return place >= VF_UNKNOWN_PLACE ? place : place + cells;
}

/* The other way round: rows that reduce to the results, as if one point of the first tile had given all of them, but
 * extrema at their places.
 *   tiles  of the call; none: nothing is written */
void vf_results_to_rows(const vf_call *call, int components, const vf_partial_row *row, const vf_results *results,
                        int64_t tiles, vf_partial *rows);

/* Makes a call give all its results. */
void vf_results_ask(vf_call *call, vf_results *results);

/* Copies the results to the caller's places on the host. */
void vf_results_put(const vf_call *call, const vf_results *results);

/* Results before any point: the results of no points, or the start of combining. */
void vf_results_begin(const vf_kernel_description *kernel, bool points, vf_results *results);

/* Combines the results of the next box with the results of the boxes before.
 *   box  its number in the call */
void vf_results_add(const vf_kernel_description *kernel, const vf_results *of_box, int box, vf_results *results);

#endif
