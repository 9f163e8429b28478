/* Included by columns_of_block.h for kernels with VF_REPEATS: sweeps by their numbers, of which vf_next is the one that runs
 * next. A group is entered while its carried value is another number than 0 in some column, and these columns take part. */

/* fall_is_a_sweep, flux_is_a_sweep, ... */
#define VF_NUMBER_SWEEP(sweep, ...) sweep##_is_a_sweep,
#define VF_NUMBER_SWEEPS enum { VF_SWEEPS(VF_NUMBER_SWEEP, VF_NUMBER_SWEEP) vf_sweep_count };

/* A NaN is no number that goes on. */
#define VF_GOES_ON(value) ((value) < 0 || (value) > 0)

#define VF_REPEATED_SWEEPS(DOWN, UP)                 \
  for (int vf_next = 0; vf_next < vf_sweep_count;) { \
    VF_SWEEPS(DOWN, UP)                              \
  }
#define VF_REPEATED(sweep, ...)          \
  if (vf_next == sweep##_is_a_sweep) {   \
    VF_REPEATS(VF_ROUND_BEGINS)          \
    if (vf_next == sweep##_is_a_sweep) { \
      __VA_ARGS__                        \
      vf_next++;                         \
      VF_REPEATS(VF_ROUND_ENDS)          \
    }                                    \
  }
#define VF_ROUND_BEGINS(first, last, goes_on) \
  if (vf_next == first##_is_a_sweep) {        \
    VF_TAKE_PART(goes_on)                     \
    if (!vf_taking_part) {                    \
      vf_next = last##_is_a_sweep + 1;        \
      VF_TAKE_ALL                             \
    }                                         \
  }
#define VF_ROUND_ENDS(first, last, goes_on) \
  if (vf_next == last##_is_a_sweep + 1) {   \
    vf_next = first##_is_a_sweep;           \
    VF_TAKE_ALL                             \
  }
