/* Levels on a device outside of a solver, for what looks at an engine alone. Functions return 0 or the native error
 * code of the device. */
#ifndef VIEWFAB_TESTS_LEVEL_FIELDS_H
#define VIEWFAB_TESTS_LEVEL_FIELDS_H

#include "../../c_src/multigrid/engine.h"

enum { LEVEL_BLOCKS = 256 };

/* What was allocated. */
typedef struct level_store {
  vf_engine *engine;
  void *blocks[LEVEL_BLOCKS];
  int count;
} level_store;

/* A field of a level, with room for so many planes more; zeros. */
int level_field(level_store *store, const vf_level *level, int spare_planes, vf_field *field);

/* All fields that a level of this shape and operator has. */
int level_fields(level_store *store, vf_level *level);

int level_release(level_store *store);

/* Numbers of a field with its ghosts, and where cell (0, 0, 0) stands among them. */
size_t level_numbers(const vf_level *level, const vf_field *field);
size_t level_front(const vf_field *field);

int level_put(vf_engine *engine, const vf_level *level, vf_field field, const double *numbers);
int level_get(vf_engine *engine, const vf_level *level, vf_field field, double *numbers);

#endif
