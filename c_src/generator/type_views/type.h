/* A TYPE of a Fortran source, and its components. */
#ifndef VIEWFAB_GENERATOR_TYPE_H
#define VIEWFAB_GENERATOR_TYPE_H

#include "source.h"

enum { NAME_ROOM = 64 }; /* a name of Fortran has 63 characters at most */

typedef enum component_sort { COMPONENT_FIXED, COMPONENT_ALLOCATABLE, COMPONENT_POINTER } component_sort;

typedef struct component {
  const token *name;
  component_sort sort;
  const char *passed_over; /* the reason for no view; NULL: the component gets a view */
} component;

typedef struct type_found {
  const token *name;     /* in its TYPE statement */
  const char *module;    /* the module with the TYPE */
  component *components; /* in their order, components of a parent first; without scalars of intrinsic types */
  int count;
} type_found;

/* Finds the TYPE with this name; exits with a text if the file does not have the TYPE, or if views cannot use it.
 *   path     the file, for messages without a line
 *   without  components that get no view, ended by NULL */
type_found read_type(const token *source, const char *path, const char *name, const char *const *without);

/* The bytes of a kind given by the tokens between from and to: a number, a name with a value in this source or in an
 * intrinsic module, or a call of KIND or SELECTED_..._KIND. 0: the source does not tell. */
int kind_bytes(const token *source, const token *from, const token *to);

/* Writes the module of the TYPE's views. Exits with a text if the file cannot be written.
 *   path  NULL: standard output */
void write_views(const type_found *type, const char *path);

#endif
