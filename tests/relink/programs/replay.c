/* Replays captured calls of the kernels behind legacy symbols. */
#include <stddef.h>

#include <viewfab/replay.h>
#include <viewfab_boxlib_kernel_table.h>

int main(int argc, char **argv)
{
  return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ viewfab_boxlib_kernel_table, NULL });
}
