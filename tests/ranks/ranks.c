#include "ranks.h"

#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <time.h>

int rank, ranks;
static const char *running = "";

void give_up(const char *file, int line, const char *format, ...)
{
  char text[1500];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  fprintf(stderr, "%s, rank %d of %d: %s:%d: %s\n", running, rank, ranks, file, line, text);
  fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  abort();
}

double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

vf_group *world(void)
{
  vf_group *group = NULL;
  must(vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &group));
  return group;
}

static uint64_t state = 1;
void random_from(unsigned seed) { state = seed * 2654435761u + 1; }

unsigned random_below(unsigned end)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((state >> 33) % end);
}

int run_claims(int argc, char **argv, const claim_entry *claims, size_t count)
{
  int given = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  bool any = false;
  for (size_t c = 0; c < count; c++) {
    if (argc > 1 && strcmp(argv[1], claims[c].name)) continue;
    running = claims[c].name;
    any = true;
    if (rank == 0) printf("%s\n", running), fflush(stdout);
    claims[c].run();
    must(vf_finalize());
  }
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (!any) give_up(__FILE__, __LINE__, "there is no such claim: %s", argv[1]);
  if (!finalized) MPI_Finalize();
  return 0;
}
