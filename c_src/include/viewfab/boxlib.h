/* Ports by relinking: legacy symbols of BoxLib codes run on a device. The symbols themselves (average3dgen_, ...) have
 * the arguments of the unchanged code; porting_guide/relinking.md lists the symbols. This header declares the calls
 * that the code may add.
 *
 * viewfab cannot see when a relinked code reads and writes its arrays. Without further calls each drop-in (the port of a
 * legacy symbol) therefore takes the host's values, and copies its results back before it returns. This is always right,
 * and slow. Between
 *
 *   vf_offload_begin();
 *   ...                      the cycles of the solver
 *   vf_offload_end();
 *
 * the host neither reads nor writes arrays in registered memory (vf_memory_register), and the values stay on the device.
 * With VF_OFFLOAD_POISON=1 the stale values on the host are NaN in such a region, so a forgotten read shows.
 *
 * In Fortran: the module viewfab_boxlib, separate from the module viewfab. */
#ifndef VIEWFAB_BOXLIB_H
#define VIEWFAB_BOXLIB_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Begins a region. Regions may be nested; the outermost region counts. The host's values are the newest when the region
 * begins. The calling thread must be the only thread with calls to drop-ins at this time.
 * Errors: none so far. */
VF_API vf_status vf_offload_begin(void);

/* Ends a region: brings all newer values of the device to the host.
 * Errors: VF_ERROR_STATE (no region has begun), VF_ERROR_DEVICE (also of an earlier kernel), and the errors of a
 * waiting call, made now; the region then goes on. */
VF_API vf_status vf_offload_end(void);

/* Registers memory of the code's arrays: the arrays then keep their device memory from call to call. One call for each
 * allocation, for any use of the memory. Nothing happens on the device before a drop-in uses a part of the memory. If
 * the same or overlapping memory is registered again, viewfab takes the earlier memory as freed in between.
 *   address  first byte; borrowed
 *   bytes    size of the memory; 0: nothing happens
 *   label    name for messages; copied; NULL: "array"
 * Errors: VF_ERROR_NULL, VF_ERROR_MEMORY, and the errors of a waiting call, made now. */
VF_API vf_status vf_memory_register(void *address, size_t bytes, const char *label);

/* The program calls this function before it frees registered memory. The device values are dropped. NULL or an address
 * without a registration is no error.
 * Errors: the errors of a waiting call, made now. */
VF_API vf_status vf_memory_unregister(void *address);

/* The same for an allocator of the program, called behind its allocation and before its release. A failure goes to the
 * failure handler. viewfab_relink() and viewfab_relink.mk put these calls around the allocators in their arguments.
 *   allocator  its name, for messages; borrowed
 *   address    NULL: nothing happens
 *   bytes      as for vf_memory_register */
VF_API void vf_allocator_gave(const char *allocator, void *address, size_t bytes);
VF_API void vf_allocator_takes(const char *allocator, void *address);

/* These functions keep memory that the program frees within a region, if arrays of legacy calls were in the memory. The
 * memory waits until the program allocates as many bytes again, or until the region ends. Work arrays of a cycle then
 * keep their addresses and their device memory. At most a quarter of the device memory in use, or 64 MiB, waits.
 *   vf_allocator_keeps  called in place of vf_allocator_takes. Returns true if the memory waits: the program must not
 *                       release the memory, because viewfab calls release later. Returns false after the work of
 *                       vf_allocator_takes
 *   vf_allocator_again  called before an allocation. Returns memory that waits, after the work of vf_allocator_gave, or
 *                       NULL: the program allocates
 * A failure goes to the failure handler. */
VF_API bool vf_allocator_keeps(const char *allocator, void *address, void (*release)(void *));
VF_API void *vf_allocator_again(const char *allocator, size_t bytes);

/* The program's handler of a failed drop-in call; legacy symbols have no status. A failed call does not do
 * its work.
 *   symbol  name of the drop-in, without underscores
 *   text    as from vf_last_error() */
typedef void (*vf_failure_handler)(const char *symbol, const char *text);

/* Sets the failure handler, and returns the handler before it.
 *   handler  NULL: the default handler. As the originals do, the default handler writes the text to standard error and
 *            ends the program with status 1 */
VF_API vf_failure_handler vf_drop_in_on_failure(vf_failure_handler handler);

#ifdef __cplusplus
}
#endif

#endif
