/* Messages from device to device in queue order, sent by a library such as NCCL that reads device memory itself. libviewfab
 * does not link such a library. The author of a table of messages (messages.h) may add the table of this header; viewfab_mpi
 * adds it in a build with NCCL. The transport `nccl` calls the functions of the table. */
#ifndef VIEWFAB_QUEUED_MESSAGES_H
#define VIEWFAB_QUEUED_MESSAGES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_QUEUED_ID_BYTES = 128 };

/* Status of an operation that has begun and has not ended. */
enum { VF_QUEUED_PENDING = -1 };

/* Functions of type int return 0, VF_QUEUED_PENDING, or a native code; error_text explains native codes. No function waits
 * for another process: a long operation continues after the return, and state reports its end. The caller calls no other
 * function for the wire before the end. All calls come from one thread, and the device of the group is current there. */
typedef struct vf_queued_messages {
  const char *name;   /* for messages: "NCCL" */
  const char *device; /* name of the back end whose memory the library sends: "cuda" */

  /* Reason why the library cannot be used on this machine, such as a missing shared library. NULL: no obstacle. The library
   * keeps the text. */
  const char *(*obstacle)(void);

  /* Makes the identifier of a wire on one rank; all ranks pass the identifier to begin. id: [VF_QUEUED_ID_BYTES], out */
  int (*make_id)(void *id);

  /* Collective over all ranks: begins to make the wire between the ranks.
   *   id     identifier from make_id of one rank, the same on all ranks
   *   rank   number of this process, from 0 to ranks - 1
   *   wire   out; NULL if the function fails at once */
  int (*begin)(const void *id, int rank, int ranks, void **wire);

  /* State of the last operation. 0: the host part of the operation is complete. VF_QUEUED_PENDING: the operation continues.
   * A native code: a failure on this rank or another rank since the wire was made. */
  int (*state)(void *wire);

  /* Messages between open and close are one exchange and are queued together, in any order. The data is device memory; the
   * caller leaves the data unchanged until the queue has passed the exchange.
   *   bytes  the same on both ends
   *   rank   rank of the other end; may be the caller's own rank */
  int (*open)(void *wire);
  int (*send)(void *wire, const void *data, size_t bytes, int rank, void *queue);
  int (*receive)(void *wire, void *data, size_t bytes, int rank, void *queue);
  int (*close)(void *wire);

  /* Collective, after the first exchange of all ranks: begins to set up faster calls. NULL: no such set-up exists. */
  int (*hasten)(void *wire);

  /* end: collective; begins the end of a wire with empty queues. release: frees the wire, after state has returned 0. */
  int (*end)(void *wire);
  int (*release)(void *wire);

  /* Not collective: frees a wire at any time. Queued operations that wait for other ranks end. */
  int (*abort)(void *wire);

  /* Writes the text of a native code, cut to `size` bytes with the zero byte. wire: source of the code; may be NULL */
  void (*error_text)(void *wire, int code, char *text, size_t size);
} vf_queued_messages;

#ifdef __cplusplus
}
#endif

#endif
