/* Passes open file descriptors between processes of one host; each process has an abstract UNIX socket. */
#ifndef VIEWFAB_GROUP_DESCRIPTOR_POST_H
#define VIEWFAB_GROUP_DESCRIPTOR_POST_H

#include <stdbool.h>
#include <stdint.h>

/* The address of a process for senders. */
typedef struct vfi_post_address {
  char name[40];  /* of its socket; "" without a socket */
  uint64_t token; /* a message without this token does not come from a process that was told the address */
} vfi_post_address;

typedef struct vfi_descriptor_post {
  int socket; /* -1: none */
  vfi_post_address address;
} vfi_descriptor_post;

enum { VF_POST_TEXT = 160 };

/* Opens the socket of this process. False: why says why, and the address has an empty name. */
bool vfi_post_open(vfi_descriptor_post *post, char why[VF_POST_TEXT]);
void vfi_post_close(vfi_descriptor_post *post);

/* Sends a descriptor to every rank of wanted and takes a descriptor from each. All these ranks call the function with
 * the same round. A rank has -1 if nothing came from it in time. The caller closes the received descriptors.
 *   wanted     [ranks] the partners; the caller's own entry is ignored
 *   addresses  [ranks]
 *   got        [ranks]
 *   seconds    0: no limit
 * False: at least one descriptor is missing; why names the first missing rank. */
bool vfi_post_swap(vfi_descriptor_post *post, int rank, int ranks, const bool *wanted,
                   const vfi_post_address *addresses, uint64_t round, int descriptor, int *got, double seconds,
                   char why[VF_POST_TEXT]);

#endif
