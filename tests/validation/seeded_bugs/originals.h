/* The originals of the shipped kernels with wrong ports: the loops of a legacy code, in real64. */
#ifndef VIEWFAB_TESTS_ORIGINALS_H
#define VIEWFAB_TESTS_ORIGINALS_H

#include <viewfab/validate.h>

/* Element of a real64 array; n counts from 0. */
double *element(const vf_original_array *array, int i, int j, int k, int n);

void original_gsrb_poisson(const vf_original_call *call, void *user);
void original_gsrb_helmholtz(const vf_original_call *call, void *user);
void original_apply_poisson(const vf_original_call *call, void *user);
void original_apply_helmholtz(const vf_original_call *call, void *user);
void original_residual_poisson(const vf_original_call *call, void *user);
void original_average(const vf_original_call *call, void *user);
void original_interp(const vf_original_call *call, void *user);
void original_fill_ghosts(const vf_original_call *call, void *user);
void original_fill_halo(const vf_original_call *call, void *user);
void original_copy(const vf_original_call *call, void *user);
void original_fill_value(const vf_original_call *call, void *user);
void original_add_constant(const vf_original_call *call, void *user);
void original_axpy(const vf_original_call *call, void *user);
void original_xpay(const vf_original_call *call, void *user);
void original_norm_max(const vf_original_call *call, void *user);

/* gsrb_poisson with the mod of legacy codes. This mod truncates toward zero: a row with a negative odd sum starts
 * a cell before the box. */
void truncating_gsrb_poisson(const vf_original_call *call, void *user);

/* fill_value with a loop over y that runs into the next plane. */
void overrunning_fill_value(const vf_original_call *call, void *user);

/* Loops with a result by their order of points, with the arguments of axpy and of add_constant. */
void sum_of_columns(const vf_original_call *call, void *user);
void shift_of_rows(const vf_original_call *call, void *user);

/* Runs a call in real32 in real64, by the original in `user`. */
typedef struct real64_original {
  const vfi_kernel_description *kernel;
  vf_original original;
} real64_original;
void original_of_real32(const vf_original_call *call, void *user);

#endif
