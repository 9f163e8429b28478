#include "transfer.h"

#include <string.h>

#include "../../core/error.h"
#include "seal.h"

static void silence(vfi_transfer *t)
{
  vfi_hdf5.open(); /* again, if the program has closed HDF5 */
  vfi_hdf5.Eget_auto2(H5E_DEFAULT, &t->printer, &t->printer_data);
  vfi_hdf5.Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void vfi_transfer_pause(vfi_transfer *t) { vfi_hdf5.Eset_auto2(H5E_DEFAULT, t->printer, t->printer_data); }
void vfi_transfer_resume(vfi_transfer *t) { silence(t); }

/* The innermost error tells most. */
static herr_t first_error(unsigned depth, const H5E_error2_t *error, void *text)
{
  if (depth == 0 && error->desc) *(const char **)text = error->desc;
  return 0;
}

/* Notes a failure with HDF5's explanation. */
static void note_failure(vfi_transfer *t, const char *what)
{
  const char *text = "unknown error";
  if (t->status) return;
  vfi_hdf5.Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, first_error, (void *)&text);
  t->status = vfi_fail(VF_ERROR_STATE, "capture %s: %s: %s", t->path, what, text);
}

static void missing(vfi_transfer *t, const char *kind, const char *name)
{
  t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is incomplete: it has no %s %s", t->path, kind, name);
}

/* The next call of HDF5 forgets a failure, so failures are noted at once. */
static hid_t create(vfi_transfer *t)
{
  hid_t file = H5I_INVALID_HID;
  const hid_t how = vfi_hdf5.Pcreate(*vfi_hdf5.P_CLS_FILE_CREATE_ID);
  if (how >= 0 && vfi_hdf5.Pset_userblock(how, VF_CAPTURE_SEAL_BYTES) >= 0)
    file = vfi_hdf5.Fcreate(t->path, VF_HDF5_TRUNCATE, how, H5P_DEFAULT);
  if (file < 0) note_failure(t, "the file cannot be made");
  if (how >= 0) vfi_hdf5.Pclose(how);
  return file;
}

void vfi_transfer_begin(vfi_transfer *t, const char *path, bool write)
{
  *t = (vfi_transfer){ .file = H5I_INVALID_HID, .write = write, .path = path };
  silence(t);
  if (write) {
    t->file = create(t);
    return;
  }
  t->file = vfi_hdf5.Fopen(path, VF_HDF5_READ_ONLY, H5P_DEFAULT);
  if (t->file < 0) note_failure(t, "the file cannot be opened");
}

vf_status vfi_transfer_end(vfi_transfer *t)
{
  if (t->file >= 0 && vfi_hdf5.Fclose(t->file) < 0) note_failure(t, "the file cannot be closed");
  t->file = H5I_INVALID_HID;
  vfi_transfer_pause(t);
  return t->status;
}

hid_t vfi_transfer_group(vfi_transfer *t, const char *name)
{
  if (t->status) return H5I_INVALID_HID;
  if (!t->write && vfi_hdf5.Lexists(t->file, name, H5P_DEFAULT) <= 0) {
    missing(t, "group", name);
    return H5I_INVALID_HID;
  }
  const hid_t group = t->write ? vfi_hdf5.Gcreate2(t->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)
                               : vfi_hdf5.Gopen2(t->file, name, H5P_DEFAULT);
  if (group < 0) note_failure(t, name);
  return group;
}

void vfi_transfer_close(vfi_transfer *t, hid_t group)
{
  if (group >= 0 && vfi_hdf5.Gclose(group) < 0) note_failure(t, "a group cannot be closed");
}

static void write_attribute(vfi_transfer *t, hid_t at, const char *name, hid_t type, hid_t space, const void *values)
{
  const hid_t attribute = space < 0 ? space : vfi_hdf5.Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0 || vfi_hdf5.Awrite(attribute, type, values) < 0) note_failure(t, name);
  if (attribute >= 0 && vfi_hdf5.Aclose(attribute) < 0) note_failure(t, name);
}

/* The attribute, opened, if it has so many elements; otherwise negative. */
static hid_t open_attribute(vfi_transfer *t, hid_t at, const char *name, H5T_class_t expected, int count)
{
  if (vfi_hdf5.Aexists(at, name) <= 0) {
    missing(t, "attribute", name);
    return H5I_INVALID_HID;
  }
  const hid_t attribute = vfi_hdf5.Aopen(at, name, H5P_DEFAULT);
  const hid_t space = attribute < 0 ? attribute : vfi_hdf5.Aget_space(attribute);
  const hid_t type = attribute < 0 ? attribute : vfi_hdf5.Aget_type(attribute);
  if (space < 0 || type < 0) note_failure(t, name);
  else if (vfi_hdf5.Sget_simple_extent_npoints(space) != count || vfi_hdf5.Tget_class(type) != expected)
    t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: attribute %s has another type or number of elements",
                         t->path, name);
  if (type >= 0) vfi_hdf5.Tclose(type);
  if (space >= 0) vfi_hdf5.Sclose(space);
  if (t->status && attribute >= 0) vfi_hdf5.Aclose(attribute);
  return t->status ? H5I_INVALID_HID : attribute;
}

static void transfer_numbers(vfi_transfer *t, hid_t at, const char *name, H5T_class_t expected, hid_t type,
                             void *values, int count)
{
  if (t->status) return;
  if (t->write) {
    const hsize_t extent = (hsize_t)count;
    const hid_t space = count == 1 ? vfi_hdf5.Screate(H5S_SCALAR) : vfi_hdf5.Screate_simple(1, &extent, NULL);
    write_attribute(t, at, name, type, space, values);
    if (space >= 0) vfi_hdf5.Sclose(space);
    return;
  }
  const hid_t attribute = open_attribute(t, at, name, expected, count);
  if (attribute < 0) return;
  if (vfi_hdf5.Aread(attribute, type, values) < 0) note_failure(t, name);
  vfi_hdf5.Aclose(attribute);
}

bool vfi_transfer_has(const vfi_transfer *t, hid_t at, const char *name)
{
  return !t->status && !t->write && vfi_hdf5.Aexists(at, name) > 0;
}

void vfi_transfer_int(vfi_transfer *t, hid_t at, const char *name, int *values, int count)
{
  transfer_numbers(t, at, name, H5T_INTEGER, *vfi_hdf5.T_NATIVE_INT, values, count);
}

void vfi_transfer_int64(vfi_transfer *t, hid_t at, const char *name, int64_t *values, int count)
{
  transfer_numbers(t, at, name, H5T_INTEGER, *vfi_hdf5.T_NATIVE_INT64, values, count);
}

void vfi_transfer_double(vfi_transfer *t, hid_t at, const char *name, double *values, int count)
{
  transfer_numbers(t, at, name, H5T_FLOAT, *vfi_hdf5.T_NATIVE_DOUBLE, values, count);
}

void vfi_transfer_text(vfi_transfer *t, hid_t at, const char *name, char *text, size_t size)
{
  if (t->status) return;
  const hid_t type = vfi_hdf5.Tcopy(*vfi_hdf5.T_C_S1);
  if (type < 0 || vfi_hdf5.Tset_size(type, t->write ? strlen(text) + 1 : size) < 0) {
    note_failure(t, name);
  } else if (t->write) {
    const hid_t space = vfi_hdf5.Screate(H5S_SCALAR);
    write_attribute(t, at, name, type, space, text);
    if (space >= 0) vfi_hdf5.Sclose(space);
  } else {
    const hid_t attribute = open_attribute(t, at, name, H5T_STRING, 1);
    if (attribute >= 0 && vfi_hdf5.Aread(attribute, type, text) < 0) note_failure(t, name);
    if (attribute >= 0) vfi_hdf5.Aclose(attribute);
    text[size - 1] = 0;
  }
  if (type >= 0) vfi_hdf5.Tclose(type);
}

static hid_t memory_type(vf_type type)
{
  switch (type) {
    case VF_REAL32: return *vfi_hdf5.T_NATIVE_FLOAT;
    case VF_REAL64: return *vfi_hdf5.T_NATIVE_DOUBLE;
    case VF_INT32: return *vfi_hdf5.T_NATIVE_INT32;
    case VF_INT64: return *vfi_hdf5.T_NATIVE_INT64;
    case VF_LOGICAL32: return *vfi_hdf5.T_NATIVE_B32; /* bits without conversion */
  }
  return H5I_INVALID_HID;
}

static vf_type element_type(hid_t type)
{
  const bool real = vfi_hdf5.Tget_class(type) == H5T_FLOAT, wide = vfi_hdf5.Tget_size(type) == 8;
  if (vfi_hdf5.Tget_class(type) == H5T_BITFIELD && vfi_hdf5.Tget_size(type) == 4) return VF_LOGICAL32;
  if ((!wide && vfi_hdf5.Tget_size(type) != 4) || (!real && vfi_hdf5.Tget_class(type) != H5T_INTEGER))
    return (vf_type)0;
  return real ? (wide ? VF_REAL64 : VF_REAL32) : (wide ? VF_INT64 : VF_INT32);
}

static void write_shape(vfi_transfer *t, const char *name, vf_type type, int rank, const int64_t *extents)
{
  hsize_t reversed[VF_MAX_RANK];
  for (int d = 0; d < rank; d++) reversed[d] = (hsize_t)extents[rank - 1 - d];
  const hid_t space = vfi_hdf5.Screate_simple(rank, reversed, NULL);
  const hid_t set =
      space < 0 ? space
                : vfi_hdf5.Dcreate2(t->file, name, memory_type(type), space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (set < 0 || vfi_hdf5.Dclose(set) < 0) note_failure(t, name);
  if (space >= 0) vfi_hdf5.Sclose(space);
}

static void read_shape(vfi_transfer *t, const char *name, vf_type *type, int *rank, int64_t *extents)
{
  if (vfi_hdf5.Lexists(t->file, name, H5P_DEFAULT) <= 0) {
    missing(t, "data set", name);
    return;
  }
  const hid_t set = vfi_hdf5.Dopen2(t->file, name, H5P_DEFAULT);
  const hid_t space = set < 0 ? set : vfi_hdf5.Dget_space(set), of_set = set < 0 ? set : vfi_hdf5.Dget_type(set);
  hsize_t reversed[H5S_MAX_RANK];
  *rank = space < 0 ? -1 : vfi_hdf5.Sget_simple_extent_dims(space, reversed, NULL);
  if (*rank < 0 || of_set < 0) {
    note_failure(t, name);
  } else {
    *type = element_type(of_set);
    if (*rank < 1 || *rank > VF_MAX_RANK || !*type)
      t->status = vfi_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: data set %s has a type or a rank that no view has",
                           t->path, name);
    else
      for (int d = 0; d < *rank; d++) extents[d] = (int64_t)reversed[*rank - 1 - d];
  }
  if (of_set >= 0) vfi_hdf5.Tclose(of_set);
  if (space >= 0) vfi_hdf5.Sclose(space);
  if (set >= 0) vfi_hdf5.Dclose(set);
}

void vfi_transfer_shape(vfi_transfer *t, const char *name, vf_type *type, int *rank, int64_t extents[VF_MAX_RANK])
{
  if (t->status) return;
  if (t->write) write_shape(t, name, *type, *rank, extents);
  else read_shape(t, name, type, rank, extents);
}

void vfi_transfer_values(vfi_transfer *t, const char *name, vf_type type, void *values)
{
  if (t->status) return;
  const hid_t set = vfi_hdf5.Dopen2(t->file, name, H5P_DEFAULT);
  const hid_t memory = memory_type(type);
  const herr_t failed = set < 0    ? -1
                        : t->write ? vfi_hdf5.Dwrite(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values)
                                   : vfi_hdf5.Dread(set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  if (failed < 0) note_failure(t, name);
  if (set >= 0 && vfi_hdf5.Dclose(set) < 0) note_failure(t, name);
}
