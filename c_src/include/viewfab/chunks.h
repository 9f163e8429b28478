/* A loop over chunks: work in pieces, each of which has arrays of its own. While the kernels of a chunk run, viewfab brings the
 * arrays of the next chunk to the device, and the results of the chunk before to the host. The program says no more than the
 * arrays:
 *
 *   vf_chunks_begin(views, 2, chunks, &loop);
 *   while (!(status = vf_chunks_next(loop, &c)) && c >= 0) vf_step(&box[c], views[2 * c], views[2 * c + 1]);
 *   vf_chunks_end(&loop);
 *
 * Calls of vf_view_prefetch and vf_view_wait (viewfab.h) make the copies, with their limits. The values are the same as in a
 * plain loop: if viewfab did not bring an array ahead, the call of a kernel brings it. */
#ifndef VIEWFAB_CHUNKS_H
#define VIEWFAB_CHUNKS_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_chunks vf_chunks;

/* Begins a loop. The call moves nothing.
 *   views   [chunks * arrays] views and sets of one context: the arrays of the first chunk, then those of the second, and so on.
 *           An array of each chunk that plays the same role stands at the same place. List the arrays that travel. The handles
 *           are copied
 *   arrays  of a chunk, at least 1
 *   chunks  at least 0
 *   loop    out; the caller ends the loop
 * Errors: VF_ERROR_NULL (loop, the list; a view is not set: the text gives its chunk and place), VF_ERROR_ARGUMENT (arrays,
 * chunks), VF_ERROR_MEMORY. */
VF_API vf_status vf_chunks_begin(vf_view *const *views, int arrays, int chunks, vf_chunks **loop);

/* Goes to the next chunk. Call it before the kernels of each chunk, and once more after the last chunk.
 *   chunk  out: number of the chunk, from 0; -1 behind the last chunk: the host then has the newest values of all arrays, and
 *          the next call begins with chunk 0 again
 * Before a chunk the call queues copies to the host of the arrays that the device wrote in the chunk before, and copies to the
 * device of the arrays of the next chunk. Which arrays go to the device, viewfab learns from the first chunk, whose kernels move
 * their arrays themselves: those of which a kernel moved at least the half. A loop that is kept for many passes learns once.
 * Until the call behind the last chunk, the program may not write arrays of later chunks, and may not read results.
 * Errors: VF_ERROR_NULL (loop, chunk; a view was released), VF_ERROR_MEMORY (device), VF_ERROR_DEVICE. *chunk is then -1, and a
 * further call tries to go to the same chunk. */
VF_API vf_status vf_chunks_next(vf_chunks *loop, int *chunk);

/* Ends a loop. *loop becomes NULL; NULL is allowed. The views stay. In the middle of a pass, copies may still be on their way:
 * see vf_view_wait. Errors: none. */
VF_API vf_status vf_chunks_end(vf_chunks **loop);

#ifdef __cplusplus
}
#endif

#endif
