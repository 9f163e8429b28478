/* Logical results, and counts beyond 32 bits. */
#define VF_KERNEL mark_cells
#define VF_SUMMARY "Marks cells by a mask or its contrary, and counts and weighs all cells"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                        \
  READ(logical, mask, same, reach(0), "true or false")                  \
  VALUE(logical, contrary, "true: marks the cells with a false mask")   \
  VALUE(option(once, often = 5), how, "factor of the count")            \
  VALUE(ints(2), steps, "count of unmarked cells, and of marked cells") \
  VALUE(reals(2), weights, "of unmarked cells, and of marked cells")    \
  WRITE(logical, marked, same, reach(0), "true or false")               \
  UPDATE(int64, count, same, reach(0), "how often")                     \
  WRITE(real, weight, same, reach(0), "of the cell")

VF_BODY(i, j, k, n)
{
  const bool is = VF_AT(mask, i, j, k, n) ? !contrary : contrary;
  VF_AT(marked, i, j, k, n) = is;
  VF_AT(count, i, j, k, n) += (int64_t)steps.at[is] * (how == vf_mark_cells_often ? 1000000 : 1);
  VF_AT(weight, i, j, k, n) = weights.at[is];
}
