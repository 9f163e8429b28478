#include "bounds.h"

#include <stdio.h>
#include <string.h>

#include "bounds_columns.h"
#include "error.h"
#include "reach_text.h"
#include "remote_part.h"

/* "(1, 2, 3)" */
static void add_index(vf_text *text, int rank, const int *index)
{
  vf_text_add(text, "(");
  for (int d = 0; d < rank; d++) vf_text_add(text, "%s%d", d ? ", " : "", index[d]);
  vf_text_add(text, ")");
}

/* The error, and the declaration without this error. */
static void add_reason(vf_text *text, const vf_kernel_description *kernel, const vf_argument_description *argument,
                       const vf_bounds_record *record)
{
  vf_reach needed = argument->reach;
  char allowed[VF_RANGE_TEXT];
  bool beyond = false, outside = false;
  int64_t lower[3], upper[3];
  for (int d = 0; d < argument->map.rank; d++) {
    const int axis = argument->map.at[d].axis;
    const int64_t below = (int64_t)record->allowed.lower[d] - record->index[d],
                  above = (int64_t)record->index[d] - record->allowed.upper[d];
    lower[d] = record->allowed.lower[d];
    upper[d] = record->allowed.upper[d];
    outside = outside || below > 0 || above > 0;
    if (axis == VF_AXIS_ANY) continue;
    if (below > 0) needed.below[axis] += (int)below;
    if (above > 0) needed.above[axis] += (int)above;
    beyond = beyond || below > 0 || above > 0;
  }
  if (!outside) return; /* a missing component: no reach would do */
  vf_range_text(allowed, argument->map.rank, lower, upper);
  if (!beyond) {
    vf_text_add(text, ". With %s it has %s there", argument->map.word, allowed);
    return;
  }
  if (record->changed || argument->intent == VF_ARGUMENT_WRITE) {
    vf_text_add(text, ". The point owns %s there: a body writes nothing else, and of WRITE arguments reads nothing",
                allowed);
    return;
  }
  if (vf_layers_around(kernel) && argument->intent == VF_ARGUMENT_UPDATE) {
    vf_text_add(text,
                ". Of what it updates a ghost has %s, and reads the cells of the box: other ghosts are written in "
                "the same call",
                allowed);
    return;
  }
  vf_text_add(text, ". With %s, ", argument->map.word);
  vf_reach_add(text, &argument->reach);
  vf_text_add(text, " it has %s there; it would need ", allowed);
  vf_reach_add(text, &needed);
}

/* For a line: the allowed reads of the body, and the reach for this read. */
static void add_line(vf_text *text, const vf_line_description *line, const vf_bounds_record *record)
{
  const int at = record->index[0], offset = at - record->point[0];
  if (line->below < 0) { /* scratch */
    vf_text_add(text,
                "accessed element %d of scratch %s, which has %d .. %d in this tile: VF_PHASES and the phase keep to "
                "its halo in VF_SCRATCH",
                at, line->name, record->allowed.lower[0], record->allowed.upper[0]);
    return;
  }
  vf_text_add(text, "read line %s at i = %d. Its reach has %d .. %d there; it would need reach(below(%d), above(%d))",
              line->name, at, record->point[0] - line->below, record->point[0] + line->above,
              -offset > line->below ? -offset : line->below, offset > line->above ? offset : line->above);
}

/* Of an element of an array. */
static void add_access(vf_text *text, const vf_kernel_description *kernel, const vf_argument_description *argument,
                       const vf_record *view, const vf_bounds_record *record)
{
  const int rank = argument->map.rank;
  char range[VF_RANGE_TEXT];
  if (argument->map.remote) { /* an element of another rank, by its number */
    const int64_t number = (int64_t)record->index[1] * ((int64_t)1 << 32) + (uint32_t)record->index[0];
    vf_text_add(text, "named element %lld of '%s' (argument %s)", (long long)number, view->label, argument->name);
    vf_remote_number_add(text, view->array->remote, number);
    return;
  }
  vf_text_add(text, "%s element ", record->changed ? "wrote" : "accessed");
  add_index(text, rank, record->index);
  if (!argument->map.shared)
    vf_text_add(text, " of component %lld", (long long)(record->index[rank] + view->lower[rank]));
  vf_text_add(text, " of '%s' (argument %s), which spans %s", view->label, argument->name,
              vf_range_text(range, rank, view->lower, view->upper));
  if (!argument->map.shared)
    vf_text_add(text, " with components %lld:%lld", (long long)view->lower[rank], (long long)view->upper[rank]);
  add_reason(text, kernel, argument, record);
}

vf_status vf_bounds_report(const vf_call *call, const vf_checked *checked, vf_bounds_record *record)
{
  if (!record || !record->found) return VF_OK;
  const vf_kernel_description *kernel = &call->kernel->description;
  char words[640];
  vf_text text = { .buffer = words, .size = sizeof words };
  if (vf_is_over_columns(kernel)) {
    const vf_record *view = record->argument < 0 ? NULL : vf_checked_record(checked, record->argument, record->box);
    vf_text_add(&text, "kernel %s, ", kernel->name);
    vf_bounds_columns_add(&text, kernel, view, checked, record);
    memset(record, 0, sizeof *record);
    return vf_fail(VF_ERROR_BOUNDS, "%s", words);
  }
  vf_text_add(&text, "kernel %s, at point ", kernel->name);
  add_index(&text, kernel->rank, record->point);
  vf_text_add(&text, ", ");
  if (record->argument < 0) add_line(&text, &kernel->lines[-record->argument - 1], record);
  else
    add_access(&text, kernel, &kernel->arguments[record->argument],
               vf_checked_record(checked, record->argument, record->box), record);
  memset(record, 0, sizeof *record);
  return vf_fail(VF_ERROR_BOUNDS, "%s", words);
}
