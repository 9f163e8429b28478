#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "code_places.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char *vfi_base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool vfi_code_place_is_own(const vfi_code_place *place)
{
  static const char *const beginnings[] = { "vf_", "vfi_", "__viewfab", "_QMviewfab" };
  for (size_t b = 0; b < sizeof beginnings / sizeof *beginnings; b++)
    if (!strncmp(place->function, beginnings[b], strlen(beginnings[b]))) return true;
  return false;
}

int vfi_code_places_caller(const vfi_code_place *places, int count)
{
  int p = 0;
  while (p < count && (!vfi_code_place_is_own(&places[p]) || !strncmp(places[p].function, "vfi_", 4))) p++;
  while (p < count && vfi_code_place_is_own(&places[p])) p++;
  return p;
}

bool vfi_code_place_is_runtime(const vfi_code_place *place)
{
  static const char *const names[] = { "libc.so",    "libc-",      "libm.so",  "libgfortran", "libgomp",
                                       "libpthread", "libviewfab", "ld-linux", "libquadmath", "libgcc",
                                       "libflang",   "libFortran", "libmpi",   "linux-vdso" };
  const char *base = vfi_base_name(place->module);
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (!strncmp(base, names[n], strlen(names[n]))) return true;
  return false;
}

static void locate(vfi_code_place *place)
{
  Dl_info info;
  struct link_map *map = NULL;
  char *asked = (char *)place->address - place->returns;
  place->module[0] = place->function[0] = place->file[0] = 0;
  place->line = 0;
  if (!dladdr1(asked, &info, (void **)&map, RTLD_DL_LINKMAP) || !map) return;
  place->offset = (unsigned long)((uintptr_t)asked - map->l_addr);
  if (map->l_name && *map->l_name) {
    snprintf(place->module, sizeof place->module, "%s", map->l_name);
    return;
  }
  const ssize_t length = readlink("/proc/self/exe", place->module, sizeof place->module - 1);
  place->module[length > 0 ? length : 0] = 0;
}

/* A running addr2line. */
typedef struct asked {
  FILE *answers;
  pid_t process;
} asked;

/* Starts addr2line with a file of questions as its input. No shell looks at the name of the module. */
static bool start(const char *module, int questions, asked *made)
{
  int ends[2];
  char *const arguments[] = { "addr2line", "-f", "-e", (char *)module, NULL };
  posix_spawn_file_actions_t actions;
  if (pipe2(ends, O_CLOEXEC)) return false;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, questions, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const int code = posix_spawnp(&made->process, "addr2line", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  made->answers = fdopen(ends[0], "r");
  if (!made->answers) close(ends[0]);
  if (code && made->answers) fclose(made->answers);
  if (!code && !made->answers) waitpid(made->process, NULL, 0);
  return !code && made->answers;
}

/* Two lines answer each question: the function, and file:line. */
static void read_answers(FILE *answers, vfi_code_place *places, int count, const char *module)
{
  char function[1024], line[1024];
  for (int p = 0; p < count; p++) {
    if (strcmp(places[p].module, module)) continue;
    if (!fgets(function, sizeof function, answers) || !fgets(line, sizeof line, answers)) return;
    function[strcspn(function, "\n")] = 0;
    line[strcspn(line, " \n")] = 0;
    char *colon = strrchr(line, ':');
    if (strcmp(function, "??")) snprintf(places[p].function, sizeof places[p].function, "%.159s", function);
    if (!colon || line[0] == '?' || atoi(colon + 1) <= 0) continue;
    *colon = 0;
    snprintf(places[p].file, sizeof places[p].file, "%.255s", line);
    places[p].line = atoi(colon + 1);
  }
}

/* Asks about all places of a module. The questions are a file, because a pipe could fill while the answers wait. */
static void ask(vfi_code_place *places, int count, const char *module)
{
  FILE *questions = tmpfile();
  asked made;
  if (!questions) return;
  for (int p = 0; p < count; p++)
    if (!strcmp(places[p].module, module)) fprintf(questions, "%lx\n", places[p].offset);
  if (!fflush(questions) && !fseek(questions, 0, SEEK_SET) && start(module, fileno(questions), &made)) {
    read_answers(made.answers, places, count, module);
    fclose(made.answers);
    waitpid(made.process, NULL, 0);
  }
  fclose(questions);
}

static bool first_of_module(const vfi_code_place *places, int p)
{
  for (int before = 0; before < p; before++)
    if (!strcmp(places[before].module, places[p].module)) return false;
  return places[p].module[0];
}

void vfi_code_places_find(vfi_code_place *places, int count)
{
  for (int p = 0; p < count; p++) locate(&places[p]);
  for (int p = 0; p < count; p++)
    if (first_of_module(places, p)) ask(places, count, places[p].module);
}
