/* Shared memory of processes that were killed while they made a group. The user's next group removes this memory, and
 * leaves alone the memory of groups in the making. */
#include "ranks.h"

#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared_names.h"

static bool is_there(const char *name)
{
  const int descriptor = shm_open(name, O_RDWR, 0);
  if (descriptor >= 0) close(descriptor);
  return descriptor >= 0;
}

static void make_and_end_a_group(void)
{
  MPI_Barrier(MPI_COMM_WORLD);
  vf_group *group = world();
  must(vf_group_destroy(&group));
  MPI_Barrier(MPI_COMM_WORLD);
}

static void an_object_of_a_killed_process_is_swept_and_one_of_a_live_process_is_not(void)
{
  char name[VF_SHARED_NAME] = "";
  int told[2], status = 0;
  pid_t child = 0;
  holds(!pipe(told));
  if (rank == 0) {
    child = fork();
    if (child == 0) {
      const bool made = vfi_shared_make(name) >= 0;
      if (!made || write(told[1], name, sizeof name) != (ssize_t)sizeof name) _exit(1);
      for (;;) pause();
    }
    holds(read(told[0], name, sizeof name) == (ssize_t)sizeof name);
  }
  make_and_end_a_group();
  if (rank == 0) {
    holds(is_there(name));
    holds(!kill(child, SIGKILL) && waitpid(child, &status, 0) == child);
    holds(is_there(name));
  }
  make_and_end_a_group();
  if (rank == 0) holds(!is_there(name));
  close(told[0]);
  close(told[1]);
}

/* Objects of other programs and of other users stay. */
static void objects_of_others_stay(void)
{
  const char *const theirs = "/viewfabric-of-another-library", *const of_user = "/viewfab-of-another-user";
  const bool both = geteuid() == 0;
  if (rank == 0) {
    shm_unlink(theirs);
    shm_unlink(of_user);
    close(shm_open(theirs, O_RDWR | O_CREAT, S_IRUSR | S_IWUSR));
    const int descriptor = shm_open(of_user, O_RDWR | O_CREAT, S_IRUSR | S_IWUSR);
    if (both) holds(!fchown(descriptor, 65534, 65534));
    close(descriptor);
  }
  make_and_end_a_group();
  if (rank == 0) {
    holds(is_there(theirs));
    holds(is_there(of_user) == both);
    shm_unlink(theirs);
    shm_unlink(of_user);
  }
}

static const claim_entry claims[] = {
  claim(an_object_of_a_killed_process_is_swept_and_one_of_a_live_process_is_not),
  claim(objects_of_others_stay),
};
RUN(claims)
