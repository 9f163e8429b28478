/* All that a program calls, in one header. Kernel files and back ends have headers of their own (kernel.h, backend.h), and so
 * do programs with MPI (group_mpi.h) and relinked codes (boxlib.h). */
#ifndef VIEWFAB_ALL_H
#define VIEWFAB_ALL_H

#include <viewfab/chunks.h>
#include <viewfab/group.h>
#include <viewfab/layout.h>
#include <viewfab/memory.h>
#include <viewfab/messages.h>
#include <viewfab/parts.h>
#include <viewfab/queues.h>
#include <viewfab/remote.h>
#include <viewfab/replay.h>
#include <viewfab/report.h>
#include <viewfab/routine.h>
#include <viewfab/set.h>
#include <viewfab/smooth.h>
#include <viewfab/solver.h>
#include <viewfab/symmetric_heap.h>
#include <viewfab/validate.h>
#include <viewfab/viewfab.h>
#include <viewfab_kernels.h>

#endif
