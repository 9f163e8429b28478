/* vf_set_fill_ghosts, at once and in two calls: the checks, the plan, the launch. */
#include <string.h>

#include <viewfab/layout.h>

#include "../core/check.h"
#include "../core/error.h"
#include "../core/region.h"
#include "../group/layout.h"
#include "over_ranks.h"

static vf_status resolve(const vf_view *handle, const char *argument, vf_set_state **set, const char **label)
{
  char who[64];
  strcpy(who, "vf_set_fill_ghosts, argument ");
  strcat(who, argument);
  const vf_operand *operand = vf_handle_get(handle, who);
  if (!operand) return VF_ERROR_NULL;
  if (!operand->set) return vf_fail(VF_ERROR_ARGUMENT, "%s: '%s' is a view, not a set", who, operand->label);
  *set = operand->set;
  *label = operand->label;
  return VF_OK;
}

static void make_key(const vf_box *domain, const vf_layers *asked, const vf_boundary *sides, vf_exchange_key *key)
{
  memset(key, 0, sizeof *key); /* keys are compared with their padding */
  key->domain = *domain;
  memcpy(key->asked.number, asked->number, sizeof key->asked.number);
  key->asked.alike = asked->alike;
  for (int face = 0; face < 6; face++) {
    const int kind = sides->kind[face];
    if (kind == VF_PERIODIC) key->periodic[face % 3] = true;
    key->wall[face] = kind != VF_PERIODIC && kind != VF_UNFILLED;
  }
}

static vf_status check_layers(const vf_layers *layers, const char *label)
{
  const int *asked = layers->number;
  if (layers->alike && asked[0] < 1)
    return vf_fail(VF_ERROR_ARGUMENT, "vf_set_fill_ghosts: %d layers of '%s'", asked[0], label);
  if (layers->alike || (asked[0] >= 0 && asked[1] >= 0 && asked[2] >= 0 && (asked[0] || asked[1] || asked[2])))
    return VF_OK;
  return vf_fail(VF_ERROR_ARGUMENT,
                 "vf_set_fill_ghosts: (%d, %d, %d) layers of '%s'; each may be 0 or more, and one is 1 at least",
                 asked[0], asked[1], asked[2], label);
}

static vf_status check_key(const vf_set_state *set, const vf_exchange_key *key, const vf_boundary *sides,
                           const char *label)
{
  const vf_box *domain = &key->domain;
  int layers[3];
  vf_status status = check_layers(&key->asked, label);
  if (!status) status = vf_check_boundary("set_fill_ghosts", "sides", sides);
  if (status) return status;
  const char *obstacle = vf_box_obstacle(domain, false);
  char text[VF_RANGE_TEXT];
  if (obstacle && !vf_box_is_empty(domain))
    return vf_fail(VF_ERROR_BOX, "vf_set_fill_ghosts of '%s': the domain %s %s", label,
                   vf_box_text_in(text, domain, set->rank), obstacle);
  vf_exchange_layers(set, &key->asked, layers);
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    const int64_t length = (int64_t)domain->upper[d] - domain->lower[d] + 1;
    if (key->periodic[d] && layers[d] > length)
      return vf_fail(VF_ERROR_ARGUMENT,
                     "vf_set_fill_ghosts: %d layers of '%s', whose periodic domain has %lld cells in direction %d",
                     layers[d], label, (long long)length, d + 1);
    if (key->wall[face] && layers[d] && !vf_type_is_real(set->operand.type))
      return vf_fail(VF_ERROR_KIND, "vf_set_fill_ghosts: '%s' is %s; walls are for real32 and real64", label,
                     vf_type_name(set->operand.type));
  }
  return VF_OK;
}

/* The wall values stand in the ghosts beside the walls. */
vf_status vf_exchange_check_wall(const vf_set_state *set, const vf_set_state *wall, const char *label,
                                 const char *wall_label)
{
  if (wall == set) return vf_fail(VF_ERROR_ALIAS, "vf_set_fill_ghosts: the set and its wall are both '%s'", label);
  if (wall->operand.context != set->operand.context)
    return vf_fail(VF_ERROR_CONTEXT, "vf_set_fill_ghosts: '%s' and '%s' belong to different contexts", label,
                   wall_label);
  if (wall->operand.type != set->operand.type || wall->components != set->components)
    return vf_fail(VF_ERROR_KIND, "vf_set_fill_ghosts: '%s' is %s with %lld components and '%s' %s with %lld", label,
                   vf_type_name(set->operand.type), (long long)set->components, wall_label,
                   vf_type_name(wall->operand.type), (long long)wall->components);
  if (wall->operand.count != set->operand.count ||
      memcmp(wall->boxes, set->boxes, (size_t)set->operand.count * sizeof *set->boxes))
    return vf_fail(VF_ERROR_BOX, "vf_set_fill_ghosts: '%s' and '%s' have different boxes", label, wall_label);
  for (int x = 0; x < set->plan->count; x++) {
    const vf_exchange_item *item = &set->plan->items[x];
    if (item->face < 0) continue;
    const vf_record *record = wall->operand.records[item->to];
    for (int d = 0; d < 3; d++)
      if (item->first[d] < record->lower[d] || item->first[d] + item->size[d] - 1 > record->upper[d]) {
        char box[VF_RANGE_TEXT], has[VF_RANGE_TEXT];
        return vf_fail(VF_ERROR_BOX,
                       "vf_set_fill_ghosts: '%s' has no values in the ghosts of box %s beside the domain's faces; "
                       "it spans %s",
                       wall_label, vf_box_text_in(box, &set->boxes[item->to], set->rank),
                       vf_range_text(has, record->rank < 3 ? record->rank : 3, record->lower, record->upper));
      }
  }
  return VF_OK;
}

/* Number of plans that a set keeps: a code that fills several depths in turn finds each plan once. */
enum { PLANS_KEPT = 4 };

bool vf_exchange_keeps(vf_set_state *set, const vf_exchange_key *key)
{
  vf_exchange_plan **link = &set->plan;
  while (*link && memcmp(&(*link)->key, key, sizeof *key)) link = &(*link)->next;
  vf_exchange_plan *plan = *link;
  if (!plan) return false;
  *link = plan->next;
  plan->next = set->plan;
  set->plan = plan;
  return true;
}

void vf_exchange_keep(vf_set_state *set, vf_exchange_plan *plan)
{
  if (vf_exchange_keeps(set, &plan->key)) { /* another rank had lost its plan */
    vf_exchange_plan *old = set->plan;
    set->plan = old->next;
    vf_exchange_plan_free(old);
  }
  plan->next = set->plan;
  set->plan = plan;
  for (int kept = 1; kept < PLANS_KEPT && plan->next; kept++) plan = plan->next;
  vf_exchange_plan_free(plan->next);
  plan->next = NULL;
}

static vf_status plan_of(vf_set_state *set, const vf_exchange_key *key, const char *label)
{
  if (vf_exchange_keeps(set, key)) return VF_OK;
  vf_exchange_plan *plan = NULL;
  const vf_status status = vf_exchange_plan_make(set, key, label, &plan);
  if (!status) vf_exchange_keep(set, plan);
  return status;
}

vf_status vf_exchange_launch(vf_set_state *set, vf_set_state *wall, const vf_exchange *part)
{
  vf_context *context = set->operand.context;
  if (part->item_count == 0) return VF_OK;
  vf_status status = vf_operand_prepare(&set->operand, VF_DEVICE, VF_UPDATE, NULL);
  if (!status && wall) status = vf_operand_prepare(&wall->operand, VF_DEVICE, VF_READ, NULL);
  if (!status) status = vf_context_select(context);
  if (!status) status = vf_set_tables_make(set);
  if (!status && wall) status = vf_set_tables_make(wall);
  if (status) return status;
  vf_exchange exchange = *part;
  exchange.type = set->operand.type;
  exchange.components = (int)set->components;
  exchange.spans = set->tables.spans;
  exchange.walls = wall ? wall->tables.spans : NULL;
  exchange.boxes = set->tables.boxes;
  exchange.queue = context->queue;
  vf_unlock();
  const int code = context->backend->exchange(&exchange);
  vf_lock();
  if (code) return vf_context_failure(context, code, "a ghost exchange");
  vf_operand_commit(&set->operand, VF_DEVICE, VF_UPDATE);
  if (wall) vf_operand_commit(&wall->operand, VF_DEVICE, VF_READ);
  context->counters.launches++;
  return VF_OK;
}

/* A call on a handle that is not a set any more; the lock is released while ranks talk. */
static vf_status refuse(const vf_view *handle, const char *call, vf_status status)
{
  vf_unlock();
  status = vf_set_refuse(handle, call, status);
  vf_lock();
  return status;
}

/* The arguments of a caller. */
typedef struct request {
  vf_view *set, *wall;
  const vf_layers *layers; /* NULL: none were given */
  const vf_box *domain;
  const vf_boundary *sides;
  bool at_once;
} request;

static vf_status check_request(const request *asked, const vf_set_state *set, const vf_exchange_key *key,
                               const char *label)
{
  const char *missing = !asked->domain ? "domain" : !asked->sides ? "sides" : !asked->layers ? "layers" : NULL;
  if (missing) return vf_fail(VF_ERROR_NULL, "vf_set_fill_ghosts: %s is NULL", missing);
  return check_key(set, key, asked->sides, label);
}

/* Lock held; the function releases the lock while a launch is made or ranks talk. */
static vf_status fill_locked(const request *asked)
{
  vf_set_state *set = NULL, *wall = NULL;
  const char *label = NULL, *wall_label = NULL;
  vf_exchange_key key;
  memset(&key, 0, sizeof key);
  vf_status status = resolve(asked->set, "set", &set, &label);
  if (status) return refuse(asked->set, "vf_set_fill_ghosts", status);
  if (asked->wall) status = resolve(asked->wall, "wall", &wall, &wall_label);
  if (asked->domain && asked->layers && asked->sides) make_key(asked->domain, asked->layers, asked->sides, &key);
  if (!status) status = check_request(asked, set, &key, label);
  if (set->layout) {
    const vf_exchange_wish wish = { set, wall, label, wall_label, &key, asked->sides, asked->at_once };
    return vf_exchange_ranks_begin(&wish, status);
  }
  if (!status) status = plan_of(set, &key, label);
  if (!status && wall) status = vf_exchange_check_wall(set, wall, label, wall_label);
  if (status) return status;
  const vf_exchange whole = { .item_count = set->plan->count, .items = set->plan->placed, .sides = *asked->sides };
  return vf_exchange_launch(set, wall, &whole);
}

static vf_status fill(const request *asked)
{
  vf_lock();
  const vf_status status = fill_locked(asked);
  vf_unlock();
  return status;
}

static vf_layers layers_alike(int layers) { return (vf_layers){ { layers, 0, 0 }, true }; }

static vf_layers layers_of(const int layers[3])
{
  return layers ? (vf_layers){ { layers[0], layers[1], layers[2] }, false } : layers_alike(1);
}

vf_status vf_set_fill_ghosts(vf_set *set, vf_set *wall, int layers, const vf_box *domain, const vf_boundary *sides)
{
  const vf_layers all = layers_alike(layers);
  return fill(&(request){ set, wall, &all, domain, sides, true });
}

vf_status vf_set_fill_ghosts_by_direction(vf_set *set, vf_set *wall, const int layers[3], const vf_box *domain,
                                          const vf_boundary *sides)
{
  const vf_layers each = layers_of(layers);
  return fill(&(request){ set, wall, layers ? &each : NULL, domain, sides, true });
}

vf_status vf_set_fill_ghosts_begin(vf_set *set, vf_set *wall, int layers, const vf_box *domain,
                                   const vf_boundary *sides)
{
  const vf_layers all = layers_alike(layers);
  return fill(&(request){ set, wall, &all, domain, sides, false });
}

vf_status vf_set_fill_ghosts_begin_by_direction(vf_set *set, vf_set *wall, const int layers[3], const vf_box *domain,
                                                const vf_boundary *sides)
{
  const vf_layers each = layers_of(layers);
  return fill(&(request){ set, wall, layers ? &each : NULL, domain, sides, false });
}

vf_status vf_set_fill_ghosts_end(vf_set *handle)
{
  vf_set_state *set = NULL;
  const char *label = NULL;
  vf_lock();
  vf_status status = resolve(handle, "set", &set, &label);
  if (status) status = refuse(handle, "vf_set_fill_ghosts_end", status);
  else if (set->layout) status = vf_exchange_ranks_end(set, label);
  vf_unlock();
  return status;
}
