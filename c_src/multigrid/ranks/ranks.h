/* A solver over ranks: an engine like the engines of devices, for levels that are cut in slabs. The solver calls this
 * engine like any other, on every rank with the same levels and numbers. The engine fetches the planes of neighbours
 * and calls the device's engine on this rank's part. Its results have the bits of one device: smooths and transfers do
 * not depend on the cut, sums are taken over lists of tiles in the order of planes, and every rank has the coarse
 * levels and computes them alike. */
#ifndef VIEWFAB_MULTIGRID_RANKS_RANKS_H
#define VIEWFAB_MULTIGRID_RANKS_RANKS_H

#include "../solver_state.h"
#include "slabs.h"
#include "wire.h"

/* A native code that no device has; the text of the failure is in vfi_ranks.text. */
enum { VF_RANKS_FAILED = -0x7fff0000 };

typedef struct vfi_owned_box {
  vf_box box;
  int owner;
} vfi_owned_box;

/* The state of the engine of ranks. */
typedef struct vfi_ranks {
  vfi_wire wire;
  vfi_engine inner;       /* of the device */
  vfi_engine_table table; /* of this engine */
  int *starts;            /* [ranks + 1], see slabs.h */
  int planned, cut;       /* so many levels may have slabs (planned), and have slabs (cut) */
  int whole_shift;        /* of the finest level that all ranks have: rank r computes the planes from starts[r] >>
                            whole_shift on */
  bool periodic;          /* in z */
  vfi_slab slabs[VF_MAX_LEVELS], single_slabs[VF_MAX_LEVELS];
  vfi_owned_box *boxes; /* [box_count] of all ranks, in the domain's numbers from 0 on */
  int box_count;
  bool settled;  /* the boxes of each rank lie in its slab */
  void *staging; /* device memory between boxes and slabs */
  size_t staging_bytes;
  double *list; /* host memory for lists of all ranks */
  size_t list_bytes;
  vfi_parcel *parcels;                  /* [2 * ranks] room for parcels from this rank and to this rank */
  struct vfi_transfer_lists *transfers; /* room of transfers.c */
  bool told;                            /* the ranks have failed together since the last vfi_ranks_end */
  vf_status status;                     /* of the failure behind VF_RANKS_FAILED */
  char text[1024];
} vfi_ranks;

/* The device's engine below the engine of ranks. */
static inline vfi_engine *vfi_ranks_inner(vfi_engine *engine) { return &((vfi_ranks *)engine->state)->inner; }

/* The state of a solver over ranks; NULL for a solver on a single device. */
vfi_ranks *vfi_ranks_of(const vf_multigrid *solver);

/* The steps that make a solver over ranks. For a solver on one device attach, ready and coefficients do nothing.
 *   begin         takes the place of the solver's engine, once boxes and extents are known; copies the boxes, and the
 *                 solver keeps the boxes of this rank
 *   attach        gives a level its slab, before the level's fields are made
 *   ready         collective: all ranks have come so far, and have room for the data that they exchange
 *   coefficients  fetches the halos of coefficients, last, when the coefficients are complete */
vf_status vfi_ranks_begin(vf_multigrid *solver, const vfi_wire *wire, const vf_box *boxes, const int *owners,
                          int box_count);
void vfi_ranks_attach(vf_multigrid *solver, int level);
void vfi_ranks_attach_single(vf_multigrid *solver, int level); /* a slab of its own, a copy of the slab of the level in
                                                                 double */
vf_status vfi_ranks_ready(vf_multigrid *solver);
vf_status vfi_ranks_coefficients(vf_multigrid *solver);

/* A finest level that is cut becomes a whole level on every rank, for the robust method and for coefficients that cut levels
 * cannot take. For a finest level that is not cut the functions do nothing.
 *   unite      collective: gives levels[0] all planes on every rank, with memory of their own, and the rank's coefficients
 *              on walls. After a failure the caller puts the former level back. A failure without ranks->told is this
 *              rank's alone
 *   united     ends the slabs, once the new level has all that its method needs */
vf_status vfi_ranks_unite(vf_multigrid *solver, const char *call);
void vfi_ranks_united(vf_multigrid *solver);

/* The common result of an action on all ranks, see vfi_wire; on one device the status itself. */
vf_status vfi_ranks_agree(const vf_multigrid *solver, const char *call, vf_status status);
/* For the Fortran layer: a solve that the layer refuses on this rank. Returns the status. */
VF_API vf_status vfi_multigrid_refuse(vf_multigrid *solver, vf_status status);

/* The end of an action of all ranks; each rank calls it with any result. The action gives VF_OK on all ranks,
 * or on no rank. If only this rank cannot go on, the others are told at once and cannot use their group any
 * more. Returns the status. */
vf_status vfi_ranks_end(const vf_multigrid *solver, const char *call, vf_status status);
/* wire.gather; fails on all ranks, or on no rank. */
vf_status vfi_ranks_gather(vfi_ranks *ranks, const char *call, const void *mine, size_t bytes, void *all);
/* Collective: *value becomes true if it is true on any rank. */
vf_status vfi_ranks_any(const vf_multigrid *solver, bool *value);

/* Gives the find of the lowest rank with a find to all ranks; false if no rank has a find. */
bool vfi_ranks_first(const vf_multigrid *solver, bool found, int index[3], double *value);

/* The largest part of a level that this rank smooths; the level itself if it is not cut. */
vfi_level vfi_ranks_widest(const vfi_level *level);

/* True if this rank has cells beside a face of a level's domain. */
bool vfi_ranks_has_face(const vfi_level *level, int face);

/* Planes first .. last - 1 of a level as a level of its own; the planes exist on this rank,
 * and the ghosts of cut sides are stored. */
vfi_level vfi_ranks_planes(const vfi_level *level, int first, int last);

/* Keeps the status and text of a failure without a device's code, and returns VF_RANKS_FAILED; returns 0 for VF_OK. */
int vfi_ranks_code(vfi_ranks *ranks, vf_status status);

/* Fetches `planes` planes of a field beside each cut of this rank's slab. */
int vfi_ranks_halo(vfi_engine *engine, const vfi_level *level, vf_field x, int planes);
/* Fetch the whole halo of phi or rhs: phi's if fewer than `least` of its planes are valid, rhs's unless all are
 * valid. */
int vfi_ranks_refresh_phi(vfi_engine *engine, const vfi_level *level, int least);
int vfi_ranks_refresh_rhs(vfi_engine *engine, const vfi_level *level);
/* Marks the halo of phi or rhs as not valid after a change, if x is phi or rhs. */
void vfi_ranks_changed(const vfi_level *level, vf_field x);
/* Completes a field of the finest level that all ranks have. Each rank has computed the planes whose children are in
 * its slab. faces: the last rank has one plane more. */
int vfi_ranks_complete(vfi_engine *engine, vf_field x, bool faces);
/* Copies a field of the cut finest level to a field with all planes, on every rank. `slab` is this rank's part of the
 * level. Planes -1 and n are copied, too. */
int vfi_ranks_join(vfi_engine *engine, const vfi_slab *slab, vf_field from, vf_field to);

/* The largest value of all ranks; a NaN stays. */
int vfi_ranks_largest(vfi_engine *engine, double own, double *largest);

/* Bytes of a level's list with the results of the tiles of all ranks, and of this rank's part of it. */
size_t vfi_ranks_tiles_bytes(const vfi_ranks *ranks, const vfi_level *level);

/* [bytes] of host memory until the next call; NULL if there is no memory. */
double *vfi_ranks_list(vfi_ranks *ranks, size_t bytes);

/* Put the functions of the cycle (cycle_ranks.c) and of vectors (vectors_ranks.c) into a table. */
void vfi_ranks_fill_cycle(vfi_engine_table *table);
VF_API void vfi_ranks_fill_vectors(vfi_engine_table *table);

/* Copy between the boxes of all ranks (transfers.c) and a field of the finest level; solver->pieces are the pieces of
 * this rank's boxes, in the order of these boxes in `boxes`. */
vf_status vfi_ranks_gather_boxes(vf_multigrid *solver, int face_direction, vf_field to);
vf_status vfi_ranks_scatter_boxes(vf_multigrid *solver, vf_field from);

/* Take host memory for both copies, once boxes are known, and give it back. */
vf_status vfi_ranks_transfers_begin(vf_multigrid *solver);
void vfi_ranks_transfers_end(vfi_ranks *ranks);

/* Takes device memory for one of these copies, before ranks agree to do it. */
vf_status vfi_ranks_transfers_room(vf_multigrid *solver, int face_direction);

/* Finds out if the boxes of each rank lie in its slab; called once, when slabs are made. */
void vfi_ranks_settle(vf_multigrid *solver);

/* The largest number of bytes that this rank sends to each other rank at once between boxes and slabs ([ranks], out),
 * and takes from it. */
void vfi_ranks_transfer_bytes(const vf_multigrid *solver, size_t *put, size_t *take);

/* Completes a layer of walls (`count` numbers) on all ranks: each rank has some of the numbers, and zeros elsewhere. */
vf_status vfi_ranks_merge_layer(vf_multigrid *solver, double *layer, size_t count);

#endif
