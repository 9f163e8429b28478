/* vf_replay: replays captured calls of viewfab's own kernels. */
#include <stddef.h>

#include <viewfab/replay.h>
#include <viewfab_kernel_table.h>

int main(int argc, char **argv)
{
  return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ viewfab_kernel_table, NULL });
}
