/* Edits capture files and seals them again. The result looks like a file of a faulty writer. */
#ifndef VIEWFAB_CAPTURE_EDIT_H
#define VIEWFAB_CAPTURE_EDIT_H

#include <hdf5.h>

#include <seal.h>

#include "capture_testing.h"

static inline hid_t open_to_edit(const char *file)
{
  const hid_t id = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(id >= 0);
  return id;
}

static inline void close_edited(const char *file, hid_t id)
{
  assert_true(H5Fclose(id) >= 0);
  must(vfi_capture_seal(file));
}

/* Lets `change` edit the value of a group's attribute, in the given memory type or in its own type. */
static inline void edit_attribute(const char *file, const char *group, const char *name, hid_t memory,
                                  void (*change)(void *value, const void *to), const void *to)
{
  long value[64] = { 0 };
  const hid_t id = open_to_edit(file), at = H5Gopen2(id, group, H5P_DEFAULT),
              attribute = H5Aopen(at, name, H5P_DEFAULT);
  const hid_t own = H5Aget_type(attribute), type = memory < 0 ? own : memory;
  assert_true(own >= 0 && H5Aread(attribute, type, value) >= 0);
  change(value, to);
  assert_true(H5Awrite(attribute, type, value) >= 0);
  assert_true(H5Tclose(own) >= 0 && H5Aclose(attribute) >= 0 && H5Gclose(at) >= 0);
  close_edited(file, id);
}

static inline void change_number(void *value, const void *to)
{
  ((int *)value)[((const int *)to)[0]] = ((const int *)to)[1];
}
static inline void change_text(void *value, const void *to) { memcpy(value, to, strlen(to)); }
static inline void change_double(void *value, const void *to) { *(double *)value += *(const double *)to; }

/* Changes one element of an attribute. */
static inline void edit_number(const char *file, const char *group, const char *name, int element, int value)
{
  edit_attribute(file, group, name, H5T_NATIVE_INT, change_number, (int[]){ element, value });
}

/* Overwrites the start of a text. */
static inline void edit_text(const char *file, const char *group, const char *name, const char *text)
{
  edit_attribute(file, group, name, H5I_INVALID_HID, change_text, text);
}

static inline void remove_item(const char *file, const char *name)
{
  const hid_t id = open_to_edit(file);
  assert_true(H5Ldelete(id, name, H5P_DEFAULT) >= 0);
  close_edited(file, id);
}

static inline void remove_attribute(const char *file, const char *group, const char *name)
{
  const hid_t id = open_to_edit(file);
  assert_true(H5Adelete_by_name(id, group, name, H5P_DEFAULT) >= 0);
  close_edited(file, id);
}

/* Adds to one element of a data set of real64 numbers. */
static inline void edit_element(const char *file, const char *set, size_t element, double change)
{
  const hid_t id = open_to_edit(file), data = H5Dopen2(id, set, H5P_DEFAULT), space = H5Dget_space(data);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  assert_true(count > (hssize_t)element);
  double *values = malloc((size_t)count * sizeof *values);
  assert_non_null(values);
  assert_true(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  values[element] += change;
  assert_true(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  free(values);
  H5Sclose(space);
  H5Dclose(data);
  close_edited(file, id);
}

#endif
