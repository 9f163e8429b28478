/* Items of an HDF5 file in both directions: one description of the file, run once to write the file and once to read
 * it. The first failure is kept, and later items do nothing. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_TRANSFER_H
#define VIEWFAB_VALIDATE_CAPTURE_TRANSFER_H

#include <viewfab/viewfab.h>

#include "hdf5_library.h"

typedef struct vf_transfer {
  hid_t file;
  bool write;
  const char *path; /* as messages name the file; borrowed */
  vf_status status;
  H5E_auto2_t printer; /* HDF5's own printer, which is silent meanwhile */
  void *printer_data;
} vf_transfer;

/* HDF5 prints nothing until vf_transfer_end, which also closes all open items. path is the file to open or make. */
void vf_transfer_begin(vf_transfer *transfer, const char *path, bool write);
/* Silence for more items of a file between two transfers; the file stays open. */
void vf_transfer_pause(vf_transfer *transfer);
void vf_transfer_resume(vf_transfer *transfer);
vf_status vf_transfer_end(vf_transfer *transfer);

/* Notes a failure with HDF5's explanation. */
void vf_transfer_failed(vf_transfer *transfer, const char *what);

/* A group of the file by its path; negative after a failure. */
hid_t vf_transfer_group(vf_transfer *transfer, const char *name);
void vf_transfer_close(vf_transfer *transfer, hid_t group);

/* True if the file, in reading, has an attribute. */
bool vf_transfer_has(const vf_transfer *transfer, hid_t at, const char *name);

/* Attributes. */
void vf_transfer_int(vf_transfer *transfer, hid_t at, const char *name, int *values, int count);
void vf_transfer_int64(vf_transfer *transfer, hid_t at, const char *name, int64_t *values, int count);
void vf_transfer_double(vf_transfer *transfer, hid_t at, const char *name, double *values, int count);
void vf_transfer_text(vf_transfer *transfer, hid_t at, const char *name, char *text, size_t size);

/* The shape of a data set, and its elements. When reading, the shape comes from the file. The first index is the
 * fastest. HDF5 counts the other way, and therefore shows the extents reversed. */
void vf_transfer_shape(vf_transfer *transfer, const char *name, vf_type *type, int *rank, int64_t extents[VF_MAX_RANK]);
void vf_transfer_values(vf_transfer *transfer, const char *name, vf_type type, void *values);

#endif
