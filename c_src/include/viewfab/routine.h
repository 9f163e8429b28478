/* A ported routine of several kernels, ghost fills and reductions is compared with its original, inside the user's
 * program.
 *
 *   vf_check_begin("relax", (vf_view *[]){ phi, rhs }, 2);
 *   vf_fill_ghosts(&box, phi, &sides);                              the port, the same as without a check
 *   vf_gsrb_poisson(&box, phi, rhs, h, 0);
 *   ...
 *   while (vf_check_original("relax")) legacy_relax(phi_array, rhs_array, n, h);
 *   vf_check_end("relax");
 *
 * The body of the loop calls the original as the program called it before the port, with the program's own arrays and
 * numbers. During the original the arrays of the listed views hold on the host their values from vf_check_begin. So the
 * check sees a missing ghost fill, a missing call, a wrong box and arguments in the wrong order. The check of a kernel
 * against its own original cannot show these errors, because the original gets the arguments of the port.
 *
 * In mode check vf_check_end compares the results of port and original in every element of the listed views, ghosts
 * included, and the numbers given to vf_check_value. Elements changed by only one of the two differ. The program goes
 * on with the port's results, and with the port's states of the arrays. The settings of validate.h are the settings of
 * kernels, with the routine's name in place of the kernel's name: VF_KERNELS=relax=check,
 * vf_validate_tolerance("relax", ...). The report has the findings under a heading of their own.
 *
 * In mode device the body of the loop does not run, and each of these calls looks at one flag. A routine has mode
 * original only if a setting names the routine. In mode original both run, nothing is compared, and the program goes on
 * with the original's results. VF_MODE=original leaves the routine as it is: its kernels run their originals.
 *
 * Routines may be nested, and may call themselves. Inside an original nothing is checked. A thread's calls belong to
 * the open routine of this thread. While a routine is checked on one thread, routines begun on other threads run
 * unchecked, and the report says so. The kernels of these routines must not write the arrays of the checked routine's
 * views. */
#ifndef VIEWFAB_ROUTINE_H
#define VIEWFAB_ROUTINE_H

#include <viewfab/validate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stands before the port.
 *   routine     name of the routine; a kernel may not have this name
 *   views       [view_count] views and sets of all arrays that the routine reads or writes; borrowed: the views live
 *               until vf_check_end. If an original reads other arrays, it gets the values on the host.
 *   view_count  >= 1
 * A port that returns by an error, without vf_check_end, is not checked; the report names the error.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (view_count, a name too long, the environment), VF_ERROR_STATE (a kernel has
 * the name; a vf_check_begin of the routine with these views, on this thread, waits for its vf_check_end, and no error
 * came since),
 * VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
VF_API vf_status vf_check_begin(const char *routine, vf_view *const views[], int view_count);

/* Views of vf_check_begin_lists; borrowed. */
typedef struct vf_view_list {
  vf_view *const *views; /* [count]; may be NULL if count is 0 */
  int count;
} vf_view_list;

/* The same with the views of several lists, one list behind the other.
 *   lists       [list_count]
 *   list_count  number of lists; together the lists have at least one view
 * Errors: the errors of vf_check_begin; VF_ERROR_NULL (lists, or the views of a list with count > 0). */
VF_API vf_status vf_check_begin_lists(const char *routine, const vf_view_list lists[], int list_count);

/* Stands behind the port, as the condition of a loop whose body is the original. True as often as the body has to run.
 * If the results differ, and the routine has no tolerance of its own, the body runs a second time, from inputs changed
 * by rounding alone. Without a check: false. A failure gives false; vf_check_end reports the failure. */
VF_API bool vf_check_original(const char *routine);

/* Stands behind the loop, or behind the port if the original was registered. Compares and closes. The port has run, and
 * its results stand, for every status of this call. After a failure the report says that a call was not checked, and
 * vf_report_passed is false. Errors: VF_ERROR_STATE (the routine was not begun, or not as the last routine, on this
 * thread; its loop was left early; no original has run; the port wrote a view behind the loop; a view was released),
 * VF_ERROR_MISMATCH (a difference was found, and vf_validate_stop is on), VF_ERROR_MEMORY, VF_ERROR_DEVICE.
 */
VF_API vf_status vf_check_end(const char *routine);

/* Compares a number among the results of the routine, such as a norm or a time step. The port and the original both
 * call this function.
 *   what   name of the number. Several numbers of one name in one run are compared in their order.
 *   type   of the number; integers have to be equal
 *   value  in the port: read. In the original: read, and set to the number for the rest of the program: the port's
 *          number, or the original's number if the program goes on with the original's results.
 * Without a check the call does nothing. Errors: VF_ERROR_NULL, VF_ERROR_KIND (type, or another type in the original),
 * VF_ERROR_STATE (the routine was not begun, or not as the last routine, on this thread), VF_ERROR_MEMORY. */
VF_API vf_status vf_check_value(const char *routine, const char *what, vf_type type, void *value);

/* Names views without meaning behind the routine: the routine writes these views, and nobody reads the values after its
 * end. Stands between vf_check_begin and the loop.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_MEMORY. */
VF_API vf_status vf_check_scratch(const char *routine, vf_view *const views[], int view_count);

/* Names the cells of a listed view with a meaning after the end of the routine. Only these cells are compared. The
 * other cells are ghosts, for instance, that the next reader fills anew, such as the undefined ghosts behind
 * vf_smooth_poisson.
 *   view  a view or a set of the list
 *   box   cells, in the view's indices; NULL: the boxes of the set
 * Stands between vf_check_begin and the loop. Errors: VF_ERROR_NULL (also box, of a view), VF_ERROR_STATE (as above),
 * VF_ERROR_ARGUMENT (the view is not in the list). */
VF_API vf_status vf_check_cells(const char *routine, vf_view *view, const vf_box *box);

/* An original for a call by vf_check_end, in place of a loop.
 *   arrays  [array_count] the arrays of the listed views on the host, in the order of the list; for a set the arrays of
 *           all its boxes, for views of one array the part of each view
 *   user    the pointer of the registration */
typedef void (*vf_routine_original)(const vf_original_array *arrays, int array_count, void *user);

/* Registers an original.
 *   routine   name of the routine
 *   original  NULL ends the registration
 *   user      handed to the original; borrowed
 * Errors: VF_ERROR_NULL (routine), VF_ERROR_ARGUMENT (a name too long), VF_ERROR_STATE (a kernel has the name),
 * VF_ERROR_MEMORY. */
VF_API vf_status vf_check_register_original(const char *routine, vf_routine_original original, void *user);

#ifdef __cplusplus
}
#endif

#endif
