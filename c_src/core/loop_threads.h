/* From how many points on a loop of the host is worth its threads. The loop of a small level must be long enough to pay for the
 * start of the threads, and a body of hundred operations pays earlier than a copy. */
#ifndef VIEWFAB_CORE_LOOP_THREADS_H
#define VIEWFAB_CORE_LOOP_THREADS_H

#include <viewfab/backend/launch.h>

/* The number of points from which threads are faster, at least VF_LEAST_LOOP_POINTS and at most the number from which each loop
 * has threads. The loop of n points takes n c alone, and n c / t + f with t threads. Asked is twice the gain that pays for f, so
 * that a disturbed measurement costs little: n c (1 - 1/t) >= 2 f.
 *   point    c: seconds of a point on one thread; 0: not known
 *   fork     f: seconds from the start of the threads to their end
 *   threads  t */
enum { VF_LEAST_LOOP_POINTS = 64 };
int64_t vfi_loop_points(double point, double fork, int threads);

/* Launches a loop of the host. The first small loops of a kernel are timed, on one thread; later loops know their number of
 * points. The bits do not depend on the number of threads. Returns the code of the launcher. */
int vfi_loop_launch(const vf_kernel *kernel, vfi_launcher launcher, const vfi_launch *launch);

#endif
