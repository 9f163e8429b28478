/* Uneven work for the profile over ranks: rank r makes 10 (r + 1) launches, and the last rank comes late to a fence. */
#include "ranks.h"

#include <mpi.h>
#include <time.h>

#include <viewfab_kernels.h>

static void wait_for_the_last(vf_group *group)
{
  /* The last rank sleeps while the others wait. */
  const int last = ranks - 1;
  if (rank != last) MPI_Send(&rank, 1, MPI_INT, last, 0, MPI_COMM_WORLD);
  for (int r = 0, from; rank == last && r < last; r++)
    MPI_Recv(&from, 1, MPI_INT, r, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == last) nanosleep(&(struct timespec){ .tv_sec = 2 }, NULL);
  must(vf_group_fence(group));
}

static void work_is_uneven(void)
{
  static double values[2][8];
  static const int64_t cells = 8;
  vf_group *group = world();
  vf_layout *layout = NULL;
  vf_set *phi = NULL;
  vf_view *x = NULL, *y = NULL;
  const vf_box box = { { 4 * rank, 0, 0 }, { 4 * rank + 3, 3, 3 } }, whole = { { 0, 0, 0 }, { 4 * ranks - 1, 3, 3 } };
  const vf_box line = { { 1, 1, 1 }, { 8, 1, 1 } };
  const vf_boundary sides = { .kind = { VF_PERIODIC, 0, 0, VF_PERIODIC, 0, 0 }, .order = 2 };
  must(vf_layout_create(group, &box, 1, "slabs", &layout));
  must(vf_set_create_on(layout, VF_REAL64, 1, 1, 0, "phi", &phi));
  must(vf_view_wrap(NULL, values[0], VF_REAL64, 1, &cells, NULL, "x", VF_WRAP_DISTINCT, &x));
  must(vf_view_wrap(NULL, values[1], VF_REAL64, 1, &cells, NULL, "y", VF_WRAP_DISTINCT, &y));
  for (int l = 0; l < 10 * (rank + 1); l++) must(vf_axpy(&line, 1, x, y));
  for (int e = 0; e < 5; e++) must(vf_set_fill_ghosts(phi, NULL, 1, &whole, &sides));
  wait_for_the_last(group);
  must(vf_view_release(&x, true));
  must(vf_view_release(&y, true));
  must(vf_view_release(&phi, true));
  must(vf_layout_destroy(&layout));
  must(vf_group_destroy(&group));
}

static const claim_entry claims[] = { claim(work_is_uneven) };
RUN(claims)
