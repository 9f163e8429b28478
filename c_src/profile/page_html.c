#include <string.h>

#include "pages.h"

void vfi_profile_html(vfi_text *text, const vfi_profile_content *content)
{
  const char *json = content->json;
  static const char mark[] = "@DATA@";
  const char *at = strstr(vfi_profile_page, mark);
  vfi_text_add(text, "%.*s", (int)(at - vfi_profile_page), vfi_profile_page);
  /* In JSON this character stands in strings alone; there it could begin the end of the page's script. */
  for (;;) {
    const size_t run = strcspn(json, "<");
    vfi_text_add(text, "%.*s", (int)run, json);
    if (!json[run]) break;
    vfi_text_add(text, "\\u003c");
    json += run + 1;
  }
  vfi_text_add(text, "%s", at + sizeof mark - 1);
}
