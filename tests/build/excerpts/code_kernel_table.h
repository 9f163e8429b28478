/* In place of the header that viewfab_add_kernels(code ...) writes. */
#include <viewfab/validate.h>
extern vf_kernel *const code_kernel_table[];
