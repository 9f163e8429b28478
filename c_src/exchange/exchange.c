/* vf_set_fill_ghosts, at once and in two calls: the checks, the plan, the launch. */
#include <string.h>

#include <viewfab/layout.h>

#include "../core/check.h"
#include "../core/error.h"
#include "../core/evict.h"
#include "../core/hooks.h"
#include "../core/region.h"
#include "../core/text.h"
#include "../group/layout.h"
#include "over_ranks.h"

static vf_status resolve(const vf_view *handle, const char *argument, vfi_set_state **set, const char **label)
{
  char who[64];
  strcpy(who, "vf_set_fill_ghosts, argument ");
  strcat(who, argument);
  const vfi_operand *operand = vfi_handle_get(handle, who);
  if (!operand) return VF_ERROR_NULL;
  if (!operand->set) return vfi_fail(VF_ERROR_ARGUMENT, "%s: '%s' is a view, not a set", who, operand->label);
  *set = operand->set;
  *label = operand->label;
  return VF_OK;
}

static void make_key(const vf_box *domain, const vfi_layers *asked, const vf_boundary *sides, vfi_exchange_key *key)
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

static vf_status check_layers(const vfi_layers *layers, const char *label)
{
  const int *asked = layers->number;
  if (layers->alike && asked[0] < 1)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_set_fill_ghosts: %d layers of '%s'", asked[0], label);
  if (layers->alike || (asked[0] >= 0 && asked[1] >= 0 && asked[2] >= 0 && (asked[0] || asked[1] || asked[2])))
    return VF_OK;
  return vfi_fail(VF_ERROR_ARGUMENT,
                  "vf_set_fill_ghosts: (%d, %d, %d) layers of '%s'; each may be 0 or more, and one is 1 at least",
                  asked[0], asked[1], asked[2], label);
}

static vf_status check_key(const vfi_set_state *set, const vfi_exchange_key *key, const vf_boundary *sides,
                           const char *label)
{
  const vf_box *domain = &key->domain;
  int layers[3];
  vf_status status = check_layers(&key->asked, label);
  if (!status) status = vfi_check_boundary("set_fill_ghosts", "sides", sides);
  if (status) return status;
  const char *obstacle = vfi_box_obstacle(domain, false);
  char text[VF_RANGE_TEXT];
  if (obstacle && !vfi_box_is_empty(domain))
    return vfi_fail(VF_ERROR_BOX, "vf_set_fill_ghosts of '%s': the domain %s %s", label,
                    vfi_box_text_in(text, domain, set->rank), obstacle);
  vfi_exchange_layers(set, &key->asked, layers);
  for (int face = 0; face < 6; face++) {
    const int d = face % 3;
    const int64_t length = (int64_t)domain->upper[d] - domain->lower[d] + 1;
    if (key->periodic[d] && layers[d] > length)
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "vf_set_fill_ghosts: %d layers of '%s', whose periodic domain has %lld cells in direction %d",
                      layers[d], label, (long long)length, d + 1);
    if (key->wall[face] && layers[d] && !vfi_type_is_real(set->operand.type))
      return vfi_fail(VF_ERROR_KIND, "vf_set_fill_ghosts: '%s' is %s; walls are for real32 and real64", label,
                      vfi_type_name(set->operand.type));
  }
  return VF_OK;
}

/* The wall values stand in the ghosts beside the walls. */
vf_status vfi_exchange_check_wall(const vfi_set_state *set, const vfi_set_state *wall, const char *label,
                                  const char *wall_label)
{
  if (wall == set) return vfi_fail(VF_ERROR_ALIAS, "vf_set_fill_ghosts: the set and its wall are both '%s'", label);
  if (wall->operand.context != set->operand.context)
    return vfi_fail(VF_ERROR_CONTEXT, "vf_set_fill_ghosts: '%s' and '%s' belong to different contexts", label,
                    wall_label);
  if (wall->operand.type != set->operand.type || wall->components != set->components)
    return vfi_fail(VF_ERROR_KIND, "vf_set_fill_ghosts: '%s' is %s with %lld components and '%s' %s with %lld", label,
                    vfi_type_name(set->operand.type), (long long)set->components, wall_label,
                    vfi_type_name(wall->operand.type), (long long)wall->components);
  if (wall->operand.count != set->operand.count ||
      memcmp(wall->boxes, set->boxes, (size_t)set->operand.count * sizeof *set->boxes))
    return vfi_fail(VF_ERROR_BOX, "vf_set_fill_ghosts: '%s' and '%s' have different boxes", label, wall_label);
  for (int x = 0; x < set->plan->count; x++) {
    const vfi_exchange_item *item = &set->plan->items[x];
    if (item->face < 0) continue;
    const vfi_record *record = wall->operand.records[item->to];
    for (int d = 0; d < 3; d++)
      if (item->first[d] < record->lower[d] || item->first[d] + item->size[d] - 1 > record->upper[d]) {
        char box[VF_RANGE_TEXT], has[VF_RANGE_TEXT];
        return vfi_fail(VF_ERROR_BOX,
                        "vf_set_fill_ghosts: '%s' has no values in the ghosts of box %s beside the domain's faces; "
                        "it spans %s",
                        wall_label, vfi_box_text_in(box, &set->boxes[item->to], set->rank),
                        vfi_range_text(has, record->rank < 3 ? record->rank : 3, record->lower, record->upper));
      }
  }
  return VF_OK;
}

/* Number of plans that a set keeps: a code that fills several depths in turn finds each plan once. */
enum { PLANS_KEPT = 4 };

bool vfi_exchange_keeps(vfi_set_state *set, const vfi_exchange_key *key)
{
  vfi_exchange_plan **link = &set->plan;
  while (*link && memcmp(&(*link)->key, key, sizeof *key)) link = &(*link)->next;
  vfi_exchange_plan *plan = *link;
  if (!plan) return false;
  *link = plan->next;
  plan->next = set->plan;
  set->plan = plan;
  return true;
}

void vfi_exchange_keep(vfi_set_state *set, vfi_exchange_plan *plan)
{
  if (vfi_exchange_keeps(set, &plan->key)) { /* another rank had lost its plan */
    vfi_exchange_plan *old = set->plan;
    set->plan = old->next;
    vfi_exchange_plan_free(old);
  }
  plan->next = set->plan;
  set->plan = plan;
  for (int kept = 1; kept < PLANS_KEPT && plan->next; kept++) plan = plan->next;
  vfi_exchange_plan_free(plan->next);
  plan->next = NULL;
}

static vf_status plan_of(vfi_set_state *set, const vfi_exchange_key *key, const char *label)
{
  if (vfi_exchange_keeps(set, key)) return VF_OK;
  vfi_exchange_plan *plan = NULL;
  const vf_status status = vfi_exchange_plan_make(set, key, label, &plan);
  if (!status) vfi_exchange_keep(set, plan);
  return status;
}

static const char work_name[] = "exchange of a set";

static int launch(const vf_context *context, const vf_exchange *exchange)
{
  if (!vfi_profiling || !context->backend->event_seconds) return context->backend->exchange(exchange);
  vfi_launch_time time;
  int code = vfi_wiring.launch_begins(context, exchange->queue, &time);
  if (!code) code = context->backend->exchange(exchange);
  const int ended = vfi_wiring.launch_ends(context, exchange->queue, &time, code != 0);
  if (!code) code = ended;
  if (!code) vfi_wiring.work_launched(context, work_name, &time);
  return code;
}

vf_status vfi_exchange_launch(vfi_set_state *set, vfi_set_state *wall, const vf_exchange *part)
{
  vf_context *context = set->operand.context;
  if (part->item_count == 0) return VF_OK;
  vf_status status = vfi_operand_prepare(&set->operand, VF_DEVICE, VF_UPDATE, NULL);
  if (!status && wall) status = vfi_operand_prepare(&wall->operand, VF_DEVICE, VF_READ, NULL);
  if (!status) status = vfi_context_select(context);
  if (!status) status = vfi_set_tables_make(set);
  if (!status && wall) status = vfi_set_tables_make(wall);
  if (status) return status;
  vf_exchange exchange = *part;
  exchange.type = set->operand.type;
  exchange.components = (int)set->components;
  exchange.spans = set->tables.spans;
  exchange.walls = wall ? wall->tables.spans : NULL;
  exchange.boxes = set->tables.boxes;
  exchange.queue = vfi_context_queue(context);
  vfi_unlock();
  const int code = launch(context, &exchange);
  vfi_lock();
  if (code) return vfi_context_failure(context, code, "a ghost exchange");
  vfi_operand_commit(&set->operand, VF_DEVICE, VF_UPDATE);
  if (wall) vfi_operand_commit(&wall->operand, VF_DEVICE, VF_READ);
  context->counters.launches++;
  return VF_OK;
}

/* A call on a handle that is not a set any more; the lock is released while ranks talk. */
static vf_status refuse(const vf_view *handle, const char *call, vf_status status)
{
  vfi_unlock();
  status = vfi_set_refuse(handle, call, status);
  vfi_lock();
  return status;
}

/* The arguments of a caller. */
typedef struct request {
  vf_view *set, *wall;
  const vfi_layers *layers; /* NULL: none were given */
  const vf_box *domain;
  const vf_boundary *sides;
  bool at_once;
} request;

static vf_status check_request(const request *asked, const vfi_set_state *set, const vfi_exchange_key *key,
                               const char *label)
{
  const char *missing = !asked->domain ? "domain" : !asked->sides ? "sides" : !asked->layers ? "layers" : NULL;
  if (missing) return vfi_fail(VF_ERROR_NULL, "vf_set_fill_ghosts: %s is NULL", missing);
  return check_key(set, key, asked->sides, label);
}

/* Lock held; the function releases the lock while a launch is made or ranks talk. */
static vf_status fill_locked(const request *asked)
{
  vfi_set_state *set = NULL, *wall = NULL;
  const char *label = NULL, *wall_label = NULL;
  vfi_exchange_key key;
  memset(&key, 0, sizeof key);
  vf_status status = resolve(asked->set, "set", &set, &label);
  if (status) return refuse(asked->set, "vf_set_fill_ghosts", status);
  if (asked->wall) status = resolve(asked->wall, "wall", &wall, &wall_label);
  if (asked->domain && asked->layers && asked->sides) make_key(asked->domain, asked->layers, asked->sides, &key);
  if (!status) status = check_request(asked, set, &key, label);
  if (set->layout) {
    const vfi_exchange_wish wish = { set, wall, label, wall_label, &key, asked->sides, asked->at_once };
    return vfi_exchange_ranks_begin(&wish, status);
  }
  if (!status) status = plan_of(set, &key, label);
  if (!status && wall) status = vfi_exchange_check_wall(set, wall, label, wall_label);
  if (status) return status;
  const vf_exchange whole = { .item_count = set->plan->count, .items = set->plan->placed, .sides = *asked->sides };
  return vfi_exchange_launch(set, wall, &whole);
}

static vf_status fill(const request *asked)
{
  if (vfi_work_is_told()) vfi_wiring.work_begins(NULL, work_name);
  vfi_lock();
  vfi_use_begin();
  const vf_status status = fill_locked(asked);
  vfi_use_end();
  vfi_unlock();
  if (vfi_work_is_told()) vfi_wiring.work_ends();
  return status;
}

static vfi_layers layers_alike(int layers) { return (vfi_layers){ { layers, 0, 0 }, true }; }

static vfi_layers layers_of(const int layers[3])
{
  return layers ? (vfi_layers){ { layers[0], layers[1], layers[2] }, false } : layers_alike(1);
}

vf_status vf_set_fill_ghosts(vf_set *set, vf_set *wall, int layers, const vf_box *domain, const vf_boundary *sides)
{
  const vfi_layers all = layers_alike(layers);
  return fill(&(request){ set, wall, &all, domain, sides, true });
}

vf_status vf_set_fill_ghosts_by_direction(vf_set *set, vf_set *wall, const int layers[3], const vf_box *domain,
                                          const vf_boundary *sides)
{
  const vfi_layers each = layers_of(layers);
  return fill(&(request){ set, wall, layers ? &each : NULL, domain, sides, true });
}

vf_status vf_set_fill_ghosts_begin(vf_set *set, vf_set *wall, int layers, const vf_box *domain,
                                   const vf_boundary *sides)
{
  const vfi_layers all = layers_alike(layers);
  return fill(&(request){ set, wall, &all, domain, sides, false });
}

vf_status vf_set_fill_ghosts_begin_by_direction(vf_set *set, vf_set *wall, const int layers[3], const vf_box *domain,
                                                const vf_boundary *sides)
{
  const vfi_layers each = layers_of(layers);
  return fill(&(request){ set, wall, layers ? &each : NULL, domain, sides, false });
}

vf_status vf_set_fill_ghosts_end(vf_set *handle)
{
  vfi_set_state *set = NULL;
  const char *label = NULL;
  vfi_lock();
  vfi_use_begin();
  vf_status status = resolve(handle, "set", &set, &label);
  if (status) status = refuse(handle, "vf_set_fill_ghosts_end", status);
  else if (set->layout) status = vfi_exchange_ranks_end(set, label);
  vfi_use_end();
  vfi_unlock();
  return status;
}
