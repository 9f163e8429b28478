/* A whole bisection: the runs at both ends, the kernels to switch, the search, the verdict. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bisect.h"

typedef struct session {
  bisect_runner *runner;
  bisect_kernels called;     /* from the reports */
  bisect_kernels candidates; /* the kernels to switch */
  int runs;
  char **reasons; /* [run of the search]; 0: all kernels on the port */
  int tries;
} session;

static int fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int fail(const char *format, ...)
{
  va_list list;
  va_start(list, format);
  fputs("vf_bisect: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  return BISECT_ERROR;
}

static bisect_outcome run(session *s, const char *what, const char *mode, const char *kernels)
{
  fprintf(stderr, "run %d: %s: ", s->runs + 1, what);
  fflush(stderr);
  const bisect_outcome outcome = bisect_run(s->runner, mode, kernels);
  if (outcome == BISECT_GOOD) fputs("good\n", stderr);
  else fprintf(stderr, "%s%s\n", outcome == BISECT_BAD ? "bad, " : "", s->runner->reason);
  if (outcome != BISECT_FAILED) s->runs++;
  return outcome;
}

/* Room for a choice of this many kernels. */
static int *new_members(int count) { return calloc(count > 0 ? (size_t)count : 1, sizeof(int)); }

/* The callback of the search. */
static bisect_outcome try_set(const bool *ported, void *user)
{
  session *s = user;
  int *members = new_members(s->candidates.count), size = 0;
  for (int k = 0; members && k < s->candidates.count; k++)
    if (ported[k]) members[size++] = k;
  char *names = members ? bisect_join(&s->candidates, members, size, ", ", " on the port") : NULL;
  char *setting = members ? bisect_join(&s->candidates, members, size, "=device,", "=device") : NULL;
  free(members);
  bisect_outcome outcome = BISECT_FAILED;
  if (names && setting) outcome = run(s, names, "original", setting);
  free(names);
  free(setting);
  if (outcome == BISECT_FAILED) return outcome;
  s->tries++;
  if (outcome == BISECT_BAD && !(s->reasons[s->tries] = strdup(s->runner->reason))) return BISECT_FAILED;
  return outcome;
}

/* "a, b": the kernels with or without an original, to be freed. */
static char *called_names(const session *s, bool original)
{
  int *members = new_members(s->called.count), size = 0;
  for (int k = 0; members && k < s->called.count; k++)
    if (s->called.originals[k] == original) members[size++] = k;
  char *names = members ? bisect_join(&s->called, members, size, ", ", "") : NULL;
  free(members);
  return names;
}

static int find_called(const session *s, const char *name, size_t length)
{
  for (int k = 0; k < s->called.count; k++)
    if (strlen(s->called.names[k]) == length && !strncmp(s->called.names[k], name, length)) return k;
  return -1;
}

/* Fills the candidates from --kernels. Without a report the names are taken unchecked. */
static int choose_named(session *s)
{
  for (const char *name = s->runner->options->kernels; name;) {
    const size_t length = strcspn(name, ",");
    const int k = find_called(s, name, length);
    if (length == 0) return fail("--kernels has an empty name");
    if (s->called.count && k < 0) return fail("the command calls no kernel '%.*s'", (int)length, name);
    if (k >= 0 && !s->called.originals[k]) return fail("kernel '%.*s' has no original", (int)length, name);
    if (!bisect_kernels_add(&s->candidates, name, length, true)) return fail("no memory");
    name = name[length] ? name + length + 1 : NULL;
  }
  return 0;
}

/* Fills the candidates from the reports. */
static int choose_called(session *s)
{
  if (!s->called.count)
    return fail("the command left no report of kernels that it called (does it use viewfab, and end through exit?); "
                "--kernels can name them");
  for (int k = 0; k < s->called.count; k++)
    if (s->called.originals[k] &&
        !bisect_kernels_add(&s->candidates, s->called.names[k], strlen(s->called.names[k]), true))
      return fail("no memory");
  if (s->candidates.count) return 0;
  char *names = called_names(s, false);
  fail("no kernel that the command calls has an original: %s", names ? names : "");
  free(names);
  return BISECT_ERROR;
}

static void name_always_ported(const session *s, FILE *stream)
{
  char *names = called_names(s, false);
  if (names && *names) fprintf(stream, "without an original, so on the port in every run: %s\n", names);
  free(names);
}

static int read_report(session *s)
{
  if (bisect_kernels_read(&s->called, s->runner->report)) return 0;
  return fail("the command's report cannot be read");
}

/* Runs twice. Sets *first to the outcome of the first run; returns 0 if both runs agree. */
static int run_twice(session *s, const char *what, const char *mode, const char *kernels, bisect_outcome *first)
{
  *first = run(s, what, mode, kernels);
  if (*first == BISECT_FAILED) return fail("%s", s->runner->reason);
  const int status = read_report(s);
  if (status) return status;
  if (*first == BISECT_BAD && !strcmp(mode, "original") && !kernels) return 0; /* the bisection ends here */
  /* a port may run for ever, for example in an iteration that does not converge */
  if (s->runner->timeout <= 0) s->runner->timeout = 60 + 10 * s->runner->seconds;
  if (*first == BISECT_BAD) s->reasons[0] = strdup(s->runner->reason);
  const bisect_outcome second = run(s, what, mode, kernels);
  if (second == BISECT_FAILED) return fail("%s", s->runner->reason);
  if (second == *first) return 0;
  printf("the result changes from run to run: with %s it was %s, then %s\n", what,
         *first == BISECT_GOOD ? "good" : "bad", second == BISECT_GOOD ? "good" : "bad");
  return BISECT_ERROR;
}

static int search(session *s)
{
  bisect_findings findings;
  const int budget = s->runner->options->runs - BISECT_OUTER_RUNS;
  int status = BISECT_ERROR;
  if (bisect_search(s->candidates.count, budget, try_set, s, &findings))
    status = bisect_print_findings(&findings, &s->candidates, s->reasons);
  else fail("%s", s->runner->reason[0] ? s->runner->reason : "no memory");
  bisect_findings_free(&findings);
  return status;
}

static int bisect(session *s)
{
  const bisect_options *options = s->runner->options;
  bisect_outcome outcome = BISECT_FAILED;
  int status = run_twice(s, "all kernels on their originals", "original", NULL, &outcome);
  if (status) return status;
  if (outcome == BISECT_BAD) {
    name_always_ported(s, stderr);
    return fail("the result is bad already with all kernels on their originals: %s", s->runner->reason);
  }
  if (options->kernels) {
    if ((status = choose_named(s))) return status;
    int *all = new_members(s->candidates.count);
    for (int k = 0; all && k < s->candidates.count; k++) all[k] = k;
    char *setting = all ? bisect_join(&s->candidates, all, s->candidates.count, "=device,", "=device") : NULL;
    free(all);
    if (!setting) return fail("no memory");
    status = run_twice(s, "the kernels of --kernels on the port", "original", setting, &outcome);
    free(setting);
  } else {
    status = run_twice(s, "all kernels on the port", "device", NULL, &outcome);
    if (!status) status = choose_called(s);
  }
  if (status) return status;
  if (outcome == BISECT_GOOD) {
    printf("the ports agree with the originals: nothing to find\n");
    status = BISECT_NOTHING;
  } else {
    status = search(s);
  }
  name_always_ported(s, stdout);
  printf("%d runs\n", s->runs);
  return status;
}

int bisect_session(bisect_runner *runner)
{
  session s = { .runner = runner };
  s.reasons = calloc((size_t)runner->options->runs + 1, sizeof *s.reasons);
  int status = s.reasons ? bisect(&s) : fail("no memory");
  for (int r = 0; s.reasons && r <= runner->options->runs; r++) free(s.reasons[r]);
  free(s.reasons);
  bisect_kernels_free(&s.called);
  bisect_kernels_free(&s.candidates);
  if (fflush(stdout)) status = fail("standard output cannot be written");
  return status;
}
