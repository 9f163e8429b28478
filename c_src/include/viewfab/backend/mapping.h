/* The elements of a point and of a box by a map, for host and devices alike. */
#ifndef VIEWFAB_BACKEND_MAPPING_H
#define VIEWFAB_BACKEND_MAPPING_H

#include <viewfab/backend/description.h>

/* A map in one call: first and last contain the direction of the call and the shift, so they may be beyond an int. */
typedef struct vfi_mapping_entry {
  int axis, refine, coarsen;
  int64_t first, last;
} vfi_mapping_entry;
typedef struct vfi_mapping {
  int rank;                /* number of entries */
  vfi_mapping_entry at[3]; /* entries from rank on have no axis */
} vfi_mapping;

/* The map of a call.
 *   direction  direction of the call, of a kernel over faces
 *   shift      [3] added in each direction; NULL: no shift */
VF_MAP_FUNCTION vfi_mapping vfi_mapping_of(const vfi_map *map, int direction, const int *shift)
{
  vfi_mapping mapping;
  mapping.rank = map->rank;
  for (int d = 0; d < 3; d++) {
    const vfi_map_entry *from = &map->at[d];
    vfi_mapping_entry *to = &mapping.at[d];
    const bool counts = !map->of_call || from->axis == direction;
    to->axis = d < map->rank ? from->axis : VF_AXIS_ANY;
    to->refine = from->refine;
    to->coarsen = from->coarsen;
    to->first = (counts ? from->first : from->first_beside) + (shift ? (int64_t)shift[d] : 0);
    to->last = (counts ? from->last : from->last_beside) + (shift ? (int64_t)shift[d] : 0);
  }
  return mapping;
}

/* Quotients by a positive number, rounded down and up. A division of 64 bits takes half of the threads of a GPU even if
 * it never runs. So the functions divide twice in 32 bits: |value| < 2^47, by < 2^16. */
VF_MAP_FUNCTION int64_t vfi_floor_divide(int64_t value, int by)
{
  if (by == 1) return value;
  const int high = (int)(value >> 16);
  const int quotient = high / by - (high % by < 0);
  const unsigned rest = ((unsigned)(high - quotient * by) << 16) + (unsigned)(value & 0xffff);
  return (int64_t)quotient * 65536 + (int64_t)(rest / (unsigned)by);
}
VF_MAP_FUNCTION int64_t vfi_ceiling_divide(int64_t value, int by) { return -vfi_floor_divide(-value, by); }

/* The first and the last element of the points lower .. upper along the axis of an entry. */
VF_MAP_FUNCTION int64_t vfi_mapped_first(const vfi_mapping_entry *entry, int64_t lower)
{
  return vfi_floor_divide(lower * entry->refine, entry->coarsen) + entry->first;
}
VF_MAP_FUNCTION int64_t vfi_mapped_last(const vfi_mapping_entry *entry, int64_t upper)
{
  return vfi_floor_divide(upper * entry->refine, entry->coarsen) + entry->last;
}

/* True if no element lies between the elements of neighbouring points. */
VF_MAP_FUNCTION bool vfi_map_gapless(int refine, int coarsen, int64_t elements) { return elements * coarsen >= refine; }

/* The points that own an element: an interval, possibly empty, of all p with
 *   element - last <= floor(p * refine / coarsen) <= element - first */
VF_MAP_FUNCTION int64_t vfi_first_owner(const vfi_mapping_entry *entry, int64_t element)
{
  return vfi_ceiling_divide((element - entry->last) * entry->coarsen, entry->refine);
}
VF_MAP_FUNCTION int64_t vfi_last_owner(const vfi_mapping_entry *entry, int64_t element)
{
  return vfi_ceiling_divide((element - entry->first + 1) * entry->coarsen, entry->refine) - 1;
}

#endif
