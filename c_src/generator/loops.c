/* Fills templates of loops, and writes the host units of kernels. */
#include "loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_WORD = 64, MOST_NESTED = 8 };

/* Lines of a template behind @if are put only if all conditions around them hold. */
typedef struct filling {
  const vfi_kernel_description *kernel;
  const char *template, *real;
  bool holds[MOST_NESTED + 1];
  int depth, line;
} filling;

static void fail(const filling *in, const char *text, const char *word)
{
  fprintf(stderr, "viewfab generator: %s:%d: %s%s%s\n", in->template, in->line, text, word, *word ? "@" : "");
  exit(1);
}

/* The caller frees the text. */
static char *template_text(const char *name)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", vfi_template_folder, name);
  FILE *file = fopen(path, "rb");
  enum { MOST = 1 << 16 };
  char *const text = (char *)malloc(MOST);
  const size_t length = file && text ? fread(text, 1, MOST - 1, file) : 0;
  if (!file || !text || ferror(file) || length == MOST - 1) {
    fprintf(stderr, "viewfab generator: cannot read the template %s\n", path);
    exit(1);
  }
  fclose(file);
  text[length] = 0;
  return text;
}

static bool is_put(const filling *in)
{
  for (int d = 1; d <= in->depth; d++)
    if (!in->holds[d]) return false;
  return true;
}

/* A line "@if WORD", "@else" or "@end"; returns false for any other line. */
static bool follow_condition(filling *in, const char *line)
{
  if (!strncmp(line, "@if ", 4)) {
    if (in->depth == MOST_NESTED) fail(in, "too many conditions around a line", "");
    in->holds[++in->depth] = loop_condition_holds(line + 4, in->kernel);
    return true;
  }
  if (strcmp(line, "@else") != 0 && strcmp(line, "@end") != 0) return false;
  if (!in->depth) fail(in, "no condition above", "");
  if (line[2] == 'l') in->holds[in->depth] = !in->holds[in->depth];
  else in->depth--;
  return true;
}

/* A line with its words. A line of words alone disappears if the words have no text, and gets no second end. */
static void put_line(const filling *in, char *line)
{
  const size_t before = composed_length();
  const bool only_words = line[0] == '@';
  while (*line) {
    char *const word = strchr(line, '@');
    char *const end = word ? strchr(word + 1, '@') : NULL;
    if (!end) break;
    *word = *end = 0;
    put("%s", line);
    if (!put_loop_word(word + 1, in->kernel, in->real)) fail(in, "there is no word @", word + 1);
    line = end + 1;
  }
  put("%s", line);
  if (!only_words || (composed_length() > before && composed()[composed_length() - 1] != '\n')) put("\n");
}

void fill_template(const char *name, const vfi_kernel_description *kernel, const char *real)
{
  char template[64];
  snprintf(template, sizeof template, "%s", name);
  filling in = { .kernel = kernel, .template = template, .real = real };
  char *const text = template_text(template);
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    *end = 0;
    in.line++;
    if (!follow_condition(&in, line) && is_put(&in)) put_line(&in, line);
  }
  if (in.depth) fail(&in, "a condition without @end", "");
  free(text);
}

void write_host_loops(const vfi_kernel_description *kernel, const char *folder)
{
  static const char *const reals[] = {
#define REAL(NAME, word, number, c, epsilon) #c,
    VF_REAL_TYPE_LIST(REAL)
#undef REAL
  };
  for (int pass = 0; pass < VF_PASS_COUNT && vfi_template_folder; pass++) {
    char name[256];
    snprintf(name, sizeof name, "%s_host_%s.c", kernel->name, reals[pass]);
    fill_template(host_template(kernel), kernel, reals[pass]);
    indent_composed();
    save(folder, name);
  }
}
