/* The elements of an array that the points of a call own: the rule, for host and devices alike. */
#ifndef VIEWFAB_BACKEND_OWNERSHIP_H
#define VIEWFAB_BACKEND_OWNERSHIP_H

#include <viewfab/backend/halo.h>

/* The rule for one argument and one box. The mapping leads to elements in the caller's numbering. */
typedef struct vfi_owned_rule {
  int rank;      /* directions of the box */
  bool coloured; /* the points have an even i + j + k + colour */
  int colour;
  vf_box box;      /* the box of the call; with the nodes of the cells in nodal directions */
  int depth;       /* layers of ghosts beside the box */
  unsigned pieces; /* pieces with points, among box and ghosts: see vfi_halo */
  vfi_mapping mapping;
  int64_t lower[4], upper[4]; /* [direction of the array] no element outside is owned */
  bool every;                 /* all elements inside are owned */
  bool alternating;           /* each element has one point, and neighbours have neighbours: every second element is
                               * owned */
} vfi_owned_rule;

/* Makes a rule.
 *   rank          directions of the box
 *   halo          the ghosts of the call; for a kernel that is not over ghosts, the box alone
 *   selector      colour of the call; used by coloured kernels alone
 *   lower, upper  [4] bounds of the array in each direction, components included, in the caller's numbering */
VF_MAP_FUNCTION vfi_owned_rule vfi_owned_rule_of(const vf_box *box, int rank, const vfi_halo *halo,
                                                 const vfi_mapping *mapping, vfi_points points, int selector,
                                                 const int64_t lower[4], const int64_t upper[4])
{
  vfi_owned_rule rule;
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
    const vfi_mapping_entry *entry = &mapping->at[d];
    single = single && entry->axis != VF_AXIS_ANY;
    if (entry->axis == VF_AXIS_ANY) continue;
    rule.lower[d] = vfi_mapped_first(entry, vfi_halo_first(halo, box, entry->axis));
    rule.upper[d] = vfi_mapped_last(entry, vfi_halo_last(halo, box, entry->axis));
    gapless = gapless && vfi_map_gapless(entry->refine, entry->coarsen, entry->last - entry->first + 1);
    single = single && entry->refine == 1 && entry->coarsen == 1 && entry->first == entry->last;
  }
  rule.every = gapless && !rule.coloured && rule.pieces == 1u << VF_HALO_INSIDE;
  rule.alternating = single && rule.coloured;
  return rule;
}

/* True if a point of the right colour, in one of the pieces, owns the element. */
VF_MAP_FUNCTION bool vfi_owned_exactly(const vfi_owned_rule *rule, const int64_t at[4])
{
  int64_t sum = rule->colour;
  unsigned pieces = rule->pieces; /* pieces in which a point may own the element */
  bool choice = false;            /* points of both colours own the element */
  bool followed[3] = { false, false, false };
  for (int d = 0; d < rule->mapping.rank; d++) {
    const vfi_mapping_entry *entry = &rule->mapping.at[d];
    if (entry->axis == VF_AXIS_ANY) continue;
    followed[entry->axis] = true;
    const int64_t lower = rule->box.lower[entry->axis], upper = rule->box.upper[entry->axis];
    const int64_t first = vfi_first_owner(entry, at[d]), last = vfi_last_owner(entry, at[d]);
    const int64_t low = first > lower ? first : lower, high = last < upper ? last : upper;
    unsigned there = 0;
    if (first > last) return false;
    if (first < lower && last >= lower - rule->depth) there |= vfi_halo_pieces_at(entry->axis, -1);
    if (low <= high) there |= vfi_halo_pieces_at(entry->axis, 0);
    if (last > upper && first <= upper + rule->depth) there |= vfi_halo_pieces_at(entry->axis, 1);
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

VF_MAP_FUNCTION bool vfi_owned(const vfi_owned_rule *rule, int64_t i, int64_t j, int64_t k, int64_t n)
{
  const int64_t at[4] = { i, j, k, n };
  for (int d = 0; d < 4; d++)
    if (at[d] < rule->lower[d] || at[d] > rule->upper[d]) return false;
  if (rule->every) return true;
  if (!rule->alternating) return vfi_owned_exactly(rule, at);
  int64_t sum = rule->colour;
  for (int d = 0; d < rule->rank; d++) sum += at[d] - rule->mapping.at[d].first;
  return (sum & 1) == 0;
}

#endif
