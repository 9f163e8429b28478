/* The functions that a group needs from the library that started its processes. libviewfab does not link such a library.
 * viewfab_mpi fills this table for MPI. A program with another launcher may fill a table of its own. */
#ifndef VIEWFAB_MESSAGES_H
#define VIEWFAB_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

#include <viewfab/queued_messages.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Functions of type int return 0 or a native code; error_text explains native codes. A function with a request begins an
 * operation and returns at once. The caller leaves the memory of the operation unchanged until test reports the end. All
 * calls come from one thread. Ranks count from 0. */
typedef struct vf_messages {
  const char *name; /* for messages: "MPI" */
  int rank, ranks;  /* number of this process, and number of processes */
  void *state;      /* data of the table's author; passed to each function */

  /* Reason why no message can be sent now, such as "MPI_Finalize was called". NULL: no obstacle. */
  const char *(*obstacle)(void *state);

  /* Collective. Each process gives `bytes` bytes, the same number on all processes. All processes get the bytes of all
   * processes, in the order of ranks.
   *   mine     [bytes]
   *   all      [ranks * bytes], out
   *   request  out */
  int (*gather)(void *state, const void *mine, size_t bytes, void *all, void **request);

  /* gather for pieces of different sizes. The pieces stand in `all` without gaps.
   *   sizes  [ranks] bytes of each process; copied; sizes[rank] is `bytes` */
  int (*gather_lists)(void *state, const void *mine, size_t bytes, void *all, const size_t *sizes, void **request);

  /* A message to or from one process. Messages with one tag between two processes arrive in the order of the sends.
   *   data   [bytes]; the receiver gives room for at least the bytes sent. bytes may be 0
   *   tag    0 to 32767 */
  int (*send)(void *state, const void *data, size_t bytes, int rank, int tag, void **request);
  int (*receive)(void *state, void *data, size_t bytes, int rank, int tag, void **request);

  /* Reports the end of the operation of a request. At the end the request is freed, and *request becomes NULL. */
  int (*test)(void *state, void **request, bool *done);

  /* Writes the text of a native code, cut to `size` bytes with the zero byte. */
  void (*error_text)(void *state, int code, char *text, size_t size);

  /* Collective; the last call with this state. The function frees the state. The group has its own copy of the table. */
  int (*end)(void *state);

  /* Tells if send and receive take addresses of device memory: 1 yes, 0 unknown, -1 no. NULL: unknown.
   *   device  "cuda" or "hip"; "host" for memory that the host device keeps for itself */
  int (*takes_device_memory)(void *state, const char *device);

  /* Messages between devices, for pairs of ranks without common memory; owned by the table's author. NULL: none. */
  const vf_queued_messages *queued;
} vf_messages;

#ifdef __cplusplus
}
#endif

#endif
