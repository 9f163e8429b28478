/* Lines of sources for addresses of code, found by addr2line of the binutils from debug information. */
#ifndef VIEWFAB_COHERENCE_SOURCE_LINES_H
#define VIEWFAB_COHERENCE_SOURCE_LINES_H

#include <stdbool.h>

enum { VF_SOURCE_LINE = 512 };

/* The innermost of the calls with a line in the program's own sources: "main.f90:33, in solve", and the call of it. frame[0] is
 * an instruction, the others are return addresses; calls in viewfab and in run-time libraries are left out. Without
 * debug information: the name of the file of the program and the offset. False: nothing is known. */
bool vfi_source_line(void *const *frame, int frames, char text[VF_SOURCE_LINE]);

#endif
