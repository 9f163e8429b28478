/* Scratch computed from scratch, halos given by numbers, several carried values, and a window without a sum. */
#define VF_KERNEL clipped_peaks
#define VF_SUMMARY "Largest mean of three clipped values in a window of three, and how many of them are above a bound"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                \
  READ(real, x, same, reach(2), "field")                                        \
  WRITE(real, y, same, reach(0), "largest mean")                                \
  WRITE(int, above, same, reach(0), "number of means that are larger than low") \
  VALUE(real, low, "clipped from below")                                        \
  VALUE(real, high, "clipped from above")
#define VF_SCRATCH(SCRATCH)                    \
  SCRATCH(real, clipped, halo(2), "x clipped") \
  SCRATCH(real, mean, halo(1), "mean of three")
#define VF_CARRIED(CARRY) CARRY(real, most, low) CARRY(int, count, 0)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(clip, 2) HALO(average, 1) WINDOW(compare, 1) POINTS(store)

VF_HALO_PHASE(clip, j, n) { VF_SCRATCH_AT(clipped, j) = VF_MIN(VF_MAX(VF_AT(x, j, n), low), high); }

VF_HALO_PHASE(average, j, n)
{
  VF_SCRATCH_AT(mean, j) =
      (VF_SCRATCH_AT(clipped, j - 1) + VF_SCRATCH_AT(clipped, j) + VF_SCRATCH_AT(clipped, j + 1)) * (real)0.25;
}

VF_WINDOW_PHASE(compare, i, j, n)
{
  VF_CARRIED_VALUE(most) = VF_MAX(VF_CARRIED_VALUE(most), VF_SCRATCH_AT(mean, j));
  VF_CARRIED_VALUE(count) += VF_SCRATCH_AT(mean, j) > low;
}

VF_TILE_PHASE(store, i, n)
{
  VF_AT(y, i, n) = VF_CARRIED_VALUE(most);
  VF_AT(above, i, n) = VF_CARRIED_VALUE(count);
}
