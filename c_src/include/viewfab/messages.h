/* What a group asks of the library that started its processes. libviewfab knows no such library: viewfab_mpi fills this
 * table for MPI, and another one can be written for what starts processes in another way. */
#ifndef VIEWFAB_MESSAGES_H
#define VIEWFAB_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

#include <viewfab/queued_messages.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Functions that return int give 0, or a native code that error_text explains. Those with a request begin something and
 * return at once; memory that they are given stays as it is until test says that it is done. All calls come from one
 * thread. Ranks count from 0. */
typedef struct vf_messages {
  const char *name; /* for messages: "MPI" */
  int rank, ranks;  /* number of this process, and how many there are */
  void *state;      /* of whoever filled the table; handed to each function */

  /* Why nothing can be sent now, such as "MPI_Finalize was called"; NULL: it can. */
  const char *(*obstacle)(void *state);

  /* Collective. Each process gives `bytes` bytes, as many as the others; all get those of all, in the order of ranks.
   *   mine     [bytes]
   *   all      [ranks * bytes], out
   *   request  out */
  int (*gather)(void *state, const void *mine, size_t bytes, void *all, void **request);

  /* The same for pieces of different sizes, which stand in `all` without gaps.
   *   sizes  [ranks] bytes of each; copied; sizes[rank] is `bytes` */
  int (*gather_lists)(void *state, const void *mine, size_t bytes, void *all, const size_t *sizes, void **request);

  /* A message to or from one process. Messages with one tag between two processes arrive in their order.
   *   data   [bytes]; the receiver asks for as many as are sent, or more. There may be none
   *   tag    0 to 32767 */
  int (*send)(void *state, const void *data, size_t bytes, int rank, int tag, void **request);
  int (*receive)(void *state, void *data, size_t bytes, int rank, int tag, void **request);

  /* Whether what a request stands for is done; if so it is given back, and *request becomes NULL. */
  int (*test)(void *state, void **request, bool *done);

  /* Writes the text of a native code, cut to `size` bytes with its end. */
  void (*error_text)(void *state, int code, char *text, size_t size);

  /* Collective; the last call with this state, which is given back. The table itself is the group's own copy. */
  int (*end)(void *state);

  /* Messages between devices, for pairs of ranks that no memory joins; kept by whoever fills the table. NULL: there are none. */
  const vf_queued_messages *queued;
} vf_messages;

#ifdef __cplusplus
}
#endif

#endif
