/* A ported routine of several kernels, ghost fills and reductions held against its original, inside the user's program.
 *
 *   vf_check_begin("relax", (vf_view *[]){ phi, rhs }, 2);
 *   vf_fill_ghosts(&box, phi, &sides);                              the port, as it is without a check
 *   vf_gsrb_poisson(&box, phi, rhs, h, 0);
 *   ...
 *   while (vf_check_original("relax")) legacy_relax(phi_array, rhs_array, n, h);
 *   vf_check_end("relax");
 *
 * The body of the loop calls the original as the program called it before the port, with the program's own arrays and
 * numbers. While it runs, the arrays of the listed views hold on the host what they held at vf_check_begin. So a
 * missing ghost fill, a missing call, a wrong box and arguments in the wrong order are seen, which a kernel that is
 * held against its own original cannot show: that original gets what the port passed.
 *
 * In mode check vf_check_end compares what port and original left in every element of the listed views, ghosts
 * included, and the numbers given to vf_check_value; elements that only one of the two changed differ. The program goes
 * on with the port's results, in the state that the port left its arrays in. The settings of validate.h are those of
 * kernels, with the routine's name in the place of the kernel's: VF_KERNELS=relax=check, vf_validate_tolerance("relax",
 * ...). What was found is in the report, under a heading of its own.
 *
 * In mode device the body of the loop does not run, and each of these calls looks at one flag. In mode original, which
 * a routine has only where it is named, both run, nothing is compared, and the program goes on with the original's
 * results. VF_MODE=original leaves the routine as it is: its kernels run their originals.
 *
 * Routines may be nested, and may call themselves. Inside an original nothing is checked. A thread's calls belong to
 * the routine that this thread has begun. While a routine is checked on one thread, routines that begin on others run
 * unchecked, which the report says, and their kernels must not write the arrays of its views. */
#ifndef VIEWFAB_ROUTINE_H
#define VIEWFAB_ROUTINE_H

#include <viewfab/validate.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Before the port.
 *   routine     name of the routine; a kernel may not have it
 *   views       [view_count] views and sets of all arrays that the routine reads or writes; borrowed: they live until
 *               vf_check_end. What an original reads of other arrays is what the host holds of them.
 *   view_count  >= 1
 * A port that returns by an error, without vf_check_end, is not checked; the report says by which error.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (view_count, a name too long, the environment), VF_ERROR_STATE (the name is
 * that of a kernel; the routine has begun with these views on this thread and has not ended, without an error since),
 * VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
VF_API vf_status vf_check_begin(const char *routine, vf_view *const views[], int view_count);

/* Views of vf_check_begin_lists; borrowed. */
typedef struct vf_view_list {
  vf_view *const *views; /* [count]; may be NULL where count is 0 */
  int count;
} vf_view_list;

/* The same with the views of several lists, one behind the other.
 *   lists       [list_count]
 *   list_count  of lists that have some view together
 * Errors: those of vf_check_begin; VF_ERROR_NULL (lists, or the views of a list of some). */
VF_API vf_status vf_check_begin_lists(const char *routine, const vf_view_list lists[], int list_count);

/* Behind the port, as the condition of a loop whose body is the original: true as often as the body is to run. Where
 * the results differ it runs a second time, from inputs that are changed by rounding alone, if no tolerance was set for
 * the routine. Without a check: false. A failure gives false; vf_check_end tells it. */
VF_API bool vf_check_original(const char *routine);

/* Behind the loop, or, where the original was registered, behind the port. Compares and closes. Whatever it returns,
 * the port has run, and its results stand. After a failure the report says that a call was not checked, and
 * vf_report_passed is false. Errors: VF_ERROR_STATE (the routine was not begun, or not as the last one,
 * on this thread; its loop was left early; no original has run; the port wrote a view behind the loop; a view was
 * released), VF_ERROR_MISMATCH (something was found, and vf_validate_stop says so), VF_ERROR_MEMORY, VF_ERROR_DEVICE.
 */
VF_API vf_status vf_check_end(const char *routine);

/* Numbers that the routine gives back, such as a norm or a time step: called by the port and by the original.
 *   what   name of the number. Several of one name in one run are compared in their order.
 *   type   of the number; integers have to be equal
 *   value  in the port: read. In the original: read, and set to what the program goes on with, which is the port's
 *          number, or the original's where that is kept.
 * Without a check it does nothing. Errors: VF_ERROR_NULL, VF_ERROR_KIND (type, or another one in the original),
 * VF_ERROR_STATE (the routine was not begun, or not as the last one, on this thread), VF_ERROR_MEMORY. */
VF_API vf_status vf_check_value(const char *routine, const char *what, vf_type type, void *value);

/* Views that the routine writes and that matter to nobody once it has ended. Between vf_check_begin and the loop.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_MEMORY. */
VF_API vf_status vf_check_scratch(const char *routine, vf_view *const views[], int view_count);

/* Cells of a listed view outside of which nothing matters once the routine has ended: ghosts that the next reader fills
 * anew, for instance those beside vf_smooth_poisson, which leaves them as it likes. Only these cells are compared.
 *   view  a view or a set of the list
 *   box   cells, in the view's indices; NULL: the boxes of the set
 * Between vf_check_begin and the loop. Errors: VF_ERROR_NULL (also box, of a view), VF_ERROR_STATE (as above),
 * VF_ERROR_ARGUMENT (the view is not in the list). */
VF_API vf_status vf_check_cells(const char *routine, vf_view *view, const vf_box *box);

/* An original that vf_check_end runs by itself, in the place of a loop.
 *   arrays  [array_count] the arrays of the listed views on the host, in the order of the list; of a set those of all
 *           its boxes, of views of one array each its part
 *   user    what was registered with it */
typedef void (*vf_routine_original)(const vf_original_array *arrays, int array_count, void *user);

/* Registers it; NULL takes it back. user is borrowed. Errors: VF_ERROR_NULL (routine), VF_ERROR_ARGUMENT (a name too
 * long), VF_ERROR_STATE (the name is that of a kernel), VF_ERROR_MEMORY. */
VF_API vf_status vf_check_register_original(const char *routine, vf_routine_original original, void *user);

#ifdef __cplusplus
}
#endif

#endif
