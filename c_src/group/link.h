/* Links: the data that two ranks of a group need for exchanges in the order of their queues. Each rank has two buffers
 * in turn in each direction.
 *
 * An exchange on a link has these steps: vfi_link_begin; the pack is queued, and writes into put[turn]; vfi_link_send;
 * vfi_link_receive; the unpack is queued, and reads take[turn]. Both ends make each exchange, even if an end has nothing
 * to send. Exchanges of a link are numbered from 1; turn is the number modulo 2. When a rank has received number n, the
 * other end has unpacked number n - 1, so the buffer of n + 1 is free. */
#ifndef VIEWFAB_GROUP_LINK_H
#define VIEWFAB_GROUP_LINK_H

#include "group.h"

enum { VF_WHY = 192 };

/* Data that both ends of an exchange must have alike. The note travels if the transport can carry the note without a
 * wait. */
typedef struct vfi_note {
  uint64_t number;         /* of the exchange on this link */
  uint64_t digest;         /* of the exchanged items */
  uint64_t bytes;          /* number of sent bytes */
  char what[VF_CALL_NAME]; /* "phi" */
} vfi_note;

typedef struct vfi_link {
  vf_group *group;
  int rank; /* the other end */
  const struct vfi_transport *transport;
  char why[6 * VF_WHY]; /* of each tried transport */
  uint64_t number;      /* of the last begun exchange */
  /* Bytes of each buffer: the most that this rank may send, and receive; 0: there are no buffers. */
  size_t put_bytes, take_bytes;
  char *put[2];  /* the pack of this rank writes here: device addresses; memory of the transport's choice */
  char *take[2]; /* the unpack of this rank reads here */
  void *state;   /* of the transport */
} vfi_link;

/* The link to another rank. */
static inline vfi_link *vfi_link_to(vf_group *group, int rank) { return &group->links[rank]; }

static inline int vfi_link_turn(const vfi_link *link) { return (int)(link->number & 1); }

/* Takes the next number, and begins to receive if the transport has to know early.
 *   bytes   number of bytes for this rank
 *   digest  of the items of the exchange, in the opinion of this end
 *   what    its name for messages */
vf_status vfi_link_begin(vfi_link *link, size_t bytes);

/* Behind the queued pack: lets the other end know, in the order of the queue. */
vf_status vfi_link_send(vfi_link *link, size_t bytes, uint64_t digest, const char *what);

/* Called before the unpack is queued: work queued from now on runs after the other end's pack.
 * Errors: VF_ERROR_PEER (the data do not come; the other end exchanges something else: the text names both). */
vf_status vfi_link_receive(vfi_link *link, size_t bytes, uint64_t digest, const char *what);

/* Makes the links of a group, by trying each transport in turn; collective, while the group is made. */
vf_status vfi_links_make(vf_group *group);
void vfi_links_free(vf_group *group);

/* Collective: buffers of at least so many bytes each, for each link. Large enough buffers stay. If some buffers grow,
 * the function first waits for all queues, and group->buffers_made changes.
 *   call  name for messages
 *   put   [ranks] the most bytes that this rank will send in one exchange
 *   take  [ranks] the most bytes that this rank will receive: the put of the other ranks */
vf_status vfi_links_grow(vf_group *group, const char *call, const size_t *put, const size_t *take);

/* Compares an arrived note with the expected note. For transports. Errors: VF_ERROR_PEER, naming both; breaks the
 * group. */
vf_status vfi_link_compare(vfi_link *link, const vfi_note *mine, const vfi_note *theirs);

#endif
