/* usage: specifics TEMPLATE OUTPUT
 * Writes the Fortran source that a template stands for. Procedures that are equal up to type and rank stand once in a template, in
 * loops. A template is written in a small part of the language of fypp:
 *
 *   #:include 'kinds.fypp'                                                   the lines of another file of the same folder
 *   #:set KINDS = [('real32', 'real(real32)'), ('int32', 'integer(int32)')]   a list
 *   #:for kind, type in KINDS                                                 once for each item, for a list in place too
 *   #:endfor                                                                  loops nest
 *   ${kind}$                                                                  the text of a variable
 *
 * Texts stand between apostrophes. A directive goes on behind an ampersand at the end of its line. A mistake ends the program with
 * the line of the template. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 2000, LINE_BYTES = 1024, MOST_VARIABLES = 16, MOST_LISTS = 16, MOST_NAMES = 6 };

/* The lines of the template and of the files that it includes, with their places. */
static char lines[MOST_LINES][LINE_BYTES];
static struct {
  const char *file;
  int number;
} places[MOST_LINES];
static int line_count;

static struct {
  char name[64], text[256];
} variables[MOST_VARIABLES];
static int variable_count;

static struct {
  char name[64];
  const char *items; /* behind the bracket */
} lists[MOST_LISTS];
static int list_count;

static void refuse(int line, const char *why)
{
  fprintf(stderr, "%s:%d: %s\n", places[line].file, places[line].number, why);
  exit(1);
}

/* The text behind a word at the beginning of a line, without blanks; NULL if the line begins otherwise. */
static const char *behind(const char *line, const char *word)
{
  while (*line == ' ') line++;
  const size_t length = strlen(word);
  if (strncmp(line, word, length)) return NULL;
  for (line += length; *line == ' '; line++) {
  }
  return line;
}

static void stop_with(const char *path)
{
  perror(path);
  exit(1);
}

/* Appends the next line to a directive that ends with an ampersand. True if there was one. */
static bool go_on(FILE *file, char *line)
{
  char *end = line + strlen(line);
  while (end > line && end[-1] == ' ') end--;
  char next[LINE_BYTES];
  if (!behind(line, "#:") || end == line || end[-1] != '&' || !fgets(next, sizeof next, file)) return false;
  next[strcspn(next, "\n")] = 0;
  const char *more = behind(next, "&") ? behind(next, "&") : behind(next, "");
  const size_t room = LINE_BYTES - (size_t)(end - 1 - line);
  if ((size_t)snprintf(end - 1, room, "%s", more) >= room) refuse(line_count, "the directive is too long");
  return true;
}

/* Reads the lines of a file, with the lines of included files in their places. path stays in use. */
static void read_lines(const char *path)
{
  FILE *file = fopen(path, "r");
  if (!file) stop_with(path);
  for (int number = 1; line_count < MOST_LINES && fgets(lines[line_count], LINE_BYTES, file); number++) {
    char *line = lines[line_count];
    places[line_count].file = path;
    places[line_count].number = number;
    if (!strchr(line, '\n')) refuse(line_count, "a line of the template is too long, or is not ended");
    line[strcspn(line, "\n")] = 0;
    while (go_on(file, line)) number++;
    char name[256];
    if (sscanf(line, " #:include '%255[^']'", name) == 1) {
      const char *slash = strrchr(path, '/');
      const size_t folder = slash ? (size_t)(slash + 1 - path) : 0, bytes = folder + strlen(name) + 1;
      char *included = malloc(bytes);
      if (!included) stop_with(path);
      snprintf(included, bytes, "%.*s%s", (int)folder, path, name);
      read_lines(included);
    } else {
      line_count++;
    }
  }
  if (!feof(file)) refuse(line_count - 1, "the template has too many lines");
  fclose(file);
}

/* Copies the name that text begins with; returns the text behind the name and the blanks. */
static const char *take_name(const char *text, char name[64], int line)
{
  int length = 0;
  while ((isalnum((unsigned char)text[length]) || text[length] == '_') && length < 63) length++;
  if (!length) refuse(line, "a name is expected");
  memcpy(name, text, (size_t)length);
  name[length] = 0;
  for (text += length; *text == ' '; text++) {
  }
  return text;
}

/* Copies the text between apostrophes that begins at or behind items; NULL at the end of the list. */
static const char *take_text(const char *items, char text[256], int line)
{
  while (*items && !strchr("']", *items)) items++;
  if (*items != '\'') return NULL;
  const char *end = strchr(items + 1, '\'');
  if (!end || end - items > 255) refuse(line, "a text does not end, or is too long");
  memcpy(text, items + 1, (size_t)(end - items - 1));
  text[end - items - 1] = 0;
  return end + 1;
}

/* The items of a list in place, or of the list with the name. */
static const char *items_of(const char *text, int line)
{
  if (*text == '[') return text + 1;
  char name[64];
  take_name(text, name, line);
  for (int l = 0; l < list_count; l++)
    if (!strcmp(lists[l].name, name)) return lists[l].items;
  refuse(line, "no list has this name");
  return NULL;
}

static void set_list(const char *text, int line)
{
  if (list_count == MOST_LISTS) refuse(line, "there are too many lists");
  text = take_name(text, lists[list_count].name, line);
  if (*text++ != '=') refuse(line, "= is expected behind the name of a list");
  while (*text == ' ') text++;
  if (*text != '[' || !strchr(text, ']')) refuse(line, "a list stands in brackets");
  lists[list_count++].items = text + 1;
}

static void put_line(FILE *output, const char *text, int line)
{
  const char *slot;
  while ((slot = strstr(text, "${"))) {
    fprintf(output, "%.*s", (int)(slot - text), text);
    char name[64];
    text = take_name(slot + 2, name, line);
    if (strncmp(text, "}$", 2)) refuse(line, "}$ is expected behind the name of a variable");
    text += 2;
    int v = variable_count - 1;
    while (v >= 0 && strcmp(variables[v].name, name)) v--;
    if (v < 0) refuse(line, "no loop around the line has this variable");
    fputs(variables[v].text, output);
  }
  fprintf(output, "%s\n", text);
}

/* The line of the end of the loop that begins at the line before first. */
static int end_of_loop(int first)
{
  int depth = 1;
  for (int line = first; line < line_count; line++) {
    if (behind(lines[line], "#:for ")) depth++;
    if (behind(lines[line], "#:endfor") && --depth == 0) return line;
  }
  refuse(first - 1, "the loop does not end");
  return 0;
}

static void put_lines(FILE *output, int first, int end);

static void put_loop(FILE *output, const char *head, int first, int end)
{
  const int line = first - 1, outer = variable_count;
  int names = 0;
  do {
    if (*head == ',') head++;
    while (*head == ' ') head++;
    if (names == MOST_NAMES || outer + names == MOST_VARIABLES) refuse(line, "there are too many variables");
    head = take_name(head, variables[outer + names++].name, line);
  } while (*head == ',');
  if (strncmp(head, "in ", 3)) refuse(line, "in is expected behind the variables of a loop");
  const char *items = items_of(head + 3, line);
  char text[256];
  while ((items = take_text(items, text, line))) {
    strcpy(variables[outer].text, text);
    for (int n = 1; n < names; n++) {
      items = take_text(items, variables[outer + n].text, line);
      if (!items) refuse(line, "an item of the list has fewer texts than the loop has variables");
    }
    if (names > 1 && *items != ')') refuse(line, "an item of the list has more texts than the loop has variables");
    variable_count = outer + names;
    put_lines(output, first, end);
  }
  variable_count = outer;
}

static void put_lines(FILE *output, int first, int end)
{
  for (int line = first; line < end; line++) {
    const char *set = behind(lines[line], "#:set "), *loop = behind(lines[line], "#:for ");
    if (set) {
      set_list(set, line);
    } else if (loop) {
      const int last = end_of_loop(line + 1);
      put_loop(output, loop, line + 1, last);
      line = last;
    } else if (behind(lines[line], "#:")) {
      refuse(line, "this directive is not known here: set, for and endfor are");
    } else {
      put_line(output, lines[line], line);
    }
  }
}

int main(int argc, char **argv)
{
  if (argc != 3) {
    fputs("usage: specifics TEMPLATE OUTPUT\n", stderr);
    return 2;
  }
  read_lines(argv[1]);
  FILE *output = fopen(argv[2], "w");
  if (!output) stop_with(argv[2]);
  put_lines(output, 0, line_count);
  if (ferror(output) || fclose(output)) stop_with(argv[2]);
  return 0;
}
