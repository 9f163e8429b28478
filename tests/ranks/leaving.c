/* The process of a rank ends. The other ranks learn of the end at once, with the rank and the call in which they wait.
 * mpirun would end them too, so an option stops mpirun from this. */
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
  _exit(0); /* MPI_Finalize would wait for the ended process */
}

static const claim_entry claims[] = {
  claim(a_rank_that_ends_is_named),
};
RUN(claims)
