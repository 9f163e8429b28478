#include "level_fields.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_OF_LINE = VF_LEVEL_ALIGNMENT * sizeof(double) };

size_t level_front(const vf_field *field) { return (size_t)(field->plane + field->row + VF_LEVEL_ALIGNMENT); }

size_t level_numbers(const vfi_level *level, const vf_field *field)
{
  return level_front(field) + (size_t)(level->n[2] + 1) * (size_t)field->plane + VF_LEVEL_ALIGNMENT;
}

int level_field(level_store *store, const vfi_level *level, int spare_planes, vf_field *field)
{
  const ptrdiff_t lines = (level->n[0] + 2 + VF_LEVEL_ALIGNMENT - 1) / VF_LEVEL_ALIGNMENT;
  field->row = lines * VF_LEVEL_ALIGNMENT;
  field->plane = field->row * (level->n[1] + 2);
  field->odd_start = store->engine->ops->halves_rows ? field->row / 2 : 0;
  const size_t numbers = level_numbers(level, field) + (size_t)spare_planes * (size_t)field->plane;
  const size_t bytes = numbers * sizeof(double) + BYTES_OF_LINE;
  void *block = NULL;
  if (store->count == LEVEL_BLOCKS) return -1;
  int code = store->engine->backend->allocate(&block, bytes);
  if (code) return code;
  store->blocks[store->count++] = block;
  code = store->engine->ops->zero(store->engine, block, bytes);
  const uintptr_t aligned = ((uintptr_t)block + BYTES_OF_LINE - 1) / BYTES_OF_LINE * BYTES_OF_LINE;
  field->at = (double *)aligned + level_front(field);
  return code;
}

int level_fields(level_store *store, vfi_level *level)
{
  const vfi_engine_table *ops = store->engine->ops;
  level->spare_planes = ops->spare_planes ? ops->spare_planes(level) : 0;
  int code = level_field(store, level, level->spare_planes, &level->phi);
  if (!code) code = level_field(store, level, 0, &level->rhs);
  vf_field *const coefficients[4] = { &level->a, &level->bx, &level->by, &level->bz };
  for (int c = 0; c < 4 && level->variable && !code; c++) code = level_field(store, level, 0, coefficients[c]);
  level->phi_low = level->phi.at;
  return code;
}

int level_release(level_store *store)
{
  int code = store->engine->backend->queue_wait(store->engine->queue);
  while (store->count > 0) {
    const int released = store->engine->backend->release(store->blocks[--store->count]);
    if (!code) code = released;
  }
  return code;
}

/* All numbers of a field, with each row in the order of i on one side and in halves on the other side. */
static double *reordered(const vfi_level *level, const vf_field *field, const double *numbers, bool into_halves)
{
  const size_t count = level_numbers(level, field);
  double *result = calloc(count, sizeof *result);
  if (!result) abort();
  for (int k = -1; k <= level->n[2]; k++)
    for (int j = -1; j <= level->n[1]; j++)
      for (int i = 0; i <= level->n[0]; i++) {
        const ptrdiff_t row = (ptrdiff_t)level_front(field) + j * field->row + k * field->plane;
        const ptrdiff_t at = row + i, halved = row + i / 2 + i % 2 * field->odd_start;
        result[into_halves ? halved : at] = numbers[into_halves ? at : halved];
      }
  return result;
}

int level_put(vfi_engine *engine, const vfi_level *level, vf_field field, const double *numbers)
{
  const size_t bytes = level_numbers(level, &field) * sizeof(double);
  double *halved = field.odd_start ? reordered(level, &field, numbers, true) : NULL;
  int code =
      engine->backend->copy_to_device(field.at - level_front(&field), halved ? halved : numbers, bytes, engine->queue);
  if (!code) code = engine->backend->queue_wait(engine->queue);
  free(halved);
  return code;
}

int level_get(vfi_engine *engine, const vfi_level *level, vf_field field, double *numbers)
{
  const size_t bytes = level_numbers(level, &field) * sizeof(double);
  int code = engine->backend->queue_wait(engine->queue);
  if (!code) code = engine->backend->copy_to_host(numbers, field.at - level_front(&field), bytes, engine->queue);
  if (!code) code = engine->backend->queue_wait(engine->queue);
  if (!code && field.odd_start) {
    double *whole = reordered(level, &field, numbers, false);
    memcpy(numbers, whole, bytes);
    free(whole);
  }
  return code;
}
