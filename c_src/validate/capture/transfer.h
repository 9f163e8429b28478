/* Items of an HDF5 file in both directions: one description of the file, run once to write the file and once to read
 * it. The first failure is kept, and later items do nothing. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_TRANSFER_H
#define VIEWFAB_VALIDATE_CAPTURE_TRANSFER_H

#include <viewfab/viewfab.h>

#include "hdf5_library.h"

typedef struct vfi_transfer {
  hid_t file;
  bool write;
  const char *path; /* as messages name the file; borrowed */
  vf_status status;
  H5E_auto2_t printer; /* HDF5's own printer, which is silent meanwhile */
  void *printer_data;
} vfi_transfer;

/* HDF5 prints nothing until vfi_transfer_end, which also closes all open items. path is the file to open or make. */
void vfi_transfer_begin(vfi_transfer *transfer, const char *path, bool write);
/* Silence for more items of a file between two transfers; the file stays open. */
void vfi_transfer_pause(vfi_transfer *transfer);
void vfi_transfer_resume(vfi_transfer *transfer);
vf_status vfi_transfer_end(vfi_transfer *transfer);

/* A group of the file by its path; negative after a failure. */
hid_t vfi_transfer_group(vfi_transfer *transfer, const char *name);
void vfi_transfer_close(vfi_transfer *transfer, hid_t group);

/* True if the file, in reading, has an attribute. */
bool vfi_transfer_has(const vfi_transfer *transfer, hid_t at, const char *name);

/* Attributes. */
void vfi_transfer_int(vfi_transfer *transfer, hid_t at, const char *name, int *values, int count);
void vfi_transfer_int64(vfi_transfer *transfer, hid_t at, const char *name, int64_t *values, int count);
void vfi_transfer_double(vfi_transfer *transfer, hid_t at, const char *name, double *values, int count);
void vfi_transfer_text(vfi_transfer *transfer, hid_t at, const char *name, char *text, size_t size);

/* The shape of a data set, and its elements. When reading, the shape comes from the file. The first index is the
 * fastest. HDF5 counts the other way, and therefore shows the extents reversed. */
void vfi_transfer_shape(vfi_transfer *transfer, const char *name, vf_type *type, int *rank,
                        int64_t extents[VF_MAX_RANK]);
void vfi_transfer_values(vfi_transfer *transfer, const char *name, vf_type type, void *values);

#endif
