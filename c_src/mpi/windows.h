/* Windows of MPI whose memory is exposed to other ranks (coherence/led_calls.h). */
#ifndef VIEWFAB_MPI_WINDOWS_H
#define VIEWFAB_MPI_WINDOWS_H

#include <mpi.h>
#include <stdbool.h>

/* Memory of a window of the program, before the window is made. from: the return address of the call, for the report. An error code
 * of MPI: there is no memory for a note. */
int vfi_window_exposes(void *base, MPI_Aint bytes, void *from);

/* After the call that makes a window of exposed memory, or that gives memory to a window.
 *   code    of the call; returned. After a failure the memory is not exposed any more
 *   own     the memory is MPI's, and ends with the window */
int vfi_window_has(int code, const MPI_Win *window, void *base, MPI_Aint bytes, bool own);

/* The memory of a window that begins at an address is no longer exposed; base NULL: all memory of the window. After the call that
 * takes the memory out of the window, or frees the window. */
void vfi_window_ends(MPI_Win window, const void *base);

#endif
