/* Solvers for the ranks of a layout. */
#include <stdlib.h>

#include "../../core/error.h"
#include "../../group/group.h"
#include "create_layout.h"
#include "wire_of_group.h"

static uint64_t digest_numbers(uint64_t digest, const double *numbers, int count)
{
  return vfi_digest(digest, numbers, (size_t)count * sizeof *numbers);
}

/* A digest of the arguments that must be equal on all ranks. The numbers are added one by one,
 * because structs have gaps. */
static uint64_t digest_of(const vfi_operator *op, const vf_boundary *sides, const vf_multigrid_options *options)
{
  const vf_multigrid_options o = options ? *options : vf_multigrid_defaults();
  const double numbers[] = { op->variable,
                             op->alpha,
                             op->beta,
                             op->h[0],
                             op->h[1],
                             op->h[2],
                             o.method,
                             o.start,
                             o.cycle,
                             o.pre,
                             o.post,
                             o.bottom,
                             o.bottom_smooths,
                             o.bottom_iterations,
                             o.bottom_accuracy,
                             o.omega,
                             o.omega_near,
                             o.relative,
                             o.absolute,
                             o.max_cycles,
                             (double)o.agglomerate_cells,
                             o.widths[0] != NULL,
                             o.widths[1] != NULL,
                             o.widths[2] != NULL,
                             o.precision };
  uint64_t digest = digest_numbers(0, numbers, sizeof numbers / sizeof *numbers);
  for (int face = 0; face < 6 && sides; face++)
    digest = digest_numbers(digest, (double[2]){ sides->kind[face], sides->distance[face] }, 2);
  return digest_numbers(digest, (double[1]){ sides ? sides->order : 0 }, 1);
}

typedef struct all_boxes {
  vf_box *boxes;
  int *owners;
  int count;
} all_boxes;

static vf_status list_boxes(const vf_layout *layout, all_boxes *all)
{
  vf_status status = vf_layout_size(layout, NULL, &all->count);
  if (status) return status;
  all->boxes = malloc((size_t)(all->count + 1) * sizeof *all->boxes);
  all->owners = malloc((size_t)(all->count + 1) * sizeof *all->owners);
  if (!all->boxes || !all->owners)
    return vfi_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for %d boxes", all->count);
  for (int b = 0; b < all->count && !status; b++) status = vf_layout_box(layout, b, &all->boxes[b], &all->owners[b]);
  return status;
}

vf_status vfi_multigrid_create_over_ranks(vf_layout *layout, const vfi_operator *op, const vf_boundary *sides,
                                          const vf_multigrid_options *options, vf_status status, vf_multigrid **solver)
{
  static const char call[] = "vf_multigrid_create";
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  const vf_status own = status; /* of the arguments; a rank with wrong arguments takes part, too */
  vf_group *group = NULL;
  status = vf_layout_group(layout, &group);
  if (status) return vfi_group_refuse(NULL, call, status);
  status = vfi_group_check_collective(group, call);
  if (status) return status;
  const vfi_wire wire = vfi_wire_of_group(group);
  all_boxes all = { 0 };
  vfi_made_of from = { .wire = &wire };
  vf_multigrid *made = NULL;
  status = vfi_group_check_open_exchange(group, call);
  if (!status) status = vf_group_context(group, &from.context);
  if (!status) status = list_boxes(layout, &all);
  if (!status && own) status = (vf_status)vfi_error_report(own, text);
  status = vfi_group_agree(group, call, digest_of(op, sides, options), status);
  from.boxes = all.boxes;
  from.owners = all.owners;
  from.box_count = all.count;
  if (!status) status = vfi_multigrid_make(&from, op, sides, options, &made);
  if (solver) *solver = made;
  free(all.boxes);
  free(all.owners);
  return status;
}
