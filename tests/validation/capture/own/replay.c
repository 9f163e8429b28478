#include <viewfab/replay.h>
#include <shifts_kernel_table.h>

int main(int argc, char **argv)
{
  return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ shifts_kernel_table, NULL });
}
