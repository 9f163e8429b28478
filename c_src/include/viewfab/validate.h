/* Validation: a ported kernel is compared with its original, inside the user's program.
 *
 * Every kernel runs in one of three modes, chosen while the program runs:
 *   device    the port alone
 *   original  the registered original alone, on the host
 *   check     both, on the same inputs; their results are compared, and the program goes on with the results of one of
 *             the two
 * The findings are collected kernel by kernel; report.h prints them.
 *
 * The settings come from the environment (VF_MODE, VF_KERNELS, VF_CHECK, VF_TOLERANCE) and from the calls below. The
 * calls win. Kernels are named without vf_, as their files are. */
#ifndef VIEWFAB_VALIDATE_H
#define VIEWFAB_VALIDATE_H

#include <viewfab/backend.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vf_mode { VF_MODE_DEVICE = 0, VF_MODE_ORIGINAL = 1, VF_MODE_CHECK = 2 } vf_mode;

/* The result with which the program goes on after a checked call. */
typedef enum vf_keep { VF_KEEP_PORT = 0, VF_KEEP_ORIGINAL = 1 } vf_keep;

/* The allowed difference of two results. An element passes if it meets any of the measures. Equal bits always pass, and
 * a NaN passes only beside a NaN.
 *   absolute  |port - original|, in the units of the array
 *   relative  |port - original| / max(|port|, |original|)
 *   scaled    |port - original| / (largest magnitude among the elements that the original wrote in this call)
 *   ulp       floating-point numbers of the array's kind that lie between the two */
typedef struct vf_tolerance {
  double absolute, relative, scaled, ulp;
} vf_tolerance;

/* ---- Originals ---------------------------------------------------------------------------------------------- */

/* An array for an original: column order, no gaps. Over columns the array is the part of one block and one species,
 * with the indices of the original's own array: points in the code's own bounds, others from 1. If bodies read
 * neighbours, the array is the whole array of one species: the bounds are the bounds of its points, levels and blocks,
 * as far as the array has them, and parts come behind the points. */
typedef struct vf_original_array {
  void *first;            /* element (lower[0], lower[1], lower[2]) of the first component, on the host */
  int lower[3], upper[3]; /* the code's own bounds, ghosts included */
  int components; /* 1 if the array of the kernel has no component index; over columns that read neighbours, parts */
} vf_original_array;

typedef struct vf_original_call {
  vf_type type;   /* of the real arrays */
  vf_box box;     /* over columns with reads of neighbours: points, levels and blocks */
  int components; /* components of the call */
  int selector;   /* colour or direction; 0 if the kernel has none */
  int levels;     /* over columns: full levels */
  int block;      /* over columns: the block, in the code's own counting; the box has its points in direction 0 */
  int species;    /* over columns: the species, from 1 */
  int argument_count;
  const vf_original_array *arrays; /* [argument]; undefined for values */
  const vf_value *values;          /* [argument]; undefined for arrays */
  double *result;   /* [result] out: results of the original, in the order of the kernel; NULL: the kernel has no
                     * results */
  vf_place *places; /* [result] out: places of the results as index, and component from 0; the box is ignored. Places
                     * that the original leaves alone are not compared */
} vf_original_call;

/* Does on the host the work of the kernel, for one box; over columns for one block and one species. user is the pointer
 * of the registration. */
typedef void (*vf_original)(const vf_original_call *call, void *user);

/* Registers the original of a kernel for one kind of the real arrays; NULL ends the registration.
 *   type  VF_REAL32 or VF_REAL64
 *   user  handed to the original with every call; borrowed
 * Fortran has vf_<kernel>_register_original(procedure) instead, which calls this function.
 * Errors: VF_ERROR_NULL (kernel), VF_ERROR_KIND (type), VF_ERROR_STATE (a call runs the original of the kernel now),
 * VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_kernel_set_original(vf_kernel *kernel, vf_type type, vf_original original, void *user);

/* ---- Modes -------------------------------------------------------------------------------------------------- */

/* Sets the mode of one kernel, before or after its first call; NULL: of every kernel.
 * Errors: VF_ERROR_ARGUMENT (mode). In mode original or check a kernel may have no original for its kind. If the
 * setting named the kernel, its later call is refused with VF_ERROR_STATE. If the setting was for every kernel, the
 * later call runs the port, and the report says so. */
VF_API vf_status vf_validate_mode(const char *kernel, vf_mode mode);

/* Checks one of n calls of a kernel; NULL: of every kernel. The other calls run the port. Calls with another colour or
 * direction, other labels of views, other whole numbers or kinds of boundaries are variants. For each variant the first
 * call is checked, and then one call of every n, at places without a period, the same in each run. (If a kernel has
 * more than 64 variants, all further variants count as one variant.) Errors: VF_ERROR_ARGUMENT (every < 1). */
VF_API vf_status vf_validate_every(const char *kernel, int every);

/* Chooses the result with which the program goes on after checked calls; default: the port's.
 * Errors: VF_ERROR_ARGUMENT (keep, the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_keep(const char *kernel, vf_keep keep);

/* Turns on or off a second run of the port in checked calls, with its points in another order: the bits must not
 * change.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_order(const char *kernel, bool on);

/* Turns on or off the failure of a checked call with a finding, with VF_ERROR_MISMATCH. Default: the call succeeds, and
 * the report has the finding. Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_stop(const char *kernel, bool on);

/* Says that the original of one kernel (NULL: of every kernel) does more than its port: it changes elements that the
 * points of the call do not own, or arrays that the kernel only reads. Such elements are then a remark of the report.
 * Default: such elements fail the call, because a port with a too small box leaves the same traces.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_more(const char *kernel, bool on);

/* The same for an original that changes more elements only in the ghosts of its written arrays, such as a loop with the
 * exchange of its halo. Other changes, and changes of arrays that the kernel only reads, fail the call as always. So the
 * check still finds a box that is a cell too small.
 *   layers  [direction] >= 0: the outermost layers at both ends of a written view, or of the views in a set; the
 *           original may do more in these layers. A direction with no more than twice as many elements has no ghosts.
 *           All 0: as vf_validate_more(kernel, false), and replaces its setting
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (a negative number, the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_more_in_ghosts(const char *kernel, const int layers[3]);

/* Turns on or off a second check, on perturbed inputs, after a check without findings. Smooth fields, uniform grids and
 * constant coefficients hide errors, because a confusion of two neighbours then gives the same values. Each real
 * element of the arrays of the call, and each real value, is multiplied by 1 + size * u. u is a number between -1 and 1
 * that follows from seed, call, argument and element. Zeros stay. In arrays of zeros alone the elements become size *
 * u. Integers and logicals stay. Port and original run on the perturbed inputs and are compared by the same rules.
 * These results are then dropped: arrays, states and results of the call come from the true inputs. The ports of
 * routines cannot run again: the report says that routines were checked on their true inputs alone.
 *   seed  > 0; 0, the default: no perturbed inputs
 *   size  below 1; 0: VF_PERTURB_SIZE
 * Errors: VF_ERROR_ARGUMENT (seed, size, the environment), VF_ERROR_MEMORY. */
#define VF_PERTURB_SIZE 1e-3
VF_API vf_status vf_validate_perturb(const char *kernel, int64_t seed, double size);

/* Tolerance of one kernel; kernel NULL: of every kernel without a tolerance of its own. NULL for tolerance: the
 * default, ulp 4 or scaled 16 epsilon of the array's kind, and more if rounding explains the difference. For sums the
 * default also allows the effect of the order of n additions: (n/2 + 16) epsilon times the sum of the terms'
 * magnitudes. Places of extrema are the same, or their values differ by no more than the tolerance.
 * Errors: VF_ERROR_ARGUMENT (a negative number or a NaN). */
VF_API vf_status vf_validate_tolerance(const char *kernel, const vf_tolerance *tolerance);

#ifdef __cplusplus
}
#endif

#endif
