/* says: line_is_told\.h:[6]: error: viewfab generator: kernel line_is_told: the name .status. is used by viewfab itself */
#define VF_KERNEL line_is_told
#define VF_SUMMARY "has an argument called status, which a comment and this text name as well"
#define VF_POINTS all /* status
                         is not here */
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), "no \"status\" here") VALUE(real, status, "here")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = status; }
