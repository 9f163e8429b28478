#include "row.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *word;
  vfi_word_kind kind;
} plain_words[] = { { "lo", VF_WORD_LOWER },          { "hi", VF_WORD_UPPER },      { "nc", VF_WORD_COMPONENTS },
                    { "selector", VF_WORD_SELECTOR }, { "result", VF_WORD_RESULT }, { "which", VF_WORD_WHICH } };

/* Copies text up to one of the characters of ends, and returns the rest; NULL if the text is too long or empty. */
static const char *take(const char *text, const char *ends, char *to)
{
  const size_t length = strcspn(text, ends);
  if (length == 0 || length >= VF_WORD_LENGTH) return NULL;
  memcpy(to, text, length);
  to[length] = '\0';
  return text + length;
}

/* Reads the text behind the name of an array. */
static bool read_array_ending(const char *text, vfi_legacy_word *word)
{
  if (!strcmp(text, "")) return true;
  if (!strcmp(text, ":memory")) word->extent = VF_EXTENT_MEMORY;
  else if (!strcmp(text, ":3")) word->extent = VF_EXTENT_THREE;
  else if (text[0] == '/') return take(text + 1, " ", word->other) != NULL;
  else return false;
  return true;
}

static bool read_direction(const char **text, vfi_legacy_word *word)
{
  const char *at = *text;
  if (at[0] != '[') return true;
  word->direction = at[1] - '0';
  *text = at + 3;
  return word->direction >= 0 && word->direction < 3 && at[2] == ']';
}

static bool read_unused(const char *text, vfi_legacy_word *word)
{
  word->kind = VF_WORD_UNUSED;
  return take(text, " ", word->name) != NULL;
}

static bool read_array(vfi_legacy_form form, const char *text, vfi_legacy_word *word)
{
  word->kind = VF_WORD_ARRAY;
  word->count = form == VF_FORM_FAB ? 7 : 3;
  if (text[0] == '-') return read_unused(text + 1, word);
  text = take(text, "[:/ ", word->name);
  if (!text || !read_direction(&text, word) || !read_array_ending(text, word)) return false;
  if (word->extent == VF_EXTENT_MEMORY) word->count = 1;
  return true;
}

/* #cb(6) */
static bool read_derived(const char *text, vfi_legacy_word *word)
{
  word->kind = VF_WORD_DERIVED;
  text = take(text, "(", word->name);
  if (!text || text[0] != '(') return false;
  word->count = atoi(text + 1);
  return word->count > 0;
}

/* Reads the text behind name=. */
static bool read_given(const char *text, vfi_legacy_word *word)
{
  word->count = 0;
  if (!strcmp(word->name, "gives")) {
    word->kind = VF_WORD_GIVES;
    text = take(text, ", ", word->name);
    return text && (!*text || take(text + 1, " ", word->other));
  }
  if (!strcmp(text, "box")) {
    word->kind = VF_WORD_SAME_BOX;
    return true;
  }
  if (!strncmp(text, "copy(", 5)) {
    word->kind = VF_WORD_COPY;
    return take(text + 5, ")", word->other) != NULL;
  }
  char *end = NULL;
  word->kind = VF_WORD_CONSTANT;
  word->number = strtod(text, &end);
  return end > text && !*end;
}

static bool read_value(const char *text, vfi_legacy_word *word)
{
  word->kind = VF_WORD_VALUE;
  text = take(text, ".=[ ", word->name);
  if (!text) return false;
  if (*text == '=') return read_given(text + 1, word);
  for (size_t p = 0; p < sizeof plain_words / sizeof plain_words[0]; p++)
    if (!strcmp(word->name, plain_words[p].word)) word->kind = plain_words[p].kind;
  if (!read_direction(&text, word)) return false;
  if (!strcmp(text, ".lo")) word->kind = VF_WORD_LOW_CORNER;
  else if (!strcmp(text, ".hi")) word->kind = VF_WORD_HIGH_CORNER;
  else if (!strcmp(text, ".from")) word->kind = VF_WORD_FROM;
  else if (*text) return false;
  return true;
}

static bool read_word(vfi_legacy_form form, const char *text, vfi_legacy_word *word)
{
  *word = (vfi_legacy_word){ .direction = -1, .count = 1 };
  if (text[0] == '*') return read_array(form, text + 1, word);
  if (text[0] == '#') return read_derived(text + 1, word);
  if (text[0] == '-') return read_unused(text + 1, word);
  return read_value(text, word);
}

/* name=1|2 or name!=1 */
static const char *read_condition(const char *text, vfi_legacy_condition *condition)
{
  text = take(text, "=!", condition->name);
  if (!text) return NULL;
  condition->differs = *text == '!';
  text += condition->differs;
  if (*text != '=') return NULL;
  do {
    char *end = NULL;
    if (condition->count == VF_MOST_CHOICES) return NULL;
    condition->numbers[condition->count++] = (int)strtol(text + 1, &end, 10);
    if (end == text + 1) return NULL;
    text = end;
  } while (*text == '|');
  return text;
}

static bool read_conditions(const char *text, vfi_legacy_word *word)
{
  for (;; text++) {
    if (word->condition_count == VF_MOST_CONDITIONS) return false;
    text = read_condition(text, &word->conditions[word->condition_count++]);
    if (!text || *text != '&') return text && !*text;
  }
}

/* Finds the parameters that conditions name. */
static bool find_parameters(vfi_legacy_row *row, const char **wrong)
{
  for (int w = 0; w < row->word_count; w++)
    for (int c = 0; c < row->words[w].condition_count; c++) {
      vfi_legacy_condition *condition = &row->words[w].conditions[c];
      condition->parameter = -1;
      for (int v = 0; v < row->word_count; v++)
        if ((row->words[v].kind == VF_WORD_VALUE || row->words[v].kind == VF_WORD_WHICH) &&
            !strcmp(row->words[v].name, condition->name))
          condition->parameter = row->words[v].first;
      *wrong = condition->name;
      if (condition->parameter < 0) return false;
    }
  *wrong = NULL;
  return true;
}

bool vfi_legacy_row_read(vfi_legacy_form form, const char *order, vfi_legacy_row *row, const char **wrong)
{
  *row = (vfi_legacy_row){ .word_count = 0 };
  for (const char *at = order + strspn(order, " "); *at; at += strspn(at, " ")) {
    char text[3 * VF_WORD_LENGTH];
    const size_t length = strcspn(at, " ");
    *wrong = at;
    if (row->word_count == VF_MOST_WORDS || length >= sizeof text) return false;
    memcpy(text, at, length);
    text[length] = '\0';
    char *conditions = strchr(text, '?');
    if (conditions) *conditions++ = '\0';
    vfi_legacy_word *word = &row->words[row->word_count++];
    if (!read_word(form, text, word) || (conditions && !read_conditions(conditions, word))) return false;
    word->first = row->parameter_count;
    row->parameter_count += word->count;
    if (row->parameter_count > VF_MOST_PARAMETERS) return false;
    row->directions = row->directions || word->direction >= 0;
    row->gives = row->gives || word->kind == VF_WORD_GIVES;
    at += length;
  }
  return find_parameters(row, wrong);
}

bool vfi_legacy_word_is_read(const vfi_legacy_word *word, void *const *parameters)
{
  for (int c = 0; c < word->condition_count; c++) {
    const vfi_legacy_condition *condition = &word->conditions[c];
    const int passed = *(const int *)parameters[condition->parameter];
    bool listed = false;
    for (int n = 0; n < condition->count; n++) listed = listed || passed == condition->numbers[n];
    if (listed == condition->differs) return false;
  }
  return true;
}
