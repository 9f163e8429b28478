#include "used_reach.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "error.h"
#include "text.h"

/* The reach that the calls of a kernel used. The list lives until the end of the program. */
typedef struct used_by_kernel {
  struct used_by_kernel *next;
  const vf_kernel *kernel;
  vfi_used_reach used;
} used_by_kernel;

static used_by_kernel *first;

static bool is_asked(void)
{
  const char *const text = getenv("VF_UNUSED_REACH");
  return text && *text && strcmp(text, "0") != 0;
}

/* "reach(1)", "reach(1, 0, 0)", or with both sides. */
static void add_reach(vfi_text *text, const int *below, const int *above, bool levels_alone)
{
  const bool alike = below[0] == below[1] && below[1] == below[2];
  if (levels_alone && below[1] == above[1]) vfi_text_add(text, "reach(%d)", below[1]);
  else if (levels_alone) vfi_text_add(text, "reach(below(%d), above(%d))", below[1], above[1]);
  else if (memcmp(below, above, 3 * sizeof *below) != 0)
    vfi_text_add(text, "reach(below(%d, %d, %d), above(%d, %d, %d))", below[0], below[1], below[2], above[0], above[1],
                 above[2]);
  else if (alike) vfi_text_add(text, "reach(%d)", below[0]);
  else vfi_text_add(text, "reach(%d, %d, %d)", below[0], below[1], below[2]);
}

/* The declared reach in directions of the box; over columns in points, levels and blocks. */
static void declared_reach(const vfi_kernel_description *kernel, const vfi_argument_description *argument, int *below,
                           int *above)
{
  const bool over_columns = vfi_is_over_columns(kernel);
  for (int d = 0; d < 3; d++) {
    const vfi_reach *const from = over_columns && d == 1 ? &argument->levels : &argument->reach;
    const int of = !over_columns ? d : d == 2 ? 1 : 0;
    below[d] = from->below[of];
    above[d] = from->above[of];
  }
}

/* The used reach in the same directions. An index without an axis has no reach. */
static void used_reach(const vfi_kernel_description *kernel, int number, const vfi_used_reach *used, int *below,
                       int *above)
{
  for (int d = 0; d < 3; d++) below[d] = above[d] = 0;
  for (int d = 0; d < 3; d++) {
    const int axis = vfi_is_over_columns(kernel) ? d : kernel->arguments[number].map.at[d].axis;
    if (axis == VF_AXIS_ANY) continue;
    if (used->of[number].below[d] > below[axis]) below[axis] = used->of[number].below[d];
    if (used->of[number].above[d] > above[axis]) above[axis] = used->of[number].above[d];
  }
}

static void tell_argument(const used_by_kernel *by, int number)
{
  const vfi_kernel_description *const kernel = &by->kernel->description;
  const vfi_argument_description *const argument = &kernel->arguments[number];
  int below[3], above[3], used_below[3], used_above[3];
  char words[400];
  vfi_text text = { .buffer = words, .size = sizeof words };
  bool wider = false;
  declared_reach(kernel, argument, below, above);
  used_reach(kernel, number, &by->used, used_below, used_above);
  for (int d = 0; d < 3; d++) wider = wider || used_below[d] < below[d] || used_above[d] < above[d];
  if (!wider) return;
  const bool levels_alone = vfi_is_over_columns(kernel) && !below[0] && !above[0] && !below[2] && !above[2];
  vfi_text_add(&text, "viewfab: kernel %s declares ", kernel->name);
  add_reach(&text, below, above, levels_alone);
  vfi_text_add(&text, " of argument %s; its calls used ", argument->name);
  add_reach(&text, used_below, used_above, levels_alone);
  fprintf(stderr, "%s\n", words);
}

static void tell_at_exit(void)
{
  if (!first) fputs("viewfab: VF_UNUSED_REACH is set, and no kernel with VIEWFAB_BOUNDS ran on the host\n", stderr);
  while (first) {
    used_by_kernel *const by = first;
    for (int a = 0; a < by->kernel->description.argument_count; a++)
      if (by->kernel->description.arguments[a].intent != VF_ARGUMENT_VALUE &&
          !by->kernel->description.arguments[a].map.remote)
        tell_argument(by, a);
    first = by->next;
    free(by);
  }
}

static bool asks_at_exit;

void vfi_used_reach_look(void)
{
  if (!asks_at_exit && is_asked()) asks_at_exit = atexit(tell_at_exit) == 0;
}

void vfi_used_reach_begin(vfi_bounds_record *record)
{
  vfi_used_reach *const used = vfi_used_reach_of(record);
  memset(used, 0, sizeof *used);
  used->watched = asks_at_exit;
}

static used_by_kernel *of_kernel(const vf_kernel *kernel)
{
  for (used_by_kernel *by = first; by; by = by->next)
    if (by->kernel == kernel) return by;
  used_by_kernel *const by = calloc(1, sizeof *by);
  if (!by) return NULL; /* the report then lacks the kernel */
  by->kernel = kernel;
  by->next = first;
  return first = by;
}

void vfi_used_reach_end(const vf_kernel *kernel, vfi_bounds_record *record)
{
  const vfi_used_reach *const used = vfi_used_reach_of(record);
  if (!used->watched) return;
  vfi_lock();
  used_by_kernel *const by = of_kernel(kernel);
  for (int a = 0; by && a < kernel->description.argument_count; a++)
    for (int d = 0; d < 3; d++) {
      vfi_raise(&by->used.of[a].below[d], used->of[a].below[d]);
      vfi_raise(&by->used.of[a].above[d], used->of[a].above[d]);
    }
  vfi_unlock();
}
