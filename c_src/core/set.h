/* Sets behind their handles: views of many boxes, and what a device needs to know of them. Lock held. */
#ifndef VIEWFAB_CORE_SET_H
#define VIEWFAB_CORE_SET_H

#include <viewfab/set.h>

#include "view.h"

struct vf_exchange_plan;

/* In memory of the device: NULL until the first launch. */
typedef struct vf_set_tables {
  void *block;                /* of memory that holds the tables */
  const vf_span *spans;       /* [box] */
  const vf_box *boxes;        /* [box] */
  const int64_t *first_tiles; /* [box] tiles of a reduction with one component before those of the box */
} vf_set_tables;

/* Where the elements of one view lie on the host: neither moves while the set lives. */
typedef struct vf_set_range {
  const char *begin, *end;
  int place; /* in the set; 0 of a view by itself */
} vf_set_range;

vf_set_range vf_record_range(const vf_record *record);

typedef struct vf_set_state {
  vf_context *context;
  vf_type type;
  int64_t components;
  int count;
  vf_box *boxes;        /* [count] */
  vf_view **views;      /* [count] the set's own */
  vf_record **records;  /* [count] of the views */
  vf_array **arrays;    /* [count] of the views */
  vf_set_range *ranges; /* [count] in the order of their addresses */
  bool *whole;          /* [count] scratch of one access */
  vf_hold_count held;
  vf_set_tables tables;
  struct vf_exchange_plan *plan; /* of the last vf_set_fill_ghosts */
} vf_set_state;

/* The set behind a handle, or NULL for that of a view or none; no error is set. */
vf_set_state *vf_set_of(const vf_view *view);

/* Brings all arrays to a side and notes the access, as the functions for one array do. whole tells for which views the
 * access covers the view; of these, those that cover their arrays count. NULL: all. */
vf_status vf_set_prepare(vf_set_state *set, vf_side side, vf_intent intent, const bool *whole);
void vf_set_commit(vf_set_state *set, vf_side side, vf_intent intent, const bool *whole);

/* Makes the tables, once all arrays are on the device. */
vf_status vf_set_tables_make(vf_set_state *set);

/* Gives back all that a set holds but its views. */
void vf_set_free(vf_set_state *set);

#endif
