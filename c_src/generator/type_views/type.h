/* A TYPE of a Fortran source, and those of its components that views are made of. */
#ifndef VIEWFAB_GENERATOR_TYPE_H
#define VIEWFAB_GENERATOR_TYPE_H

#include "source.h"

enum { NAME_ROOM = 64 }; /* a name of Fortran has 63 characters at most */

typedef enum component_sort { COMPONENT_FIXED, COMPONENT_ALLOCATABLE, COMPONENT_POINTER } component_sort;

typedef struct component {
  const token *name;
  component_sort sort;
  const char *passed_over; /* why it gets no view; NULL: it gets one */
} component;

typedef struct type_found {
  const token *name;     /* where it is defined */
  const char *module;    /* that it is in */
  component *components; /* in their order, those of a parent first; scalars of intrinsic types are not among them */
  int count;
} type_found;

/* Finds the TYPE of a name; exits with a text where it is not there, or not to be used.
 *   path     for what has no line
 *   without  components that get no view, ended by NULL */
type_found read_type(const token *source, const char *path, const char *name, const char *const *without);

/* The bytes that a kind stands for, in the tokens between from and to: a number, a name that this source gives a value or
 * an intrinsic module has, or a call of KIND or SELECTED_..._KIND. 0: this source does not tell. */
int kind_bytes(const token *source, const token *from, const token *to);

/* Writes the module of its views. Exits with a text where the file cannot be written.
 *   path  NULL: standard output */
void write_views(const type_found *type, const char *path);

#endif
