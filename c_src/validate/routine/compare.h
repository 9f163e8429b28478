/* Comparison of whole views: the results of port and original in every element. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_COMPARE_H
#define VIEWFAB_VALIDATE_ROUTINE_COMPARE_H

#include "routine.h"

/* Compares a piece, from nothing: by the settings' tolerance, and by measured rounding. */
void vf_routine_compare_piece(vf_routine_run *run, int piece);

/* Compares a number in the same way, and adds it to a tally. Returns true if the numbers agree. */
bool vf_routine_compare_value(const vf_routine_run *run, vf_routine_value *value, vf_tally *tally);

/* Adds the changes of the last rerun in a piece to its slack: for inputs with changes in their last place, or by the
 * cap. */
void vf_routine_slack_add(vf_routine_run *run, int piece, bool cap);

bool vf_routine_is_real(vf_type type);

/* The value of an element's bits. */
double vf_routine_number(vf_type type, uint64_t bits);
uint64_t vf_routine_bits(vf_type type, const char *memory, int64_t element);

/* Splits an element's number within a piece; counted from 0. */
void vf_piece_index(const vf_routine_piece *piece, int64_t element, int64_t index[4]);

/* The piece's part of an image. */
const char *vf_routine_piece_part(const vf_routine_piece *piece, const char *image);

/* Number of the array's bytes that no listed view covers and that differ between two images, and the first of them. */
int64_t vf_routine_uncovered(const vf_routine_run *run, int array, const char *one, const char *other, size_t *first);

#endif
