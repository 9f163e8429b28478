/* Memory and order between processes, each with a device: the functions that group transports need from a back end. */
#ifndef VIEWFAB_BACKEND_PEERS_H
#define VIEWFAB_BACKEND_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_PEER_HANDLE_BYTES = 64 };

/* The data of cudaIpc and hipIpc for another process. */
typedef struct vfi_peer_handle {
  unsigned char bytes[VF_PEER_HANDLE_BYTES];
} vfi_peer_handle;

/* A flag that a queue writes, or waits for. Flags are 64-bit numbers below 2^63 that only grow. */
typedef struct vfi_peer_flag {
  uint64_t *flag;
  uint64_t number; /* the written number; or the number that a wait needs at least */
  bool waits;
} vfi_peer_flag;

/* A guard: the host can wait for a queue while the queue waits for another process. As long as the queue has such
 * waits, the back end calls late during its own waits for the queue. The owner of the queue makes the guard before it
 * queues waits, and gives the guard to the back end. */
typedef struct vfi_peer_guard {
  void *queue;
  uint64_t queued; /* number of queued waits for other processes so far */
  uint64_t passed; /* number of these waits before a moment with an empty queue */
  /* Called a few times a second during a wait of the host; began: start of the wait, in seconds of the monotonic clock.
   * Returns 0 to go on. Else VF_PEER_LOST, with the reason as the last error: the other process does not come any more,
   * and the queue was freed. */
  int (*late)(void *data, double began);
  void *data;
  struct vfi_peer_guard *next; /* list of the back end */
} vfi_peer_guard;

/* Result in place of a native code: another process failed. */
enum { VF_PEER_LOST = -7070 };

/* Functions return 0 or a native error code; error_text of the back end explains the code. They act on the current
 * device of the calling thread. If the device does not have a kind of memory, all functions of this kind are NULL. */
typedef struct vf_peer_table {
  /* Writes the same text for the same device in all processes of a host, cut to `size` bytes with its end. */
  int (*identity)(int ordinal, char *text, size_t size);

  /* Memory that is shared as a file descriptor and mapped at a chosen address. Sizes and addresses are multiples of the
   * granularity. import leaves the descriptor open. map lets the current device read and write the memory. */
  int (*granularity)(size_t *bytes);
  int (*memory_create)(size_t bytes, uint64_t *memory);
  int (*memory_export)(uint64_t memory, int *descriptor);
  int (*memory_import)(int descriptor, uint64_t *memory);
  int (*memory_release)(uint64_t memory); /* the memory lives as long as any process has it mapped */
  int (*range_reserve)(size_t bytes, size_t alignment, void **address);
  int (*range_map)(void *address, size_t bytes, uint64_t memory);
  int (*range_unmap)(void *address, size_t bytes);
  int (*range_release)(void *address, size_t bytes);

  int (*clear)(void *address, size_t bytes, void *queue); /* queues zeros */

  /* Memory that is shared as a handle of bytes: a whole block from allocate of the back end. */
  int (*handle_get)(void *block, vfi_peer_handle *handle);
  int (*handle_open)(const vfi_peer_handle *handle, void **block);
  int (*handle_close)(void *block);

  /* Host memory that the device reads and writes. device: out, its address on the device. */
  int (*host_register)(void *host, size_t bytes, void **device);
  int (*host_unregister)(void *host);

  /* Queues the write of a flag, or a wait for a flag. All work queued before a write is visible to every process that
   * has seen its number. Work queued behind a wait runs after the flag has the number. spins: true if waits are kernels
   * and occupy the device. */
  bool (*spins)(void);
  int (*flag)(void *queue, const vfi_peer_flag *one);

  /* Adds a guard, or removes it. */
  void (*guard)(vfi_peer_guard *guard, bool on);
} vf_peer_table;

#ifdef __cplusplus
}
#endif

#endif
