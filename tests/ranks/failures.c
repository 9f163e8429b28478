/* Each allocation of a collective call fails once on a single rank. Then either the call fails on all ranks at once,
 * each rank knows the failing rank and the reason, and a repeated call succeeds; or the call succeeds without the
 * missing memory. */
#include "failure_scripts.h"

#include <viewfab/memory.h>

#include "../failures/failing_memory.h"

typedef struct outcome {
  int status, failed, broken;
  double took;
  char text[600];
} outcome;

static outcome outcomes[64];

static void run(const script *work, scene *s, int victim, int n)
{
  outcome mine = { 0 };
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = seconds();
  memory_fails_at(rank == victim ? n : 0);
  mine.status = work->run(s);
  mine.failed = memory_has_failed();
  memory_fails_at(0);
  mine.took = seconds() - began;
  snprintf(mine.text, sizeof mine.text, "%s", mine.status ? vf_last_error() : "");
  if (s->group && mine.status) mine.broken = vf_group_fence(s->group) == VF_ERROR_PEER;
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, outcomes, sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
}

static void expect(bool is, const script *work, int victim, int n, const char *what)
{
  if (is || rank) return;
  for (int r = 0; r < ranks; r++)
    fprintf(stderr, "  rank %d: status %d, %s, %g s: %s\n", r, outcomes[r].status,
            outcomes[r].failed ? "failed" : "had all", outcomes[r].took, outcomes[r].text);
  give_up(__FILE__, __LINE__, "%s, allocation %d of rank %d: %s", work->name, n, victim, what);
}

static void judge(const script *work, int victim, int n)
{
  char name[32];
  snprintf(name, sizeof name, "rank %d", victim);
  const bool good = !outcomes[victim].status;
  for (int r = 0; r < ranks; r++) {
    const outcome *o = &outcomes[r];
    expect(o->took < 30, work, victim, n, "a rank waited"); /* VF_WAIT is 300 */
    expect(!o->status == good, work, victim, n, "not all came to the same");
    expect(o->broken == outcomes[0].broken, work, victim, n, "the group is broken for some");
    if (good) continue;
    expect(strstr(o->text, "memory"), work, victim, n, "the reason is not told");
    expect(r == victim || (o->status == VF_ERROR_PEER && strstr(o->text, name)), work, victim, n,
           "who failed is not told");
  }
  if (!good) expect(outcomes[victim].status == VF_ERROR_MEMORY, work, victim, n, "the status of the rank that failed");
}

static int take_nothing(void *pool, size_t bytes, void *queue, void **address)
{
  (void)pool, (void)bytes, (void)queue, (void)address;
  return 1;
}

static void give_nothing(void *pool, void *address, size_t bytes, void *queue)
{
  (void)pool, (void)address, (void)bytes, (void)queue;
}

/* Blocks of memory in use: viewfab frees its kept device memory when the program names another pool. */
static int64_t blocks_in_use(void)
{
  must(vf_context_use_memory(NULL, take_nothing, give_nothing, NULL));
  must(vf_context_use_memory(NULL, NULL, NULL, NULL));
  return memory_blocks();
}

/* Makes a scene without a failure. The blocks behind the scene are everything that the library keeps. */
static int64_t blocks_behind(const script *work)
{
  scene s;
  begin_scene(work, &s);
  must(work->run(&s));
  if (work->undo) work->undo(&s);
  end_scene(&s);
  return blocks_in_use();
}

static void fail_each(const script *work, int victim)
{
  scene s = { 0 };
  int n = 0, told = 0, breaks = 0;
  const int64_t blocks = blocks_behind(work);
  for (bool ready = false;;) {
    if (!ready) {
      begin_scene(work, &s);
      ready = true;
    }
    n += work->each && n >= work->each ? 32 : 1;
    run(work, &s, victim, n);
    judge(work, victim, n);
    const bool failed = outcomes[victim].failed, good = !outcomes[victim].status;
    expect(failed || good, work, victim, n, "it failed with all memory");
    told += !good;
    if (outcomes[0].broken) {
      breaks++;
      end_scene(&s);
      ready = false;
    } else if (!good) {
      const vf_status again = work->run(&s);
      if (again)
        give_up(__FILE__, __LINE__, "%s, allocation %d of rank %d: made again it gave %d: %s", work->name, n, victim,
                (int)again, vf_last_error());
    }
    if (ready && work->undo) work->undo(&s);
    if (!failed) break;
  }
  end_scene(&s);
  /* requests of a broken group may be open, and their memory stays */
  if (!breaks && blocks_in_use() != blocks)
    give_up(__FILE__, __LINE__, "%s, with failures on rank %d: %lld blocks are left, not %lld", work->name, victim,
            (long long)blocks_in_use(), (long long)blocks);
  if (rank == 0) {
    printf("  %s, rank %d: %d allocations, %d calls failed, %d groups broke\n", work->name, victim, n - 1, told,
           breaks);
    fflush(stdout);
  }
  if (work->breaks && breaks > work->breaks) give_up(__FILE__, __LINE__, "%s broke %d groups", work->name, breaks);
  if (n - 1 < work->least) give_up(__FILE__, __LINE__, "%s allocates %d times alone", work->name, n - 1);
}

/* The report of the groups that have ended keeps memory for some of them. */
static void fill_the_report(void)
{
  for (int g = 0; g < 8; g++) {
    vf_group *group = world();
    must(vf_group_destroy(&group));
  }
}

static void fail_scripts(bool of_solvers)
{
  fill_the_report();
  const char *only = getenv("VF_TEST_SCRIPT");
  for (size_t w = 0; w < scripts_count; w++)
    for (int victim = scripts[w].one_rank ? ranks - 1 : 0; victim < ranks; victim += ranks - 1)
      if (scripts[w].one_rank == of_solvers && (!only || !strcmp(only, scripts[w].name)))
        fail_each(&scripts[w], victim);
}

static void each_failed_allocation_of_a_group_is_told_to_all(void) { fail_scripts(false); }

/* Solvers allocate so often that a single failing rank is enough. */
static void each_failed_allocation_of_a_solver_is_told_to_all(void) { fail_scripts(true); }

static const claim_entry claims[] = {
  claim(each_failed_allocation_of_a_group_is_told_to_all),
  claim(each_failed_allocation_of_a_solver_is_told_to_all),
};
RUN(claims)
