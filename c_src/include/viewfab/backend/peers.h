/* What a device offers so that ranks reach each other's memory. A back end without it leaves the table away, and functions
 * that a device has not are NULL. They return 0 or a native error code. */
#ifndef VIEWFAB_BACKEND_PEERS_H
#define VIEWFAB_BACKEND_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_IPC_BYTES = 64 };

typedef struct vf_peer_table {
  /* The same text for the same device in all processes of a host, cut to `size` bytes with its end. */
  int (*identity)(int ordinal, char *text, size_t size);

  /* Memory with addresses of one's choice. Sizes are multiples of the granularity. */
  int (*granularity)(int ordinal, size_t *bytes);
  int (*memory_create)(int ordinal, size_t bytes, void **memory);
  int (*memory_export)(void *memory, int *descriptor); /* the caller closes it */
  int (*memory_import)(int ordinal, int descriptor, void **memory);
  int (*memory_destroy)(void *memory);
  int (*addresses_reserve)(size_t bytes, size_t alignment, void **base);
  int (*addresses_release)(void *base, size_t bytes);
  int (*map)(int ordinal, void *at, size_t bytes, void *memory); /* readable and writable for the device */
  int (*unmap)(void *at, size_t bytes);

  /* Ordinary device memory by handles of the driver. */
  int (*ipc_export)(void *address, char handle[VF_IPC_BYTES]);
  int (*ipc_open)(int ordinal, const char handle[VF_IPC_BYTES], void **address);
  int (*ipc_close)(void *address);

  /* In the order of a queue: writes a flag, after what was queued before is visible to other devices; waits until a flag is at
   * least a value. */
  int (*write_flag)(void *queue, uint64_t *flag, uint64_t value);
  int (*wait_flag)(void *queue, uint64_t *flag, uint64_t at_least);
} vf_peer_table;

#ifdef __cplusplus
}
#endif

#endif
