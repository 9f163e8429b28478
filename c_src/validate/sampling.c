#include "sampling.h"

#include "../core/check.h"

/* One step of splitmix64. */
uint64_t vfi_sampling_mix(uint64_t key, uint64_t part)
{
  uint64_t mixed = (key ^ part) + 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

uint64_t vfi_sampling_mix_text(uint64_t key, const char *text)
{
  for (; *text; text++) key = vfi_sampling_mix(key, (unsigned char)*text);
  return vfi_sampling_mix(key, 0);
}

/* The members that are integers or logicals. */
static uint64_t mix_constants(uint64_t key, const vfi_structure *structure, const double *numbers)
{
  for (const vfi_constant *member = structure->members; member->name; numbers += member->count, member++)
    for (int m = 0; m < member->count && !vfi_constant_is_real(member); m++)
      key = vfi_sampling_mix(key, (uint64_t)(int64_t)numbers[m]);
  return key;
}

static uint64_t mix_value(uint64_t key, const vfi_argument_description *argument, const vf_value *value)
{
  if (argument->type == VF_ARGUMENT_BOUNDARY) {
    for (int face = 0; face < 6; face++) key = vfi_sampling_mix(key, (uint64_t)value->boundary.kind[face]);
    return vfi_sampling_mix(key, (uint64_t)value->boundary.order);
  }
  if (argument->structure) return mix_constants(key, argument->structure, value->constants);
  switch (vfi_value_traits_of(argument->type)->numbers) {
    case VF_NUMBERS_INTEGER:
      for (int m = 0; m < argument->count; m++) key = vfi_sampling_mix(key, (uint64_t)value->integers[m]);
      return key;
    case VF_NUMBERS_LOGICAL: return vfi_sampling_mix(key, value->truth);
    case VF_NUMBERS_REAL:
    case VF_NUMBERS_MIXED: break;
  }
  return key;
}

uint64_t vfi_sampling_key(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  uint64_t key = vfi_sampling_mix(vfi_sampling_mix(0, (uint64_t)call->selector), (uint64_t)checked->type);
  for (int a = 0; a < kernel->argument_count; a++) {
    if (kernel->arguments[a].intent == VF_ARGUMENT_VALUE)
      key = mix_value(key, &kernel->arguments[a], &call->arguments[a].value);
    else if (vfi_checked_record(checked, a, 0))
      key = vfi_sampling_mix_text(key, vfi_checked_record(checked, a, 0)->label);
  }
  return key;
}

static int place_of(vfi_sampler *sampler, uint64_t key)
{
  for (int v = 0; v < sampler->count; v++)
    if (sampler->variants[v].key == key) return v;
  if (sampler->count == VF_SAMPLE_VARIANTS) return VF_SAMPLE_VARIANTS;
  sampler->variants[sampler->count].key = key;
  return sampler->count++;
}

bool vfi_sampler_due(vfi_sampler *sampler, uint64_t key, int every)
{
  const int place = place_of(sampler, key);
  const int64_t call = sampler->variants[place].calls++;
  if (call == 0) return true;
  const int64_t run = (call - 1) / every;
  const uint64_t chosen = vfi_sampling_mix(sampler->variants[place].key, (uint64_t)run) % (uint64_t)every;
  return (uint64_t)((call - 1) % every) == chosen;
}
