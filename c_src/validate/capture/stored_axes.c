#include "stored_axes.h"

#include <limits.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/text.h"

/* The form in the file: one number for each axis, 0 beyond them. */
typedef struct stored {
  char names[2 * VF_MAX_AXES + 1];
  int64_t lower[VF_MAX_AXES], extent[VF_MAX_AXES], index[VF_MAX_AXES];
  int selected[VF_MAX_AXES];
} stored;

static void store(const vf_axes *axes, stored *to)
{
  vf_text names = { .buffer = to->names, .size = sizeof to->names };
  for (int a = 0; a < axes->rank; a++) {
    vf_text_add(&names, "%s%c", a ? " " : "", axes->name[a]);
    to->lower[a] = axes->lower[a];
    to->extent[a] = axes->extent[a];
    to->index[a] = axes->index[a];
    to->selected[a] = axes->fixed[a];
  }
}

static bool restore(const stored *from, const vf_captured_argument *argument, vf_axes *axes)
{
  int lower[VF_MAX_AXES], rank = 0;
  for (const char *c = from->names; *c; c++) rank += *c != ' ';
  for (int a = 0; a < VF_MAX_AXES; a++) {
    if (from->lower[a] < INT_MIN || from->lower[a] > INT_MAX) return false;
    lower[a] = (int)from->lower[a];
  }
  if (!vf_type_is_known(argument->kind)) return false;
  if (vf_axes_read(rank, from->extent, lower, from->names, vf_type_size((vf_type)argument->kind), argument->label,
                   axes))
    return false;
  for (int a = 0; a < rank; a++) {
    axes->fixed[a] = from->selected[a] != 0;
    axes->index[a] = from->index[a];
    if (axes->fixed[a] && (from->index[a] < lower[a] || from->index[a] > lower[a] + from->extent[a] - 1)) return false;
  }
  vf_directions directions;
  if (vf_axes_directions(axes, argument->label, &directions)) return false;
  for (int d = 0; d < VF_MAX_RANK; d++)
    if (directions.lower[d] != argument->lower[d] ||
        directions.lower[d] + directions.extent[d] - 1 != argument->upper[d])
      return false;
  return true;
}

void vf_capture_axes_transfer(vf_transfer *t, hid_t group, vf_captured_argument *argument)
{
  stored all = { .names = "" };
  if (t->write ? argument->axes.rank == 0 : !vf_transfer_has(t, group, "axes")) return;
  if (t->write) store(&argument->axes, &all);
  vf_transfer_text(t, group, "axes", all.names, sizeof all.names);
  vf_transfer_int64(t, group, "axes_lower", all.lower, VF_MAX_AXES);
  vf_transfer_int64(t, group, "axes_extent", all.extent, VF_MAX_AXES);
  vf_transfer_int(t, group, "axes_selected", all.selected, VF_MAX_AXES);
  vf_transfer_int64(t, group, "axes_index", all.index, VF_MAX_AXES);
  if (t->status || t->write || restore(&all, argument, &argument->axes)) return;
  t->status = vf_fail(VF_ERROR_ARGUMENT, "%s is inconsistent: '%s' (argument %s) has axes that do not give its bounds",
                      t->path, argument->label, argument->name);
}
