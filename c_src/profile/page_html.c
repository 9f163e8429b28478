#include "page_data.h"
#include "pages.h"

static void put(void *to, const char *part, size_t length) { vfi_text_add(to, "%.*s", (int)length, part); }

void vfi_profile_html(vfi_text *text, const vfi_profile_content *content)
{
  vfi_profile_page_put(content->json, put, text);
}
