/* Every allocation of typical work fails once: the call says so, nothing is lost or done by half, and the same call
 * made again goes on as if nothing had been. */
#include "allocation_scripts.h"
#include "failing_memory.h"

#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a run tells the test: each runs in a process of its own, since settings are read once. */
typedef struct outcome {
  bool failed; /* the allocation that was to fail was reached */
  int calls;   /* that ended without memory */
  int64_t blocks;
  char text[1024];
  numbers result;
} outcome;

static outcome *told;
static char folder[128];

void give_up(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(told->text, sizeof told->text, format, list);
  va_end(list);
  _exit(1);
}

bool ended_without_memory(vf_status status, const char *what)
{
  if (!status) return false;
  if (status != VF_ERROR_MEMORY) give_up("%s gave %d: %s", what, status, vf_last_error());
  if (!memory_has_failed()) give_up("%s had memory, and says: %s", what, vf_last_error());
  if (!strstr(vf_last_error(), "memory")) give_up("%s does not say what is missing: %s", what, vf_last_error());
  if (told->calls++) give_up("%s gave %d again: %s", what, status, vf_last_error());
  return true;
}

void must_now(vf_status status, const char *what)
{
  if (status) give_up("%s, made again, gave %d: %s", what, status, vf_last_error());
}

static int parts_left_in_folder(void)
{
  DIR *list = opendir(folder);
  int count = 0;
  for (struct dirent *entry; list && (entry = readdir(list));) count += strstr(entry->d_name, ".part") != NULL;
  if (list) closedir(list);
  return count;
}

static const int deadly[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

static void run_child(const script *work, int64_t n)
{
  /* cmocka would go on with the next test in this process */
  for (size_t s = 0; s < sizeof deadly / sizeof *deadly; s++) signal(deadly[s], SIG_DFL);
  work->set_environment(folder);
  memory_fails_at(n);
  work->run(&told->result);
  told->failed = memory_has_failed();
  told->blocks = memory_blocks();
  if (parts_left_in_folder()) give_up("parts of files are left");
  _exit(0);
}

/* Runs a script in which allocation n fails. */
static void run(const script *work, int64_t n)
{
  memset(told, 0, sizeof *told);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) run_child(work, n);
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status))
    fail_msg("%s, allocation %lld: ended by signal %d", work->name, (long long)n, WTERMSIG(status));
  if (WEXITSTATUS(status)) fail_msg("%s, allocation %lld: %s", work->name, (long long)n, told->text);
}

static void compare(const script *work, int64_t n, const outcome *good)
{
  if (told->result.count != good->result.count)
    fail_msg("%s, allocation %lld: %d numbers, not %d", work->name, (long long)n, told->result.count,
             good->result.count);
  for (int i = 0; i < good->result.count; i++)
    if (memcmp(&told->result.at[i], &good->result.at[i], sizeof(double)) != 0)
      fail_msg("%s, allocation %lld: number %d is %.17g, not %.17g", work->name, (long long)n, i, told->result.at[i],
               good->result.at[i]);
  if (told->blocks != good->blocks)
    fail_msg("%s, allocation %lld: %lld blocks are left, not %lld", work->name, (long long)n, (long long)told->blocks,
             (long long)good->blocks);
}

static void fail_each(const char *name)
{
  static outcome good;
  for (int s = 0; s < script_count; s++) {
    if (strcmp(scripts[s].name, name)) continue;
    int64_t n = 0, told_of = 0;
    run(&scripts[s], 0);
    good = *told;
    do {
      run(&scripts[s], ++n);
      told_of += told->calls;
      compare(&scripts[s], n, &good);
    } while (told->failed);
    print_message("%s: %lld allocations, %lld calls failed\n", name, (long long)n - 1, (long long)told_of);
    /* a script that allocates next to nothing would prove next to nothing */
    assert_true(n > 15 && told_of > n / 2);
    return;
  }
  fail_msg("there is no script %s", name);
}

static void views_and_kernels_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("views");
}

static void sets_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("sets");
}

static void multigrid_outlives_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("multigrid");
}

static void checked_calls_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("checked");
}

static void checked_calls_on_sets_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("checked sets");
}

static void smooths_that_no_tuned_version_takes_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("plain smooths");
}

static void checked_smooths_outlive_each_failed_allocation(void **state)
{
  (void)state;
  fail_each("checked smooths");
}

static int make_folder(void **state)
{
  (void)state;
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%.100s/viewfab_memory.XXXXXX", parent && *parent ? parent : "/tmp");
  /* threads of a parent would be missing in the children */
  setenv("OMP_NUM_THREADS", "1", 1);
  told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return told == MAP_FAILED || !mkdtemp(folder);
}

static int remove_folder(void **state)
{
  (void)state;
  char command[256];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  munmap(told, sizeof *told);
  return system(command);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

static const struct CMUnitTest tests[] = {
  claim(views_and_kernels_outlive_each_failed_allocation),
  claim(sets_outlive_each_failed_allocation),
  claim(multigrid_outlives_each_failed_allocation),
  claim(checked_calls_outlive_each_failed_allocation),
  claim(checked_calls_on_sets_outlive_each_failed_allocation),
  claim(smooths_that_no_tuned_version_takes_outlive_each_failed_allocation),
  claim(checked_smooths_outlive_each_failed_allocation),
};
RUN("allocations", tests)
