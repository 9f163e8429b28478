/* Kernels and their arrays in the port of a routine, for the causes in findings. */
#include "routine.h"

#include <string.h>

#include "../../core/region.h"
#include "../findings/findings.h"
#include "../original.h"

static void grow(vfi_extent *extent, const vf_box *box)
{
  for (int d = 0; d < 3; d++) {
    if (!extent->known || box->lower[d] < extent->lower[d]) extent->lower[d] = box->lower[d];
    if (!extent->known || box->upper[d] > extent->upper[d]) extent->upper[d] = box->upper[d];
  }
  extent->known = true;
}

static void add_writer(vfi_routine_array *image, const char *kernel)
{
  int w = 0;
  while (w < image->writer_count && strcmp(image->writers[w].name, kernel) != 0) w++;
  if (w == VF_WRITERS) return;
  if (w == image->writer_count) {
    image->writers[w].name = kernel;
    image->writers[w].calls = 0;
    image->writer_count++;
  }
  image->writers[w].calls++;
}

static void note_boxes(vfi_routine_array *image, const vfi_call *call, const vfi_use *use, int first, int count)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const bool writes = kernel->arguments[use->argument].intent != VF_ARGUMENT_READ;
  for (int b = first; b < first + count; b++) {
    if (vfi_box_is_empty(&call->boxes[b])) continue;
    const vf_box box = vfi_region_mapped(use, &call->boxes[b]);
    grow(&image->cells, &box);
    if (!writes) continue;
    if (vfi_layers_around(kernel)) grow(&image->ghost_cells, &box);
    else grow(&image->touched, &box);
  }
}

/* Calls in their order; a call with the array in several arguments is one use. */
static void add_use(vfi_routine_array *image, const char *kernel, bool reads, bool writes)
{
  if (image->use_count == VF_USES) return;
  image->uses[image->use_count].name = kernel;
  image->uses[image->use_count].reads = reads;
  image->uses[image->use_count++].writes = writes;
}

static void note_listed(vfi_routine_run *run, vfi_routine_array *image, const vfi_call *call, const vfi_use *use,
                        int first, int count)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_argument_intent intent = kernel->arguments[use->argument].intent;
  note_boxes(image, call, use, first, count);
  add_use(image, kernel->name, intent != VF_ARGUMENT_WRITE && !vfi_layers_around(kernel), intent != VF_ARGUMENT_READ);
  if (intent == VF_ARGUMENT_READ) return;
  if (!image->first_write) image->first_write = ++run->first_writes;
  add_writer(image, kernel->name);
  image->kernel_writes++;
  if (vfi_layers_around(kernel)) image->ghosts_filled = true;
}

static void note_stranger(vfi_routine_run *run, const vfi_array *array, const char *kernel, bool stale)
{
  int s = 0;
  while (s < run->stranger_count && run->strangers[s].array != array) s++;
  if (s == VF_STRANGERS) return;
  if (s == run->stranger_count) {
    run->strangers[run->stranger_count++] = (vfi_stranger){ .array = array, .kernel = kernel };
    memcpy(run->strangers[s].label, array->label, sizeof array->label);
  }
  run->strangers[s].stale = run->strangers[s].stale || stale;
}

static void note_array(vfi_routine_run *run, const vfi_call *call, const vfi_use *use, const vfi_array *array,
                       int first, int count)
{
  for (int a = 0; a < run->array_count; a++)
    if (run->arrays[a].array == array) {
      note_listed(run, &run->arrays[a], call, use, first, count);
      return;
    }
  const vfi_kernel_description *kernel = &call->kernel->description;
  const bool reads = kernel->arguments[use->argument].intent == VF_ARGUMENT_READ;
  if (array->born <= run->clock) note_stranger(run, array, kernel->name, reads && array->state == VF_STATE_DEVICE);
}

static void note_unset(vfi_routine_run *run, const vfi_call *call)
{
  const int argument = run->unset ? -1 : vfi_unset_argument(call, 0);
  if (argument < 0) return;
  run->unset = call->kernel->description.arguments[argument].name;
  run->unset_kernel = call->kernel->description.name;
}

static void note(vfi_routine_run *run, const vfi_call *call, const vfi_checked *checked)
{
  note_unset(run, call);
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; operand && v < operand->count; v++) {
      int first, end;
      vfi_operand_boxes(operand, v, call->box_count, &first, &end);
      const vfi_record *record = operand->records[v];
      const vfi_use use = {
        &call->kernel->description, a, call->arguments, call->selector, record->lower, record->upper
      };
      note_array(run, call, &use, record->array, first, end - first);
    }
  }
}

/* A thread without a routine of its own works for the open routine. */
static bool concerned(const vfi_routine_run *run)
{
  return run->mode == VF_MODE_CHECK && run->phase == VF_PHASE_PORT &&
         (!vfi_routine_innermost() || pthread_equal(run->owner, pthread_self()));
}

void vfi_routines_note(const vfi_call *call, const vfi_checked *checked)
{
  if (vfi_inside_original()) return;
  for (vfi_routine_run *run = vfi_routine_first(); run; run = run->next)
    if (concerned(run)) note(run, call, checked);
}

void vfi_routines_note_composite(const char *name)
{
  if (vfi_inside_original()) return;
  for (vfi_routine_run *run = vfi_routine_first(); run; run = run->next)
    if (concerned(run)) run->composite = name;
}
