#include "link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "transport.h"
#include "transports/peer_memory.h"
#include "transports/staged.h"

/* In the order of trial. */
const vfi_transport *const vfi_transports[] = { &vfi_transport_self,       &vfi_transport_flat,   &vfi_transport_ipc,
                                                &vfi_transport_registered, &vfi_transport_nccl,   &vfi_transport_shared,
                                                &vfi_transport_device,     &vfi_transport_staged, NULL };

void **vfi_transport_state(vf_group *group, const vfi_transport *transport)
{
  int t = 0;
  while (vfi_transports[t] != transport) t++;
  return &group->transports[t];
}

bool vfi_transport_is_among(const char *names, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = names; at; at = strchr(at, ','), at = at ? at + 1 : NULL)
    if (!strncmp(at, name, length) && (!at[length] || at[length] == ',')) return true;
  return false;
}

int vfi_transport_count(void)
{
  int count = 0;
  while (vfi_transports[count]) count++;
  return count;
}

/* ---- Making them -------------------------------------------------------------------------------------- */

static void note_why(vfi_link *link, const char *name, const char *why)
{
  const size_t used = strlen(link->why);
  snprintf(link->why + used, sizeof link->why - used, "%s%s: %s", used ? "; " : "", name, why);
}

/* Tries one transport for all pairs without a transport. pairs: [ranks * ranks], the pairs reached by each rank. */
static vf_status try_transport(vf_group *group, const vfi_transport *transport, bool *wanted, bool *reached,
                               char (*why)[VF_WHY], bool *pairs)
{
  const size_t ranks = (size_t)group->ranks;
  for (int r = 0; r < group->ranks; r++) {
    wanted[r] = !group->links[r].transport && r != group->rank;
    reached[r] = false;
    snprintf(why[r], sizeof why[r], "not on this rank");
  }
  vf_status status = transport->connect(group, wanted, reached, why);
  if (!status) status = vfi_group_gather(group, "vf_group_create", 0, VF_OK, reached, ranks * sizeof *reached, pairs);
  for (int r = 0; r < group->ranks && !status; r++) {
    vfi_link *link = &group->links[r];
    if (link->transport || (r == group->rank) != (transport == &vfi_transport_self)) continue;
    const bool there = pairs[(size_t)r * ranks + (size_t)group->rank];
    if (reached[r] && there) {
      link->transport = transport;
      note_why(link, transport->name, transport->gives);
    } else {
      note_why(link, transport->name, reached[r] ? "the other rank could not" : why[r]);
    }
  }
  return status;
}

/* Finds out if some rank has a pair without transport: the same result on all ranks, from the links of all. */
static vf_status count_open(vf_group *group, bool *pairs, bool *wanted, bool *any)
{
  const size_t ranks = (size_t)group->ranks;
  for (int r = 0; r < group->ranks; r++) wanted[r] = !group->links[r].transport;
  const vf_status status = vfi_group_gather(group, "vf_group_create", 0, VF_OK, wanted, ranks * sizeof *wanted, pairs);
  *any = false;
  for (size_t p = 0; p < ranks * ranks && !status; p++) *any = *any || pairs[p];
  return status;
}

static vf_status refuse_open(vf_group *group, const char *forced)
{
  for (int r = 0; r < group->ranks; r++)
    if (!group->links[r].transport)
      return vfi_fail(VF_ERROR_STATE, "vf_group_create: rank %d does not reach rank %d%s%s (%s)", group->rank, r,
                      forced ? " as VF_TRANSPORT has it: " : "", forced ? forced : "", group->links[r].why);
  return VF_OK;
}

vf_status vfi_links_make(vf_group *group)
{
  const size_t ranks = (size_t)group->ranks;
  const char *forced = getenv("VF_TRANSPORT");
  if (forced && !*forced) forced = NULL;
  bool *wanted = calloc(ranks, sizeof *wanted), *reached = calloc(ranks, sizeof *reached);
  bool *pairs = calloc(ranks * ranks, sizeof *pairs), open = true;
  char(*why)[VF_WHY] = calloc(ranks, sizeof *why);
  vf_status status = wanted && reached && pairs && why
                         ? VF_OK
                         : vfi_fail(VF_ERROR_MEMORY, "vf_group_create: no host memory for %d links", group->ranks);
  status = vfi_group_agree(group, "vf_group_create", 0, status);
  for (int t = 0; vfi_transports[t] && open && !status; t++) {
    const vfi_transport *transport = vfi_transports[t];
    if (forced && transport != &vfi_transport_self && !vfi_transport_is_among(forced, transport->name)) continue;
    status = try_transport(group, transport, wanted, reached, why, pairs);
    if (!status) status = count_open(group, pairs, wanted, &open);
  }
  if (!status) {
    status = refuse_open(group, forced);
    if (!status) status = vfi_message_links_make(group);
    status = vfi_group_agree(group, "vf_group_create", 0, status);
  }
  free(wanted);
  free(reached);
  free(pairs);
  free(why);
  return status;
}

void vfi_links_free(vf_group *group)
{
  for (int t = 0; vfi_transports[t] && group->links && group->transports; t++) vfi_transports[t]->drop(group);
  free(group->links);
  group->links = NULL;
}

/* ---- Buffers ------------------------------------------------------------------------------------------ */

/* A rank's statement about its links. */
typedef struct wish {
  bool grows;
  bool uses[32]; /* transports */
} wish;

static vf_status grow(vf_group *group, const char *call, const size_t *put, const size_t *take, const wish *all)
{
  vf_status status = vf_context_wait(group->context);
  status = vfi_group_agree(group, call, 0, status);
  for (int t = 0; vfi_transports[t] && !status; t++) {
    bool used = false;
    for (int r = 0; r < group->ranks; r++) used = used || all[r].uses[t];
    if (used) status = vfi_transports[t]->grow(group, put, take);
  }
  group->buffers_made++;
  status = vfi_group_agree(group, call, 0, status);
  return status ? vfi_group_break(group, status) : VF_OK; /* some links have lost their old buffers */
}

vf_status vfi_links_grow(vf_group *group, const char *call, const size_t *put, const size_t *take)
{
  const size_t ranks = (size_t)group->ranks, whole = 4096;
  size_t *sizes = calloc(2 * ranks, sizeof *sizes);
  wish mine = { 0 }, *all = calloc(ranks, sizeof *all);
  vf_status status =
      sizes && all ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for %d links", call, group->ranks);
  for (int r = 0; r < group->ranks && !status; r++) {
    const vfi_link *link = &group->links[r];
    const bool more = r != group->rank && (put[r] > link->put_bytes || take[r] > link->take_bytes);
    mine.grows = mine.grows || more;
    /* Both ends round alike, and each sees the other's. */
    sizes[r] = (put[r] > link->put_bytes ? put[r] + whole - 1 : link->put_bytes) / whole * whole;
    sizes[ranks + (size_t)r] = (take[r] > link->take_bytes ? take[r] + whole - 1 : link->take_bytes) / whole * whole;
    for (int t = 0; vfi_transports[t]; t++)
      if (link->transport == vfi_transports[t] && r != group->rank) mine.uses[t] = true;
  }
  if (!status) sizes[group->rank] = sizes[ranks + (size_t)group->rank] = 0;
  status = vfi_group_gather(group, call, 0, status, &mine, sizeof mine, all);
  bool any = false;
  for (int r = 0; r < group->ranks && !status; r++) any = any || all[r].grows;
  if (any) status = grow(group, call, sizes, sizes + ranks, all);
  free(sizes);
  free(all);
  return status;
}

/* ---- Exchanges ---------------------------------------------------------------------------------------- */

static vfi_note note_of(const vfi_link *link, size_t bytes, uint64_t digest, const char *what)
{
  vfi_note note = { .number = link->number, .digest = digest, .bytes = bytes };
  strncpy(note.what, what, sizeof note.what - 1);
  return note;
}

vf_status vfi_link_begin(vfi_link *link, size_t bytes)
{
  link->number++;
  const vfi_note note = note_of(link, bytes, 0, "");
  return link->transport->begin ? link->transport->begin(link, &note) : VF_OK;
}

vf_status vfi_link_send(vfi_link *link, size_t bytes, uint64_t digest, const char *what)
{
  const vfi_note note = note_of(link, bytes, digest, what);
  link->group->figures.sent_bytes += (int64_t)bytes;
  return link->transport->send(link, &note);
}

vf_status vfi_link_receive(vfi_link *link, size_t bytes, uint64_t digest, const char *what)
{
  const vfi_note note = note_of(link, bytes, digest, what);
  return link->transport->receive(link, &note);
}

vf_status vfi_link_compare(vfi_link *link, const vfi_note *mine, const vfi_note *theirs)
{
  const vf_group *group = link->group;
  if (mine->number == theirs->number && mine->digest == theirs->digest && mine->bytes == theirs->bytes) return VF_OK;
  return vfi_group_break(
      link->group,
      vfi_fail(
          VF_ERROR_PEER,
          "%s (call %llu): rank %d exchanges '%s' with rank %d (number %llu, %llu bytes expected), which exchanges "
          "'%s' "
          "(number %llu, %llu bytes)%s",
          group->call ? group->call : "an exchange", (unsigned long long)group->calls, group->rank, mine->what,
          link->rank, (unsigned long long)mine->number, (unsigned long long)mine->bytes, theirs->what,
          (unsigned long long)theirs->number, (unsigned long long)theirs->bytes,
          mine->number == theirs->number && mine->bytes == theirs->bytes ? ", with other arguments" : ""));
}
