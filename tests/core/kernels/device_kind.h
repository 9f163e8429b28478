#define VF_KERNEL device_kind
#define VF_SUMMARY "x = 1 where the body runs on a GPU, else 0"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) WRITE(real, x, same, reach(0), "kind of the device")

VF_BODY(i, j, k, n)
{
  if (VF_ON_GPU) VF_AT(x, i, j, k, n) = 1;
  else VF_AT(x, i, j, k, n) = 0;
}
