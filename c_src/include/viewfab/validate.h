/* Validation: a ported kernel held against the original it replaces, inside the user's program.
 *
 * Every kernel runs in one of three modes, chosen while the program runs:
 *   device    the port alone
 *   original  the registered original alone, on the host
 *   check     both, on the same inputs; what they wrote is compared, and the program goes on with one of the results
 * What was found is collected kernel by kernel; report.h prints it.
 *
 * The settings come from the environment (VF_MODE, VF_KERNELS, VF_CHECK, VF_TOLERANCE) and from the calls below, which
 * win. Kernels are named without vf_, as their files are. */
#ifndef VIEWFAB_VALIDATE_H
#define VIEWFAB_VALIDATE_H

#include <viewfab/backend.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vf_mode { VF_MODE_DEVICE = 0, VF_MODE_ORIGINAL = 1, VF_MODE_CHECK = 2 } vf_mode;

/* Whose result a checked call goes on with. */
typedef enum vf_keep { VF_KEEP_PORT = 0, VF_KEEP_ORIGINAL = 1 } vf_keep;

/* How much two results may differ. An element passes when any one of the measures is met; bits that are equal always
 * pass, and a NaN passes only beside a NaN.
 *   absolute  |port - original|, in the units of the array
 *   relative  |port - original| / max(|port|, |original|)
 *   scaled    |port - original| / (largest magnitude among the elements that the original wrote in this call)
 *   ulp       floating-point numbers of the array's kind that lie between the two */
typedef struct vf_tolerance {
  double absolute, relative, scaled, ulp;
} vf_tolerance;

/* ---- Originals ---------------------------------------------------------------------------------------------- */

/* An array as an original sees it: column order, no gaps. Over columns it is the part of one block and one species, with the
 * indices that the original's own array has: points in the code's own bounds, others from 1. Where bodies read neighbours it
 * is the whole array of one species: the bounds are those of its points, levels and blocks, as far as it has them, and parts
 * come behind the points. */
typedef struct vf_original_array {
  void *first;            /* element (lower[0], lower[1], lower[2]) of the first component, on the host */
  int lower[3], upper[3]; /* the code's own bounds, ghosts included */
  int components; /* 1 where the kernel gives the array no component index; over columns that read neighbours, parts */
} vf_original_array;

typedef struct vf_original_call {
  vf_type type;   /* of the real arrays */
  vf_box box;     /* over columns that read neighbours: points, levels and blocks */
  int components; /* that the kernel walks */
  int selector;   /* colour or direction; 0 where the kernel has none */
  int levels;     /* over columns: full levels */
  int block;      /* over columns: the block, in the code's own counting; the box has its points in direction 0 */
  int species;    /* over columns: the species, from 1 */
  int argument_count;
  const vf_original_array *arrays; /* [argument]; undefined for values */
  const vf_value *values;          /* [argument]; undefined for arrays */
  double *result;   /* [result] where the original puts its results, in the order of the kernel; NULL: it has none */
  vf_place *places; /* [result] and where it says at which point of the box it found them: index, and component from 0;
                     * the box is not asked for. Places that it leaves alone are not compared */
} vf_original_call;

/* Does on the host what the kernel promises, for one box; over columns for one block and one species. user is what was
 * registered with it. */
typedef void (*vf_original)(const vf_original_call *call, void *user);

/* Registers the original of a kernel for one kind of the real arrays; NULL takes it back.
 *   type  VF_REAL32 or VF_REAL64
 *   user  handed to the original with every call; borrowed
 * Fortran has vf_<kernel>_register_original(procedure) instead, which calls this.
 * Errors: VF_ERROR_NULL (kernel), VF_ERROR_KIND (type), VF_ERROR_STATE (a call runs the original of the kernel now),
 * VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_kernel_set_original(vf_kernel *kernel, vf_type type, vf_original original, void *user);

/* ---- Modes -------------------------------------------------------------------------------------------------- */

/* Mode of one kernel, whether or not it has been called yet; NULL: of every kernel.
 * Errors: VF_ERROR_ARGUMENT (mode). A later call in mode original or check of a kernel that has no original for its
 * kind is refused with VF_ERROR_STATE where the kernel was named, and runs the port, which the report says, where the
 * mode was set for every kernel. */
VF_API vf_status vf_validate_mode(const char *kernel, vf_mode mode);

/* Checks one of n calls of a kernel; NULL: of every kernel. The others run the port. Calls with another colour or
 * direction, other labels of views, whole numbers or kinds of boundaries are variants: of each the first call is
 * checked, and then one call of every n, at places without a period that are the same in each run. (Of more than 64
 * variants of a kernel, the further ones count as one.) Errors: VF_ERROR_ARGUMENT (every < 1). */
VF_API vf_status vf_validate_every(const char *kernel, int every);

/* Whose result checked calls go on with; default: the port's.
 * Errors: VF_ERROR_ARGUMENT (keep, the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_keep(const char *kernel, vf_keep keep);

/* Whether checked calls run the port a second time, with its points in another order: the bits must not change.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_order(const char *kernel, bool on);

/* Whether a checked call that finds something wrong fails with VF_ERROR_MISMATCH; default: it goes on, and the report
 * says what was found. Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_stop(const char *kernel, bool on);

/* Whether the original of one kernel (NULL: of every kernel) is known to do more than its port: to change elements that
 * the points of the call do not own, or arrays that the kernel only reads. Such elements are then a remark of the
 * report; default: they fail the call, because a port whose box is too small leaves the same traces.
 * Errors: VF_ERROR_ARGUMENT (the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_more(const char *kernel, bool on);

/* The same of an original that does more in the ghosts of the arrays that it writes alone, as a loop with the exchange of
 * its halo does: what it changes elsewhere, and arrays that the kernel only reads, fail the call as ever. So a box that
 * is one cell short is still found.
 *   layers  [direction] >= 0: the outermost layers at both ends of a written view, or of those in a set, in which the original
 *           may do more; a direction with no more than twice as many elements has no ghosts. All 0: as
 *           vf_validate_more(kernel, false), which this takes the place of
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (a negative number, the environment), VF_ERROR_MEMORY. */
VF_API vf_status vf_validate_more_in_ghosts(const char *kernel, const int layers[3]);

/* Whether a checked call that found nothing is checked once more, on perturbed inputs: smooth fields, uniform grids and
 * constant coefficients hide errors, since neighbours that were taken for each other have the same values. Each real
 * element of the arrays of the call, and each real value, is multiplied by 1 + size * u, u being a number between -1 and 1
 * that follows from seed, call, argument and element. Zeros stay, but for arrays that hold nothing else, whose elements
 * become size * u; integers and logicals stay. Port and original run on them, are compared by the same rules, and their
 * results are dropped: arrays, states and results of the call are those of the true inputs. The ports of routines cannot run
 * again: of them the report says that they were checked as they are.
 *   seed  > 0; 0: no, which is the default
 *   size  below 1; 0: VF_PERTURB_SIZE
 * Errors: VF_ERROR_ARGUMENT (seed, size, the environment), VF_ERROR_MEMORY. */
#define VF_PERTURB_SIZE 1e-3
VF_API vf_status vf_validate_perturb(const char *kernel, int64_t seed, double size);

/* Tolerance of one kernel; kernel NULL: of every kernel that has none of its own. NULL for tolerance: the default,
 * ulp 4 or scaled 16 epsilon of the array's kind, more where rounding explains it, and for sums what the order of n
 * additions explains: (n/2 + 16) epsilon times the sum of the terms' magnitudes. Places of extrema are the same, or
 * their values differ by no more than that.
 * Errors: VF_ERROR_ARGUMENT (a negative number or a NaN). */
VF_API vf_status vf_validate_tolerance(const char *kernel, const vf_tolerance *tolerance);

#ifdef __cplusplus
}
#endif

#endif
