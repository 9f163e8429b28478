/* Which elements of an array the points of a call own: the rule, for host and devices alike. */
#ifndef VIEWFAB_BACKEND_OWNERSHIP_H
#define VIEWFAB_BACKEND_OWNERSHIP_H

#include <viewfab/backend/halo.h>

/* What one box gives one argument. The mapping leads to elements as the asker counts them. */
typedef struct vf_owned_rule {
  int rank;      /* of the box */
  bool coloured; /* points with i + j + k + colour even */
  int colour;
  vf_box box;      /* nodes of the cells, in directions in which points are nodes */
  int depth;       /* layers of ghosts beside it */
  unsigned pieces; /* of box and ghosts, in which the points are: see vf_halo */
  vf_mapping mapping;
  int64_t lower[4], upper[4]; /* of each direction of the array: no element outside is owned */
  bool every;                 /* all of those are owned */
  bool alternating;           /* each has one point, and neighbours have neighbours: every second one is owned */
} vf_owned_rule;

/* rank: of the box
 * halo: the ghosts of the call, or what a kernel has that is not over ghosts
 * lower, upper: what the array has in each direction, its components among them, as the asker counts */
VF_MAP_FUNCTION vf_owned_rule vf_owned_rule_of(const vf_box *box, int rank, const vf_halo *halo,
                                               const vf_mapping *mapping, vf_points points, int selector,
                                               const int64_t lower[4], const int64_t upper[4])
{
  vf_owned_rule rule;
  bool gapless = true, single = mapping->rank == rank;
  rule.rank = rank;
  rule.coloured = points == VF_POINTS_COLOURED;
  rule.colour = selector;
  rule.box = *box;
  for (int d = 0; d < 3; d++) rule.box.upper[d] += halo->nodal[d];
  rule.depth = halo->depth;
  rule.pieces = halo->pieces;
  rule.mapping = *mapping;
  for (int d = 0; d < 4; d++) {
    rule.lower[d] = lower[d];
    rule.upper[d] = upper[d];
  }
  for (int d = 0; d < mapping->rank; d++) {
    const vf_mapping_entry *entry = &mapping->at[d];
    single = single && entry->axis != VF_AXIS_ANY;
    if (entry->axis == VF_AXIS_ANY) continue;
    rule.lower[d] = vf_mapped_first(entry, vf_halo_first(halo, box, entry->axis));
    rule.upper[d] = vf_mapped_last(entry, vf_halo_last(halo, box, entry->axis));
    gapless = gapless && vf_map_gapless(entry->refine, entry->coarsen, entry->last - entry->first + 1);
    single = single && entry->refine == 1 && entry->coarsen == 1 && entry->first == entry->last;
  }
  rule.every = gapless && !rule.coloured && rule.pieces == 1u << VF_HALO_INSIDE;
  rule.alternating = single && rule.coloured;
  return rule;
}

/* Whether a point of the right colour, in one of the pieces, has the element. */
VF_MAP_FUNCTION bool vf_owned_exactly(const vf_owned_rule *rule, const int64_t at[4])
{
  int64_t sum = rule->colour;
  unsigned pieces = rule->pieces; /* in which a point may have it */
  bool choice = false;            /* between points of both colours */
  bool followed[3] = { false, false, false };
  for (int d = 0; d < rule->mapping.rank; d++) {
    const vf_mapping_entry *entry = &rule->mapping.at[d];
    if (entry->axis == VF_AXIS_ANY) continue;
    followed[entry->axis] = true;
    const int64_t lower = rule->box.lower[entry->axis], upper = rule->box.upper[entry->axis];
    const int64_t first = vf_first_owner(entry, at[d]), last = vf_last_owner(entry, at[d]);
    const int64_t low = first > lower ? first : lower, high = last < upper ? last : upper;
    unsigned there = 0;
    if (first > last) return false;
    if (first < lower && last >= lower - rule->depth) there |= vf_halo_pieces_at(entry->axis, -1);
    if (low <= high) there |= vf_halo_pieces_at(entry->axis, 0);
    if (last > upper && first <= upper + rule->depth) there |= vf_halo_pieces_at(entry->axis, 1);
    pieces &= there;
    sum += low;
    choice = choice || low < high;
  }
  for (int axis = 0; axis < rule->rank; axis++) {
    if (followed[axis]) continue;
    sum += rule->box.lower[axis];
    choice = choice || rule->box.lower[axis] < rule->box.upper[axis];
  }
  return pieces && (!rule->coloured || choice || (sum & 1) == 0);
}

VF_MAP_FUNCTION bool vf_owned(const vf_owned_rule *rule, int64_t i, int64_t j, int64_t k, int64_t n)
{
  const int64_t at[4] = { i, j, k, n };
  for (int d = 0; d < 4; d++)
    if (at[d] < rule->lower[d] || at[d] > rule->upper[d]) return false;
  if (rule->every) return true;
  if (!rule->alternating) return vf_owned_exactly(rule, at);
  int64_t sum = rule->colour;
  for (int d = 0; d < rule->rank; d++) sum += at[d] - rule->mapping.at[d].first;
  return (sum & 1) == 0;
}

#endif
