/* usage: vf_bisect [OPTION]... -- COMMAND [ARGUMENT]...
 * Names the smallest set of ported kernels that breaks the result of a command. */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bisect.h"

enum { DEFAULT_RUNS = 200, MOST_RUNS = 100000, LEAST_RUNS = BISECT_OUTER_RUNS + 2 };

static const char usage[] =
    "usage: vf_bisect [OPTION]... -- COMMAND [ARGUMENT]...\n"
    "Runs the command again and again, some kernels on the port and the others on their originals, until it can name\n"
    "the smallest set of ported kernels that breaks the result. A run is bad if its exit status is not 0, or if the\n"
    "view that --view names differs from the one of a run on the originals.\n"
    "\n"
    "  --view LABEL       compare the last values of the view with this label\n"
    "  --absolute X       let its elements differ by X (default 0) ...\n"
    "  --relative X       ... + X times the larger magnitude of the two (default 0)\n"
    "  --runs N           end the search after N runs (default 200)\n"
    "  --timeout SECONDS  a run that takes longer is bad (default: a minute and 10 times the first run)\n"
    "  --kernels A,B,C    switch only these; the others stay on their originals\n"
    "  --verbose          show what the command prints, on standard error\n"
    "  --help             print this\n"
    "\n"
    "Exit status: 0 nothing to find, 1 a set was found, 2 an error, or a result that changes from run to run.\n";

static bool read_number(const char *text, double *number)
{
  char *end = NULL;
  errno = 0;
  *number = strtod(text, &end);
  return end != text && !*end && errno != ERANGE && isfinite(*number) && *number >= 0;
}

static bool read_runs(const char *text, int *runs)
{
  char *end = NULL;
  errno = 0;
  const long number = strtol(text, &end, 10);
  *runs = number >= LEAST_RUNS && number <= MOST_RUNS ? (int)number : 0;
  return end != text && !*end && !errno && *runs;
}

static int wrong(const char *what, const char *value)
{
  fprintf(stderr, "vf_bisect: %s%s%s%s\n%s", what, value ? " '" : "", value ? value : "", value ? "'" : "", usage);
  return BISECT_ERROR;
}

/* Returns 0, or an exit code with its text printed; sets *help if the user asks for the usage. */
static int read_options(int argc, char **argv, bisect_options *options, bool *help)
{
  static const struct option names[] = {
    { "view", required_argument, NULL, 'v' },
    { "absolute", required_argument, NULL, 'a' },
    { "relative", required_argument, NULL, 'r' },
    { "runs", required_argument, NULL, 'n' },
    { "timeout", required_argument, NULL, 't' },
    { "kernels", required_argument, NULL, 'k' },
    { "verbose", no_argument, NULL, 'V' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
  };
  *options = (bisect_options){ .runs = DEFAULT_RUNS };
  bool tolerance = false;
  int name;
  /* +: options behind the command belong to the command */
  while ((name = getopt_long(argc, argv, "+", names, NULL)) != -1) {
    bool good = true;
    switch (name) {
      case 'v': options->view = optarg; break;
      case 'a': good = tolerance = read_number(optarg, &options->absolute); break;
      case 'r': good = tolerance = read_number(optarg, &options->relative); break;
      case 'n': good = read_runs(optarg, &options->runs); break;
      case 't': good = read_number(optarg, &options->timeout) && options->timeout > 0; break;
      case 'k': options->kernels = optarg; break;
      case 'V': options->verbose = true; break;
      case 'h': *help = true; return 0;
      default: fputs(usage, stderr); return BISECT_ERROR;
    }
    if (!good)
      return wrong(name == 'n' ? "--runs has to be a number from 6 on, not" : "not a number that fits:", optarg);
  }
  if (options->view && !*options->view) return wrong("--view needs a label", NULL);
  if (tolerance && !options->view) return wrong("a tolerance needs --view", NULL);
  options->command = argv + optind;
  return options->command[0] ? 0 : wrong("a command is missing", NULL);
}

int main(int argc, char **argv)
{
  bisect_options options;
  bisect_runner runner;
  bool help = false;
  int status = read_options(argc, argv, &options, &help);
  if (status) return status;
  if (help) return fputs(usage, stdout) == EOF || fflush(stdout) ? BISECT_ERROR : BISECT_NOTHING;
  if (bisect_runner_open(&runner, &options)) {
    status = bisect_session(&runner);
  } else {
    fprintf(stderr, "vf_bisect: %s\n", runner.reason);
    status = BISECT_ERROR;
  }
  bisect_runner_close(&runner);
  if (runner.signal) {
    /* ends as if by the signal */
    signal(runner.signal, SIG_DFL);
    sigprocmask(SIG_SETMASK, &runner.before, NULL);
    raise(runner.signal);
  }
  return status;
}
