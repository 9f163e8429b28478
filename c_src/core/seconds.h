/* The clock of all measurements and waits. */
#ifndef VIEWFAB_CORE_SECONDS_H
#define VIEWFAB_CORE_SECONDS_H

#include <time.h>

/* Seconds of a clock that never steps back. The zero of the clock is any moment, so only differences have a meaning. */
static inline double vfi_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
