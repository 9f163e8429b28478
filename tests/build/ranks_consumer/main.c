#include <mpi.h>
#include <stdio.h>
#include <viewfab/group_mpi.h>

int main(int argc, char **argv)
{
  vf_group *group = NULL;
  int ranks = 0;
  MPI_Init(&argc, &argv);
  const vf_status status = vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &group);
  if (status) fprintf(stderr, "%s\n", vf_last_error());
  else vf_group_size(group, NULL, &ranks);
  vf_group_destroy(&group);
  MPI_Finalize();
  printf("%d rank\n", ranks);
  return status;
}
