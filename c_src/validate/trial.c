#include "trial.h"

#include <string.h>

#include "original.h"

vf_status vf_trial_take(vf_images *images, bool all, vf_trial *trial)
{
  const vf_kernel_description *kernel = &images->call->kernel->description;
  memset(trial, 0, sizeof *trial);
  for (int a = 0; a < kernel->argument_count; a++)
    if (!images->checked->records[a]) trial->values[a] = images->call->arguments[a].value;
  for (int i = 0; i < images->count; i++) {
    vf_image *image = &images->at[i];
    if (!all && !image->written) continue;
    vf_status status = vf_image_memory(image, true, &trial->copies[i]);
    if (status) return status;
    if (image->written) status = vf_image_inputs(images, image, trial->copies[i]);
    else vf_image_copy(image, trial->copies[i], image->original);
    if (status) return status;
  }
  return VF_OK;
}

void vf_trial_give(const vf_images *images, vf_trial *trial)
{
  for (int i = 0; i < images->count; i++) vf_image_memory_give(&images->at[i], true, trial->copies[i]);
}

void vf_trial_run(vf_images *images, const vf_ledger *ledger, vf_trial *trial)
{
  char *memory[VF_MAX_ARGUMENTS];
  vf_images_memory(images, memory);
  for (int a = 0; a < images->call->kernel->description.argument_count; a++) {
    if (memory[a] && trial->copies[images->of[a]])
      memory[a] = trial->copies[images->of[a]] + images->checked->records[a]->offset;
    if (trial->instead[a]) memory[a] = trial->instead[a];
  }
  vf_unlock();
  vf_original_invoke(images->call, images->checked, images->list, ledger, memory, trial->values, &trial->result);
  vf_lock();
}

vf_status vf_trial_compare(vf_images *images, const vf_image *image, const vf_trial *trial,
                           const vf_tolerance *tolerance, vf_comparison *comparison)
{
  vf_states states = vf_image_states(image);
  states.original = trial->copies[image - images->at] + image->layout.begin;
  return vf_compare(images->call, images->checked, images->list, &image->layout, &states, tolerance, 0, comparison);
}
