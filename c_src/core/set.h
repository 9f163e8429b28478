/* Sets behind their handles: views of many boxes, and their data for a device. Lock held. */
#ifndef VIEWFAB_CORE_SET_H
#define VIEWFAB_CORE_SET_H

#include <viewfab/set.h>

#include "view.h"

struct vfi_exchange_plan;
struct vf_layout;

/* In memory of the device: NULL until the first launch. */
typedef struct vfi_set_tables {
  void *block;                /* block of memory with the tables */
  const vfi_span *spans;      /* [box] */
  const vf_box *boxes;        /* [box] */
  const int64_t *first_tiles; /* [box] tiles of a reduction with one component before those of the box */
  uint64_t evictions;         /* vfi_evictions, when the spans were written */
} vfi_set_tables;

typedef struct vfi_set_state {
  vfi_operand operand; /* with the lists of its views */
  int64_t components;
  int rank;        /* directions with possible ghosts: 1 to 3; 0 if there is no view to tell */
  vf_box *boxes;   /* [count] */
  vf_view **views; /* [count] the set's own */
  char label[VF_LABEL_LENGTH];
  vfi_set_tables tables;
  struct vfi_exchange_plan *plan; /* of the last vf_set_fill_ghosts, with earlier plans behind; of no concern to core */
  struct vf_layout *layout;       /* layout of the set; NULL: none; of no concern to core */
  bool exchanging;                /* an exchange of its ghosts is begun and not ended */
} vfi_set_state;

/* The set behind a handle, or NULL for a view or no handle; no error is set. */
vfi_set_state *vfi_set_of(const vf_view *view);

/* Makes the tables, once all arrays are on the device. */
vf_status vfi_set_tables_make(vfi_set_state *set);

/* Ends a set and its views, whatever their state. */
void vfi_set_end(vf_view *handle);

#endif
