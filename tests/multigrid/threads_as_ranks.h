/* Threads of a test in the place of ranks: their wire (c_src/multigrid/ranks/wire.h) copies in memory. */
#ifndef VIEWFAB_TESTS_THREADS_AS_RANKS_H
#define VIEWFAB_TESTS_THREADS_AS_RANKS_H

#include "../../c_src/multigrid/ranks/wire.h"

/* Runs work(wire, data) on `ranks` threads, and returns when all are done. */
void threads_as_ranks(int ranks, void (*work)(const vfi_wire *wire, void *data), void *data);

/* Bytes sent between ranks in swaps of the last run, and the number of swaps of a rank. */
long threads_bytes(void);
long threads_swaps(void);

#endif
