/* Which elements of an array the points of a call own: the rule, for host and devices alike. */
#ifndef VIEWFAB_BACKEND_OWNERSHIP_H
#define VIEWFAB_BACKEND_OWNERSHIP_H

#include <viewfab/backend/mapping.h>

/* What one box gives one argument. The mapping leads to elements as the asker counts them. */
typedef struct vf_owned_rule {
  bool coloured; /* points with i + j + k + colour even */
  bool ghosts;   /* points beside one of the six faces of the box, and not those of the box */
  int colour;
  vf_box box;
  vf_mapping mapping;
  int64_t lower[4], upper[4]; /* i, j, k, n: no element outside is owned */
  bool every;                 /* all of those are owned */
  bool alternating;           /* each has one point, and neighbours have neighbours: every second one is owned */
} vf_owned_rule;

/* components: first and last n that the points work on, as the asker counts them */
VF_MAP_FUNCTION vf_owned_rule vf_owned_rule_of(const vf_box *box, const vf_mapping *mapping, vf_points points,
                                               int selector, const int64_t components[2])
{
  vf_owned_rule rule;
  bool gapless = true, single = true;
  rule.coloured = points == VF_POINTS_COLOURED;
  rule.ghosts = points == VF_POINTS_GHOSTS;
  rule.colour = selector;
  rule.box = *box;
  rule.mapping = *mapping;
  for (int d = 0; d < 3; d++) {
    const vf_mapping_entry *entry = &mapping->at[d];
    rule.lower[d] = vf_mapped_first(entry, (int64_t)box->lower[entry->axis] - rule.ghosts);
    rule.upper[d] = vf_mapped_last(entry, (int64_t)box->upper[entry->axis] + rule.ghosts);
    gapless = gapless && vf_map_gapless(entry->refine, entry->coarsen, entry->last - entry->first + 1);
    single = single && entry->refine == 1 && entry->coarsen == 1 && entry->first == entry->last;
  }
  rule.lower[3] = components[0];
  rule.upper[3] = components[1];
  rule.every = gapless && !rule.coloured && !rule.ghosts;
  rule.alternating = single && rule.coloured;
  return rule;
}

/* Whether a point of the box, of the right colour or among its ghosts, has the element. */
VF_MAP_FUNCTION bool vf_owned_exactly(const vf_owned_rule *rule, const int64_t at[3])
{
  int64_t sum = rule->colour;
  bool choice = false;      /* between points of both colours */
  bool elsewhere = false;   /* no point of the box has it */
  int beside = 0, only = 0; /* directions in which a ghost may have it, and in which nothing else may */
  for (int d = 0; d < 3; d++) {
    const vf_mapping_entry *entry = &rule->mapping.at[d];
    const int64_t lower = rule->box.lower[entry->axis], upper = rule->box.upper[entry->axis];
    const int64_t first = vf_first_owner(entry, at[d]), last = vf_last_owner(entry, at[d]);
    const int64_t low = first > lower ? first : lower, high = last < upper ? last : upper;
    const bool inside = low <= high;
    const bool ghost = (first < lower && last >= lower - 1) || (last > upper && first <= upper + 1);
    if (first > last || (!inside && !ghost)) return false;
    sum += low;
    choice = choice || low < high;
    elsewhere = elsewhere || !inside;
    beside += ghost;
    only += !inside;
  }
  if (rule->ghosts) return beside > 0 && only <= 1;
  return !elsewhere && (!rule->coloured || choice || (sum & 1) == 0);
}

VF_MAP_FUNCTION bool vf_owned(const vf_owned_rule *rule, int64_t i, int64_t j, int64_t k, int64_t n)
{
  const int64_t at[3] = { i, j, k };
  for (int d = 0; d < 3; d++)
    if (at[d] < rule->lower[d] || at[d] > rule->upper[d]) return false;
  if (n < rule->lower[3] || n > rule->upper[3]) return false;
  if (rule->every) return true;
  if (!rule->alternating) return vf_owned_exactly(rule, at);
  const vf_mapping_entry *entry = rule->mapping.at;
  return ((i + j + k + rule->colour - entry[0].first - entry[1].first - entry[2].first) & 1) == 0;
}

#endif
