/* says: once: element_by_parentheses\.h:9: error: viewfab: x[(]...[)]: C has no array by parentheses; write the element as VF_AT[(]x, i, ...[)] */
#define VF_KERNEL element_by_parentheses
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = x(i, j, k); }
