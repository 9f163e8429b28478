/* The seal of a capture file: 512 bytes before the HDF5 part with the kind of the file, its length, and the sum of its
 * bytes. The seal is checked before HDF5 sees the file, because HDF5 does not survive every damaged file. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_SEAL_H
#define VIEWFAB_VALIDATE_CAPTURE_SEAL_H

#include <viewfab/viewfab.h>

enum { VF_CAPTURE_FORMAT = 1, VF_CAPTURE_SEAL_BYTES = 512 };

/* Writes the seal into a file that was made with a user block of VF_CAPTURE_SEAL_BYTES. A file without a seal is no
 * capture, so this is its last step. */
vf_status vfi_capture_seal(const char *path);

/* Refuses, with HDF5 loaded, a file that is absent, foreign, of a newer format, cut off or damaged, each with a text of
 * its own. */
vf_status vfi_capture_seal_check(const char *path);

#endif
