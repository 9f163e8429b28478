/* A solver over ranks: an engine like those of devices, whose levels are cut in slabs. The solver calls it as it calls
 * theirs, on every rank with the same levels and numbers; it brings the planes that neighbours have, and calls the
 * device's engine on this rank's part. What it gives back has the bits of one device: smooths and transfers do not
 * depend on the cut, sums are taken over lists of tiles in the order of planes, and coarse levels, which every rank
 * has, are computed by each of them alike. */
#ifndef VIEWFAB_MULTIGRID_RANKS_RANKS_H
#define VIEWFAB_MULTIGRID_RANKS_RANKS_H

#include "../solver_state.h"
#include "slabs.h"
#include "wire.h"

/* A native code that no device has: the text is that of vf_ranks.text. */
enum { VF_RANKS_FAILED = -0x7fff0000 };

typedef struct vf_owned_box {
  vf_box box;
  int owner;
} vf_owned_box;

/* The state of such an engine. */
typedef struct vf_ranks {
  vf_wire wire;
  vf_engine inner;       /* of the device */
  vf_engine_table table; /* of this engine */
  int *starts;           /* [ranks + 1], see slabs.h */
  int planned, cut;      /* so many levels may have slabs, and have them */
  int whole_shift;       /* of the finest level that all have: planes starts[r] >> whole_shift are rank r's to make */
  bool periodic;         /* in z */
  vf_slab slabs[VF_MAX_LEVELS], single_slabs[VF_MAX_LEVELS];
  const vf_level *levels[VF_MAX_LEVELS]; /* [cut] */
  vf_owned_box *boxes;                   /* [box_count] of all ranks, in the domain's numbers from 0 on */
  int box_count;
  bool settled;  /* the boxes of each rank lie in its slab */
  void *staging; /* device memory between boxes and slabs */
  size_t staging_bytes;
  double *list; /* host memory for lists of all ranks */
  size_t list_bytes;
  vf_parcel *parcels;                  /* [2 * ranks] room for what goes from this rank and comes to it */
  struct vf_transfer_lists *transfers; /* room of transfers.c */
  bool told;                           /* the ranks have failed together since vf_ranks_end */
  vf_status status;                    /* of the failure behind VF_RANKS_FAILED */
  char text[1024];
} vf_ranks;

/* The state of a solver over ranks; NULL for one on a single device. */
vf_ranks *vf_ranks_of(const vf_multigrid *solver);

/* Puts itself in the place of the solver's engine, once boxes and extents are known; boxes are copied, and the solver
 * keeps those of this rank. Then each level gets its slab, before its fields are made. ready, collective: all ranks have
 * come so far, and there is room for what they exchange. The halos of coefficients come last, when they are complete.
 * For a solver on one device attach, ready and coefficients do nothing. */
vf_status vf_ranks_begin(vf_multigrid *solver, const vf_wire *wire, const vf_box *boxes, const int *owners,
                         int box_count);
void vf_ranks_attach(vf_multigrid *solver, int level);
void vf_ranks_attach_single(vf_multigrid *solver, int level); /* a slab of its own like that of the level in double */
vf_status vf_ranks_ready(vf_multigrid *solver);
vf_status vf_ranks_coefficients(vf_multigrid *solver);

/* What came of something on all ranks, see vf_wire; on one device the status itself. */
vf_status vf_ranks_agree(const vf_multigrid *solver, const char *call, vf_status status);
/* For the Fortran layer: a solve that it refuses on this rank. Returns the status. */
VF_API vf_status vf_multigrid_refuse(vf_multigrid *solver, vf_status status);

/* The end of what ranks do together, on each of them whatever came of it: VF_OK on all, or on none. Where this rank alone
 * could not go on, the others are told at once and cannot use their group any more. Returns the status. */
vf_status vf_ranks_end(const vf_multigrid *solver, const char *call, vf_status status);
/* wire.gather: it fails on all ranks, or on none. */
vf_status vf_ranks_gather(vf_ranks *ranks, const char *call, const void *mine, size_t bytes, void *all);
/* Collective: *value becomes that of any rank that has true. */
vf_status vf_ranks_any(const vf_multigrid *solver, bool *value);

/* The find of the lowest rank that has one, on all of them; false where none has. */
bool vf_ranks_first(const vf_multigrid *solver, bool found, int index[3], double *value);

/* The largest part of a level that is smoothed on this rank; the level itself where it is not cut. */
vf_level vf_ranks_widest(const vf_level *level);

/* Whether this rank has cells beside a face of a level's domain. */
bool vf_ranks_has_face(const vf_level *level, int face);

/* Planes first .. last - 1 of a level that exist on this rank, as a level of its own; cut sides are held. */
vf_level vf_ranks_planes(const vf_level *level, int first, int last);

/* What cannot be told by a device's code: keeps status and text, returns VF_RANKS_FAILED; 0 for VF_OK. */
int vf_ranks_code(vf_ranks *ranks, vf_status status);

/* Brings `planes` planes of a field beside each cut of this rank's slab. */
int vf_ranks_halo(vf_engine *engine, const vf_level *level, vf_field x, int planes);
/* The halo of phi or rhs, where less than `least` planes of it are right: all of it. */
int vf_ranks_refresh_phi(vf_engine *engine, const vf_level *level, int least);
int vf_ranks_refresh_rhs(vf_engine *engine, const vf_level *level);
/* phi or rhs has changed, if x is one of them. */
void vf_ranks_changed(const vf_level *level, vf_field x);
/* Completes a field of the finest level that all ranks have, from the planes that each of them has computed: those of
 * which its slab has the children. faces: there is one more plane, of the last rank. */
int vf_ranks_complete(vf_engine *engine, vf_field x, bool faces);

/* The largest of what all ranks have; one that is no number stays. */
int vf_ranks_largest(vf_engine *engine, double own, double *largest);

/* Bytes of a list of what the tiles of all ranks give on a level, and of what this rank sends of it. */
size_t vf_ranks_tiles_bytes(const vf_ranks *ranks, const vf_level *level);

/* [bytes] of host memory until the next call; NULL where there is none. */
double *vf_ranks_list(vf_ranks *ranks, size_t bytes);

/* The functions of the cycle (cycle_ranks.c) and of vectors (vectors_ranks.c). */
void vf_ranks_fill_cycle(vf_engine_table *table);
void vf_ranks_fill_vectors(vf_engine_table *table);

/* Between the boxes of all ranks (transfers.c) and a field of the finest level; solver->pieces are those of this rank's
 * boxes, in the order of boxes that it owns. */
vf_status vf_ranks_gather_boxes(vf_multigrid *solver, int face_direction, vf_field to);
vf_status vf_ranks_scatter_boxes(vf_multigrid *solver, vf_field from);

/* Host memory for both, once boxes are known, and what gives it back. */
vf_status vf_ranks_transfers_begin(vf_multigrid *solver);
void vf_ranks_transfers_end(vf_ranks *ranks);

/* Device memory for one of them, before ranks agree that they can. */
vf_status vf_ranks_transfers_room(vf_multigrid *solver, int face_direction);

/* Finds out where boxes lie; once, when there are slabs. */
void vf_ranks_settle(vf_multigrid *solver);

/* The largest number of bytes that this rank sends to each other one between boxes and slabs at once ([ranks], out), and
 * that it takes from it. */
void vf_ranks_transfer_bytes(const vf_multigrid *solver, size_t *put, size_t *take);

/* A layer of walls (`count` numbers) of which each rank has some, and zeros elsewhere: completes it on all of them. */
vf_status vf_ranks_merge_layer(vf_multigrid *solver, double *layer, size_t count);

#endif
