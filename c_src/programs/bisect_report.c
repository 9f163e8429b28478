/* The kernels that a command calls, from the library's report as JSON. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "bisect.h"

bool bisect_kernels_add(bisect_kernels *kernels, const char *name, size_t length, bool original)
{
  for (int k = 0; k < kernels->count; k++)
    if (strlen(kernels->names[k]) == length && !strncmp(kernels->names[k], name, length)) {
      kernels->originals[k] = kernels->originals[k] || original;
      return true;
    }
  const size_t count = (size_t)kernels->count + 1;
  char **names = realloc(kernels->names, count * sizeof *names);
  if (names) kernels->names = names;
  bool *originals = realloc(kernels->originals, count * sizeof *originals);
  if (originals) kernels->originals = originals;
  char *copy = strndup(name, length);
  if (!names || !originals || !copy) {
    free(copy);
    return false;
  }
  names[kernels->count] = copy;
  originals[kernels->count++] = original;
  return true;
}

void bisect_kernels_free(bisect_kernels *kernels)
{
  for (int k = 0; k < kernels->count; k++) free(kernels->names[k]);
  free(kernels->names);
  free(kernels->originals);
  *kernels = (bisect_kernels){ 0 };
}

/* A whole file, ended by a zero byte; NULL on failure. */
static char *read_text(FILE *stream)
{
  size_t used = 0, room = 4096;
  char *text = malloc(room);
  while (text) {
    used += fread(text + used, 1, room - used - 1, stream);
    if (used < room - 1) break;
    room *= 2;
    char *larger = realloc(text, room);
    if (!larger) free(text);
    text = larger;
  }
  if (text && ferror(stream)) {
    free(text);
    text = NULL;
  }
  if (text) text[used] = 0;
  return text;
}

static bool add_all(bisect_kernels *kernels, const cJSON *list)
{
  const cJSON *entry = NULL;
  cJSON_ArrayForEach(entry, list)
  {
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(entry, "name");
    const cJSON *calls = cJSON_GetObjectItemCaseSensitive(entry, "calls");
    const cJSON *original = cJSON_GetObjectItemCaseSensitive(entry, "original");
    if (!cJSON_IsString(name) || !cJSON_IsNumber(calls) || !cJSON_IsBool(original)) return false;
    if (calls->valuedouble > 0 &&
        !bisect_kernels_add(kernels, name->valuestring, strlen(name->valuestring), cJSON_IsTrue(original)))
      return false;
  }
  return true;
}

bool bisect_kernels_read(bisect_kernels *kernels, const char *report)
{
  FILE *stream = fopen(report, "rb");
  if (!stream) return errno == ENOENT;
  char *text = read_text(stream);
  fclose(stream);
  cJSON *json = text ? cJSON_Parse(text) : NULL;
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "kernels");
  const bool good = cJSON_IsArray(list) && add_all(kernels, list);
  cJSON_Delete(json);
  free(text);
  return good;
}
