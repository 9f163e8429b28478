#include "bounds.h"

#include <stdio.h>
#include <string.h>

#include "error.h"
#include "text.h"

static bool alike(const int numbers[3]) { return numbers[0] == numbers[1] && numbers[1] == numbers[2]; }

/* A reach as kernel files write it. */
static void add_reach(vf_text *text, const vf_reach *reach)
{
  const int *below = reach->below, *above = reach->above;
  if (memcmp(below, above, sizeof reach->below))
    vf_text_add(text, "reach(below(%d, %d, %d), above(%d, %d, %d))", below[0], below[1], below[2], above[0], above[1],
                above[2]);
  else if (alike(below)) vf_text_add(text, "reach(%d)", below[0]);
  else vf_text_add(text, "reach(%d, %d, %d)", below[0], below[1], below[2]);
}

/* What is wrong, and the declaration under which it would not be. */
static void add_reason(vf_text *text, const vf_argument_description *argument, const vf_bounds_record *record)
{
  vf_reach needed = argument->reach;
  char allowed[VF_RANGE_TEXT];
  bool beyond = false;
  for (int d = 0; d < 3; d++) {
    const int64_t below = (int64_t)record->allowed.lower[d] - record->index[d],
                  above = (int64_t)record->index[d] - record->allowed.upper[d];
    if (below > 0) needed.below[d] += (int)below;
    if (above > 0) needed.above[d] += (int)above;
    beyond = beyond || below > 0 || above > 0;
  }
  if (!beyond) return; /* a component that is not there, for which no reach would do */
  vf_box_text(allowed, &record->allowed);
  if (record->changed || argument->intent == VF_ARGUMENT_WRITE) {
    vf_text_add(text, ". The point owns %s there: a body writes nothing else, and of WRITE arguments reads nothing",
                allowed);
    return;
  }
  vf_text_add(text, ". With %s, ", argument->map.word);
  add_reach(text, &argument->reach);
  vf_text_add(text, " it has %s there; it would need ", allowed);
  add_reach(text, &needed);
}

vf_status vf_bounds_report(const vf_call *call, const vf_checked *checked, vf_bounds_record *record)
{
  if (!record || !record->found) return VF_OK;
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_argument_description *argument = &kernel->arguments[record->argument];
  const vf_record *view = vf_checked_record(checked, record->argument, record->box);
  char words[640], range[VF_RANGE_TEXT];
  vf_text text = { .buffer = words, .size = sizeof words };
  vf_text_add(&text,
              "kernel %s, at point (%d, %d, %d), %s element (%d, %d, %d) of component %lld of '%s' (argument %s)",
              kernel->name, record->point[0], record->point[1], record->point[2],
              record->changed ? "wrote" : "accessed", record->index[0], record->index[1], record->index[2],
              (long long)(record->index[3] + view->lower[3]), view->label, argument->name);
  vf_text_add(&text, ", which spans %s with components %lld:%lld", vf_range_text(range, 3, view->lower, view->upper),
              (long long)view->lower[3], (long long)view->upper[3]);
  add_reason(&text, argument, record);
  memset(record, 0, sizeof *record);
  return vf_fail(VF_ERROR_BOUNDS, "%s", words);
}
