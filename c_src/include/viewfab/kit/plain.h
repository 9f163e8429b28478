/* Included by the generated loops of a kernel, before the kernel file: the words of bodies, and the data of a launch. On
 * the host with VF_REAL defined as float or double; a unit for a GPU has both types, and includes math.h for each. */
#ifndef VIEWFAB_KIT_PLAIN_H
#define VIEWFAB_KIT_PLAIN_H

#include <math.h>

#include <viewfab/backend/launch_data.h>
#include <viewfab/kit/host_threads.h>
#include <viewfab/kit/plain_arrays.h>
#include <viewfab/kit/vocabulary.h>

#define real VF_REAL
#define VF_VALUE_real3 VF_CAT(vf_real3_, VF_REAL)
#define VF_CONSTANTS_CHECKED(name)

#ifndef VIEWFAB_GPU
#include <viewfab/kit/math.h>
#endif

enum { VF_SHORT_ROW = 16 }; /* a plane of shorter rows fits in the first-level cache */

/* The compiler keeps the stores to an array. */
#define VF_KEEP(array) __asm__ volatile("" : : "r"(array) : "memory")

/* Tells the compiler that a condition holds. */
#define VF_KNOWN(condition) ((condition) ? (void)0 : __builtin_unreachable())

/* The array of an argument, in box b of a launch. */
static inline const vfi_span *vfi_span_of(const vfi_launch *launch, const int argument, const int b)
{
  if (!launch->sets) return &launch->spans[argument];
  return launch->sets->spans[argument] + (vfi_argument_bit(&launch->sets->is_set, argument) ? b : 0);
}

/* The value of an argument of a kernel with VF_VALUES_BY_BOX, in box b of a launch.
 *   at  its first byte among the packed values of the box */
static inline const vf_value *vfi_value_of(const vfi_launch *launch, const int argument, const int b, const size_t at)
{
  if (!launch->sets) return &launch->values[argument];
  return (const vf_value *)(launch->sets->values + (size_t)b * launch->sets->value_stride + at);
}

#endif
