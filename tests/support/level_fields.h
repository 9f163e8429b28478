/* Levels on a device without a solver, for tests of an engine alone. Functions return 0 or the native error code of
 * the device. */
#ifndef VIEWFAB_TESTS_LEVEL_FIELDS_H
#define VIEWFAB_TESTS_LEVEL_FIELDS_H

#include "../../c_src/multigrid/engine.h"

enum { LEVEL_BLOCKS = 256 };

/* The allocated memory of a level. */
typedef struct level_store {
  vfi_engine *engine;
  void *blocks[LEVEL_BLOCKS];
  int count;
} level_store;

/* A field of a level, with room for so many planes more; zeros. */
int level_field(level_store *store, const vfi_level *level, int spare_planes, vf_field *field);

/* All fields of a level with this shape and operator. */
int level_fields(level_store *store, vfi_level *level);

int level_release(level_store *store);

/* The number of elements of a field with its ghosts, and the index of cell (0, 0, 0) among them. */
size_t level_numbers(const vfi_level *level, const vf_field *field);
size_t level_front(const vf_field *field);

int level_put(vfi_engine *engine, const vfi_level *level, vf_field field, const double *numbers);
int level_get(vfi_engine *engine, const vfi_level *level, vf_field field, double *numbers);

#endif
