/* Between two kernels of a GPU translation unit: what a kernel file defines, and what differs from kernel to kernel, is
 * forgotten. */
#undef VF_PASS
#undef VF_REAL
#undef VF_KERNEL_FILE
#undef VF_KERNEL
#undef VF_SUMMARY
#undef VF_RANK
#undef VF_POINTS
#undef VF_GHOSTS
#undef VF_POINTS_ON
#undef VF_ARGUMENTS
#undef VF_REDUCE
#undef VF_RESULTS
#undef VF_LINES
#undef VF_SAFE_IN_PLACE
#undef VF_TUNED_GPU
#undef VF_VALUES_BY_BOX
#undef VF_PLACE_VALUE
#undef VF_DISTINCT
#undef VF_FIRST_I
#undef VF_COLUMN
#undef VF_COLUMN_OF_BLOCK
#undef VF_POINT_AT
