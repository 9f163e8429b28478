/* Comparison of whole views: what port and original made of every element. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_COMPARE_H
#define VIEWFAB_VALIDATE_ROUTINE_COMPARE_H

#include "routine.h"

/* Compares a piece, from nothing: by the settings' tolerance, and by what rounding explains where it was looked at. */
void vf_routine_compare_piece(vf_routine_run *run, int piece);

/* Compares a number in the same way, and adds it to a tally. Returns whether it agrees. */
bool vf_routine_compare_value(const vf_routine_run *run, vf_routine_value *value, vf_tally *tally);

/* Adds what the last rerun changed in a piece to its slack: of inputs that were changed in their last place, or by the
 * cap. */
void vf_routine_slack_add(vf_routine_run *run, int piece, bool cap);

bool vf_routine_is_real(vf_type type);

/* The value of an element's bits. */
double vf_routine_number(vf_type type, uint64_t bits);
uint64_t vf_routine_bits(vf_type type, const char *memory, int64_t element);

/* Splits an element's number within a piece; counted from 0. */
void vf_piece_index(const vf_routine_piece *piece, int64_t element, int64_t index[4]);

/* Part of an image that is the piece's. */
const char *vf_routine_piece_part(const vf_routine_piece *piece, const char *image);

/* Number of the array's bytes that no listed view covers and that differ between two images, and the first of them. */
int64_t vf_routine_uncovered(const vf_routine_run *run, int array, const char *one, const char *other, size_t *first);

#endif
