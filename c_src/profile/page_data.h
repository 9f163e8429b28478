/* A page with its data: the page's text with JSON in place of its mark. */
#ifndef VIEWFAB_PROFILE_PAGE_DATA_H
#define VIEWFAB_PROFILE_PAGE_DATA_H

#include <string.h>

/* The characters of page.html; the build makes them a C source. */
extern const char vfi_profile_page[];

/* Calls put for each part of the page, in their order. */
static inline void vfi_profile_page_put(const char *json, void (*put)(void *to, const char *part, size_t length),
                                        void *to)
{
  static const char mark[] = "@DATA@";
  const char *at = strstr(vfi_profile_page, mark);
  put(to, vfi_profile_page, (size_t)(at - vfi_profile_page));
  /* In JSON this character stands in strings alone; there it could begin the end of the page's script. */
  for (;;) {
    const size_t run = strcspn(json, "<");
    put(to, json, run);
    if (!json[run]) break;
    put(to, "\\u003c", 6);
    json += run + 1;
  }
  at += sizeof mark - 1;
  put(to, at, strlen(at));
}

#endif
