#include "late_launches.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "late_copies.h"

/* A launch with its own copies of the tables of the caller. */
typedef struct kept_launch {
  vfi_launcher launcher;
  vfi_launch launch;
  int tile[3];
  size_t far_scratch;
  void *scratch; /* of the launch */
  char tables[]; /* boxes, domains, spans, values, constants */
} kept_launch;

static void *borrow(void *lender, size_t bytes)
{
  kept_launch *kept = lender;
  kept->scratch = malloc(bytes);
  return kept->scratch;
}

static int run(void *what)
{
  kept_launch *kept = what;
  const int code = kept->launcher(&kept->launch);
  free(kept->scratch);
  free(kept);
  return code;
}

/* Appends a table; NULL stays NULL. */
static void *keep(const void *table, size_t bytes, char **end)
{
  void *const at = *end;
  if (!table) return NULL;
  memcpy(at, table, bytes);
  *end += (bytes + 15) / 16 * 16;
  return at;
}

/* The tables of sets and the rows of results belong to the caller, who uses them right behind the launch. */
static bool can_wait(const vfi_launch *launch)
{
  return !launch->sets && !launch->partials && !launch->remotes && !launch->bounds;
}

static size_t constants_bytes(const vfi_argument_description *argument)
{
  return argument->structure ? (size_t)argument->count * sizeof(double) : 0;
}

int vfi_late_launch(vfi_launcher launcher, const vfi_launch *launch, const vfi_kernel_description *kernel)
{
  const size_t boxes = (size_t)launch->box_count * sizeof(vf_box), count = (size_t)kernel->argument_count;
  size_t constants = 0;
  if (!can_wait(launch)) {
    const int code = vfi_late_queue_wait(launch->queue);
    return code ? code : launcher(launch);
  }
  for (size_t a = 0; a < count; a++) constants += (constants_bytes(&kernel->arguments[a]) + 15) / 16 * 16;
  kept_launch *kept = malloc(sizeof *kept + 2 * boxes + count * (sizeof(vfi_span) + sizeof(vf_value)) +
                             4 * sizeof(double[2]) + constants);
  if (!kept) return ENOMEM;
  char *end = kept->tables;
  kept->launcher = launcher;
  kept->launch = *launch;
  memcpy(kept->tile, launch->tile, sizeof kept->tile);
  kept->launch.tile = kept->tile;
  kept->launch.boxes = keep(launch->boxes, boxes, &end);
  kept->launch.domains = keep(launch->domains, boxes, &end);
  kept->launch.spans = keep(launch->spans, count * sizeof(vfi_span), &end);
  vf_value *const values = keep(launch->values, count * sizeof(vf_value), &end);
  for (size_t a = 0; a < count; a++)
    if (constants_bytes(&kernel->arguments[a]))
      values[a].constants = keep(values[a].constants, constants_bytes(&kernel->arguments[a]), &end);
  kept->launch.values = values;
  kept->scratch = NULL;
  kept->launch.borrow = borrow;
  kept->launch.lender = kept;
  kept->launch.far_scratch = &kept->far_scratch;
  const int code = vfi_late_call(run, kept, launch->queue);
  if (code) free(kept);
  return code;
}
