#include "over_ranks.h"

#include "../core/error.h"
#include "../group/layout.h"
#include "../group/link.h"

vf_status vf_exchange_ranks_may(const vf_set_state *set, const char *label)
{
  vf_group *group = set->layout->group;
  const vf_status status = vf_group_check_collective(group, "vf_set_fill_ghosts");
  if (status || !group->open_set) return status;
  return vf_fail(VF_ERROR_STATE,
                 "vf_set_fill_ghosts of '%s': an exchange of '%s' is begun; call vf_set_fill_ghosts_end first", label,
                 group->open_set->operand.label);
}

static void set_turns(const vf_group *group, const vf_exchange_plan *plan, vf_exchange *part)
{
  for (int l = 0; l < plan->link_count; l++)
    part->turns[l / 32] |= (uint32_t)vf_link_turn(&group->links[plan->links[l].rank]) << l % 32;
}

static uint64_t digest_of(const vf_set_state *set)
{
  const int64_t words[] = { set->operand.type, set->components };
  return vf_digest(set->plan->digest, words, sizeof words);
}

/* Launch 1: what others get, copies between own boxes, and walls. */
static vf_status put(vf_set_state *set, vf_set_state *wall, const vf_boundary *sides)
{
  vf_group *group = set->layout->group;
  vf_exchange_plan *plan = set->plan;
  const uint64_t digest = digest_of(set);
  vf_status status = vf_exchange_plan_buffers(set, plan);
  for (int l = 0; l < plan->link_count && !status; l++)
    status = vf_link_begin(&group->links[plan->links[l].rank], plan->links[l].receive_bytes);
  if (status) return status;
  vf_exchange part = {
    .item_count = plan->first_taken, .items = plan->placed, .sides = *sides, .buffers = plan->buffers
  };
  set_turns(group, plan, &part);
  status = vf_exchange_launch(set, wall, &part);
  vf_unlock();
  for (int l = 0; l < plan->link_count && !status; l++)
    status = vf_link_send(&group->links[plan->links[l].rank], plan->links[l].send_bytes, digest, set->operand.label);
  vf_lock();
  return status;
}

/* Launch 2: ghosts from other ranks. */
static vf_status take(vf_set_state *set)
{
  vf_group *group = set->layout->group;
  const vf_exchange_plan *plan = set->plan;
  const uint64_t digest = digest_of(set);
  vf_status status = vf_context_select(set->operand.context);
  vf_unlock();
  for (int l = 0; l < plan->link_count && !status; l++)
    status =
        vf_link_receive(&group->links[plan->links[l].rank], plan->links[l].receive_bytes, digest, set->operand.label);
  vf_lock();
  if (status || !plan->link_count) return status;
  vf_exchange part = { .item_count = plan->count - plan->first_taken,
                       .items = plan->placed + plan->first_taken,
                       .buffers = plan->buffers + 2 * plan->link_count };
  set_turns(group, plan, &part);
  return vf_exchange_launch(set, NULL, &part);
}

/* Whatever fails between two ranks leaves them out of step. */
static vf_status leave(vf_set_state *set, double began, bool ended, vf_status status)
{
  vf_group *group = set->layout->group;
  if (status) vf_group_break(group, status);
  set->exchanging = !status && !ended;
  group->open_set = set->exchanging ? set : NULL;
  group->figures.exchange_seconds += vf_group_seconds() - began;
  if (ended) group->figures.exchanges++;
  return vf_group_leave(group, status);
}

vf_status vf_exchange_ranks_begin(vf_set_state *set, vf_set_state *wall, const vf_boundary *sides, bool at_once)
{
  vf_group *group = set->layout->group;
  const double began = vf_group_seconds();
  vf_group_enter(group, set->plan->calls[at_once ? 0 : 1]);
  set->exchanging = true;
  vf_status status = put(set, wall, sides);
  if (!status && at_once) status = take(set);
  return leave(set, began, at_once, status);
}

vf_status vf_exchange_ranks_end(vf_set_state *set, const char *label)
{
  vf_group *group = set->layout->group;
  const double began = vf_group_seconds();
  if (!set->exchanging)
    return vf_fail(VF_ERROR_STATE, "vf_set_fill_ghosts_end of '%s': no exchange is begun on it", label);
  vf_status status = vf_group_check_collective(group, "vf_set_fill_ghosts_end");
  if (status) {
    set->exchanging = false;
    group->open_set = NULL;
    return status;
  }
  vf_group_enter(group, set->plan->calls[2]);
  return leave(set, began, true, take(set));
}
