/* What a call gives besides arrays: numbers, and the points at which they were found. */
#ifndef VIEWFAB_CORE_RESULTS_H
#define VIEWFAB_CORE_RESULTS_H

#include <viewfab/backend.h>

/* [result]; places only of results that have them. */
typedef struct vf_results {
  double values[VF_MAX_RESULTS];
  vf_place places[VF_MAX_RESULTS];
} vf_results;

/* Whether the caller wants any of them on the host. */
bool vf_results_wanted(const vf_call *call);

/* The row of a call without points. */
void vf_results_of_nothing(const vf_kernel_description *kernel, const vf_partial_row *row, vf_partial *words);

/* What the row that is left of all tiles says. */
void vf_results_of_row(const vf_call *call, int components, const vf_partial_row *row, const vf_partial *words,
                       vf_results *results);

/* The number that stands for the place of a point which gave something, but that nobody knows; behind all others. */
#define VF_UNKNOWN_PLACE (VF_NO_PLACE - 1)

/* The number of a place once so many cells lie before those from which it counts. */
static inline int64_t vf_place_moved(int64_t place, int64_t cells)
{
  return place >= VF_UNKNOWN_PLACE ? place : place + cells;
}

/* The other way round: rows that reduce to the results, as if one point of the first tile had given all of them, but extrema
 * where their places are.
 *   tiles  of the call; none: nothing is written */
void vf_results_to_rows(const vf_call *call, int components, const vf_partial_row *row, const vf_results *results,
                        int64_t tiles, vf_partial *rows);

/* Makes a call give all that it can. */
void vf_results_ask(vf_call *call, vf_results *results);

/* To where the caller wants them on the host. */
void vf_results_put(const vf_call *call, const vf_results *results);

/* Where nothing was given yet: those of no points, or what combining starts from. */
void vf_results_begin(const vf_kernel_description *kernel, bool points, vf_results *results);

/* Combines those of the next box with those of the boxes before it.
 *   box  its number in the call */
void vf_results_add(const vf_kernel_description *kernel, const vf_results *of_box, int box, vf_results *results);

#endif
