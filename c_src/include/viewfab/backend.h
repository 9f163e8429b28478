/* For authors of devices: the table of functions of a back end. The folder backend/ holds the further types for authors
 * of launchers and of tuned kernels: a kernel as data, a launch, a call. */
#ifndef VIEWFAB_BACKEND_H
#define VIEWFAB_BACKEND_H

#include <viewfab/backend/call.h>
#include <viewfab/backend/comparison.h>
#include <viewfab/backend/exchange.h>
#include <viewfab/backend/packing.h>
#include <viewfab/backend/peers.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The host memory that kernels of a device may use in place. */
typedef struct vf_host_reach {
  bool managed;     /* managed memory, while the host uses other managed memory */
  bool pages;       /* all memory of the host */
  bool host_tables; /* by the page tables of the host, over a coherent link, so that pages need not move */
} vf_host_reach;

/* Functions return 0 or a native error code, unless a comment says otherwise. error_text explains native error
 * codes. */
typedef struct vf_backend {
  const char *name;
  vf_backend_id id;
  bool aliases_host; /* the device side is the host array itself */
  int out_of_memory; /* the native code for "out of memory" */

  int (*device_count)(int *count); /* out: present devices */
  const char *(*error_text)(int code);
  int (*select)(int ordinal); /* makes the device current for the calling thread */
  int (*queue_create)(void **queue);
  int (*queue_destroy)(void *queue);
  int (*queue_wait)(void *queue);
  /* Device memory. allocate: address is out; the caller gives the memory to release. */
  int (*allocate)(void **address, size_t bytes);
  int (*release)(void *address);
  /* Queue a copy between host and device. The copy is complete after queue_wait at the latest. */
  int (*copy_to_device)(void *device, const void *host, size_t bytes, void *queue);
  int (*copy_to_host)(void *host, const void *device, size_t bytes, void *queue);
  int (*lock)(void *host, size_t bytes); /* page-locks host memory */
  int (*unlock)(void *host);
  int (*allocate_shared)(void **address, size_t bytes); /* host memory, writable for the device */
  int (*release_shared)(void *address);
  /* An event marks the end of all work queued before its recording. event_wait makes the host wait for the end of this
   * work. */
  int (*event_create)(void **event);
  int (*event_destroy)(void *event);
  int (*event_record)(void *event, void *queue);
  int (*event_wait)(void *event);
  /* A queue for copies alone, beside the queues of kernels; queue_destroy ends it. NULL: the device works on the arrays of
   * the host. queue_order makes the work that is queued from now on wait for a recorded event; the host does not wait. */
  int (*copy_queue_create)(void **queue);
  int (*queue_order)(void *queue, void *event);
  /* Reduces a list of count rows in place, each of their numbers by its tree. The first row then holds the result.
   * Behind the list there is room for the rows of its own tiles.
   *   numbers  device memory that also receives the results, or NULL */
  int (*reduce)(vf_partial *partials, int64_t count, const vf_partial_row *row, double *numbers, void *queue);
  int (*copy_on_device)(void *to, const void *from, size_t bytes, void *queue);
  /* Digest of a range of device memory: the sum, in 64 bits, over the 32-bit words, each times an odd number of its
   * place. The digest of two ranges differs if one word differs. Waits. */
  int (*digest)(const void *address, size_t bytes, void *queue, uint64_t *digest);
  /* Functions to give owned elements the bits of unwritten, and to compare states. Both wait. NULL if the device is the
   * host. */
  int (*mark_unwritten)(void *array, const vf_device_states *states, void *queue);
  int (*compare)(const vf_device_states *states, void *queue, vf_device_differences *differences);
  int (*exchange)(const vf_exchange *exchange); /* queues all items as one launch */
  /* Queue copies between runs of an array and a packed copy of them. Array, runs and packed copy are on the device;
   * size: 4 or 8 bytes an element. */
  int (*pack)(void *packed, const void *array, size_t size, const vf_run *runs, int64_t count, void *queue);
  int (*unpack)(void *array, const void *packed, size_t size, const vf_run *runs, int64_t count, void *queue);
  /* Queue copies between an array on the device and elements first ... first + count - 1 of a packed copy. The packed copy
   * begins with element first, in memory from allocate_shared. */
  int (*pack_boxes)(void *packed, const void *array, const vf_packing *packing, int64_t first, int64_t count,
                    void *queue);
  int (*unpack_boxes)(void *array, const void *packed, const vf_packing *packing, int64_t first, int64_t count,
                      void *queue);
  const vf_peer_table *peers; /* NULL: ranks reach no memory of this device but their own */
  /* A timed event is an event with a time. event_seconds gives the seconds of the device from a recorded timed event to a
   * later timed event; the device has passed both. Both NULL: work is done when a call returns, and the clock of the
   * host tells its seconds. */
  int (*timed_event_create)(void **event);
  int (*event_seconds)(void *begin, void *end, double *seconds);
  /* Makes memory that was in use look as if nobody had written to it. NULL: the memory keeps its contents. */
  int (*forget)(void *address, size_t bytes);
  /* Bytes of the current device that nobody uses. NULL: not known. */
  int (*unused_memory)(size_t *bytes);
  /* The host memory that a device uses in place, and whether an address of the host is in managed memory. Both NULL: the device
   * uses no memory of the host. */
  int (*host_reach)(int ordinal, vf_host_reach *reach);
  int (*is_managed)(const void *address, bool *managed);
  /* Queues a launch of the kernel in place of the launcher, and may run it later, until a wait. NULL: launchers queue their launches
   * themselves. */
  int (*launch_later)(vfi_launcher launcher, const vfi_launch *launch, const vfi_kernel_description *kernel);
} vf_backend;

/* The table of each built back end. */
#define VF_BACKEND_DECLARED(NAME, word, built, tuned) const vf_backend *vf_backend_##word(void);
VF_BACKEND_LIST(VF_BACKEND_DECLARED)
#undef VF_BACKEND_DECLARED

#ifdef __cplusplus
}
#endif

#endif
