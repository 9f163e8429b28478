#include "original_rerun.h"

#include <string.h>

#include "original.h"

vf_status vfi_rerun_take(vfi_images *images, bool all, vfi_rerun *rerun)
{
  const vfi_kernel_description *kernel = &images->call->kernel->description;
  memset(rerun, 0, sizeof *rerun);
  for (int a = 0; a < kernel->argument_count; a++)
    if (!vfi_checked_record(images->checked, a, 0)) rerun->values[a] = images->call->arguments[a].value;
  for (int i = 0; i < images->count; i++) {
    vfi_image *image = &images->at[i];
    if (!all && !image->written) continue;
    vf_status status = vfi_image_memory(image, true, &rerun->copies[i]);
    if (status) return status;
    if (image->written) status = vfi_image_inputs(images, image, rerun->copies[i]);
    else vfi_image_copy(image, rerun->copies[i], image->original);
    if (status) return status;
  }
  return VF_OK;
}

void vfi_rerun_give(const vfi_images *images, vfi_rerun *rerun)
{
  for (int i = 0; i < images->count; i++) vfi_image_memory_give(&images->at[i], true, rerun->copies[i]);
}

vf_status vfi_rerun_run(vfi_images *images, const vfi_ledger *ledger, vfi_rerun *rerun)
{
  char *memory[VF_MAX_ARGUMENTS];
  vfi_images_memory(images, memory);
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    if (memory[a] && rerun->copies[images->of[a]])
      memory[a] = rerun->copies[images->of[a]] + vfi_checked_record(images->checked, a, 0)->offset;
    if (rerun->instead[a]) memory[a] = rerun->instead[a];
  }
  vfi_unlock();
  const vf_status status =
      vfi_original_invoke(images->call, images->checked, images->list, ledger, memory, rerun->values, &rerun->results);
  vfi_lock();
  return status;
}

vf_status vfi_rerun_compare(vfi_images *images, const vfi_image *image, const vfi_rerun *rerun,
                            const vf_tolerance *tolerance, vfi_comparison *comparison)
{
  vfi_states states = vfi_image_states(image);
  states.original = rerun->copies[image - images->at] + image->layout.begin;
  return vfi_compare(images->call, images->checked, images->list, &image->layout, &states, tolerance, 0, comparison);
}
