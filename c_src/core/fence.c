#include <viewfab/viewfab.h>

/* In a file of its own, so that no compiler sees the empty body. */
void vf_fence(void *array) { __asm__ volatile("" : : "r"(array) : "memory"); }
