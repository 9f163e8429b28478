/* Functions for the words of templates of three sorts: kernels over columns, teams and tiles. */
#ifndef VIEWFAB_GENERATOR_COLUMNS_H
#define VIEWFAB_GENERATOR_COLUMNS_H

#include "loops.h"

/* The form of parameters and of arguments: the words before each parameter, the text before the name of a pointer, and
 * the text that breaks a line. */
typedef struct column_form {
  const char *unused, *pointer, *broken;
  bool of_piece; /* strides of arrays without gaps are constants */
  bool species;  /* with the strides of species */
} column_form;

/* A kind of bodies: its function, its own arguments, its instance, and point and level of the instance. */
typedef struct body_kind {
  const char *function, *indices, *instance, *point, *level;
  bool lanes; /* columns are lanes, with temporaries and carried values of their own */
} body_kind;

const vfi_column_description *columns_of(const vfi_kernel_description *kernel);

/* Parameters for the arguments of the kernel, and the arguments of a call with such parameters.
 *   spans  arrays are spans, moved to a block and a species; false: they are parameters themselves */
void put_column_parameters(const vfi_kernel_description *kernel, const char *real, const column_form *form);
void put_column_arguments(const vfi_kernel_description *kernel, const char *real, const column_form *form, bool spans);

/* Calls visit for each stride that is known if arrays of elements have no gaps. */
void each_piece_stride(const vfi_kernel_description *kernel,
                       void (*visit)(const char *name, const char *word, const char *member, int value));

/* The carried values of the lanes, with their starts. */
void put_carried(const vfi_kernel_description *kernel, const char *real);

/* A sweep through the levels of neighbouring columns.
 *   in_group  the group is repeated: only the columns that take part */
void put_sweep(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *sweep,
               const char *instance, bool in_group);

/* Facts of a body: it compares k, so that its first and last level may differ; it changes a carried value in a few
 * statements, without loops, calls of functions and branches on anything but k. */
typedef struct body_facts {
  bool compares_level, is_short_scan;
  bool calls; /* functions that only a call computes, and no loop */
} body_facts;

/* The facts of the body of a phase; word is the word before its name, "VF_SWEEP". */
body_facts facts_of_body(const vfi_kernel_description *kernel, const char *word, const char *name);

/* The levels of a phase, each by put_level, which puts the loop over the columns of `together` levels from k on. */
typedef void level_writer(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                          int together);
void put_levels(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                const char *word, level_writer *put_level);

/* The call of a body; in a build with checked bounds with its instance, and the checks after the body. */
void put_checked_call(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                      const body_kind *kind);

/* Facts of temporaries, carried values and scratch: numbers of a carried value, or of a temporary on a level; levels are half
 * levels; a temporary has an axis of species. */
int numbers_of(const vfi_column_value_description *value);
bool has_half_levels(const vfi_column_value_description *value);
bool has_species(const vfi_column_value_description *value);

/* The group of repeated sweeps that begins with a sweep, or ends with it; NULL: none. */
const vfi_repeat_description *group_that(const vfi_kernel_description *kernel, const char *sweep, bool begins);

/* Kernels on GPUs, as in device_parameters.c: members, taking and variables of an array. */
void put_column_members(const vfi_kernel_description *kernel, const vfi_argument_description *argument);
void put_column_taking(const vfi_kernel_description *kernel, const vfi_argument_description *argument);
void put_column_variables(const vfi_kernel_description *kernel, const vfi_argument_description *argument,
                          const char *real);

/* Builds with checked bounds: the guards of temporaries, carried values and scratch; and the checks after a body. */
void put_guard_of_temporary(const vfi_column_value_description *value);
void put_guard_of_carried(const vfi_column_value_description *value);
void put_guard_of_scratch(const vfi_column_value_description *value);
void put_column_compares(const vfi_kernel_description *kernel);

/* The shadow of scratch of so many elements, and the bytes of all shadows. */
void put_scratch_shadow(const vfi_column_value_description *value, const char *count);
void put_shadow_bytes(const vfi_kernel_description *kernel);

/* The words of kernels over teams, and over tiles. */
bool put_tile_word(const char *word, const vfi_kernel_description *kernel, const char *real);
bool put_team_word(const char *word, const vfi_kernel_description *kernel, const char *real);
bool put_device_column_word(const char *word, const vfi_kernel_description *kernel, const char *real);
bool put_column_bounds_word(const char *word, const vfi_kernel_description *kernel);

#endif
