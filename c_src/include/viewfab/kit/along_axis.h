/* Kernel files with calls along one direction, such as sweeps: VF_AXES of the file names the directions. The build
 * makes a kernel for each direction, <kernel>_x, <kernel>_y, <kernel>_z, with VF_AXIS 0, 1 or 2. The header is a system
 * header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_ALONG_AXIS_H
#define VIEWFAB_KIT_ALONG_AXIS_H
#pragma GCC system_header

#include <viewfab/words/rows.h>

/* The name of the kernel: the prefix that a project gives its kernels, the name of the file, and _x, _y or _z if the file
 * has axes. */
#define VF_KERNEL_NAME VF_CAT(VF_PREFIX, VF_CAT(VF_KERNEL, VF_CAT(VF_SUFFIX_OF_, VF_AXIS)))
#ifndef VF_PREFIX
#define VF_PREFIX
#endif
#define VF_SUFFIX_OF_VF_AXIS
#define VF_SUFFIX_OF_0 _x
#define VF_SUFFIX_OF_1 _y
#define VF_SUFFIX_OF_2 _z

/* In a plane, the direction across the axis. */
#define VF_OTHER_AXIS VF_CAT(VF_OTHER_AXIS_OF_, VF_AXIS)
#define VF_OTHER_AXIS_OF_0 1
#define VF_OTHER_AXIS_OF_1 0

/* VF_AT_ALONG(x, m, i, j, n): the element m further along the axis; VF_AT_ACROSS: across it, in a plane. */
#define VF_AT_ALONG(array, m, ...) VF_CAT(VF_AT_ALONG_, VF_COUNT(__VA_ARGS__))(array, m, VF_AXIS, __VA_ARGS__)
#define VF_AT_ACROSS(array, m, ...) VF_CAT(VF_AT_ALONG_, VF_COUNT(__VA_ARGS__))(array, m, VF_OTHER_AXIS, __VA_ARGS__)
#define VF_AT_ALONG_4(array, m, axis, i, j, k, n) \
  VF_AT(array, (i) + ((axis) == 0 ? (m) : 0), (j) + ((axis) == 1 ? (m) : 0), (k) + ((axis) == 2 ? (m) : 0), n)
#define VF_AT_ALONG_3(array, m, axis, i, j, n) \
  VF_AT(array, (i) + ((axis) == 0 ? (m) : 0), (j) + ((axis) == 1 ? (m) : 0), n)
#define VF_AT_ALONG_2(array, m, axis, i, n) VF_AT(array, (i) + (m), n)

/* VF_ON_AXIS(i, j, k): the index along the axis, for an array along(VF_AXIS). */
#define VF_ON_AXIS(...) VF_CAT(VF_ON_AXIS_, VF_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define VF_ON_AXIS_3(i, j, k) (VF_AXIS == 0 ? (i) : VF_AXIS == 1 ? (j) : (k))
#define VF_ON_AXIS_2(i, j) (VF_AXIS == 0 ? (i) : (j))
#define VF_ON_AXIS_1(i) (i)

#endif
