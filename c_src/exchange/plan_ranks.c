/* Plans of sets on layouts: the ghosts from own boxes, the ghosts from boxes of other ranks, and the cells for other
 * ranks. Both ends of a pair list their common items by the number of the box with the ghosts, the periodic image and
 * the number of the box with the cells. So both ends find the same places in the buffers without a message. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/device_pool.h"
#include "../core/error.h"
#include "../core/region.h"
#include "../core/text.h"
#include "../group/layout.h"
#include "../group/link.h"
#include "plan_parts.h"

/* Ghosts of one box that are cells of another box. Boxes by their numbers in the layout. */
typedef struct ghost_copy {
  bool sent; /* the ghosts belong to another rank */
  int rank;  /* the other rank */
  int target, image, source;
  vf_box region; /* ghosts, in the indices of the target */
} ghost_copy;

typedef struct search {
  vfi_exchange_plan *plan;
  const vfi_set_state *set;
  const vf_layout *layout;
  const char *label;
  ghost_copy *copies;
  int count, capacity;
  int box, image; /* own box, by number, and the image looked at */
  int shift[3];
} search;

static vf_status note_copy(search *s, const ghost_copy *p)
{
  if (s->count == s->capacity) {
    const int capacity = s->capacity ? 2 * s->capacity : 64;
    ghost_copy *copies = realloc(s->copies, (size_t)capacity * sizeof *copies);
    if (!copies) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a ghost exchange of %d parts", capacity);
    s->copies = copies;
    s->capacity = capacity;
  }
  s->copies[s->count++] = *p;
  return VF_OK;
}

static vf_status check_pair(const search *s, int other)
{
  const vf_box *boxes = s->layout->boxes;
  if (s->image != VF_PLAN_ITSELF || !vfi_boxes_meet(&boxes[s->box], &boxes[other])) return VF_OK;
  char p[VF_RANGE_TEXT], q[VF_RANGE_TEXT];
  return vfi_fail(VF_ERROR_BOX, "vf_set_fill_ghosts: boxes %s and %s of '%s' overlap",
                  vfi_box_text_in(p, &boxes[s->box], s->set->rank), vfi_box_text_in(q, &boxes[other], s->set->rank),
                  s->label);
}

/* A box with cells for ghosts of the own box. */
static vf_status found_source(int from, const vf_box *common, void *data)
{
  search *s = data;
  const vf_layout *layout = s->layout;
  if (s->image == VF_PLAN_ITSELF && from == s->box) return VF_OK;
  const vf_status status = check_pair(s, from);
  if (status) return status;
  const int back[3] = { -s->shift[0], -s->shift[1], -s->shift[2] };
  const vf_box region = vfi_plan_moved(common, back, NULL);
  const int owner = layout->owners[from];
  if (owner != layout->group->rank)
    return note_copy(
        s, &(ghost_copy){ .rank = owner, .target = s->box, .image = s->image, .source = from, .region = region });
  const vfi_exchange_item item = { .to = layout->places[s->box],
                                   .from = layout->places[from],
                                   .face = -1,
                                   .shift = { s->shift[0], s->shift[1], s->shift[2] } };
  return vfi_plan_add(s->plan, item, &region);
}

/* A box of another rank with ghosts inside the own box. */
static vf_status found_target(int to, const vf_box *common, void *data)
{
  search *s = data;
  const vf_layout *layout = s->layout;
  (void)common;
  if (layout->owners[to] == layout->group->rank) return VF_OK;
  const vf_status status = check_pair(s, to);
  if (status) return status;
  vf_box cells = vfi_plan_moved(&layout->boxes[to], s->shift, s->plan->layers);
  for (int d = 0; d < 3; d++) {
    const vf_box *own = &layout->boxes[s->box];
    if (cells.lower[d] < own->lower[d]) cells.lower[d] = own->lower[d];
    if (cells.upper[d] > own->upper[d]) cells.upper[d] = own->upper[d];
  }
  if (vfi_box_is_empty(&cells)) return VF_OK;
  const int back[3] = { -s->shift[0], -s->shift[1], -s->shift[2] };
  return note_copy(s, &(ghost_copy){ .sent = true,
                                     .rank = layout->owners[to],
                                     .target = to,
                                     .image = s->image,
                                     .source = s->box,
                                     .region = vfi_plan_moved(&cells, back, NULL) });
}

static vf_status look_around(search *s, const vfi_box_index *index)
{
  const int *layers = s->plan->layers;
  const vf_box *own = &s->layout->boxes[s->box];
  vf_status status = VF_OK;
  for (s->image = 0; s->image < VF_PLAN_IMAGES && !status; s->image++) {
    if (!vfi_plan_image(&s->plan->key, s->image, s->shift)) continue;
    const int back[3] = { -s->shift[0], -s->shift[1], -s->shift[2] };
    const vf_box ghosts = vfi_plan_moved(own, s->shift, layers), cells = vfi_plan_moved(own, back, layers);
    status = vfi_box_index_visit(index, &ghosts, found_source, s);
    if (!status) status = vfi_box_index_visit(index, &cells, found_target, s);
  }
  return status;
}

/* By kind, then by rank, then in the order of both ends. */
static int by_place(const void *p, const void *q)
{
  const ghost_copy *a = p, *b = q;
  const int keys[5][2] = { { !a->sent, !b->sent },
                           { a->rank, b->rank },
                           { a->target, b->target },
                           { a->image, b->image },
                           { a->source, b->source } };
  for (int k = 0; k < 5; k++)
    if (keys[k][0] != keys[k][1]) return keys[k][0] < keys[k][1] ? -1 : 1;
  return 0;
}

static vf_status link_of(vfi_exchange_plan *plan, int rank, int *place)
{
  for (*place = 0; *place < plan->link_count; ++*place)
    if (plan->links[*place].rank == rank) return VF_OK;
  if (plan->link_count == VF_EXCHANGE_BUFFERS)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_set_fill_ghosts: a rank has more than %d neighbours", VF_EXCHANGE_BUFFERS);
  vfi_plan_link *links = realloc(plan->links, ((size_t)plan->link_count + 1) * sizeof *links);
  if (!links)
    return vfi_fail(VF_ERROR_MEMORY, "no host memory for a ghost exchange with %d ranks", plan->link_count + 1);
  plan->links = links;
  links[plan->link_count++] = (vfi_plan_link){ .rank = rank };
  return VF_OK;
}

static int64_t cells_of(const vf_box *box)
{
  int64_t cells = 1;
  for (int d = 0; d < 3; d++) cells *= (int64_t)box->upper[d] - box->lower[d] + 1;
  return cells;
}

/* Turns a copy into items, and counts the copy in its link. */
static vf_status add_copy(vfi_exchange_plan *plan, const vfi_set_state *set, const ghost_copy *p)
{
  const vf_layout *layout = set->layout;
  int place = 0;
  vf_status status = link_of(plan, p->rank, &place);
  if (status) return status;
  vfi_plan_link *link = &plan->links[place];
  const size_t size = vfi_type_size(set->operand.type);
  size_t *bytes = p->sent ? &link->send_bytes : &link->receive_bytes;
  uint64_t *digest = p->sent ? &link->send_digest : &link->receive_digest;
  vfi_exchange_item item = { .to = p->sent ? -1 : layout->places[p->target],
                             .from = p->sent ? layout->places[p->source] : -1,
                             .face = -1,
                             .buffer = place };
  vfi_plan_image(&plan->key, p->image, item.shift);
  const int first = plan->count;
  status = vfi_plan_add(plan, item, &p->region);
  int64_t offset = (int64_t)(*bytes / size);
  for (int x = first; x < plan->count && !status; x++) {
    const int *cells = plan->items[x].size;
    plan->items[x].offset = offset;
    offset += (int64_t)cells[0] * cells[1] * cells[2] * set->components;
  }
  *bytes += (size_t)(cells_of(&p->region) * set->components) * size;
  const int64_t words[] = { p->target, p->image, p->source, (int64_t)size, set->components, set->operand.type };
  *digest = vfi_digest(vfi_digest(*digest, words, sizeof words), &p->region, sizeof p->region);
  return status;
}

static vf_status fill(vfi_exchange_plan *plan, const vfi_set_state *set, const char *label)
{
  const vf_layout *layout = set->layout;
  vfi_box_index index;
  search s = { .plan = plan, .set = set, .layout = layout, .label = label };
  vf_status status = vfi_box_index_make(layout->boxes, layout->count, &index);
  for (int b = 0; b < layout->own_count && !status; b++) {
    s.box = layout->own[b];
    if (vfi_box_is_empty(&layout->boxes[s.box])) continue;
    status = vfi_plan_check_box(set, b, plan, label);
    if (!status) status = look_around(&s, &index);
    if (!status) status = vfi_plan_add_walls(plan, set, b);
  }
  vfi_box_index_free(&index);
  if (s.count) qsort(s.copies, (size_t)s.count, sizeof *s.copies, by_place);
  plan->first_taken = plan->count;
  for (int p = 0; p < s.count && !status; p++) {
    status = add_copy(plan, set, &s.copies[p]);
    if (s.copies[p].sent) plan->first_taken = plan->count;
  }
  free(s.copies);
  return status;
}

/* The common items of one rank with another rank. */
typedef struct pair {
  uint64_t send_bytes, send_digest, receive_bytes, receive_digest;
} pair;

/* Every rank sees the same table, and comes to the same. */
static vf_status compare(const vf_group *group, const pair *table, const char *call)
{
  const size_t ranks = (size_t)group->ranks;
  for (size_t from = 0; from < ranks; from++)
    for (size_t to = 0; to < ranks; to++) {
      const pair *sends = &table[from * ranks + to], *takes = &table[to * ranks + from];
      if (sends->send_bytes == takes->receive_bytes && sends->send_digest == takes->receive_digest) continue;
      return vfi_fail(
          VF_ERROR_PEER,
          "%s: rank %zu would send %llu bytes to rank %zu, which expects %llu: type, components or boxes of the "
          "set differ",
          call, from, (unsigned long long)sends->send_bytes, to, (unsigned long long)takes->receive_bytes);
    }
  return VF_OK;
}

/* Data that all ranks must have alike. A rank without boxes knows neither type nor components. */
static uint64_t digest_of(const vfi_exchange_plan *plan, const vfi_set_state *set, const char *label)
{
  const uint64_t digest = vfi_digest(set->layout->digest, &plan->key, sizeof plan->key);
  return vfi_digest(digest, label, strlen(label));
}

static vf_status agree(vfi_exchange_plan *plan, const vfi_set_state *set, vf_status status)
{
  vf_group *group = set->layout->group;
  const char *call = plan->call;
  const size_t ranks = (size_t)group->ranks;
  pair *table = calloc(ranks * (ranks + 1), sizeof *table);
  size_t *bytes = calloc(2 * ranks, sizeof *bytes);
  if (!status && !(table && bytes)) status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %zu ranks", call, ranks);
  for (int l = 0; l < plan->link_count && !status; l++) {
    const vfi_plan_link *link = &plan->links[l];
    table[link->rank] = (pair){ link->send_bytes, link->send_digest, link->receive_bytes, link->receive_digest };
    bytes[link->rank] = link->send_bytes;
    bytes[ranks + (size_t)link->rank] = link->receive_bytes;
  }
  vfi_unlock();
  status =
      vfi_group_gather(group, call, plan->digest, status, table, ranks * sizeof *table, table ? table + ranks : NULL);
  if (!status) status = compare(group, table + ranks, call);
  if (!status) status = vfi_links_grow(group, call, bytes, bytes + ranks);
  vfi_lock();
  free(table);
  free(bytes);
  return status;
}

vf_status vfi_exchange_plan_ranks(const vfi_set_state *set, const vfi_exchange_key *key, const char *label,
                                  vfi_exchange_plan **made)
{
  vf_group *group = set->layout->group;
  vfi_exchange_plan none = { .key = *key };
  vfi_exchange_plan *plan = calloc(1, sizeof *plan);
  vf_status status = plan ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "no host memory for the ghost exchange of '%s'", label);
  *made = NULL;
  if (!plan) plan = &none;
  plan->key = *key;
  vfi_exchange_layers(set, &key->asked, plan->layers);
  plan->context = set->operand.context;
  plan->digest = digest_of(plan, set, label);
  snprintf(plan->call, sizeof plan->call, "vf_set_fill_ghosts of '%s'", label);
  if (!status) status = fill(plan, set, label);
  status = agree(plan, set, status);
  if (!status) status = vfi_plan_place(plan);
  if (!group->broken) {
    vfi_unlock();
    status = vfi_group_agree(group, plan->call, 0, status);
    vfi_lock();
  }
  if (!status) *made = plan;
  else if (plan != &none) vfi_exchange_plan_free(plan);
  return status;
}

vf_status vfi_exchange_plan_buffers(const vfi_set_state *set, vfi_exchange_plan *plan)
{
  vf_group *group = set->layout->group;
  const vf_context *context = plan->context;
  const size_t count = (size_t)plan->link_count, bytes = 4 * count * sizeof(void *);
  if (!count || (plan->buffers && plan->buffers_made == group->buffers_made)) return VF_OK;
  void **list = malloc(bytes);
  if (!list) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the buffers of %zu ranks", count);
  for (size_t l = 0; l < count; l++)
    for (size_t turn = 0; turn < 2; turn++) {
      const vfi_link *link = vfi_link_to(group, plan->links[l].rank);
      list[2 * l + turn] = link->put[turn];
      list[2 * (count + l) + turn] = link->take[turn];
    }
  int code = plan->buffers ? 0 : vfi_device_allocate(plan->context, context->backend, (void **)&plan->buffers, bytes);
  if (code) plan->buffers = NULL;
  if (!code) code = context->backend->copy_to_device(plan->buffers, list, bytes, vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context)); /* the list is gone then */
  free(list);
  if (code) return vfi_context_failure(context, code, "placing the buffers of a ghost exchange");
  plan->buffers_made = group->buffers_made;
  return VF_OK;
}
