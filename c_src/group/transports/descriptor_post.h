/* Passing open file descriptors between processes of one host, by an abstract UNIX socket each. */
#ifndef VIEWFAB_GROUP_DESCRIPTOR_POST_H
#define VIEWFAB_GROUP_DESCRIPTOR_POST_H

#include <stdbool.h>
#include <stdint.h>

/* What others need in order to send to a process. */
typedef struct vf_post_address {
  char name[40];  /* of its socket; "" where it has none */
  uint64_t token; /* a message without it is not from one who was told the address */
} vf_post_address;

typedef struct vf_descriptor_post {
  int socket; /* -1: none */
  vf_post_address address;
} vf_descriptor_post;

enum { VF_POST_TEXT = 160 };

/* Opens the socket of this process. False: why says why, and the address has an empty name. */
bool vf_post_open(vf_descriptor_post *post, char why[VF_POST_TEXT]);
void vf_post_close(vf_descriptor_post *post);

/* Sends descriptor to every rank of wanted and takes one from each; all of them call it with the same round. Ranks that
 * nothing came from before the time was over have -1. The caller closes what it got.
 *   wanted     [ranks] with whom; the caller's own entry is of no concern
 *   addresses  [ranks]
 *   got        [ranks]
 *   seconds    0: no limit
 * False: at least one is missing; why names the first. */
bool vf_post_swap(vf_descriptor_post *post, int rank, int ranks, const bool *wanted, const vf_post_address *addresses,
                  uint64_t round, int descriptor, int *got, double seconds, char why[VF_POST_TEXT]);

#endif
