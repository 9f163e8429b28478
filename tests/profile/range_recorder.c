/* A library of ranges for the test: it writes each range as a line, with a blank for each open range around it. PUSH and
 * POP are the names of its functions, and RANGES_FILE names the file. */
#include <stdio.h>
#include <stdlib.h>

int PUSH(const char *name);
int POP(void);

static FILE *file;
static int depth, deepest_pop;

int PUSH(const char *name)
{
  if (!file) file = fopen(getenv("RANGES_FILE"), "w");
  if (!file) abort();
  fprintf(file, "%*s%s\n", depth, "", name);
  return depth++;
}

int POP(void)
{
  if (--depth < deepest_pop) deepest_pop = depth;
  return depth;
}

__attribute__((destructor)) static void end(void)
{
  if (file) fprintf(file, "open at the end: %d, least: %d\n", depth, deepest_pop);
  if (file) fclose(file);
}
