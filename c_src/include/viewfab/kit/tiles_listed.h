/* Included by accepted.h after the file of a kernel over tiles: the file has all phases of its list. Messages point to the
 * first line of the kernel file. */
#pragma GCC system_header

#define VF_HALO_IS_THERE(phase, around) (void)vfi_has_halo_##phase;
#define VF_WINDOW_IS_THERE(phase, around) (void)vfi_has_window_##phase;
#define VF_TILE_IS_THERE(phase) (void)vfi_has_tile_##phase;
#line 1 VF_KERNEL_FILE
VF_UNUSED static inline void vfi_phases_are_there(void)
{
  VF_PHASES(VF_HALO_IS_THERE, VF_WINDOW_IS_THERE, VF_TILE_IS_THERE)
}
