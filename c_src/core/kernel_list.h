/* The kernels that the program and its libraries have, from when they are loaded on. */
#ifndef VIEWFAB_CORE_KERNEL_LIST_H
#define VIEWFAB_CORE_KERNEL_LIST_H

#include <stdbool.h>

/* True if there is a kernel of this name, which is one without vf_. No lock of the library is needed. */
bool vf_kernel_is_listed(const char *name);

#endif
