/* Comparison of whole views: what port and original made of every element. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_COMPARE_H
#define VIEWFAB_VALIDATE_ROUTINE_COMPARE_H

#include "routine.h"

/* Compares a piece, from nothing. allowed: beside the settings' tolerance, an absolute one that was measured. */
void vf_routine_compare_piece(vf_routine_run *run, int piece, double allowed);

/* Compares a number, and adds it to a tally. Returns whether it agrees. */
bool vf_routine_compare_value(const vf_routine_run *run, const vf_routine_value *value, double allowed,
                              vf_tally *tally);

/* Largest difference between what the original made of the true and of the disturbed inputs, a few times over. */
double vf_routine_rounding_of_piece(const vf_routine_run *run, int piece);
double vf_routine_rounding_of_value(const vf_routine_value *value);

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
