/* HDF5, loaded when a capture is written or read: no program is linked with the library, or needs it for anything
 * else. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_HDF5_LIBRARY_H
#define VIEWFAB_VALIDATE_CAPTURE_HDF5_LIBRARY_H

#include <hdf5.h>

#include <viewfab/viewfab.h>

/* Functions of HDF5 for captures, without the letters H5. */
#define VF_HDF5_CALLS(X)        \
  X(open)                       \
  X(get_libversion)             \
  X(Aclose)                     \
  X(Acreate2)                   \
  X(Aexists)                    \
  X(Aget_space)                 \
  X(Aget_type)                  \
  X(Aopen)                      \
  X(Aread)                      \
  X(Awrite)                     \
  X(Dclose)                     \
  X(Dcreate2)                   \
  X(Dget_space)                 \
  X(Dget_type)                  \
  X(Dopen2)                     \
  X(Dread)                      \
  X(Dwrite)                     \
  X(Eget_auto2)                 \
  X(Eset_auto2)                 \
  X(Ewalk2)                     \
  X(Fclose)                     \
  X(Fcreate)                    \
  X(Fis_hdf5)                   \
  X(Fopen)                      \
  X(Gclose)                     \
  X(Gcreate2)                   \
  X(Gopen2)                     \
  X(Lexists)                    \
  X(Pclose)                     \
  X(Pcreate)                    \
  X(Pset_userblock)             \
  X(Sclose)                     \
  X(Screate)                    \
  X(Screate_simple)             \
  X(Sget_simple_extent_dims)    \
  X(Sget_simple_extent_npoints) \
  X(Tclose)                     \
  X(Tcopy)                      \
  X(Tget_class)                 \
  X(Tget_size)                  \
  X(Tset_size)

/* Numbers of the library's own types, H5<name>_g; they hold after open(), until the program closes HDF5. */
#define VF_HDF5_IDS(X)    \
  X(P_CLS_FILE_CREATE_ID) \
  X(T_C_S1)               \
  X(T_NATIVE_B32)         \
  X(T_NATIVE_DOUBLE)      \
  X(T_NATIVE_FLOAT)       \
  X(T_NATIVE_INT)         \
  X(T_NATIVE_INT32)       \
  X(T_NATIVE_INT64)

/* HDF5's words for these call the library. */
enum { VF_HDF5_READ_ONLY = 0, VF_HDF5_TRUNCATE = 2 };

typedef struct vfi_hdf5_library {
#define MEMBER(name) __typeof__(&H5##name) name;
  VF_HDF5_CALLS(MEMBER)
#undef MEMBER
#define MEMBER(name) const hid_t *name;
  VF_HDF5_IDS(MEMBER)
#undef MEMBER
} vfi_hdf5_library;
extern vfi_hdf5_library vfi_hdf5;

/* Fills vfi_hdf5: from the program, if it has an HDF5 itself, else from the file that VF_HDF5_LIBRARY names, else from
 * the system's search for the library, else from its place during the build. May be called by any thread, and again
 * after a failure.
 * Errors: VF_ERROR_STATE; the text has the tried files, with a reason for each. */
vf_status vfi_hdf5_load(void);

#endif
