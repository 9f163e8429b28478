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

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool pages_are_ours = false; /* sanitizers have handlers of their own, and look at protected memory */
#else
static const bool pages_are_ours = true;
#endif

vf_status vfi_coherence_read_wishes(vfi_coherence_wishes *wishes)
{
  const char *coherence = getenv("VF_COHERENCE"), *check = getenv("VF_CHECK"), *mode = getenv("VF_MODE");
  const bool says_nothing = !coherence || !*coherence;
  *wishes = (vfi_coherence_wishes){ .asked = has_word(check, "coherence"), .poisons = has_word(check, "poison") };
  wishes->by_default = !wishes->asked && pages_are_ours && says_nothing && mode && !strcmp(mode, "check") &&
                       !has_word(check, "coherence=off");
  wishes->reports = wishes->asked || wishes->by_default;
  if (says_nothing || !strcmp(coherence, "off")) return VF_OK;
  if (strcmp(coherence, "auto"))
    return vfi_fail(VF_ERROR_ARGUMENT, "VF_COHERENCE is '%s'; it must be auto or off", coherence);
  wishes->serves = true;
  return VF_OK;
}
