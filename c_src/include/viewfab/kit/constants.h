/* Structures of constants, which a kernel takes as one argument. The header is a system header, so that the compiler reports
 * a mistake at the author's line and not here.
 *
 *   #define VF_CONSTANTS_cloud(MEMBER)                        the members, by the names of the code's own type
 *     MEMBER(real, critical, "cloud water that makes rain, kg/kg")
 *     MEMBER(reals(3), speeds, "of the fall of ice, rain and snow, m/s")
 *   #define VF_MODULE_cloud cloud_constants                   the Fortran module that has the type cloud
 *   VF_CONSTANTS_TYPE(cloud)
 *
 * An argument is VALUE(constants(cloud), c, "..."), and a body reads c.critical and c.speeds.at[0]. */
#ifndef VIEWFAB_KIT_CONSTANTS_H
#define VIEWFAB_KIT_CONSTANTS_H
#pragma GCC system_header

#include <viewfab/words/values.h>

/* The types of members. Columns: VF_ARGUMENT_<NAME>, C type in the body (a logical is 0 or 1), numbers. */
#define VF_MEMBER_ROW_real (REAL, VF_REAL, 1)
#define VF_MEMBER_ROW_int (INT, int, 1)
#define VF_MEMBER_ROW_logical (LOGICAL, int, 1)
#define VF_MEMBER_ROW_reals(count) \
  VF_IF(VF_IS_LENGTH(count))((REALS, VF_NUMBERS_TYPE(VF_REAL, count), count))(VF_NO_ROW)
#define VF_MEMBER_ROW_ints(count) VF_IF(VF_IS_LENGTH(count))((INTS, VF_NUMBERS_TYPE(int, count), count))(VF_NO_ROW)
#define VF_MEMBER_WORDS "real int logical reals(1..16) ints(1..16)"

#define VF_MEMBER_NAME(NAME, body, count) VF_ARGUMENT_##NAME
#define VF_MEMBER_BODY(NAME, body, count) body
#define VF_MEMBER_COUNT(NAME, body, count) count
/* A wrong word counts as real: the check reports it once. */
#define VF_MEMBER_OF(column, row) VF_COLUMN_OF(column, VF_IF(VF_IS_ROW(row))(row)(VF_MEMBER_ROW_real))

/* The type in bodies and in functions of a kernel file: const VF_CONSTANTS(cloud) c. */
#define VF_CONSTANTS(name) VF_CAT(VF_CAT(vfi_constants_, name), VF_CAT(_, VF_REAL))

/* Makes two types: of bodies, and of calls in C, whose members are all double. */
#define VF_CONSTANTS_TYPE(name)            \
  VF_CONSTANTS_CHECKED(name)               \
  typedef struct VF_CONSTANTS(name) {      \
    VF_CONSTANTS_##name(VF_MEMBER_IN_BODY) \
  } VF_CONSTANTS(name);                    \
  struct vf_constants_##name {             \
    VF_CONSTANTS_##name(VF_MEMBER_IN_CALL) \
  };
#define VF_MEMBER_IN_BODY(type, name, text) VF_MEMBER_OF(VF_MEMBER_BODY, VF_MEMBER_ROW_##type) name;
#define VF_MEMBER_IN_CALL(type, name, text)             \
  double name VF_IF(VF_SECOND(VF_MEMBER_PROBE_##type))( \
      VF_MEMBER_EXTENT(VF_MEMBER_OF(VF_MEMBER_COUNT, VF_MEMBER_ROW_##type)))();
#define VF_MEMBER_EXTENT(count) [count]
#define VF_MEMBER_PROBE_reals(...) ~, 1
#define VF_MEMBER_PROBE_ints(...) ~, 1

#endif
