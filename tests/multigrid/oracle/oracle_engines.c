/* The host's engine with the rows of each instruction set, on teams of each size. */
#include "oracle_pairs.h"

#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { SETS = 3 };

static const char *const sets[SETS] = { "portable", "avx2", "avx512" };
static vfi_engine engines[SETS];
static int threads_before;

static void use_threads(int threads)
{
#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  (void)threads;
#endif
}

/* The rows of every instruction set in turn, and teams of every size if the engine takes a team. */
vfi_engine *next_engine(int *number, int64_t cells)
{
  static const int teams[] = { 1, 2, 3, 5, 7 };
  static int turns;
  if (*number == SETS) {
    *number = -1;
    turns++;
    return NULL;
  }
  const int set = (*number)++, threads = cells < 8192 ? 1 + turns % 3 : teams[(2 * set + turns) % 5];
  snprintf(oracle_running, sizeof oracle_running, "%s rows, %d threads", sets[set], threads);
  use_threads(threads);
  return &engines[set];
}

int open_engines(void **state)
{
#ifdef _OPENMP
  threads_before = omp_get_max_threads();
#endif
  if (open_device(state)) return -1;
  for (int set = 0; set < SETS; set++) {
    setenv("VF_TEST_ROWS", sets[set], 1);
    must(vfi_engine_open(NULL, &engines[set]));
  }
  unsetenv("VF_TEST_ROWS");
  return 0;
}

int close_engines(void **state)
{
  end_case();
  for (int set = 0; set < SETS; set++) must(vfi_engine_close(&engines[set]));
  use_threads(threads_before);
  return close_device(state);
}
