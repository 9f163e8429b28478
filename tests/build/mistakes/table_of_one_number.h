/* says: ^[^ ]*table_of_one_number\.h:6: error: viewfab: there is no map table\(4\): a table with one index is table\(4, 1\), and its view may have the axis c alone *$ */
#define VF_KERNEL table_of_one_number
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, table(4), reach(0), "numbers") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = 1; }
