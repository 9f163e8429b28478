/* Which elements a map gives a point and a box, for host and devices alike. */
#ifndef VIEWFAB_BACKEND_MAPPING_H
#define VIEWFAB_BACKEND_MAPPING_H

#include <viewfab/backend/description.h>

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_MAP_FUNCTION static __host__ __device__ __forceinline__
#else
#define VF_MAP_FUNCTION static inline
#endif

/* Boxes of sets may be empty, in several directions too, where a product of their extents says nothing. */
VF_MAP_FUNCTION bool vf_has_points(const vf_box *box)
{
  return box->lower[0] <= box->upper[0] && box->lower[1] <= box->upper[1] && box->lower[2] <= box->upper[2];
}

/* A map in one call: the direction of the call and the shift are worked in, so that offsets may be beyond an int. */
typedef struct vf_mapping_entry {
  int axis, refine, coarsen;
  int64_t first, last;
} vf_mapping_entry;
typedef struct vf_mapping {
  int rank;               /* entries */
  vf_mapping_entry at[3]; /* the others belong to no axis */
} vf_mapping;

/* direction: of the call, over faces; shift: [3], or NULL for none. */
VF_MAP_FUNCTION vf_mapping vf_mapping_of(const vf_map *map, int direction, const int *shift)
{
  vf_mapping mapping;
  mapping.rank = map->rank;
  for (int d = 0; d < 3; d++) {
    const vf_map_entry *from = &map->at[d];
    vf_mapping_entry *to = &mapping.at[d];
    const bool counts = !map->of_call || from->axis == direction;
    to->axis = d < map->rank ? from->axis : VF_AXIS_ANY;
    to->refine = from->refine;
    to->coarsen = from->coarsen;
    to->first = (counts ? from->first : from->first_beside) + (shift ? (int64_t)shift[d] : 0);
    to->last = (counts ? from->last : from->last_beside) + (shift ? (int64_t)shift[d] : 0);
  }
  return mapping;
}

/* Quotients by a positive number, rounded down and up. Divisions of 64 bits would cost a GPU half of its threads wherever
 * one might be needed, so they are made of two of 32 bits: |value| < 2^47, by < 2^16. */
VF_MAP_FUNCTION int64_t vf_floor_divide(int64_t value, int by)
{
  if (by == 1) return value;
  const int high = (int)(value >> 16);
  const int quotient = high / by - (high % by < 0);
  const unsigned rest = ((unsigned)(high - quotient * by) << 16) + (unsigned)(value & 0xffff);
  return (int64_t)quotient * 65536 + (int64_t)(rest / (unsigned)by);
}
VF_MAP_FUNCTION int64_t vf_ceiling_divide(int64_t value, int by) { return -vf_floor_divide(-value, by); }

/* The first and the last element of points lower .. upper along the axis of an entry. */
VF_MAP_FUNCTION int64_t vf_mapped_first(const vf_mapping_entry *entry, int64_t lower)
{
  return vf_floor_divide(lower * entry->refine, entry->coarsen) + entry->first;
}
VF_MAP_FUNCTION int64_t vf_mapped_last(const vf_mapping_entry *entry, int64_t upper)
{
  return vf_floor_divide(upper * entry->refine, entry->coarsen) + entry->last;
}

/* Whether the elements of neighbouring points leave none between them. */
VF_MAP_FUNCTION bool vf_map_gapless(int refine, int coarsen, int64_t elements) { return elements * coarsen >= refine; }

/* The points that have an element, as an interval that may be empty: those p with
 *   element - last <= floor(p * refine / coarsen) <= element - first */
VF_MAP_FUNCTION int64_t vf_first_owner(const vf_mapping_entry *entry, int64_t element)
{
  return vf_ceiling_divide((element - entry->last) * entry->coarsen, entry->refine);
}
VF_MAP_FUNCTION int64_t vf_last_owner(const vf_mapping_entry *entry, int64_t element)
{
  return vf_ceiling_divide((element - entry->first + 1) * entry->coarsen, entry->refine) - 1;
}

#endif
