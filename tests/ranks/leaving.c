/* A rank whose process ends: the others are told at once, with its rank and the call in which they wait. mpirun itself would end them,
 * so it is asked not to. */
#include "ranks.h"

#include <unistd.h>

static void a_rank_that_ends_is_named(void)
{
  vf_group *group = world();
  if (rank == ranks - 1) _exit(0); /* without a word to anybody */
  const double began = seconds();
  const vf_status status = vf_group_fence(group);
  char words[64];
  snprintf(words, sizeof words, "rank %d has ended", ranks - 1);
  if (status != VF_ERROR_PEER || seconds() - began > 10 ||
      (!strstr(vf_last_error(), words) && !strstr(vf_last_error(), "gave up: vf_group_fence")))
    give_up(__FILE__, __LINE__, "status %d: %s", (int)status, vf_last_error());
  printf("told: %s\n", vf_last_error());
  fflush(stdout);
  _exit(0); /* MPI_Finalize would wait for the one that is gone */
}

static const claim_entry claims[] = {
  claim(a_rank_that_ends_is_named),
};
RUN(claims)
