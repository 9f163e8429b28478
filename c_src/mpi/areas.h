/* Memory that a call of MPI reads or writes, and its bytes in watched arrays (coherence/led_calls.h). */
#ifndef VIEWFAB_MPI_AREAS_H
#define VIEWFAB_MPI_AREAS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* Blocks of elements of a type; empty if the type is MPI_DATATYPE_NULL. */
typedef struct vfi_area {
  void *base;
  MPI_Aint count;             /* of elements, if counts is NULL */
  const int *counts, *places; /* [blocks]; places in extents of the type */
  int blocks;
  MPI_Datatype type;
} vfi_area;

vfi_area vfi_area_none(void);
vfi_area vfi_area_of(const void *base, MPI_Aint count, MPI_Datatype type);

/* A block of each rank that the communicator reaches. */
vfi_area vfi_area_of_ranks(const void *base, const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm);

/* The memory of a block. False: it is empty. */
bool vfi_area_block(const vfi_area *area, int block, char **begin, size_t *bytes);

bool vfi_area_is_watched(const vfi_area *area);

/* Before MPI reads or writes the area. from: the return address of the call; NULL: the access is not reported. */
void vfi_area_fit(const vfi_area *area, bool write, void *from);

/* The ranks whose blocks an area has: of the other group, if the communicator is one between two groups. */
int vfi_area_ranks(MPI_Comm comm);

/* True if the own process is the root. */
bool vfi_area_at_root(int root, MPI_Comm comm);

#endif
