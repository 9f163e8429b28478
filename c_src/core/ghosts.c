#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "region.h"
#include "text.h"

static int depth_of(const vfi_kernel_description *kernel, const vfi_argument *values)
{
  const char *depth = kernel->ghosts.depth;
  const vf_value *given = vfi_value_named(kernel, values, depth, VF_ARGUMENT_INT);
  return given ? given->integer : depth ? atoi(depth) : 1;
}

static const vf_boundary *sides_of(const vfi_kernel_description *kernel, const vfi_argument *values)
{
  const vf_value *given = vfi_value_named(kernel, values, kernel->ghosts.sides, VF_ARGUMENT_BOUNDARY);
  return given ? &given->boundary : NULL;
}

static const int *nodal_of(const vfi_kernel_description *kernel, const vfi_argument *values)
{
  const vf_value *given = vfi_value_named(kernel, values, kernel->ghosts.nodal, VF_ARGUMENT_INT3);
  return given ? given->integers : kernel->ghosts.nodal_in;
}

/* Bits of the faces with a kind of boundary. */
static unsigned faces_of(const vf_boundary *sides, vf_boundary_kind kind)
{
  unsigned faces = 0;
  for (int face = 0; sides && face < 6; face++)
    if (sides->kind[face] == (int)kind) faces |= 1u << face;
  return faces;
}

/* The pieces that lie beyond as many faces as the parts say, all of them filled. A corner lies beyond a face in each
 * direction that there is: in a plane its ghosts are edges and corners at once. */
static unsigned pieces_of(int rank, unsigned parts, unsigned unfilled)
{
  for (int d = rank; d < 3; d++) unfilled |= 9u << d;
  if (parts & VF_PART_CORNERS) parts |= 1u << (rank - 1);
  unsigned beside[3]; /* pieces that lie below or above the box in a direction */
  for (int d = 0; d < 3; d++) beside[d] = vfi_halo_pieces_at(d, -1) | vfi_halo_pieces_at(d, 1);
  const unsigned three = beside[0] & beside[1] & beside[2];
  const unsigned one = (beside[0] ^ beside[1] ^ beside[2]) & ~three;
  const unsigned two = (beside[0] | beside[1] | beside[2]) & ~one & ~three;
  unsigned pieces =
      (parts & VF_PART_FACES ? one : 0) | (parts & VF_PART_EDGES ? two : 0) | (parts & VF_PART_CORNERS ? three : 0);
  for (int face = 0; face < 6; face++)
    if (unfilled >> face & 1) pieces &= ~vfi_halo_pieces_at(face % 3, face < 3 ? -1 : 1);
  return pieces;
}

vfi_halo vfi_halo_of(const vfi_kernel_description *kernel, const vfi_argument *values)
{
  const vfi_ghosts_clause *clause = &kernel->ghosts;
  vfi_halo halo = { .pieces = 1u << VF_HALO_INSIDE };
  if (!vfi_layers_around(kernel)) return halo;
  const vf_boundary *sides = sides_of(kernel, values);
  halo.depth = depth_of(kernel, values);
  halo.pieces = halo.depth > 0 ? pieces_of(kernel->rank, clause->parts ? clause->parts : VF_PART_FACES,
                                           faces_of(sides, VF_UNFILLED))
                               : 0;
  halo.periodic = faces_of(sides, VF_PERIODIC);
  halo.odd = faces_of(sides, VF_REFLECT_ODD);
  const int *const nodal = nodal_of(kernel, values);
  for (int d = 0; d < 3; d++) {
    halo.nodal[d] = nodal[d] > 0;
    if (nodal[d] < 0) halo.on_walls |= 1u << d;
  }
  return halo;
}

static vf_status check_clause(const vfi_kernel_description *kernel, const vfi_argument *values)
{
  const vf_boundary *sides = sides_of(kernel, values);
  const int *nodal = nodal_of(kernel, values);
  const int depth = depth_of(kernel, values);
  if (depth < 0)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: %s %d; it may be 0 or more layers", kernel->name, kernel->ghosts.depth,
                    depth);
  for (int d = 0; d < 3; d++)
    if (nodal[d] < -1 || nodal[d] > 1 || (nodal[d] && d >= kernel->rank))
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "vf_%s: %s (%d, %d, %d); each may be 0 (cells), 1 (nodes), or -1 (cells whose first and last lie "
                      "on the walls)%s",
                      kernel->name, kernel->ghosts.nodal, nodal[0], nodal[1], nodal[2],
                      d < kernel->rank ? "" : ", in a direction of the kernel");
  for (int face = 0; sides && kernel->ghosts.images && face < 6; face++)
    if (sides->kind[face] == VF_DIRICHLET)
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "vf_%s: %s: face %s is Dirichlet; only Neumann, odd reflection and periodic faces have images",
                      kernel->name, kernel->ghosts.sides, vfi_face_names[face]);
  return VF_OK;
}

/* The label of the written array for box b, and the number of directions in its messages. */
static const char *label_of(const vfi_call *call, const vfi_checked *checked, int b, const char **argument, int *rank)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *record = NULL;
  for (int a = 0; a < kernel->argument_count && !record; a++) {
    if (kernel->arguments[a].intent != VF_ARGUMENT_WRITE && kernel->arguments[a].intent != VF_ARGUMENT_UPDATE) continue;
    record = vfi_checked_record(checked, a, b);
    *argument = kernel->arguments[a].name;
  }
  *rank = record && record->rank < 3 ? record->rank : 3;
  return record ? record->label : "";
}

vf_status vfi_check_ghosts(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  if (!vfi_layers_around(kernel)) return VF_OK;
  const vf_status status = check_clause(kernel, call->arguments);
  if (status || !kernel->ghosts.images) return status;
  const vfi_halo halo = vfi_halo_of(kernel, call->arguments);
  for (int b = 0; b < call->box_count; b++) {
    const vf_box *box = &call->boxes[b];
    if (vfi_box_is_empty(box)) continue;
    for (int d = 0; d < 3; d++) {
      const int64_t cells = (int64_t)box->upper[d] - box->lower[d] + 1;
      const unsigned beside = vfi_halo_pieces_at(d, -1) | vfi_halo_pieces_at(d, 1);
      char text[VF_RANGE_TEXT];
      const char *argument = "";
      int rank = 3;
      const bool on_walls = halo.on_walls >> d & 1;
      if (halo.depth <= cells - on_walls || !(halo.pieces & beside)) continue;
      const char *label = label_of(call, checked, b, &argument, &rank);
      return vfi_fail(VF_ERROR_BOX,
                      "vf_%s: %d layers of ghosts of '%s' (argument %s) in %c have no image in box %s, which is %lld "
                      "cell%s long there%s: a mirror or a period is at least as long as its ghosts are deep",
                      kernel->name, halo.depth, label, argument, "xyz"[d], vfi_box_text_in(text, box, rank),
                      (long long)cells, cells == 1 ? "" : "s",
                      on_walls ? ", with the first and the last on the walls" : "");
    }
  }
  return VF_OK;
}
