/* Numbers in variables of the environment, read in one way: digits first, no blank, no sign, nothing beyond what the type
 * holds. */
#ifndef VIEWFAB_CORE_NUMBER_H
#define VIEWFAB_CORE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number from least to most. Returns the character behind its last digit; NULL: there is no such number. */
const char *vf_read_whole(const char *text, int64_t least, int64_t most, int64_t *number);

/* The same for a list of int with a sign between them, such as "32,8,16". */
const char *vf_read_list(const char *text, char sign, int least, int count, int *numbers);

/* A finite number from 0 on, such as 1.5 or 1e-3. Returns the character behind it; NULL: there is no such number, or it is too
 * large or too small for a double. */
const char *vf_read_real(const char *text, double *number);

/* True if the whole text is such a number. */
bool vf_is_whole(const char *text, int64_t least, int64_t most, int64_t *number);
bool vf_is_real(const char *text, double *number);

#endif
