#include "included.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool can_be_read(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  fclose(file);
  return true;
}

/* The path of "rates.h", quotes included, beside the file that includes it. */
static char *beside(const char *path, const char *quoted)
{
  const char *end = strrchr(path, '/');
  const size_t folder = end ? (size_t)(end - path) + 1 : 0, length = strlen(quoted) - 2;
  char *text = malloc(folder + length + 1);
  if (!text) {
    perror("viewfab: memory");
    exit(1);
  }
  memcpy(text, path, folder);
  memcpy(text + folder, quoted + 1, length);
  text[folder + length] = 0;
  return text;
}

static bool is_there(const author_file *files, int count, const char *path)
{
  for (int f = 0; f < count; f++)
    if (!strcmp(files[f].path, path)) return true;
  return false;
}

int read_with_included(const char *path, author_file *files, int most, bool *whole)
{
  int count = 0;
  *whole = true;
  if (can_be_read(path)) files[count++] = (author_file){ path, read_tokens(path) };
  for (int f = 0; f < count; f++)
    for (const token *t = files[f].tokens; t->kind != TOKEN_END; t++) {
      if (!is_mark(t, '#') || !t->directive || t[1].kind != TOKEN_NAME || strcmp(t[1].text, "include") != 0) continue;
      const bool quoted = t[2].kind == TOKEN_TEXT && t[2].text[0] == '"' && strlen(t[2].text) > 2;
      char *const other = quoted ? beside(files[f].path, t[2].text) : NULL;
      if (other && is_there(files, count, other)) continue;
      if (other && count < most && can_be_read(other)) files[count++] = (author_file){ other, read_tokens(other) };
      else *whole = false;
    }
  return count;
}
