/* Ports by relinking: legacy symbols of BoxLib codes that run on a device. The symbols themselves (average3dgen_, ...) have
 * the arguments that the code passes already; porting_guide/relinking.md lists them. What the code may add stands here.
 *
 * A relinked code tells nobody when it reads and writes its arrays. So, unless it says more, each call takes the host's
 * values and brings what it has written back before it returns. That is always right, and slow. Between
 *
 *   vf_offload_begin();
 *   ...                      the cycles of the solver
 *   vf_offload_end();
 *
 * the host neither reads nor writes arrays whose memory is known (vf_memory_register), and their values stay on the
 * device. With VF_OFFLOAD_POISON=1 the stale values on the host are NaN there, so that a read that was forgotten shows.
 *
 * In Fortran: the module viewfab_boxlib, which is not a part of the module viewfab. */
#ifndef VIEWFAB_BOXLIB_H
#define VIEWFAB_BOXLIB_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Begins a region; they may be nested, and the outermost one counts. The host's values are the newest when it begins.
 * Call it from one thread, while no other calls drop-ins.
 * Errors: none so far. */
VF_API vf_status vf_offload_begin(void);

/* Ends a region: brings all that the device has newer to the host.
 * Errors: VF_ERROR_STATE (none has begun), VF_ERROR_DEVICE (also of an earlier kernel), and those of a call that was still
 * to be made; the region goes on then. */
VF_API vf_status vf_offload_end(void);

/* Tells of memory that the code keeps its arrays in, so that they keep their device memory from call to call. One call for
 * each allocation, whatever it is used for; nothing happens on the device before a drop-in uses a part of it. Memory that
 * is told of again, or overlaps what was told of before, has been freed in between.
 *   address  first byte; borrowed
 *   bytes    its size; 0: nothing happens
 *   label    name for messages; copied; NULL: "array"
 * Errors: VF_ERROR_NULL, VF_ERROR_MEMORY, and those of a call that was still to be made. */
VF_API vf_status vf_memory_register(void *address, size_t bytes, const char *label);

/* Before memory is freed: device values are let go. An address that was not told of, or NULL, is no error.
 * Errors: those of a call that was still to be made. */
VF_API vf_status vf_memory_unregister(void *address);

/* The same for an allocator of the program, called behind its allocation and before its release. A failure goes to the
 * failure handler. viewfab_relink() and viewfab_relink.mk put these calls around the allocators that they are told of.
 *   allocator  its name, for messages; borrowed
 *   address    NULL: nothing happens
 *   bytes      as for vf_memory_register */
VF_API void vf_allocator_gave(const char *allocator, void *address, size_t bytes);
VF_API void vf_allocator_takes(const char *allocator, void *address);

/* Memory that the program frees within a region of vf_offload_begin, if arrays of legacy calls were in the memory. The memory waits
 * until the program allocates as many bytes again, or until the region ends. Work arrays of a cycle then keep their addresses and
 * their device memory. At most a quarter of the device memory in use, or 64 MiB, waits.
 *   vf_allocator_keeps  called in place of vf_allocator_takes. Returns true if the memory waits: the program must not release
 *                       the memory, because viewfab calls release later. Returns false after the work of vf_allocator_takes
 *   vf_allocator_again  called before an allocation. Returns memory that waits, after the work of vf_allocator_gave, or NULL:
 *                       the program allocates
 * A failure goes to the failure handler. */
VF_API bool vf_allocator_keeps(const char *allocator, void *address, void (*release)(void *));
VF_API void *vf_allocator_again(const char *allocator, size_t bytes);

/* Told of a drop-in call that failed; legacy symbols have no status. What the call had to do was not done.
 *   symbol  name of the drop-in, without underscores
 *   text    as vf_last_error() has it */
typedef void (*vf_failure_handler)(const char *symbol, const char *text);

/* Sets it, and returns the one before. NULL: the one that writes the text to standard error and ends the program with
 * status 1, as the originals do. */
VF_API vf_failure_handler vf_drop_in_on_failure(vf_failure_handler handler);

#ifdef __cplusplus
}
#endif

#endif
