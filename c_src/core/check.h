/* The checks of a call, and what they find out about its arrays. Lock held. */
#ifndef VIEWFAB_CORE_CHECK_H
#define VIEWFAB_CORE_CHECK_H

#include "set.h"

/* A call, resolved. */
typedef struct vf_checked {
  vf_context *context;
  vf_type type;                         /* of the real arrays; VF_REAL64 where the kernel has none */
  int components;                       /* that the kernel walks */
  vf_record *records[VF_MAX_ARGUMENTS]; /* NULL for values; the first one of a set, NULL where it has none */
  bool whole[VF_MAX_ARGUMENTS];         /* of a view: the boxes cover every element of the array */
  vf_set_state *sets[VF_MAX_ARGUMENTS]; /* NULL for views */
  bool has_sets;
  vf_record *result; /* of result_view, or NULL */
} vf_checked;

/* Refuses calls with views missing, with sets that have another number of boxes than the call, of mixed kinds or
 * contexts, with components that do not agree, with boxes whose region lies outside a view, and with elements that are
 * read and written through two arguments. */
vf_status vf_check_call(const vf_call *call, vf_checked *checked);

/* The part of it that looks for elements which are read and written through two arguments. */
vf_status vf_check_aliases(const vf_call *call, const vf_checked *checked);

/* The record of an array argument for a box of the call. */
static inline vf_record *vf_checked_record(const vf_checked *checked, int argument, int box)
{
  return checked->sets[argument] ? checked->sets[argument]->records[box] : checked->records[argument];
}

/* Refuses kinds that there are not, one periodic face of two, distances and orders out of range. caller is a name
 * without its vf_, and name that of the argument. */
vf_status vf_check_boundary(const char *caller, const char *name, const vf_boundary *sides);

/* Whether box b of the call covers the cells of a record, and writes each of them. */
bool vf_check_covers(const vf_call *call, int argument, int b, const vf_record *record);

#endif
