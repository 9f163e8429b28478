#define VF_KERNEL mean_of_three
#define VF_SUMMARY "The mean of three neighbours in y: mean(i,j,k) = (x(i,j-1,k) + x(i,j,k) + x(i,j+1,k)) / 3"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  READ (real, x, same, reach(0, 1, 0), "field")             \
  WRITE(real, mean, same, reach(0), "its mean")             \
  READ (real, mask, along(j), reach(0), "1 or 0 for a row") \
  VALUE(real, scale, "a factor")

VF_BODY(i, j, k, n)
{
  const real sum = VF_AT(x, i, j - 1, k, n) + VF_AT(x, i, j, k, n) + VF_AT(x, i, j + 1, k, n);
  VF_AT(mean, i, j, k, n) = VF_AT(mask, j) * scale * sum / 3;
}
