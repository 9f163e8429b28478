/* Managed memory for a benchmark. NULL: there is none in this build, or none is left. */
#ifndef VIEWFAB_BENCHMARKS_MANAGED_MEMORY_H
#define VIEWFAB_BENCHMARKS_MANAGED_MEMORY_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

double *bench_managed_take(size_t bytes);
void bench_managed_give(double *values);

#ifdef __cplusplus
}
#endif

#endif
