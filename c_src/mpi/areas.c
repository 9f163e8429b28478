#include "areas.h"

#include "../coherence/led_calls.h"

vfi_area vfi_area_none(void) { return (vfi_area){ .type = MPI_DATATYPE_NULL }; }

/* The value of MPI_IN_PLACE is no address: MPI then reads what it writes. */
vfi_area vfi_area_of(const void *base, MPI_Aint count, MPI_Datatype type)
{
  if (base == MPI_IN_PLACE) type = MPI_DATATYPE_NULL;
  return (vfi_area){ .base = (void *)base, .count = count, .blocks = 1, .type = type };
}

vfi_area vfi_area_of_ranks(const void *base, const int *counts, const int *places, MPI_Datatype type, MPI_Comm comm)
{
  vfi_area area = vfi_area_of(base, 0, type);
  area.counts = counts;
  area.places = places;
  area.blocks = vfi_area_ranks(comm);
  return area;
}

int vfi_area_ranks(MPI_Comm comm)
{
  int between = 0, ranks = 0;
  PMPI_Comm_test_inter(comm, &between);
  if (between) PMPI_Comm_remote_size(comm, &ranks);
  else PMPI_Comm_size(comm, &ranks);
  return ranks;
}

bool vfi_area_at_root(int root, MPI_Comm comm)
{
  int between = 0, rank = 0;
  PMPI_Comm_test_inter(comm, &between);
  if (between) return root == MPI_ROOT;
  PMPI_Comm_rank(comm, &rank);
  return rank == root;
}

bool vfi_area_block(const vfi_area *area, int block, char **begin, size_t *bytes)
{
  MPI_Aint lower, extent, true_lower, true_extent;
  const MPI_Aint count = area->counts ? area->counts[block] : area->count;
  if (area->type == MPI_DATATYPE_NULL || count <= 0) return false;
  if (PMPI_Type_get_extent(area->type, &lower, &extent) ||
      PMPI_Type_get_true_extent(area->type, &true_lower, &true_extent))
    return false; /* the call itself tells the mistake */
  const MPI_Aint steps = (count - 1) * extent, place = area->places ? area->places[block] : 0;
  *begin = (char *)area->base + place * extent + true_lower + (steps < 0 ? steps : 0);
  *bytes = (size_t)((steps < 0 ? -steps : steps) + true_extent);
  return *bytes > 0;
}

bool vfi_area_is_watched(const vfi_area *area)
{
  char *begin;
  size_t bytes;
  for (int b = 0; b < area->blocks; b++)
    if (vfi_area_block(area, b, &begin, &bytes) && vfi_led_calls_watched(begin, bytes)) return true;
  return false;
}

void vfi_area_fit(const vfi_area *area, bool write, void *from)
{
  char *begin;
  size_t bytes;
  for (int b = 0; b < area->blocks; b++)
    if (vfi_area_block(area, b, &begin, &bytes)) vfi_led_calls_touch(begin, bytes, write, from);
}
