/* Warns about environment variables whose names are nearly the names of viewfab's variables. */
#include <ctype.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "config.h"

extern char **environ;

#define NAME(name, meaning) name,
static const char *const known[] = { VF_ENVIRONMENT_LIST(NAME) };
#undef NAME

enum { LONGEST = 40, KNOWN = sizeof known / sizeof known[0] };

static int least(int a, int b, int c)
{
  const int ab = a < b ? a : b;
  return ab < c ? ab : c;
}

/* The number of letters to insert, to remove or to exchange until the two names are equal. */
static int distance(const char *one, const char *other)
{
  int row[LONGEST + 1];
  const int length = (int)strlen(other);
  for (int j = 0; j <= length; j++) row[j] = j;
  for (int i = 1; one[i - 1]; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= length; j++) {
      const int above = row[j];
      const bool same = toupper((unsigned char)one[i - 1]) == toupper((unsigned char)other[j - 1]);
      row[j] = least(above + 1, row[j - 1] + 1, diagonal + !same);
      diagonal = above;
    }
  }
  return row[length];
}

/* True if a name is nearly the name of a variable. A short name is near to many words: a single wrong letter is allowed
 * there, and two in longer names. */
static bool is_near(const char *name, const char *variable)
{
  const size_t length = strlen(variable);
  if (!strncmp(name, variable, length) && name[length] == '_') return true;
  return distance(name, variable) <= (length - strlen("VF_") > 4 ? 2 : 1);
}

static const char *meant(const char *name)
{
  const char *nearest = NULL;
  for (int k = 0; k < KNOWN; k++) {
    if (!strcmp(name, known[k])) return NULL;
    if (is_near(name, known[k]) && (!nearest || distance(name, known[k]) < distance(name, nearest))) nearest = known[k];
  }
  return nearest;
}

void vfi_environment_look(void)
{
  static atomic_flag done = ATOMIC_FLAG_INIT;
  const char *check = getenv("VF_CHECK");
  if (atomic_flag_test_and_set(&done) || (check && strstr(check, "quiet"))) return;
  for (char **entry = environ; entry && *entry; entry++) {
    char name[LONGEST];
    const size_t length = strcspn(*entry, "=");
    if (strncasecmp(*entry, "VF_", 3) || !strncmp(*entry, "VF_TEST_", 8) || length >= LONGEST) continue;
    snprintf(name, sizeof name, "%.*s", (int)length, *entry);
    const char *nearest = meant(name);
    if (nearest) fprintf(stderr, "viewfab: %s is set, which viewfab does not read: is %s meant?\n", name, nearest);
  }
}
