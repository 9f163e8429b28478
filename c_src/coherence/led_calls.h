/* Calls of other libraries. While pages are protected, viewfab leads these calls through functions of its own: a library, or
 * the network behind the library, may pass by the protection. viewfab_mpi offers a table of functions; libviewfab has no
 * symbol of MPI. */
#ifndef VIEWFAB_COHERENCE_LED_CALLS_H
#define VIEWFAB_COHERENCE_LED_CALLS_H

#include <viewfab/viewfab.h>

typedef struct vfi_led_call {
  const char *name; /* of the function, as the linker knows it */
  void **real;      /* gets the function, if the program has it, before a call arrives in its place */
  void *own;        /* the function in its place */
} vfi_led_call;

/* Offers a table, before or after a context opens. The table has to stay. There is at most one table. No lock needed. If the environment
 * asks for protected pages, the calls are led from here on: a window may be older than the first array. */
VF_API void vfi_led_calls_offer(const vfi_led_call *calls, int count);

/* Makes memory fit for an access without a fault: brings the newest values, and counts memory with `write` as written by the
 * host. from: the return address of the call, for the report; NULL: no report. */
VF_API void vfi_led_calls_touch(const void *begin, size_t bytes, bool write, void *from);

/* Other processes may read and write memory at any time, from here on or until here: a window. Before the call that begins the window, and
 * after the call that ends the window.
 *   keeps  at the end: the memory goes on without the window. False: the memory is gone
 * False: there is no memory to note the window. */
VF_API bool vfi_led_calls_expose(const void *begin, size_t bytes, void *from);
VF_API void vfi_led_calls_unexpose(const void *begin, size_t bytes, bool keeps);

/* True if any byte belongs to a watched array. */
VF_API bool vfi_led_calls_watched(const void *begin, size_t bytes);

#endif
