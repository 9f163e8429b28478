#include "boundary.h"

#include <viewfab/kit/ghost_weights.h>

static void fold_dirichlet(vfi_face *face, int order, double distance, int n)
{
  if (order == 2 && distance == 0) {
    *face = (vfi_face){ .cells = 1, .w = { -1 }, .wall = 2 };
    return;
  }
  order = VF_GHOST_ORDER(order);
  face->cells = VF_GHOST_CELLS(order, n);
  face->wall = 1;
  for (int q = 0; q < face->cells; q++) face->wall *= VF_GHOST_WALL_FACTOR(q, -distance);
  for (int m = 0; m < face->cells; m++) {
    face->w[m] = VF_GHOST_CELL_FIRST(m, -distance);
    for (int q = 0; q < face->cells; q++)
      if (q != m) face->w[m] *= VF_GHOST_CELL_FACTOR(m, q);
  }
}

void vfi_boundary_fold_graded(const vf_boundary *sides, int face, double width, vfi_face *folded)
{
  if (sides->kind[face] != VF_DIRICHLET || VF_GHOST_ORDER(sides->order) == 1) return;
  const double at_wall = -sides->distance[face] / width;
  *folded =
      (vfi_face){ .cells = 1, .w = { VF_GHOST_CELL_FIRST(0, at_wall) }, .wall = VF_GHOST_WALL_FACTOR(0, at_wall) };
}

const char *vfi_boundary_fold(const vf_boundary *sides, const int n[3], vfi_face faces[6])
{
  if (sides->order == 0 || sides->order < -1) return "the order of the polynomial is none of 1 to 4 and -1";
  for (int f = 0; f < 6; f++) {
    vfi_face *face = &faces[f];
    *face = (vfi_face){ 0 };
    if ((sides->kind[f] == VF_PERIODIC) != (sides->kind[(f + 3) % 6] == VF_PERIODIC))
      return "only one face of a direction is periodic";
    switch (sides->kind[f]) {
      case VF_PERIODIC: face->periodic = true; break;
      case VF_NEUMANN:
        face->cells = 1;
        face->w[0] = 1;
        break;
      case VF_REFLECT_ODD:
        face->cells = 1;
        face->w[0] = -1;
        break;
      case VF_DIRICHLET:
        if (!(sides->distance[f] >= 0 && sides->distance[f] < 1e30))
          return "the distance of a wall is negative or none";
        fold_dirichlet(face, sides->order, sides->distance[f], n[f % 3]);
        break;
      default: return "a face is none of periodic, Dirichlet, Neumann and odd reflection";
    }
  }
  return NULL;
}
