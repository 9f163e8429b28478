/* Memory and order between processes that each drive a device: what the group transports ask of a back end. */
#ifndef VIEWFAB_BACKEND_PEERS_H
#define VIEWFAB_BACKEND_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_PEER_HANDLE_BYTES = 64 };

/* What cudaIpc and hipIpc send from one process to another. */
typedef struct vf_peer_handle {
  unsigned char bytes[VF_PEER_HANDLE_BYTES];
} vf_peer_handle;

/* A flag that a queue writes, or waits for. Flags are 64-bit numbers below 2^63 that only grow. */
typedef struct vf_peer_flag {
  uint64_t *flag;
  uint64_t number; /* that is written; or that it has to have at least */
  bool waits;
} vf_peer_flag;

/* What lets the host wait for a queue that waits for another process: as long as the queue may do so, waits of the back end
 * for it ask again and again whether they are in vain. Made by who queues such waits, and told to the back end. */
typedef struct vf_peer_guard {
  void *queue;
  uint64_t queued; /* waits for others that were queued so far */
  uint64_t passed; /* of these, behind which the queue was seen empty */
  /* Called some times a second. Not 0, which is VF_PEER_LOST with its reason as the last error: nobody comes any more, and
   * the queue was freed. */
  int (*late)(void *data, double began);
  void *data;
  struct vf_peer_guard *next; /* of the back end */
} vf_peer_guard;

/* In place of a native code: another process is what failed. */
enum { VF_PEER_LOST = -7070 };

/* Functions return 0 or a native error code that the back end's error_text explains. They are for the device that is
 * current for the calling thread. Those of a kind of memory that the device does not have are NULL, all of them. */
typedef struct vf_peer_table {
  /* The same text for the same device in all processes of a host, cut to `size` bytes with its end. */
  int (*identity)(int ordinal, char *text, size_t size);

  /* Memory that is shared as a file descriptor and mapped at an address of one's choice. Sizes and addresses are
   * multiples of the granularity. import leaves the descriptor open. map lets the current device read and write it. */
  int (*granularity)(size_t *bytes);
  int (*memory_create)(size_t bytes, uint64_t *memory);
  int (*memory_export)(uint64_t memory, int *descriptor);
  int (*memory_import)(int descriptor, uint64_t *memory);
  int (*memory_release)(uint64_t memory); /* it lives on while somebody has it mapped */
  int (*range_reserve)(size_t bytes, size_t alignment, void **address);
  int (*range_map)(void *address, size_t bytes, uint64_t memory);
  int (*range_unmap)(void *address, size_t bytes);
  int (*range_release)(void *address, size_t bytes);

  int (*clear)(void *address, size_t bytes, void *queue); /* queues zeros */

  /* Memory that is shared as a handle of bytes: all of a block that the back end's allocate gave. */
  int (*handle_get)(void *block, vf_peer_handle *handle);
  int (*handle_open)(const vf_peer_handle *handle, void **block);
  int (*handle_close)(void *block);

  /* Host memory that the device reads and writes; device is its address there. */
  int (*host_register)(void *host, size_t bytes, void **device);
  int (*host_unregister)(void *host);

  /* Queues the write of a flag, or a wait for it. What was queued before a write is seen by everybody who has seen its number;
   * what is queued behind a wait runs once the flag is there. spins: waits are kernels that occupy the device. */
  bool (*spins)(void);
  int (*flag)(void *queue, const vf_peer_flag *one);

  /* Adds a guard, or takes it away. */
  void (*guard)(vf_peer_guard *guard, bool on);
} vf_peer_table;

#ifdef __cplusplus
}
#endif

#endif
