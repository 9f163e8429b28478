#include "plan.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "../core/device_pool.h"
#include "../core/error.h"
#include "../core/region.h"
#include "../core/text.h"
#include "plan_parts.h"

static int cut(int64_t index) { return index > INT_MAX ? INT_MAX : index < INT_MIN ? INT_MIN : (int)index; }

void vfi_exchange_layers(const vfi_set_state *set, const vfi_layers *asked, int layers[3])
{
  for (int d = 0; d < 3; d++)
    layers[d] = !asked->alike ? asked->number[d] : d == 0 || d < set->rank ? asked->number[0] : 0;
}

vf_box vfi_plan_moved(const vf_box *box, const int shift[3], const int layers[3])
{
  vf_box there;
  bool beyond = false;
  for (int d = 0; d < 3; d++) {
    const int64_t around = layers ? layers[d] : 0;
    const int64_t lower = (int64_t)box->lower[d] + shift[d] - around,
                  upper = (int64_t)box->upper[d] + shift[d] + around;
    beyond = beyond || lower > INT_MAX || upper < INT_MIN;
    there.lower[d] = cut(lower);
    there.upper[d] = cut(upper);
  }
  return beyond ? (vf_box){ { 1, 1, 1 }, { 0, 0, 0 } } : there;
}

bool vfi_plan_image(const vfi_exchange_key *key, int image, int shift[3])
{
  const int step[3] = { image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1 };
  bool possible = true;
  for (int d = 0; d < 3; d++) {
    possible = possible && (step[d] == 0 || key->periodic[d]);
    shift[d] = step[d] * (key->domain.upper[d] - key->domain.lower[d] + 1);
  }
  return possible;
}

/* Layers for messages: a single number if all directions of the field have the same number. */
static const char *layers_text(char buffer[VF_RANGE_TEXT], const vfi_layers *asked, int rank)
{
  int used = snprintf(buffer, VF_RANGE_TEXT, asked->alike ? "%d" : "(%d", asked->number[0]);
  if (asked->alike) return buffer;
  for (int d = 1; d < 3; d++)
    if (d < rank || asked->number[d])
      used += snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), ", %d", asked->number[d]);
  snprintf(buffer + used, (size_t)(VF_RANGE_TEXT - used), ")");
  return buffer;
}

/* In a direction outside the field, the texts have the same number of layers. */
static vf_status needs_more(const vfi_set_state *set, int b, const vfi_exchange_plan *plan, const char *label, int d)
{
  char box_text[VF_RANGE_TEXT], view_text[VF_RANGE_TEXT], layers[VF_RANGE_TEXT];
  const vf_box *box = &set->boxes[b];
  const vfi_record *record = set->operand.records[b];
  const int rank = record->rank < 3 ? record->rank : 3, shown = d < rank ? rank : d + 1;
  const bool none = record->lower[d] == box->lower[d] && record->upper[d] == box->upper[d];
  return vfi_fail(VF_ERROR_BOX,
                  "vf_set_fill_ghosts: box %s of '%s' with %s ghost layers needs more than its view, which spans %s%s",
                  vfi_box_text_in(box_text, box, shown), label, layers_text(layers, &plan->key.asked, rank),
                  vfi_range_text(view_text, shown, record->lower, record->upper),
                  plan->key.asked.alike && none ? "; layers by direction may be 0 in one where views have no ghosts"
                                                : "");
}

vf_status vfi_plan_check_box(const vfi_set_state *set, int b, const vfi_exchange_plan *plan, const char *label)
{
  char box_text[VF_RANGE_TEXT], domain_text[VF_RANGE_TEXT];
  const vf_box *box = &set->boxes[b], *domain = &plan->key.domain;
  const vfi_record *record = set->operand.records[b];
  for (int d = 0; d < 3; d++) {
    if (box->lower[d] < domain->lower[d] || box->upper[d] > domain->upper[d])
      return vfi_fail(VF_ERROR_BOX, "vf_set_fill_ghosts: box %s of '%s' lies outside the domain %s",
                      vfi_box_text_in(box_text, box, record->rank), label,
                      vfi_box_text_in(domain_text, domain, record->rank));
    if ((int64_t)box->lower[d] - plan->layers[d] < record->lower[d] ||
        (int64_t)box->upper[d] + plan->layers[d] > record->upper[d])
      return needs_more(set, b, plan, label, d);
  }
  return VF_OK;
}

vf_status vfi_exchange_check_boxes(const vfi_set_state *set, const vfi_exchange_key *key, const char *label)
{
  vfi_exchange_plan plan = { .key = *key };
  vf_status status = VF_OK;
  vfi_exchange_layers(set, &key->asked, plan.layers);
  for (int b = 0; b < set->operand.count && !status; b++)
    if (!vfi_box_is_empty(&set->boxes[b])) status = vfi_plan_check_box(set, b, &plan, label);
  return status;
}

static vf_status append(vfi_exchange_plan *plan, const vfi_exchange_item *item)
{
  if (plan->count == plan->capacity) {
    const int capacity = plan->capacity ? 2 * plan->capacity : 256;
    vfi_exchange_item *items = realloc(plan->items, (size_t)capacity * sizeof *items);
    if (!items) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a ghost exchange of %d parts", capacity);
    plan->items = items;
    plan->capacity = capacity;
  }
  plan->items[plan->count++] = *item;
  return VF_OK;
}

vf_status vfi_plan_add(vfi_exchange_plan *plan, vfi_exchange_item item, const vf_box *region)
{
  int64_t size[3];
  for (int d = 0; d < 3; d++) size[d] = (int64_t)region->upper[d] - region->lower[d] + 1;
  const int64_t plane = size[0] * size[1];
  const int64_t rows = plane <= VF_EXCHANGE_CELLS        ? size[1]
                       : VF_EXCHANGE_CELLS / size[0] > 1 ? VF_EXCHANGE_CELLS / size[0]
                                                         : 1;
  const int64_t planes = plane <= VF_EXCHANGE_CELLS ? VF_EXCHANGE_CELLS / plane : 1;
  vf_status status = VF_OK;
  item.first[0] = region->lower[0];
  item.size[0] = (int)size[0];
  for (int64_t k = 0; k < size[2]; k += planes)
    for (int64_t j = 0; j < size[1] && !status; j += rows) {
      item.first[1] = (int)(region->lower[1] + j);
      item.first[2] = (int)(region->lower[2] + k);
      item.size[1] = (int)(size[1] - j < rows ? size[1] - j : rows);
      item.size[2] = (int)(size[2] - k < planes ? size[2] - k : planes);
      status = append(plan, &item);
    }
  return status;
}

/* The search for the sources of the ghosts of a box, at one periodic shift. */
typedef struct search {
  vfi_exchange_plan *plan;
  const vfi_set_state *set;
  const char *label;
  int to;
  int shift[3];
  bool shifted;
} search;

static vf_status found(int from, const vf_box *common, void *data)
{
  const search *s = data;
  const vfi_set_state *set = s->set;
  if (!s->shifted && from == s->to) return VF_OK;
  if (!s->shifted && vfi_boxes_meet(&set->boxes[from], &set->boxes[s->to])) {
    char p[VF_RANGE_TEXT], q[VF_RANGE_TEXT];
    return vfi_fail(VF_ERROR_BOX, "vf_set_fill_ghosts: boxes %s and %s of '%s' overlap",
                    vfi_box_text_in(p, &set->boxes[s->to], set->rank), vfi_box_text_in(q, &set->boxes[from], set->rank),
                    s->label);
  }
  const int back[3] = { -s->shift[0], -s->shift[1], -s->shift[2] };
  const vf_box region = vfi_plan_moved(common, back, NULL);
  const vfi_exchange_item item = {
    .to = s->to, .from = from, .face = -1, .shift = { s->shift[0], s->shift[1], s->shift[2] }
  };
  return vfi_plan_add(s->plan, item, &region);
}

static vf_status add_copies(vfi_exchange_plan *plan, const vfi_set_state *set, const vfi_box_index *index, int to,
                            const char *label)
{
  const vfi_exchange_key *key = &plan->key;
  vf_status status = VF_OK;
  for (int image = 0; image < VF_PLAN_IMAGES && !status; image++) {
    search s = { .plan = plan, .set = set, .label = label, .to = to };
    if (!vfi_plan_image(key, image, s.shift)) continue;
    s.shifted = image != VF_PLAN_ITSELF;
    const vf_box region = vfi_plan_moved(&set->boxes[to], s.shift, plan->layers);
    status = vfi_box_index_visit(index, &region, found, &s);
  }
  return status;
}

vf_status vfi_plan_add_walls(vfi_exchange_plan *plan, const vfi_set_state *set, int to)
{
  const vfi_exchange_key *key = &plan->key;
  vf_status status = VF_OK;
  for (int face = 0; face < 6 && !status; face++) {
    const int d = face % 3;
    vf_box layer = set->boxes[to];
    const bool beside = face < 3 ? layer.lower[d] == key->domain.lower[d] : layer.upper[d] == key->domain.upper[d];
    if (!beside || !key->wall[face] || !plan->layers[d]) continue;
    layer.lower[d] = layer.upper[d] = face < 3 ? layer.lower[d] - 1 : layer.upper[d] + 1;
    status = vfi_plan_add(plan, (vfi_exchange_item){ .to = to, .from = to, .face = face }, &layer);
  }
  return status;
}

static vf_status fill(vfi_exchange_plan *plan, const vfi_set_state *set, const char *label)
{
  vfi_box_index index;
  vf_status status = vfi_box_index_make(set->boxes, set->operand.count, &index);
  for (int b = 0; b < set->operand.count && !status; b++) {
    if (vfi_box_is_empty(&set->boxes[b])) continue;
    status = vfi_plan_check_box(set, b, plan, label);
    if (!status) status = add_copies(plan, set, &index, b, label);
    if (!status) status = vfi_plan_add_walls(plan, set, b);
  }
  vfi_box_index_free(&index);
  return status;
}

vf_status vfi_plan_place(vfi_exchange_plan *plan)
{
  const vf_backend *backend = plan->context->backend;
  const size_t bytes = (size_t)plan->count * sizeof *plan->items;
  if (plan->count == 0) return VF_OK;
  vf_status status = vfi_context_select(plan->context);
  if (status) return status;
  int code = vfi_device_allocate(plan->context, plan->context->backend, (void **)&plan->placed, bytes);
  if (code) plan->placed = NULL;
  if (!code) code = backend->copy_to_device(plan->placed, plan->items, bytes, vfi_context_queue(plan->context));
  return code ? vfi_context_failure(plan->context, code, "placing the plan of a ghost exchange") : VF_OK;
}

vf_status vfi_exchange_plan_make(const vfi_set_state *set, const vfi_exchange_key *key, const char *label,
                                 vfi_exchange_plan **plan)
{
  *plan = calloc(1, sizeof **plan);
  if (!*plan) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the ghost exchange of '%s'", label);
  (*plan)->key = *key;
  vfi_exchange_layers(set, &key->asked, (*plan)->layers);
  (*plan)->context = set->operand.context;
  vf_status status = fill(*plan, set, label);
  if (!status) status = vfi_plan_place(*plan);
  if (!status) return VF_OK;
  vfi_exchange_plan_free(*plan);
  *plan = NULL;
  return status;
}

void vfi_exchange_plan_free(vfi_exchange_plan *plan)
{
  if (!plan) return;
  if (plan->placed) {
    vfi_context_select(plan->context);
    plan->context->backend->queue_wait(vfi_context_queue(plan->context)); /* a queued exchange may still use the plan */
    plan->context->backend->release(plan->placed);
  }
  if (plan->buffers)
    plan->context->backend->release(plan->buffers); /* a plan with items has waited for the queue
                                                     * above */
  free(plan->links);
  free(plan->items);
  free(plan);
}

void vfi_exchange_plan_drop(vfi_set_state *set)
{
  while (set->plan) {
    vfi_exchange_plan *plan = set->plan;
    set->plan = plan->next;
    vfi_exchange_plan_free(plan);
  }
}
