/* Refuses a declaration with a message that begins with file and line, as a compiler does. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"

const char *file_path(const vfi_kernel_description *kernel)
{
  for (int k = 0; vfi_kernel_list[k]; k++)
    if (vfi_kernel_list[k] == kernel) return vfi_kernel_files[k];
  return kernel->name;
}

const char *file_name(const vfi_kernel_description *kernel)
{
  const char *path = file_path(kernel), *folder = strrchr(path, '/');
  return folder ? folder + 1 : path;
}

static bool in_name(int c) { return isalnum(c) || c == '_'; }

/* Returns the next character outside of comments and quoted texts, or EOF; counts newlines in comments too. */
static int next_character(FILE *file, int *line)
{
  int c = fgetc(file);
  if (c == '"')
    for (c = fgetc(file); c != EOF && c != '"' && c != '\n'; c = fgetc(file))
      if (c == '\\') fgetc(file);
  if (c == '/') {
    int after = fgetc(file);
    if (after == '/') {
      do c = fgetc(file);
      while (c != EOF && c != '\n');
    } else if (after == '*') {
      for (int before = 0; (c = fgetc(file)) != EOF && !(before == '*' && c == '/'); before = c) *line += c == '\n';
      if (c != EOF) c = ' ';
    } else {
      ungetc(after, file);
    }
  }
  *line += c == '\n';
  return c;
}

/* The line of the first use of the word in a file; 0 if the file does not have the word. */
static int line_of(const char *path, const char *word)
{
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  char name[256];
  size_t length = 0;
  int line = 1, found = 0;
  for (int c = ' ', before = 1; c != EOF && !found; before = line) {
    c = next_character(file, &line);
    if (in_name(c)) {
      if (length + 1 < sizeof name) name[length++] = (char)c;
      continue;
    }
    name[length] = 0;
    if (length && !strcmp(name, word)) found = before;
    length = 0;
  }
  fclose(file);
  return found;
}

void refuse_file(const vfi_kernel_description *kernel, const char *word, const char *format, ...)
{
  const char *path = file_path(kernel);
  const int line = line_of(path, word);
  va_list list;
  if (line) fprintf(stderr, "%s:%d: error: viewfab generator: kernel %s: ", path, line, kernel->name);
  else fprintf(stderr, "%s: error: viewfab generator: kernel %s: ", path, kernel->name);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  exit(1);
}
