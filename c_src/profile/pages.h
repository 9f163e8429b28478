/* The pages of the profile. Each function appends a page to a text; sites are named, and the lock of the tables is held. */
#ifndef VIEWFAB_PROFILE_PAGES_H
#define VIEWFAB_PROFILE_PAGES_H

#include "../core/text.h"
#include "advice.h"

/* All that the pages show together. */
typedef struct vfi_profile_totals {
  double run, kernels, to_device, to_host, loops, waits; /* seconds; run: since the first context was opened */
  int64_t bytes_to_device, bytes_to_host;
} vfi_profile_totals;
vfi_profile_totals vfi_profile_sum(void);

/* The askers of a row: "kernel relax", "smooth (cycle.f90:96)", or "kernel relax, behind smooth (cycle.f90:96)". writer may
 * be VF_PROFILE_NOBODY. */
void vfi_profile_add_who(vfi_text *text, vfi_profile_who who, vfi_profile_who writer);

/* The reason why a routine is not proposed as a step, in a line. */
void vfi_profile_add_why(vfi_text *text, const vfi_profile_advice *advice);

/* The verdict of the validation on a kernel, "passed" or "failed"; "" if no call was checked. The lock of core is held. */
const char *vfi_profile_verdict(const char *kernel);

/* The content of a page.
 *   json  of the page for a browser: the text of vfi_profile_json; else NULL */
typedef struct vfi_profile_content {
  const vfi_profile_advices *advices;
  const char *json;
} vfi_profile_content;

/* One screen of text. */
void vfi_profile_text(vfi_text *text, const vfi_profile_content *content);

/* JSON: the tables under the name "viewfab", and the timeline as trace events that Perfetto and Chrome's viewer open. */
void vfi_profile_json(vfi_text *text, const vfi_profile_content *content);

/* A page for a browser, with its JSON inside. The page loads nothing. */
void vfi_profile_html(vfi_text *text, const vfi_profile_content *content);

#endif
