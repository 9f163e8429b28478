#include "summary.h"

#include <stdlib.h>
#include <string.h>

#include "transport.h"

/* Number of destroyed groups that are remembered: the last groups. */
enum { REMEMBERED = 4, FORMS = 2 };
static char *remembered[REMEMBERED][FORMS];
static int remembered_count;
static int first_rank = -1, first_ranks = 1;

int vfi_groups_rank(void) { return first_rank < 0 ? 0 : first_rank; }

int vfi_groups_ranks(void) { return first_ranks; }

void vfi_groups_rank_is(const vf_group *group)
{
  if (first_rank >= 0 || group->ranks <= 1) return;
  first_rank = group->rank;
  first_ranks = group->ranks;
}

static const char *transport_of(const vf_group *group, int rank)
{
  const vfi_transport *transport = group->links ? group->links[rank].transport : NULL;
  return transport ? transport->name : "none";
}

static const char *why_of(const vf_group *group, int rank) { return group->links ? group->links[rank].why : ""; }

/* An earlier member with the same GPU; -1: there is none. */
static int shares_device(const vf_group *group, int rank)
{
  const vfi_member *member = &group->members[rank];
  for (int other = 0; other < rank; other++)
    if (member->identity[0] && !strcmp(group->members[other].identity, member->identity) &&
        !strcmp(group->members[other].host, member->host))
      return other;
  return -1;
}

static void add_text(vfi_text *text, const vf_group *group)
{
  const vf_group_figures *figures = &group->figures;
  vfi_text_add(
      text,
      "  group of %d rank%s, this is rank %d: made in %.3g s; %lld exchanges in %.3g s, %lld bytes sent; %lld bytes "
      "of buffers\n",
      group->ranks, group->ranks > 1 ? "s" : "", group->rank, figures->create_seconds, (long long)figures->exchanges,
      figures->exchange_seconds, (long long)figures->sent_bytes, (long long)figures->buffer_bytes);
  for (int r = 0; r < group->ranks; r++) {
    const vfi_member *member = &group->members[r];
    const int other = shares_device(group, r);
    vfi_text_add(text, "    rank %d on %s of %s, process %lld: %s (%s)\n", r, member->device, member->host,
                 (long long)member->process, transport_of(group, r), why_of(group, r));
    if (other >= 0) vfi_text_add(text, "    remark: ranks %d and %d share one device\n", other, r);
  }
  if (group->broken) vfi_text_add(text, "    broken: %s\n", group->broken_text);
}

static void add_string(vfi_text *text, const char *string)
{
  vfi_text_add(text, "\"");
  for (const char *c = string; *c; c++) {
    if (*c == '"' || *c == '\\') vfi_text_add(text, "\\%c", *c);
    else if ((unsigned char)*c < 32) vfi_text_add(text, "\\u%04x", (unsigned)*c);
    else vfi_text_add(text, "%c", *c);
  }
  vfi_text_add(text, "\"");
}

static void add_json(vfi_text *text, const vf_group *group)
{
  const vf_group_figures *figures = &group->figures;
  vfi_text_add(
      text,
      "\n  {\"ranks\": %d, \"rank\": %d, \"seconds_create\": %.6f, \"exchanges\": %lld, \"seconds_exchange\": %.6f, "
      "\"sent_bytes\": %lld, \"buffer_bytes\": %lld, \"broken\": %s, \"members\": [",
      group->ranks, group->rank, figures->create_seconds, (long long)figures->exchanges, figures->exchange_seconds,
      (long long)figures->sent_bytes, (long long)figures->buffer_bytes, group->broken ? "true" : "false");
  for (int r = 0; r < group->ranks; r++) {
    const vfi_member *member = &group->members[r];
    vfi_text_add(text, "%s\n    {\"rank\": %d, \"device\": \"%s\", \"host\": ", r ? "," : "", r, member->device);
    add_string(text, member->host);
    vfi_text_add(text, ", \"transport\": \"%s\", \"why\": ", transport_of(group, r));
    add_string(text, why_of(group, r));
    vfi_text_add(text, ", \"shares_device_with\": %d}", shares_device(group, r));
  }
  vfi_text_add(text, "\n  ]}");
}

static char *composed(const vf_group *group, void (*add)(vfi_text *, const vf_group *))
{
  vfi_text measured = { .buffer = NULL };
  add(&measured, group);
  vfi_text text = { .buffer = malloc(measured.used + 1), .size = measured.used + 1 };
  if (text.buffer) add(&text, group);
  return text.buffer;
}

void vfi_group_remember(const vf_group *group)
{
  vfi_lock();
  char **place = remembered[remembered_count++ % REMEMBERED];
  free(place[0]);
  free(place[1]);
  place[0] = composed(group, add_text);
  place[1] = composed(group, add_json);
  vfi_unlock();
}

/* From the oldest to the newest remembered text; 0 to begin with. */
static const char *next_remembered(int *at, int form)
{
  const int first = remembered_count > REMEMBERED ? remembered_count - REMEMBERED : 0;
  for (int n = first + *at; n < remembered_count; n++) {
    ++*at;
    if (remembered[n % REMEMBERED][form]) return remembered[n % REMEMBERED][form];
  }
  return NULL;
}

void vfi_groups_text(vfi_text *text)
{
  int at = 0;
  for (const char *old = next_remembered(&at, 0); old; old = next_remembered(&at, 0)) vfi_text_add(text, "%s", old);
  for (const vf_group *group = vfi_group_next(NULL); group; group = vfi_group_next(group)) add_text(text, group);
}

void vfi_groups_json(vfi_text *text)
{
  int at = 0;
  bool any = false;
  for (const char *old = next_remembered(&at, 1); old; old = next_remembered(&at, 1)) {
    vfi_text_add(text, "%s%s", any ? "," : "", old);
    any = true;
  }
  for (const vf_group *group = vfi_group_next(NULL); group; group = vfi_group_next(group)) {
    if (any) vfi_text_add(text, ",");
    add_json(text, group);
    any = true;
  }
}
