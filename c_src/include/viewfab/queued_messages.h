/* Messages from device to device in the order of their queues, by a library that can send device memory of its own accord, such
 * as NCCL. libviewfab knows no such library: whoever fills the table of messages (messages.h) may add this one. viewfab_mpi does
 * so where it was built with NCCL. The transport `nccl` calls it. */
#ifndef VIEWFAB_QUEUED_MESSAGES_H
#define VIEWFAB_QUEUED_MESSAGES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_QUEUED_ID_BYTES = 128 };

/* What a function gives, or state, while something that it began goes on. */
enum { VF_QUEUED_PENDING = -1 };

/* Functions that return int give 0, VF_QUEUED_PENDING, or a native code that error_text explains. None waits for another
 * process: what takes time goes on behind it, and state says when it is over. Nothing else is called for a wire before. All
 * calls come from one thread, for which the device of the group is current. */
typedef struct vf_queued_messages {
  const char *name;   /* for messages: "NCCL" */
  const char *device; /* whose memory it sends: name of the back end, "cuda" */

  /* Why it cannot be used on this machine, such as a library that is not there; NULL: it can. The text is kept. */
  const char *(*obstacle)(void);

  /* What one rank makes and all give to begin. id: [VF_QUEUED_ID_BYTES], out */
  int (*make_id)(void *id);

  /* Collective over all ranks: begins to make what joins them.
   *   id     of one rank, the same everywhere
   *   rank   of this process, from 0, of `ranks`
   *   wire   out; NULL where it fails at once */
  int (*begin)(const void *id, int rank, int ranks, void **wire);

  /* 0: nothing is under way; what was begun or queued last is done as far as the host is concerned. Else what went wrong, here
   * or elsewhere, since the wire was made. */
  int (*state)(void *wire);

  /* Messages between open and close are one exchange: they are queued together, in any order. Data is device memory, and stays as it
   * is until the queue is behind it.
   *   bytes  the same on both ends
   *   rank   of the other end; the own one too */
  int (*open)(void *wire);
  int (*send)(void *wire, const void *data, size_t bytes, int rank, void *queue);
  int (*receive)(void *wire, void *data, size_t bytes, int rank, void *queue);
  int (*close)(void *wire);

  /* Collective, once all ranks have exchanged something: begins what makes calls quicker from then on. NULL: nothing does. */
  int (*hasten)(void *wire);

  /* Collective: begins the end of a wire whose queues are empty; `release` gives it back, once state says 0. */
  int (*end)(void *wire);
  int (*release)(void *wire);

  /* Not collective: gives back a wire whatever goes on; what waits in queues for other ranks ends there. */
  int (*abort)(void *wire);

  /* Writes the text of a native code, cut to `size` bytes with its end. wire: of which it came; may be NULL */
  void (*error_text)(void *wire, int code, char *text, size_t size);
} vf_queued_messages;

#ifdef __cplusplus
}
#endif

#endif
