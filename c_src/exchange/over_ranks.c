#include "over_ranks.h"

#include <stdio.h>
#include <string.h>

#include "../core/error.h"
#include "../core/seconds.h"
#include "../group/layout.h"
#include "../group/link.h"

/* Numbers of the exchange of each link, or of the next exchange. */
static void set_turns(const vf_group *group, const vfi_exchange_plan *plan, bool next, vf_exchange *part)
{
  for (int l = 0; l < plan->link_count; l++) {
    const uint32_t turn = (uint32_t)vfi_link_turn(&group->links[plan->links[l].rank]) ^ next;
    part->turns[l / 32] |= turn << l % 32;
  }
}

static uint64_t digest_of(const vfi_set_state *set)
{
  const int64_t words[] = { set->operand.type, set->components };
  return vfi_digest(set->plan->digest, words, sizeof words);
}

/* Launch 1: cells for other ranks, copies between own boxes, and walls. The other ranks still have their last unpacked
 * values in the other buffer of each pair. So this buffer may be written before the other ranks are asked, and again if
 * they refuse. */
static vf_status pack(vfi_set_state *set, vfi_set_state *wall, const vf_boundary *sides)
{
  vfi_exchange_plan *plan = set->plan;
  vf_status status = vfi_exchange_plan_buffers(set, plan);
  if (status) return status;
  vf_exchange part = {
    .item_count = plan->first_taken, .items = plan->placed, .sides = *sides, .buffers = plan->buffers
  };
  set_turns(set->layout->group, plan, true, &part);
  return vfi_exchange_launch(set, wall, &part);
}

/* Once all ranks have packed. */
static vf_status put(vfi_set_state *set)
{
  vf_group *group = set->layout->group;
  const vfi_exchange_plan *plan = set->plan;
  const uint64_t digest = digest_of(set);
  vf_status status = VF_OK;
  for (int l = 0; l < plan->link_count && !status; l++)
    status = vfi_link_begin(&group->links[plan->links[l].rank], plan->links[l].receive_bytes);
  vfi_unlock();
  for (int l = 0; l < plan->link_count && !status; l++)
    status = vfi_link_send(&group->links[plan->links[l].rank], plan->links[l].send_bytes, digest, set->operand.label);
  vfi_lock();
  return status;
}

/* Launch 2: ghosts from other ranks. */
static vf_status take(vfi_set_state *set)
{
  vf_group *group = set->layout->group;
  const vfi_exchange_plan *plan = set->plan;
  const uint64_t digest = digest_of(set);
  vf_status status = vfi_context_select(set->operand.context);
  vfi_unlock();
  for (int l = 0; l < plan->link_count && !status; l++)
    status =
        vfi_link_receive(&group->links[plan->links[l].rank], plan->links[l].receive_bytes, digest, set->operand.label);
  vfi_lock();
  if (status || !plan->link_count) return status;
  vf_exchange part = { .item_count = plan->count - plan->first_taken,
                       .items = plan->placed + plan->first_taken,
                       .buffers = plan->buffers + 2 * plan->link_count };
  set_turns(group, plan, false, &part);
  return vfi_exchange_launch(set, NULL, &part);
}

/* ---- The data that ranks must have alike ------------------------------------------------------------- */

static const char *name_call(char text[VF_PLAN_CALL], const char *ending, const char *label)
{
  snprintf(text, VF_PLAN_CALL, "vf_set_fill_ghosts%s of '%s'", ending, label);
  return text;
}

/* The digest takes numbers one by one, because structs have gaps. Layouts, and everything that follows from layouts,
 * are compared when plans are made. */
static uint64_t digest_of_wish(const vfi_exchange_wish *wish)
{
  const vf_boundary *sides = wish->sides;
  uint64_t digest = vfi_digest(wish->set->layout->digest, wish->key, sizeof *wish->key);
  if (sides) {
    const double numbers[] = { sides->order, wish->wall != NULL };
    digest = vfi_digest(digest, sides->kind, sizeof sides->kind);
    digest = vfi_digest(digest, numbers, sizeof numbers);
    for (int face = 0; face < 6; face++)
      if (sides->kind[face] == VF_DIRICHLET)
        digest = vfi_digest(digest, &sides->distance[face], sizeof sides->distance[face]);
  }
  return digest;
}

/* One round of all ranks: each rank says if it can go on. lacking: in: this rank has no plan; out: some rank has
 * none. */
static vf_status agree(const vfi_exchange_wish *wish, const char *call, vf_status status, bool *lacking)
{
  vf_group *group = wish->set->layout->group;
  const uint64_t digest = digest_of_wish(wish);
  vfi_group_enter(group, call);
  vfi_unlock();
  status = vfi_group_meet(group, digest, status, lacking);
  vfi_lock();
  return status;
}

/* ---- Calls -------------------------------------------------------------------------------------------- */

/* Whatever fails once ranks have agreed leaves them out of step. */
static vf_status leave(vfi_set_state *set, double began, bool ended, vf_status status)
{
  vf_group *group = set->layout->group;
  if (status) vfi_group_break(group, status);
  set->exchanging = !status && !ended;
  group->open_set = set->exchanging ? set : NULL;
  group->figures.exchange_seconds += vfi_seconds() - began;
  if (ended) group->figures.exchanges++;
  return vfi_group_leave(group, status);
}

static vf_status make_plan(const vfi_exchange_wish *wish)
{
  vfi_exchange_plan *plan = NULL;
  const vf_status status = vfi_exchange_plan_ranks(wish->set, wish->key, wish->label, &plan);
  if (!status) vfi_exchange_keep(wish->set, plan);
  return status;
}

static vf_status fill(const vfi_exchange_wish *wish, double began, vf_status refusal)
{
  vfi_set_state *set = wish->set, *wall = wish->wall;
  vf_group *group = set->layout->group;
  char call[VF_PLAN_CALL];
  name_call(call, wish->at_once ? "" : "_begin", wish->label);
  for (;;) {
    vf_status status = refusal;
    bool lacking = !status && !vfi_exchange_keeps(set, wish->key);
    if (lacking) status = vfi_exchange_check_boxes(set, wish->key, wish->label);
    if (!status && !lacking && wall) status = vfi_exchange_check_wall(set, wall, wish->label, wish->wall_label);
    if (!status && !lacking) status = pack(set, wall, wish->sides);
    status = agree(wish, call, status, &lacking);
    if (status) return vfi_group_leave(group, status);
    if (!lacking) break;
    vfi_group_leave(group, VF_OK);
    status = make_plan(wish);
    if (status) return status;
  }
  vf_status status = put(set);
  if (!status && wish->at_once) status = take(set);
  return leave(set, began, wish->at_once, status);
}

vf_status vfi_exchange_ranks_begin(const vfi_exchange_wish *wish, vf_status status)
{
  vfi_set_state *set = wish->set;
  vf_group *group = set->layout->group;
  const double began = vfi_seconds();
  const vf_status able = vfi_group_check_collective(group, "vf_set_fill_ghosts");
  if (able) return able;
  if (!status && group->open_set)
    status = vfi_fail(VF_ERROR_STATE,
                      "vf_set_fill_ghosts of '%s': an exchange of '%s' is begun; call vf_set_fill_ghosts_end first",
                      wish->label, group->open_set->operand.label);
  const bool was = set->exchanging;
  set->exchanging = true; /* set while the lock is not held */
  status = fill(wish, began, status);
  if (status) set->exchanging = was && group->open_set == set;
  return status;
}

vf_status vfi_exchange_ranks_end(vfi_set_state *set, const char *label)
{
  vf_group *group = set->layout->group;
  const double began = vfi_seconds();
  char call[VF_PLAN_CALL];
  vf_status status = vfi_group_check_collective(group, "vf_set_fill_ghosts_end");
  if (status) {
    if (set->exchanging) group->open_set = NULL;
    set->exchanging = false;
    return status;
  }
  if (group->open_set != set)
    status = vfi_fail(VF_ERROR_STATE, "vf_set_fill_ghosts_end of '%s': no exchange is begun on it", label);
  else status = vfi_operand_prepare(&set->operand, VF_DEVICE, VF_UPDATE, NULL);
  vfi_group_enter(group, name_call(call, "_end", label));
  vfi_unlock();
  status = vfi_group_meet(group, 0, status, NULL);
  vfi_lock();
  if (status) return vfi_group_leave(group, status); /* the exchange can still be ended */
  return leave(set, began, true, take(set));
}
