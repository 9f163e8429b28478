/* Transports: ways in which two ranks reach each other, one file each. The order of trials is the order of the list in
 * links.c. A rank may have different transports to different ranks. */
#ifndef VIEWFAB_GROUP_TRANSPORT_H
#define VIEWFAB_GROUP_TRANSPORT_H

#include "link.h"

typedef struct vfi_transport {
  const char *name;
  const char *gives; /* for the report: "shared memory of the host" */

  /* Collective, while the group is made: finds the ranks that this rank can reach.
   *   wanted   [ranks] the ranks that no earlier transport has reached; the same pairs on both ends
   *   reached  [ranks] out
   *   why      [ranks] out: the reason, if a wanted rank was not reached
   * A failure is a failure of making the group. Unused links must leave nothing behind: a pair is linked only if both
   * ranks reached each other, see `drop`. */
  vf_status (*connect)(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY]);

  /* Collective, and only if at least one link of the whole group has the transport: makes buffers of all links of this
   * transport. put and take as for vfi_links_grow: the new sizes of the buffers, 0 for links of other transports. Sets
   * put_bytes, take_bytes, put and take of its links. Queues are empty, and nothing is on its way. */
  vf_status (*grow)(vf_group *group, const size_t *put, const size_t *take);

  /* The functions of vfi_link.h, for one link; bytes stand in the note. begin may be NULL. note->number, note->digest
   * and note->what belong to the current exchange. */
  vf_status (*begin)(vfi_link *link, const vfi_note *note);
  vf_status (*send)(vfi_link *link, const vfi_note *note);
  vf_status (*receive)(vfi_link *link, const vfi_note *note);

  /* The group has broken: queued data of the transport for others will not come. NULL: the transport queues no such
   * data. */
  void (*lost)(vf_group *group);

  /* Frees the memory of the transport in a group. Not collective; queues are empty. If the group is broken, memory that
   * others may still write stays. */
  void (*drop)(vf_group *group);
} vfi_transport;

/* The list, ended by NULL. */
extern const vfi_transport *const vfi_transports[];

int vfi_transport_count(void);

/* True if a name is in a list of names with commas between them, as in VF_TRANSPORT. */
bool vfi_transport_is_among(const char *names, const char *name);

/* The state of the transport for the whole group: a place for each transport, in the order of the list. */
void **vfi_transport_state(vf_group *group, const vfi_transport *transport);

extern const vfi_transport vfi_transport_self, vfi_transport_shared, vfi_transport_nccl, vfi_transport_staged,
    vfi_transport_device;

#endif
