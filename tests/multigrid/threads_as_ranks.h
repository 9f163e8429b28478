/* Threads of a test in the place of ranks: their wire (c_src/multigrid/ranks/wire.h) copies in memory. */
#ifndef VIEWFAB_TESTS_THREADS_AS_RANKS_H
#define VIEWFAB_TESTS_THREADS_AS_RANKS_H

#include "../../c_src/multigrid/ranks/wire.h"

/* Runs work(wire, data) on `ranks` threads, and returns when all are done. */
void threads_as_ranks(int ranks, void (*work)(const vf_wire *wire, void *data), void *data);

/* Bytes that went from one to another in swaps of the last run, and how many swaps a rank made. */
long threads_bytes(void);
long threads_swaps(void);

#endif
