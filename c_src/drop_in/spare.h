/* Arrays of viewfab's own that calls have in turn, each with its device memory: windows of tiles have the same sizes
 * again and again, and new device memory for each window would cost more than the call. */
#ifndef VIEWFAB_DROP_IN_SPARE_H
#define VIEWFAB_DROP_IN_SPARE_H

#include <viewfab/viewfab.h>

typedef struct vf_spare {
  char *host;
  vf_view *view; /* of the whole host side, in the default context */
  vf_type type;
  size_t elements;
  struct vf_spare *next;
} vf_spare;

/* An array of so many elements, until the caller gives it back. Errors: VF_ERROR_MEMORY, the errors of the default
 * context. */
vf_status vf_spare_borrow(vf_type type, size_t elements, vf_spare **spare);

/* NULL: nothing happens. */
void vf_spare_give(vf_spare *spare);

#endif
