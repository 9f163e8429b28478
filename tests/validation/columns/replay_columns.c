#include <viewfab/replay.h>
#include <validated_columns_kernel_table.h>

int main(int argc, char **argv)
{
  return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ validated_columns_kernel_table, NULL });
}
