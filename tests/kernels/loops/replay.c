#include <loop_kernels_kernel_table.h>
#include <viewfab/replay.h>

/* vf_replay with the kernels of these tests. */
int main(int argc, char **argv)
{
  return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ loop_kernels_kernel_table, NULL });
}
