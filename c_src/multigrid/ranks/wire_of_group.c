/* The wire of a solver over the members of a group: the group's messages carry numbers, its links carry planes. */
#include "wire_of_group.h"

#include "../../core/error.h"
#include "../../group/link.h"

static vf_status gather(void *state, const char *call, const void *mine, size_t bytes, void *all)
{
  return vfi_group_gather(state, call, 0, VF_OK, mine, bytes, all);
}

static vf_status agree(void *state, const char *call, vf_status status)
{
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  const vf_status able = vfi_group_check_collective(state, call); /* the group may be gone */
  if (able) return status ? vfi_fail(status, "%s", text) : able;
  if (!status) status = vfi_group_check_open_exchange(state, call);
  return vfi_group_agree(state, call, 0, status);
}

static size_t total(int rank, const vfi_parcel *parcels, int count)
{
  size_t bytes = 0;
  for (int p = 0; p < count; p++) bytes += parcels[p].rank == rank ? parcels[p].bytes : 0;
  return bytes;
}

/* Copies bytes first .. first + room - 1 of the data of a link between the parcels and a buffer. */
static int copy_part(const vfi_engine *engine, int rank, const vfi_parcel *parcels, int count, size_t first,
                     size_t room, char *buffer, bool pack)
{
  size_t at = 0; /* place of the parcel in all parcels of the link */
  int code = 0;
  for (int p = 0; p < count && !code; p++) {
    if (parcels[p].rank != rank) continue;
    const size_t end = at + parcels[p].bytes, from = at > first ? at : first;
    const size_t to = end < first + room ? end : first + room;
    if (from < to) {
      char *const there = buffer + (from - first), *const here = (char *)parcels[p].at + (from - at);
      code = engine->backend->copy_on_device(pack ? there : here, pack ? here : there, to - from, engine->queue);
    }
    at = end;
  }
  return code;
}

static size_t part_of(size_t all, size_t room, size_t first)
{
  const size_t left = all > first ? all - first : 0;
  return left < room ? left : room;
}

static size_t parts_of(size_t bytes, size_t room) { return bytes ? (bytes + room - 1) / room : 0; }

/* Both ends make as many exchanges on a link as the direction with more data needs. */
static vf_status swap(void *state, const vfi_engine *engine, const char *call, const vfi_parcel *out, int out_count,
                      const vfi_parcel *in, int in_count)
{
  vf_group *group = state;
  vf_status status = VF_OK;
  bool more = true;
  for (size_t part = 0; more && !status; part++) {
    more = false;
    for (int sends = 1; sends >= 0 && !status; sends--)
      for (int r = 0; r < group->ranks && !status; r++) {
        const size_t to = total(r, out, out_count), from = total(r, in, in_count);
        vfi_link *link = vfi_link_to(group, r);
        if (to + from == 0) continue;
        const size_t put = parts_of(to, link->put_bytes), take = parts_of(from, link->take_bytes);
        const size_t parts = put > take ? put : take;
        if (part >= parts) continue;
        more = more || part + 1 < parts;
        const size_t sent = part * link->put_bytes, taken = part * link->take_bytes;
        const size_t bytes_to = part_of(to, link->put_bytes, sent);
        const size_t bytes_from = part_of(from, link->take_bytes, taken);
        int code = 0;
        if (sends) {
          status = vfi_link_begin(link, bytes_from);
          if (!status)
            code = copy_part(engine, r, out, out_count, sent, bytes_to, link->put[vfi_link_turn(link)], true);
          if (!status && !code) status = vfi_link_send(link, bytes_to, 0, call);
        } else {
          status = vfi_link_receive(link, bytes_from, 0, call);
          if (!status)
            code = copy_part(engine, r, in, in_count, taken, bytes_from, link->take[vfi_link_turn(link)], false);
        }
        if (code) status = vfi_group_break(group, vfi_context_failure(engine->context, code, call));
      }
  }
  return status;
}

static vf_status make_room(void *state, const char *call, const size_t *put, const size_t *take)
{
  return vfi_links_grow(state, call, put, take);
}

static void give_up(void *state, vf_status status) { (void)vfi_group_break(state, status); }

vfi_wire vfi_wire_of_group(vf_group *group)
{
  return (vfi_wire){ .rank = group->rank,
                     .ranks = group->ranks,
                     .state = group,
                     .gather = gather,
                     .agree = agree,
                     .swap = swap,
                     .make_room = make_room,
                     .give_up = give_up };
}
