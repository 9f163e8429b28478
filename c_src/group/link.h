/* Links: what two ranks of a group need to exchange data in the order of their queues. Each has two buffers in turn each way.
 *
 * An exchange on a link is: vf_link_begin; then the pack, which writes into put[turn], is queued; vf_link_send; vf_link_receive;
 * then the unpack, which reads take[turn], is queued. Both ends make each exchange, also where one of them has nothing to send.
 * Exchanges of a link are numbered from 1; turn is the number modulo 2. Who has received number n knows that the other end
 * has unpacked number n - 1, so that the buffer of n + 1 is free. */
#ifndef VIEWFAB_GROUP_LINK_H
#define VIEWFAB_GROUP_LINK_H

#include "group.h"

enum { VF_WHY = 192 };

/* What both ends of an exchange have to agree on; it travels where the transport can carry it without a wait. */
typedef struct vf_note {
  uint64_t number;         /* of the exchange on this link */
  uint64_t digest;         /* of what is exchanged */
  uint64_t bytes;          /* that are sent */
  char what[VF_CALL_NAME]; /* "phi" */
} vf_note;

typedef struct vf_link {
  vf_group *group;
  int rank; /* the other end */
  const struct vf_transport *transport;
  char why[6 * VF_WHY]; /* of each transport that was tried */
  uint64_t number;      /* of the last exchange that was begun */
  /* Bytes of each buffer: what this rank may send at most, and receive; 0: there are none. */
  size_t put_bytes, take_bytes;
  char *put[2];  /* where the pack of this rank writes, as its device sees it; memory of the transport's choice */
  char *take[2]; /* where its unpack reads */
  void *state;   /* of the transport */
} vf_link;

/* The link to another rank. */
static inline vf_link *vf_link_to(vf_group *group, int rank) { return &group->links[rank]; }

static inline int vf_link_turn(const vf_link *link) { return (int)(link->number & 1); }

/* Takes the next number, and begins to receive where the transport has to know early.
 *   bytes   that this rank receives
 *   digest  of what both ends think they exchange
 *   what    its name for messages */
vf_status vf_link_begin(vf_link *link, size_t bytes);

/* Behind the queued pack: lets the other end know, in the order of the queue. */
vf_status vf_link_send(vf_link *link, size_t bytes, uint64_t digest, const char *what);

/* Before the unpack is queued: what is queued from now on runs after the other end's pack.
 * Errors: VF_ERROR_PEER (it does not come; the other end exchanges something else: both are named). */
vf_status vf_link_receive(vf_link *link, size_t bytes, uint64_t digest, const char *what);

/* Makes the links of a group, by trying each transport in turn; collective, while the group is made. */
vf_status vf_links_make(vf_group *group);
void vf_links_free(vf_group *group);

/* Collective: buffers of at least so many bytes each, for each link. Those that are large enough stay. Where some grow, all
 * queues are waited for first, and group->buffers_made changes.
 *   call  name for messages
 *   put   [ranks] that this rank will send at most in one exchange
 *   take  [ranks] that it will receive at most: what the others give as put */
vf_status vf_links_grow(vf_group *group, const char *call, const size_t *put, const size_t *take);

/* Compares what arrived with what was expected. For transports. Errors: VF_ERROR_PEER, naming both; breaks the group. */
vf_status vf_link_compare(vf_link *link, const vf_note *mine, const vf_note *theirs);

#endif
