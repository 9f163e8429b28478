/* Included by columns_of_block.h for kernels with VF_REPEATS. Sweeps have numbers; vfi_next is the number of the next
 * sweep. A group runs while its carried value is not 0 in some column, and the columns with such a value take part. */

/* fall_is_a_sweep, flux_is_a_sweep, ... */
#define VF_NUMBER_SWEEP(sweep, ...) sweep##_is_a_sweep,
#define VF_NUMBER_SWEEPS enum { VF_SWEEPS(VF_NUMBER_SWEEP, VF_NUMBER_SWEEP) vfi_sweep_count };

/* A NaN ends the repetition. */
#define VF_GOES_ON(value) ((value) < 0 || (value) > 0)

#define VF_REPEATED_SWEEPS(DOWN, UP)                    \
  for (int vfi_next = 0; vfi_next < vfi_sweep_count;) { \
    VF_SWEEPS(DOWN, UP)                                 \
  }
#define VF_REPEATED(sweep, ...)           \
  if (vfi_next == sweep##_is_a_sweep) {   \
    VF_REPEATS(VF_ROUND_BEGINS)           \
    if (vfi_next == sweep##_is_a_sweep) { \
      __VA_ARGS__                         \
      vfi_next++;                         \
      VF_REPEATS(VF_ROUND_ENDS)           \
    }                                     \
  }
#define VF_ROUND_BEGINS(first, last, goes_on) \
  if (vfi_next == first##_is_a_sweep) {       \
    VF_TAKE_PART(goes_on)                     \
    if (!vfi_taking_part) {                   \
      vfi_next = last##_is_a_sweep + 1;       \
      VF_TAKE_ALL                             \
    }                                         \
  }
#define VF_ROUND_ENDS(first, last, goes_on) \
  if (vfi_next == last##_is_a_sweep + 1) {  \
    vfi_next = first##_is_a_sweep;          \
    VF_TAKE_ALL                             \
  }
