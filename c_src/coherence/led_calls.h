/* Calls of other libraries that viewfab leads through functions of its own while pages are protected: such a library, or the
 * network behind it, may pass by the protection. viewfab_mpi offers its table here; libviewfab has no symbol of MPI. */
#ifndef VIEWFAB_COHERENCE_LED_CALLS_H
#define VIEWFAB_COHERENCE_LED_CALLS_H

#include <viewfab/viewfab.h>

typedef struct vfi_led_call {
  const char *name; /* of the function, as the linker knows it */
  void **real;      /* gets the function before any call arrives in its place; stays as it is if the program has no such function */
  void *own;        /* the function in its place */
} vfi_led_call;

/* Offers a table, which has to stay. At most one table; no lock needed, before or after a context opens. */
VF_API void vfi_led_calls_offer(const vfi_led_call *calls, int count);

/* Makes memory fit for an access that does not fault: brings the newest values, and with `write` counts the memory as written
 * by the host. from: the return address of the call, for the report; NULL: the access is not reported. */
VF_API void vfi_led_calls_touch(const void *begin, size_t bytes, bool write, void *from);

/* True if any byte belongs to a watched array. */
VF_API bool vfi_led_calls_watched(const void *begin, size_t bytes);

#endif
