#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

/* True if a list with commas has the word. */
static bool has_word(const char *list, const char *word)
{
  const size_t length = strlen(word);
  while (list && *list) {
    const size_t item = strcspn(list, ",");
    if (item == length && !strncmp(list, word, length)) return true;
    list += item + (list[item] == ',');
  }
  return false;
}

vf_status vfi_coherence_read_wishes(vfi_coherence_wishes *wishes)
{
  const char *mode = getenv("VF_COHERENCE"), *check = getenv("VF_CHECK");
  *wishes = (vfi_coherence_wishes){ .reports = has_word(check, "coherence"), .poisons = has_word(check, "poison") };
  if (!mode || !*mode || !strcmp(mode, "off")) return VF_OK;
  if (strcmp(mode, "auto")) return vfi_fail(VF_ERROR_ARGUMENT, "VF_COHERENCE is '%s'; it must be auto or off", mode);
  wishes->serves = true;
  return VF_OK;
}
