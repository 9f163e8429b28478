/* Transports: ways in which two ranks reach each other, one file each. They are tried in the order of the list in
 * transports.c; each rank may reach different ranks by different ones. */
#ifndef VIEWFAB_GROUP_TRANSPORT_H
#define VIEWFAB_GROUP_TRANSPORT_H

#include "link.h"

typedef struct vf_transport {
  const char *name;
  const char *gives; /* for the report: "shared memory of the host" */

  /* Collective, while the group is made: finds out which ranks this one can reach.
   *   wanted   [ranks] those that no transport before this one has reached; the same pairs on both ends
   *   reached  [ranks] out
   *   why      [ranks] out: why it was not reached, where it is wanted and was not
   * A failure is that of making the group. Nothing may be left of links that are not used: a pair is linked only where both
   * reached each other, see `drop`. */
  vf_status (*connect)(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY]);

  /* Collective, and only where at least one link of the whole group has the transport: buffers of all links of this transport.
   * put and take as for vf_links_grow: the sizes that the buffers are to have now, 0 for links of others. Sets put_bytes,
   * take_bytes, put and take of its links. Queues are empty, and nothing is on its way. */
  vf_status (*grow)(vf_group *group, const size_t *put, const size_t *take);

  /* What vf_link.h says of them, for one link; bytes are those of the note. begin may be NULL. note->number, note->digest and
   * note->what are those of the exchange that begins or goes on. */
  vf_status (*begin)(vf_link *link, const vf_note *note);
  vf_status (*send)(vf_link *link, const vf_note *note);
  vf_status (*receive)(vf_link *link, const vf_note *note);

  /* The group has broken: what the transport has queued for others will not come. NULL: there is nothing of that kind. */
  void (*lost)(vf_group *group);

  /* Gives back what the transport has in a group. Not collective; queues are empty. Of a broken group, memory that others may
   * still write stays where it is. */
  void (*drop)(vf_group *group);
} vf_transport;

/* The list, ended by NULL. */
extern const vf_transport *const vf_transports[];

int vf_transport_count(void);

/* Whether a name is in a list of names with commas between them, as VF_TRANSPORT has it. */
bool vf_transport_is_among(const char *names, const char *name);

/* What the transport keeps for the whole group: a place for each, in the order of the list. */
void **vf_transport_state(vf_group *group, const vf_transport *transport);

extern const vf_transport vf_transport_self, vf_transport_shared, vf_transport_nccl, vf_transport_staged,
    vf_transport_device;

#endif
