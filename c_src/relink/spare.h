/* Spare arrays of viewfab, each with device memory, which calls borrow in turn. Windows of tiles have the same few sizes,
 * and new device memory for each window would cost more than the call. */
#ifndef VIEWFAB_RELINK_SPARE_H
#define VIEWFAB_RELINK_SPARE_H

#include <viewfab/viewfab.h>

typedef struct vfi_spare {
  char *host;
  vf_view *view; /* of the whole host side, in the default context */
  vf_type type;
  size_t elements;
  struct vfi_spare *next;
} vfi_spare;

/* An array of so many elements, until the caller gives it back. Errors: VF_ERROR_MEMORY, the errors of the default
 * context. */
vf_status vfi_spare_borrow(vf_type type, size_t elements, vfi_spare **spare);

/* NULL: nothing happens. */
void vfi_spare_give(vfi_spare *spare);

#endif
