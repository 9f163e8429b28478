#include "../validate/findings/picture.h"
#include "json.h"
#include "summary.h"

static void add_side(vfi_text *text, const char *member, const vfi_picture_side *side)
{
  vfi_text_add(text, ", \"%s\": {\"name\": \"%s\", \"first\": %lld, \"indices\": %lld, \"cells\": %lld}", member,
               side->name, (long long)side->first, (long long)side->extent, (long long)side->cells);
}

/* Cells without a difference are left out. */
static void add_cells(vfi_text *text, const vfi_picture *picture)
{
  const vfi_picture_side *sides = picture->sides;
  bool any = false;
  int64_t c = 0;
  for (int64_t slice = 0; slice < sides[VF_PICTURE_SLICES].cells; slice++)
    for (int64_t down = 0; down < sides[VF_PICTURE_DOWN].cells; down++)
      for (int64_t across = 0; across < sides[VF_PICTURE_ACROSS].cells; across++, c++) {
        if (!picture->cells[c].elements) continue;
        vfi_text_add(text, "%s[%lld, %lld, %lld, %lld, ", any ? ", " : "", (long long)slice, (long long)down,
                     (long long)across, (long long)picture->cells[c].elements);
        vfi_json_number(text, picture->cells[c].largest);
        vfi_text_add(text, "]");
        any = true;
      }
}

bool vfi_json_pictures(vfi_text *text, const vfi_ledger *ledger, bool any)
{
  for (const vfi_picture *picture = ledger->pictures; picture; picture = picture->next) {
    vfi_text_add(text, "%s\n   {\"of\": ", any ? "," : "");
    vfi_json_string(text, ledger->name);
    vfi_text_add(text, ", \"view\": ");
    vfi_json_string(text, picture->label);
    vfi_text_add(text, ", \"call\": %lld, \"elements\": %lld", (long long)picture->call, (long long)picture->elements);
    add_side(text, "across", &picture->sides[VF_PICTURE_ACROSS]);
    add_side(text, "down", &picture->sides[VF_PICTURE_DOWN]);
    add_side(text, "slices", &picture->sides[VF_PICTURE_SLICES]);
    vfi_text_add(text, ", \"cells\": [");
    add_cells(text, picture);
    vfi_text_add(text, "]}");
    any = true;
  }
  return any;
}
