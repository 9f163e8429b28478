#include "original_rerun.h"

#include <string.h>

#include "original.h"

vf_status vf_rerun_take(vf_images *images, bool all, vf_rerun *rerun)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  memset(rerun, 0, sizeof *rerun);
  for (int a = 0; a < kernel->argument_count; a++)
    if (!vf_checked_record(images->checked, a, 0)) rerun->values[a] = images->call->arguments[a].value;
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    if (!all && !image->written) continue;
    vf_status status = vf_image_memory(image, true, &rerun->copies[i]);
    if (status) return status;
    if (image->written) status = vf_image_inputs(images, image, rerun->copies[i]);
    else vf_image_copy(image, rerun->copies[i], image->original);
    if (status) return status;
  }
  return VF_OK;
}

void vf_rerun_give(const vf_images *images, vf_rerun *rerun)
{
  for (int i = 0; i < images->count; i++) vf_image_memory_give(&images->at[i], true, rerun->copies[i]);
}

vf_status vf_rerun_run(vf_images *images, const vf_ledger *ledger, vf_rerun *rerun)
{
  char *memory[VF_MAX_ARGUMENTS];
  vf_images_memory(images, memory);
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    if (memory[a] && rerun->copies[images->of[a]])
      memory[a] = rerun->copies[images->of[a]] + vf_checked_record(images->checked, a, 0)->offset;
    if (rerun->instead[a]) memory[a] = rerun->instead[a];
  }
  vf_unlock();
  const vf_status status =
      vf_original_invoke(images->call, images->checked, images->list, ledger, memory, rerun->values, &rerun->results);
  vf_lock();
  return status;
}

vf_status vf_rerun_compare(vf_images *images, const vf_image *image, const vf_rerun *rerun,
                           const vf_tolerance *tolerance, vf_comparison *comparison)
{
  vf_states states = vf_image_states(image);
  states.original = rerun->copies[image - images->at] + image->layout.begin;
  return vf_compare(images->call, images->checked, images->list, &image->layout, &states, tolerance, 0, comparison);
}
