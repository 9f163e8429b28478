#include "findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/check.h"
#include "../../core/error.h"
#include "../../core/region.h"
#include "../../core/text.h"
#include "column_grid.h"
#include "place.h"

const char *vfi_faces_text(char text[VF_FACES_TEXT], unsigned faces)
{
  size_t used = 0;
  text[0] = 0;
  for (int face = 0; face < 6; face++) {
    if (!(faces >> face & 1)) continue;
    const bool last = !(faces >> (face + 1));
    used += (size_t)snprintf(text + used, VF_FACES_TEXT - used, "%s%s",
                             !used  ? ""
                             : last ? " and "
                                    : ", ",
                             vfi_face_names[face]);
  }
  return text;
}

/* The places of elements beside a region. */
typedef struct beside {
  unsigned closed; /* faces without visited ghosts beside them */
  unsigned faces;  /* faces with an element beyond them */
  int64_t beyond_closed;
  int64_t corners; /* elements beyond two faces or three */
  int64_t inside, farthest;
} beside;

static void look(const vf_box *region, int directions, const int64_t index[4], beside *seen)
{
  int beyond = 0;
  unsigned faces = 0;
  for (int d = 0; d < directions; d++) {
    const int64_t below = region->lower[d] - index[d], above = index[d] - region->upper[d];
    const int64_t away = below > above ? below : above;
    if (away <= 0) continue;
    beyond++;
    faces |= 1u << (below > 0 ? d : d + 3);
    if (away > seen->farthest) seen->farthest = away;
  }
  seen->faces |= faces;
  seen->beyond_closed += (faces & seen->closed) != 0;
  seen->inside += beyond == 0;
  seen->corners += beyond > 1;
}

/* Looks at the elements of a row that only the original changes, although the call does not own them. */
static void look_at_row(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                        const vf_box *region, const int64_t row[3], unsigned char *marks, beside *seen)
{
  const vf_layout *layout = &image->layout;
  const vfi_states states = vfi_image_states(image);
  const int64_t first = ((row[2] * layout->extent[2] + row[1]) * layout->extent[1] + row[0]) * layout->extent[0];
  vfi_ownership_row(images->call, images->checked, images->list, layout, row, marks);
  for (int64_t i = found->untouched_low[0]; i <= found->untouched_high[0]; i++) {
    const size_t at = (size_t)(first + i) * image->size;
    int64_t index[4];
    if (marks[i] || memcmp(states.before + at, states.port + at, image->size) ||
        !memcmp(states.before + at, states.original + at, image->size))
      continue;
    vfi_layout_index(layout, first + i, index);
    look(region, layout->component, index, seen);
  }
}

/* Without memory for the search the finding has no hint. */
static beside look_at_all(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                          const vf_box *region, unsigned closed)
{
  const int64_t *low = found->untouched_low, *high = found->untouched_high;
  beside seen = { .closed = closed };
  unsigned char *marks = malloc((size_t)image->layout.extent[0]);
  if (!marks) return seen;
  for (int64_t n = low[3]; n <= high[3]; n++)
    for (int64_t k = low[2]; k <= high[2]; k++)
      for (int64_t j = low[1]; j <= high[1]; j++)
        look_at_row(images, image, found, region, (const int64_t[3]){ j, k, n }, marks, &seen);
  free(marks);
  return seen;
}

static unsigned closed_faces(const vfi_halo *halo)
{
  unsigned faces = 0;
  for (int d = 0; d < 3; d++)
    for (int side = -1; side <= 1; side += 2)
      if (!(halo->pieces & vfi_halo_pieces_at(d, side))) faces |= 1u << (side < 0 ? d : d + 3);
  return faces;
}

static void hint_of_ghosts(const vfi_comparison *found, const beside *seen, int depth, char *text, size_t size)
{
  char faces[VF_FACES_TEXT], layers[16];
  if (seen->beyond_closed == found->untouched.count)
    snprintf(text, size, ", all beside %s, which the call leaves unfilled",
             vfi_faces_text(faces, seen->faces & seen->closed));
  else if (seen->corners == found->untouched.count && seen->farthest <= depth)
    snprintf(text, size, ", all at edges and corners, which the kernel does not fill");
  else if (seen->farthest > depth) {
    if (depth == 1) snprintf(layers, sizeof layers, "one");
    else snprintf(layers, sizeof layers, "%d", depth);
    snprintf(text, size, ", in up to %lld layers of ghosts beside %s, of which the kernel fills %s",
             (long long)seen->farthest, vfi_faces_text(faces, seen->faces), layers);
  }
}

static void hint_of_box(const vfi_images *images, const vfi_image *image, const vfi_comparison *found, char *text,
                        size_t size)
{
  const vfi_call *call = images->call;
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vf_layout *layout = &image->layout;
  const vfi_record *record = vfi_checked_record(images->checked, layout->argument, 0);
  char faces[VF_FACES_TEXT];
  const int c = layout->component;
  for (int d = 0; record->axes.rank && d < 4; d++)
    if (found->untouched_low[d] + layout->lower[d] > record->upper[d] ||
        found->untouched_high[d] + layout->lower[d] < record->lower[d]) {
      snprintf(text, size, ", all outside of the selected index of an axis");
      return;
    }
  if (found->untouched_low[c] + layout->lower[c] > record->upper[c] ||
      found->untouched_high[c] + layout->lower[c] < record->lower[c]) {
    snprintf(text, size, ", all in components that the view does not have");
    return;
  }
  if (found->untouched_other_colour == found->untouched.count) {
    snprintf(text, size, ", all of the other colour: does the original go over both?");
    return;
  }
  if (images->list->count != 1) return;
  const vfi_use use = vfi_checked_use(call, images->checked, layout->argument, 0);
  const vf_box region = vfi_region_mapped(&use, &images->list->boxes[0]);
  const vfi_halo halo = vfi_halo_of(kernel, call->arguments);
  const beside seen = look_at_all(images, image, found, &region, vfi_layers_around(kernel) ? closed_faces(&halo) : 0);
  if (vfi_layers_around(kernel)) {
    hint_of_ghosts(found, &seen, halo.depth, text, size);
    return;
  }
  if (!seen.faces) return;
  const bool one = !(seen.faces & (seen.faces - 1));
  int d = 0;
  while (!(seen.faces >> d & 1)) d++;
  const char *end = d < 3 ? "low" : "high";
  d %= 3;
  if (one && !seen.inside && seen.farthest == 1)
    snprintf(text, size, ", all at %c = %lld: is the port's box one short at its %s %c face?", "ijk"[d],
             (long long)(found->untouched_low[d] + layout->lower[d]), end, "xyz"[d]);
  else
    snprintf(text, size, ", %sup to %lld beyond the port's box at %s: is the box too small?",
             seen.inside ? "some inside and some " : "", (long long)seen.farthest, vfi_faces_text(faces, seen.faces));
}

void vfi_untouched_note(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                        vfi_ledger *ledger)
{
  char place[VF_PLACE_TEXT], hint[VF_WHERE_TEXT] = "";
  const int argument = image->layout.argument;
  if (vfi_is_over_columns(&images->call->kernel->description))
    vfi_column_where_outside(hint, images, image, VF_COLUMN_ORIGINAL_ALONE);
  else hint_of_box(images, image, found, hint, sizeof hint);
  vfi_ledger_note(ledger, VF_FINDING_UNTOUCHED, argument,
                  "the original changes %lld elements of '%s' that the port leaves alone, first %s%s (if the original "
                  "does more than the kernel, say so: vf_validate_more_in_ghosts, or vf_validate_more)",
                  (long long)found->untouched.count, vfi_checked_record(images->checked, argument, 0)->label,
                  vfi_place_text(place, images, image, found->untouched.first), hint);
}
