#include "kept_checks.h"

#include <string.h>

#include "registry.h"

/* A kept call stands at a place that follows from its kernel, box and first view. */
enum { PLACES = 256, MOST_ARGUMENTS = 16 };

typedef struct kept_call {
  const vf_kernel *kernel; /* NULL: none */
  unsigned unloaded;       /* kernels unloaded until then: another kernel may come to the address of an unloaded one */
  int selector, components;
  vf_type type;
  vf_box box;
  vf_context *context;
  const vf_view *views[MOST_ARGUMENTS]; /* NULL for values, and for arrays without access */
  bool of_columns;                      /* the call names columns */
  vf_columns columns;
  int levels, first_level;
  bool levels_said;
  vfi_halo halo;
  /* Numbers of the arguments that decide about ghosts, or -1, and their values. */
  int depth_at, nodal_at, sides_at;
  int depth, nodal[3], kind[6];
} kept_call;

static kept_call calls[PLACES];

static const vf_view *view_of(const vfi_call *call, const vfi_checked *checked, int argument)
{
  return checked->operands[argument] ? call->arguments[argument].view : NULL;
}

static kept_call *place_of(const vfi_call *call)
{
  uint64_t key = (uint64_t)(uintptr_t)call->kernel / sizeof(void *) + (uint64_t)(uintptr_t)call->arguments[0].view;
  for (int d = 0; d < 3; d++) key = key * 31 + (unsigned)call->boxes->lower[d] + 7 * (unsigned)call->boxes->upper[d];
  key = key * 2 + (unsigned)call->selector;
  return &calls[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 56];
}

static bool is_named(const char *value) { return value && *value; }

static bool has_kept_ghosts(const kept_call *kept, const vfi_argument *values)
{
  if (kept->depth_at >= 0 && values[kept->depth_at].value.integer != kept->depth) return false;
  if (kept->nodal_at >= 0 && memcmp(values[kept->nodal_at].value.integers, kept->nodal, sizeof kept->nodal) != 0)
    return false;
  return kept->sides_at < 0 || !memcmp(values[kept->sides_at].value.boundary.kind, kept->kind, sizeof kept->kind);
}

static void keep_ghosts(kept_call *kept, const vfi_call *call, const vfi_halo *halo)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_ghosts_clause *clause = &kernel->ghosts;
  kept->halo = *halo;
  kept->depth_at = vfi_value_place(kernel, clause->depth, VF_ARGUMENT_INT);
  kept->nodal_at = vfi_value_place(kernel, clause->nodal, VF_ARGUMENT_INT3);
  kept->sides_at = vfi_value_place(kernel, clause->sides, VF_ARGUMENT_BOUNDARY);
  if (kept->depth_at >= 0) kept->depth = call->arguments[kept->depth_at].value.integer;
  if (kept->nodal_at >= 0) memcpy(kept->nodal, call->arguments[kept->nodal_at].value.integers, sizeof kept->nodal);
  if (kept->sides_at >= 0) memcpy(kept->kind, call->arguments[kept->sides_at].value.boundary.kind, sizeof kept->kind);
}

/* Member by member: callers leave bytes between members without a value. */
static bool has_kept_columns(const kept_call *kept, const vf_columns *columns)
{
  const vf_columns *const p = &kept->columns;
  if (kept->of_columns != (columns != NULL)) return false;
  return !columns || (p->first_point == columns->first_point && p->last_point == columns->last_point &&
                      p->first_block == columns->first_block && p->last_block == columns->last_block &&
                      p->columns == columns->columns && p->first_level == columns->first_level &&
                      p->last_level == columns->last_level && p->levels_said == columns->levels_said &&
                      p->no_blocks == columns->no_blocks);
}

/* True for a kernel whose regions follow from boxes, columns and ghosts alone: no other value moves, narrows or widens them. */
static bool boxes_decide(const vfi_kernel_description *kernel)
{
  const int runs = vfi_points_traits_of(kernel->points)->runs;
  if (kernel->argument_count > MOST_ARGUMENTS || kernel->remote_forms) return false;
  if (runs == VF_RUNS_WINDOWS) return false;
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent != VF_ARGUMENT_VALUE &&
        (is_named(kernel->arguments[a].map.shift) || is_named(kernel->arguments[a].map.within)))
      return false;
  return true;
}

static bool is_single(const vfi_call *call, const vfi_checked *checked)
{
  return call->box_count == 1 && !checked->by_box;
}

bool vfi_check_kept(const vfi_call *call, vfi_checked *checked)
{
  const int count = call->kernel->description.argument_count;
  if (!is_single(call, checked) || count < 1) return false;
  const kept_call *kept = place_of(call);
  if (kept->kernel != call->kernel || kept->selector != call->selector || kept->unloaded != vfi_kernels_unloaded())
    return false;
  if (memcmp(&kept->box, call->boxes, sizeof kept->box) != 0) return false;
  for (int a = 0; a < count; a++)
    if (kept->views[a] != view_of(call, checked, a)) return false;
  if (!has_kept_ghosts(kept, call->arguments) || !has_kept_columns(kept, call->columns)) return false;
  checked->halo = kept->halo;
  checked->type = kept->type;
  checked->context = kept->context;
  checked->components = kept->components;
  checked->levels = kept->levels;
  checked->levels_said = kept->levels_said;
  checked->first_level = kept->first_level;
  return true;
}

void vfi_check_keep(const vfi_call *call, const vfi_checked *checked)
{
  const int count = call->kernel->description.argument_count;
  if (!is_single(call, checked) || count < 1 || !boxes_decide(&call->kernel->description)) return;
  kept_call *kept = place_of(call);
  kept->kernel = call->kernel;
  kept->unloaded = vfi_kernels_unloaded();
  kept->selector = call->selector;
  kept->components = checked->components;
  kept->type = checked->type;
  kept->context = checked->context;
  kept->of_columns = call->columns != NULL;
  if (call->columns) kept->columns = *call->columns;
  kept->levels = checked->levels;
  kept->levels_said = checked->levels_said;
  kept->first_level = checked->first_level;
  kept->box = *call->boxes;
  for (int a = 0; a < count; a++) kept->views[a] = view_of(call, checked, a);
  keep_ghosts(kept, call, &checked->halo);
}
