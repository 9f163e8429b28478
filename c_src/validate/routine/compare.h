/* Comparison of whole views: the results of port and original in every element; and reruns of the original on changed
 * inputs, to tell rounding from an error (reruns.c). */
#ifndef VIEWFAB_VALIDATE_ROUTINE_COMPARE_H
#define VIEWFAB_VALIDATE_ROUTINE_COMPARE_H

#include "routine.h"

/* Compares a piece, from nothing: by the settings' tolerance, and by measured rounding. */
void vfi_routine_compare_piece(vfi_routine_run *run, int piece);

/* Draws the picture of a compared piece's elements beyond the tolerance. */
void vfi_routine_draw_piece(vfi_routine_run *run, int piece);

/* Compares a number in the same way, and adds it to a tally. Returns true if the numbers agree. */
bool vfi_routine_compare_value(const vfi_routine_run *run, vfi_routine_value *value, vfi_tally *tally);

/* Adds the changes of the last rerun in a piece to its slack: for inputs with changes in their last place, or by the
 * cap. */
void vfi_routine_slack_add(vfi_routine_run *run, int piece, bool cap);

bool vfi_routine_is_real(vf_type type);

/* The value of an element's bits. */
double vfi_routine_number(vf_type type, uint64_t bits);
uint64_t vfi_routine_bits(vf_type type, const char *memory, int64_t element);

/* Splits an element's number within a piece; counted from 0. */
void vfi_piece_index(const vfi_routine_piece *piece, int64_t element, int64_t index[4]);

/* The piece's part of an image. */
const char *vfi_routine_piece_part(const vfi_routine_piece *piece, const char *image);

/* Number of the array's bytes that no listed view covers and that differ between two images, and the first of them. */
int64_t vfi_routine_uncovered(const vfi_routine_run *run, int array, const char *one, const char *other, size_t *first);

/* The original has run: gives it changed inputs. Errors: VF_ERROR_MEMORY. */
vf_status vfi_routine_rerun_begin(vfi_routine_run *run);

/* A rerun has run. again: the original is to run once more, on the inputs of the arrays now. Lock held. */
vf_status vfi_routine_rerun_done(vfi_routine_run *run, bool *again);

/* Distance of a rerun's number from the original's number. */
void vfi_routine_rerun_number(vfi_routine_run *run, vfi_routine_value *value, double change);

#endif
