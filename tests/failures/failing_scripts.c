#include "failing_scripts.h"

#include "allocation_scripts.h"
#include "failing_device.h"
#include "failing_memory.h"

#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <viewfab/report.h>

/* The outcome of a run, for the test. Each run is a process of its own, because the library reads settings once. */
typedef struct outcome {
  bool failed; /* the chosen allocation was reached */
  int calls;   /* calls that ended without memory */
  int remarks; /* of checks that were not made for want of memory */
  int64_t blocks;
  char text[1024];
  numbers result;
} outcome;

static outcome *told;
static char folder[128];
static bool of_device; /* calls of the device fail, and no allocations */

static bool has_failed(void) { return of_device ? device_has_failed() : memory_has_failed(); }

void give_up(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(told->text, sizeof told->text, format, list);
  va_end(list);
  _exit(1);
}

/* The status and the words that a chosen failure has. */
static const struct {
  vf_status status;
  const char *words;
} expected[] = { { VF_ERROR_MEMORY, "memory" }, { VF_ERROR_DEVICE, "failed: " } };

bool device_may_fail(void) { return of_device; }

void watch_device(void)
{
  if (of_device) device_fails_in_context();
}

bool ended_by_failure(vf_status status, const char *what)
{
  if (!status) return false;
  if (status != expected[of_device].status) give_up("%s gave %d: %s", what, status, vf_last_error());
  if (!has_failed()) give_up("%s had all, and says: %s", what, vf_last_error());
  if (!strstr(vf_last_error(), expected[of_device].words))
    give_up("%s does not say what is missing: %s", what, vf_last_error());
  if (told->calls++) give_up("%s gave %d again: %s", what, status, vf_last_error());
  return true;
}

void must_now(vf_status status, const char *what)
{
  if (status) give_up("%s, made again, gave %d: %s", what, status, vf_last_error());
}

void note_remarks(void)
{
  static char report[1 << 16];
  must_now(vf_report_text(report, sizeof report, NULL), "vf_report_text");
  told->remarks += strstr(report, "could not be checked on perturbed inputs: no ") != NULL;
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
  /* otherwise cmocka would continue with the next test in this process */
  for (size_t s = 0; s < sizeof deadly / sizeof *deadly; s++) signal(deadly[s], SIG_DFL);
  /* the library may write at the end of each process */
  if (!freopen("/dev/null", "w", stderr)) give_up("/dev/null does not open");
  work->set_environment(folder);
  if (of_device) device_fails_at(n);
  else memory_fails_at(n);
  work->run(&told->result);
  told->failed = has_failed();
  told->blocks = memory_blocks();
  memory_fails_at(0);
  if (parts_left_in_folder()) give_up("parts of files are left");
  if (n) _exit(0);
  exit(0); /* gcov counts lines of the processes that end by exit: the good runs are enough, and the others are many */
}

/* Runs a script in which allocation n fails. */
static void run(const script *work, int64_t n)
{
  memset(told, 0, sizeof *told);
  fflush(NULL); /* the child would write the output again */
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) run_child(work, n);
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status)) fail_msg("%s, failure %lld: ended by signal %d", work->name, (long long)n, WTERMSIG(status));
  if (WEXITSTATUS(status)) fail_msg("%s, failure %lld: %s", work->name, (long long)n, told->text);
}

static void compare(const script *work, int64_t n, const outcome *good)
{
  if (told->result.count != good->result.count)
    fail_msg("%s, failure %lld: %d numbers, not %d", work->name, (long long)n, told->result.count, good->result.count);
  for (int i = 0; i < good->result.count; i++)
    if (memcmp(&told->result.at[i], &good->result.at[i], sizeof(double)) != 0)
      fail_msg("%s, failure %lld: number %d is %.17g, not %.17g", work->name, (long long)n, i, told->result.at[i],
               good->result.at[i]);
}

static void compare_blocks(const script *work, int64_t n, const outcome *good)
{
  if (told->blocks != good->blocks)
    fail_msg("%s, failure %lld: %lld blocks are left, not %lld", work->name, (long long)n, (long long)told->blocks,
             (long long)good->blocks);
}

static const script *named(const char *name)
{
  for (int s = 0; s < script_count; s++)
    if (!strcmp(scripts[s].name, name)) return &scripts[s];
  for (int s = 0; s < checked_script_count; s++)
    if (!strcmp(checked_scripts[s].name, name)) return &checked_scripts[s];
  fail_msg("there is no script %s", name);
  return NULL;
}

void fail_each(const char *name, bool device)
{
  static outcome good;
  const script *work = named(name);
  int64_t n = 0, told_of = 0, remarks = 0;
  of_device = device;
  run(work, 0);
  good = *told;
  do {
    run(work, ++n);
    if (told->calls && told->remarks) fail_msg("%s, failure %lld: a failed call left a remark", name, (long long)n);
    told_of += told->calls;
    remarks += told->remarks;
    if (!device || work->repeats) compare(work, n, &good);
    compare_blocks(work, n, &good);
    if (device && told->failed && !told->calls) fail_msg("%s, failure %lld: no call told of it", name, (long long)n);
  } while (told->failed);
  print_message("%s: %lld %s, %lld calls failed, %lld were not checked on perturbed inputs\n", name, (long long)n - 1,
                device ? "calls of the device" : "allocations", (long long)told_of, (long long)remarks);
  /* a script with few failures would show little */
  assert_true(n > (device ? 8 : 15) && told_of + remarks > n / 2);
}

int make_folder(void **state)
{
  (void)state;
  const char *parent = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%.100s/viewfab_memory.XXXXXX", parent && *parent ? parent : "/tmp");
  /* a child would not have the threads of its parent */
  setenv("OMP_NUM_THREADS", "1", 1);
  told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return told == MAP_FAILED || !mkdtemp(folder);
}

int remove_folder(void **state)
{
  (void)state;
  char command[256];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  munmap(told, sizeof *told);
  return system(command);
}
