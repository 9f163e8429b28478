/* VF_COHERENCE=auto beside forks, faults of the program itself, and handlers of the program. */
#include "auto.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The wait status of a child that runs a function; no kernel, because OpenMP does not run in a child. */
static int status_of_child(void (*run)(device_line *), device_line *array)
{
  fflush(NULL);
  const pid_t child = fork();
  must_hold(child >= 0);
  if (!child) {
    const struct rlimit none = { 0, 0 };
    setrlimit(RLIMIT_CORE, &none);
    alarm(60); /* after a failure a child must not go on as a test of its own */
    run(array);
    _exit(99);
  }
  int status = 0;
  must_hold(waitpid(child, &status, 0) == child);
  return status;
}

static void read_and_write(device_line *array)
{
  const int64_t wrong = wrong_values(array->values, LONG, 3, 0);
  array->values[5000] = -1;
  _exit(wrong ? 1 : array->values[5000] == -1 ? 0 : 2);
}

static void a_child_reads_the_newest_values_and_leaves_the_parent_alone(void **state)
{
  (void)state;
  device_line array = filled_on_device();
  array.values[LONG / 2] = 3; /* another piece is open before */
  assert_int_equal(status_of_child(read_and_write, &array), 0);
  assert_int_equal(wrong_values(array.values, LONG, 3, 0), 0);
  drop(&array);
}

static void read_nowhere(device_line *array)
{
  (void)array;
  _exit((int)*(volatile double *)(uintptr_t)16);
}

static void write_read_only(device_line *array)
{
  char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  (void)array;
  *(volatile char *)page = 1;
  _exit(1);
}

static void after_unmap(device_line *array)
{
  char *page = (char *)array->values + 8192 - (uintptr_t)array->values % 4096;
  if (munmap(page, 4096)) _exit(2);
  _exit(*(volatile char *)page);
}

static void send_to_itself(device_line *array)
{
  (void)array;
  raise(SIGSEGV);
  _exit(1);
}

static void fail_by_abort(device_line *array)
{
  (void)array;
  abort();
}

/* cmocka installs a handler in each test, and this handler would end the child in another way. */
static int without_cmocka(void (*run)(device_line *))
{
  void (*before)(int) = signal(SIGSEGV, SIG_DFL);
  device_line array = filled_on_device();
  const int status = status_of_child(run, &array);
  must_be(array.values[7], 3);
  drop(&array);
  signal(SIGSEGV, before);
  return status;
}

#define ENDS_BY(name, run, expected)                                  \
  static void name(void **state)                                      \
  {                                                                   \
    (void)state;                                                      \
    const int status = without_cmocka(run);                           \
    must_hold(WIFSIGNALED(status) && WTERMSIG(status) == (expected)); \
  }
ENDS_BY(a_read_of_no_memory_ends_the_program, read_nowhere, SIGSEGV)
ENDS_BY(a_write_of_read_only_memory_ends_the_program, write_read_only, SIGSEGV)
ENDS_BY(a_read_of_an_unmapped_array_ends_the_program, after_unmap, SIGSEGV)
ENDS_BY(a_signal_that_was_sent_ends_the_program, send_to_itself, SIGSEGV)
ENDS_BY(an_abort_ends_the_program, fail_by_abort, SIGABRT)

static void leave(int signal_number, siginfo_t *info, void *context)
{
  (void)context;
  _exit(signal_number == SIGSEGV && info->si_addr ? 42 : 1);
}

static void fault_with_handler(device_line *array)
{
  (void)array;
  _exit((int)*(volatile double *)(uintptr_t)4096);
}

/* The program's handler was there before the first watched array, or came after it. */
static int with_handler(bool first, void (*run)(device_line *))
{
  struct sigaction before, own = { .sa_sigaction = leave, .sa_flags = SA_SIGINFO };
  must_hold(!sigaction(SIGSEGV, NULL, &before));
  if (first) must_hold(!sigaction(SIGSEGV, &own, NULL));
  device_line array = filled_on_device();
  if (!first) {
    must_hold(!sigaction(SIGSEGV, &own, NULL));
    drop(&array);
    array = filled_on_device();
  }
  const int status = status_of_child(run, &array);
  must_be(array.values[7], 3);
  drop(&array);
  must_hold(!sigaction(SIGSEGV, &before, NULL));
  return status;
}

static void the_programs_handler_gets_its_faults(void **state)
{
  (void)state;
  for (int first = 0; first <= 1; first++) {
    const int nowhere = with_handler(first, fault_with_handler), unmapped = with_handler(first, after_unmap);
    must_hold(WIFEXITED(nowhere) && WEXITSTATUS(nowhere) == 42);
    must_hold(WIFEXITED(unmapped) && WEXITSTATUS(unmapped) == 42);
  }
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    auto_claim(a_child_reads_the_newest_values_and_leaves_the_parent_alone),
    auto_claim(a_read_of_no_memory_ends_the_program),
    auto_claim(a_write_of_read_only_memory_ends_the_program),
    auto_claim(a_read_of_an_unmapped_array_ends_the_program),
    auto_claim(a_signal_that_was_sent_ends_the_program),
    auto_claim(an_abort_ends_the_program),
    auto_claim(the_programs_handler_gets_its_faults),
  };
  return run_claims(argc, argv, "auto_processes", tests, sizeof tests / sizeof tests[0]);
}
