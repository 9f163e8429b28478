#include "picture.h"

#include <math.h>
#include <stdlib.h>

#include "../../core/text.h"
#include "column_grid.h"

static vfi_picture_side side_of(const char *name, int64_t first, int64_t extent, int64_t most)
{
  return (vfi_picture_side){ .name = name, .first = first, .extent = extent, .cells = extent < most ? extent : most };
}

static bool has(const vfi_axes *axes, vfi_axis_role role)
{
  int64_t lower, extent, stride;
  return vfi_axes_merged(axes, role, &lower, &extent, &stride) && extent > 1;
}

static void take_roles(vfi_picture_frame *frame)
{
  const vfi_axes *axes = frame->axes;
  const bool blocks = has(axes, VF_ROLE_BLOCK), levels = has(axes, VF_ROLE_LEVEL);
  int *role = frame->role;
  role[VF_PICTURE_ACROSS] = blocks ? VF_ROLE_BLOCK : VF_ROLE_POINT;
  role[VF_PICTURE_DOWN] = blocks && !levels ? VF_ROLE_POINT : VF_ROLE_LEVEL;
  role[VF_PICTURE_SLICES] = has(axes, VF_ROLE_SPECIES) ? VF_ROLE_SPECIES : VF_ROLE_PART;
}

vfi_picture_frame vfi_picture_frame_of(const vfi_axes *axes, int64_t first, int rank, const int64_t extent[4],
                                       const int64_t lower[4])
{
  static const char *const directions[] = { "i", "j", "k" };
  vfi_picture_frame frame = { .axes = axes->rank ? axes : NULL, .first = first };
  if (frame.axes) take_roles(&frame);
  for (int s = 0; s < VF_PICTURE_SIDES; s++) {
    const int64_t most = s == VF_PICTURE_SLICES ? VF_PICTURE_SLICE_CELLS : VF_PICTURE_CELLS;
    int64_t begin = 1, count = 1, stride;
    if (!frame.axes) {
      frame.sides[s] = side_of(s < rank ? directions[s] : "component", lower[s], extent[s], most);
      continue;
    }
    const vfi_axis_role role = (vfi_axis_role)frame.role[s];
    if (!vfi_axes_merged(axes, role, &begin, &count, &stride)) begin = count = 1;
    frame.sides[s] = side_of(vfi_column_role_word(role), begin, count, most);
  }
  return frame;
}

static int64_t cells_of(const vfi_picture_side sides[VF_PICTURE_SIDES])
{
  return sides[VF_PICTURE_ACROSS].cells * sides[VF_PICTURE_DOWN].cells * sides[VF_PICTURE_SLICES].cells;
}

vfi_picture *vfi_picture_begin(vfi_ledger *ledger, int argument, const char *label, const vfi_picture_frame *frame,
                               int64_t elements)
{
  vfi_picture **link = &ledger->pictures;
  int count = 0;
  for (; *link && (*link)->argument != argument; link = &(*link)->next) count++;
  vfi_picture *picture = *link;
  if (picture ? picture->elements >= elements : count == VF_MAX_PICTURES) return NULL;
  vfi_picture_cell *cells = calloc((size_t)cells_of(frame->sides), sizeof *cells);
  if (!picture && cells) picture = *link = calloc(1, sizeof *picture);
  if (!picture || !cells) {
    free(cells);
    return NULL;
  }
  free(picture->cells);
  picture->cells = cells;
  picture->argument = argument;
  picture->call = ledger->calls;
  picture->elements = 0;
  vfi_text_copy_label(picture->label, sizeof picture->label, label);
  for (int s = 0; s < VF_PICTURE_SIDES; s++) picture->sides[s] = frame->sides[s];
  return picture;
}

void vfi_picture_add(vfi_picture *picture, const vfi_picture_frame *frame, int64_t element, const int64_t index[4],
                     double difference)
{
  vfi_column_place place = { { 0 } };
  int64_t at[VF_PICTURE_SIDES];
  if (frame->axes) {
    vfi_column_grid grid = { .axes = frame->axes };
    for (int s = 0; s < VF_PICTURE_SIDES; s++) grid.lower[frame->role[s]] = frame->sides[s].first;
    if (!vfi_column_place_of(&grid, frame->first + element, &place)) return;
  }
  for (int s = 0; s < VF_PICTURE_SIDES; s++) {
    const vfi_picture_side *side = &picture->sides[s];
    at[s] = (frame->axes ? place.at[frame->role[s]] - side->first : index[s]) * side->cells / side->extent;
  }
  vfi_picture_cell *cell =
      &picture->cells[(at[VF_PICTURE_SLICES] * picture->sides[VF_PICTURE_DOWN].cells + at[VF_PICTURE_DOWN]) *
                          picture->sides[VF_PICTURE_ACROSS].cells +
                      at[VF_PICTURE_ACROSS]];
  cell->elements++;
  cell->largest = fmax(cell->largest, difference);
  picture->elements++;
}

void vfi_pictures_forget(vfi_ledger *ledger)
{
  while (ledger->pictures) {
    vfi_picture *picture = ledger->pictures;
    ledger->pictures = picture->next;
    free(picture->cells);
    free(picture);
  }
}
