/* A run of the user's command and its verdict. */
#include "bisect.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../core/seconds.h"

static void ignore(int signal) { (void)signal; }

/* Blocks signals and waits for them, so that no signal interrupts code at any moment. A signal that the caller had ignored
 * (nohup, a shell's background) stays ignored. */
static bool take_signals(bisect_runner *runner)
{
  static const int asking[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action = { 0 }, old;
  action.sa_handler = ignore; /* the system may drop a signal without a handler before the wait */
  sigemptyset(&action.sa_mask);
  sigemptyset(&runner->waited);
  sigaddset(&runner->waited, SIGCHLD);
  if (sigaction(SIGCHLD, &action, NULL)) return false;
  for (size_t s = 0; s < sizeof asking / sizeof asking[0]; s++)
    if (!sigaction(asking[s], NULL, &old) && old.sa_handler != SIG_IGN) sigaddset(&runner->waited, asking[s]);
  return !sigprocmask(SIG_BLOCK, &runner->waited, &runner->before);
}

static char *path_in(const char *folder, const char *name)
{
  const size_t room = strlen(folder) + strlen(name) + 2;
  char *path = malloc(room);
  if (path) snprintf(path, room, "%s/%s", folder, name);
  return path;
}

bool bisect_runner_open(bisect_runner *runner, const bisect_options *options)
{
  *runner = (bisect_runner){ .options = options, .timeout = options->timeout };
  const char *wanted = getenv("TMPDIR");
  /* an absolute path, because the command may change its folder */
  char *place = realpath(wanted && *wanted ? wanted : "/tmp", NULL);
  char *folder = place ? path_in(place, "vf_bisect.XXXXXX") : NULL;
  free(place);
  if (!folder || !take_signals(runner) || !mkdtemp(folder)) {
    snprintf(runner->reason, sizeof runner->reason, "no temporary folder in '%s': %s",
             wanted && *wanted ? wanted : "/tmp", strerror(errno));
    free(folder);
    return false;
  }
  runner->folder = folder;
  runner->report = path_in(folder, "report.json");
  runner->kept = path_in(folder, "view");
  runner->reference = path_in(folder, "reference");
  if (runner->report && runner->kept && runner->reference) return true;
  snprintf(runner->reason, sizeof runner->reason, "no memory");
  return false;
}

/* Removes files that the library left half written because the command was killed. */
static void empty_folder(const bisect_runner *runner)
{
  DIR *folder = opendir(runner->folder);
  if (!folder) return;
  for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder))
    if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..")) unlinkat(dirfd(folder), entry->d_name, 0);
  closedir(folder);
}

void bisect_runner_close(bisect_runner *runner)
{
  if (runner->folder) {
    empty_folder(runner);
    rmdir(runner->folder);
  }
  free(runner->folder);
  free(runner->report);
  free(runner->kept);
  free(runner->reference);
  runner->folder = runner->report = runner->kept = runner->reference = NULL;
}

static int set(const char *name, const char *value) { return value ? setenv(name, value, 1) : unsetenv(name); }

/* Runs in the new process: becomes the command, or returns on failure. */
static void become(const bisect_runner *runner, const char *mode, const char *kernels)
{
  const bisect_options *options = runner->options;
  /* a process group of its own: a signal to the group ends everything started by the command */
  if (setpgid(0, 0) || sigprocmask(SIG_SETMASK, &runner->before, NULL)) return;
  if (set("VF_MODE", mode) || set("VF_KERNELS", kernels) || set("VF_REPORT", runner->report)) return;
  if (set("VF_KEEP_VIEW", options->view) || set("VF_KEEP_VIEW_FILE", options->view ? runner->kept : NULL)) return;
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) return;
  /* standard output carries the verdict alone */
  if (dup2(options->verbose ? STDERR_FILENO : nothing, STDOUT_FILENO) < 0) return;
  if (!options->verbose && dup2(nothing, STDERR_FILENO) < 0) return;
  execvp(options->command[0], options->command);
}

/* Starts the command. An error before its start comes back through a pipe that the command never sees. */
static pid_t start(bisect_runner *runner, const char *mode, const char *kernels)
{
  int ends[2], error = 0;
  pid_t child = -1;
  if (!pipe(ends)) {
    if (!fcntl(ends[1], F_SETFD, FD_CLOEXEC)) child = fork();
    if (child == 0) {
      close(ends[0]);
      become(runner, mode, kernels);
      error = errno;
      _exit(write(ends[1], &error, sizeof error) == sizeof error ? 127 : 126);
    }
    if (child < 0) error = errno;
    close(ends[1]);
    if (child > 0 && read(ends[0], &error, sizeof error) == sizeof error) {
      waitpid(child, NULL, 0);
      child = -1;
    }
    close(ends[0]);
  } else {
    error = errno;
  }
  if (child < 0)
    snprintf(runner->reason, sizeof runner->reason, "cannot run '%s': %s", runner->options->command[0],
             strerror(error));
  return child;
}

typedef enum ending { ENDED, TOO_LONG, ASKED_TO_END } ending;

/* Waits until the child ends. Its status is left in place: this keeps the number of its group in use. */
static ending wait_for(bisect_runner *runner, pid_t child, double seconds)
{
  const double end = vfi_seconds() + seconds;
  for (;;) {
    siginfo_t info;
    info.si_pid = 0;
    if (!waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid == child) return ENDED;
    const double left = end - vfi_seconds();
    if (seconds > 0 && left <= 0) return TOO_LONG;
    const struct timespec time = { (time_t)left, (long)((left - (double)(time_t)left) * 1e9) };
    const int got = seconds > 0 ? sigtimedwait(&runner->waited, NULL, &time) : sigwaitinfo(&runner->waited, NULL);
    if (got > 0 && got != SIGCHLD) {
      runner->signal = got;
      return ASKED_TO_END;
    }
  }
}

/* Ends the rest of the child's group and takes the child's status. An MPI launcher needs the time to end its processes on
 * other hosts. */
static int end_group(bisect_runner *runner, pid_t child, bool running)
{
  const double time_to_end = 5;
  int status = 0;
  if (running) {
    kill(-child, SIGTERM);
    wait_for(runner, child, time_to_end);
  }
  kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

bisect_outcome bisect_run(bisect_runner *runner, const char *mode, const char *kernels)
{
  const bisect_options *options = runner->options;
  char *reason = runner->reason;
  reason[0] = 0;
  remove(runner->report);
  remove(runner->kept);
  const double begin = vfi_seconds();
  const pid_t child = start(runner, mode, kernels);
  if (child < 0) return BISECT_FAILED;
  const ending how = wait_for(runner, child, runner->timeout);
  const int status = end_group(runner, child, how != ENDED);
  runner->seconds = vfi_seconds() - begin;
  if (runner->signal) {
    snprintf(reason, BISECT_REASON, "ended by a signal (%s)", strsignal(runner->signal));
    return BISECT_FAILED;
  }
  if (how == TOO_LONG) snprintf(reason, BISECT_REASON, "no end after %g seconds", runner->timeout);
  else if (WIFSIGNALED(status))
    snprintf(reason, BISECT_REASON, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status)) snprintf(reason, BISECT_REASON, "exit status %d", WEXITSTATUS(status));
  if (reason[0]) return BISECT_BAD;
  if (!options->view) return BISECT_GOOD;
  if (access(runner->reference, F_OK)) {
    const bisect_outcome outcome = bisect_view_compare(runner->kept, runner->kept, options, reason);
    if (outcome != BISECT_GOOD || !rename(runner->kept, runner->reference)) return outcome;
    snprintf(reason, BISECT_REASON, "no file for the reference: %s", strerror(errno));
    return BISECT_FAILED;
  }
  return bisect_view_compare(runner->reference, runner->kept, options, reason);
}
