/* Solvers of Poisson problems with the same cell width in all directions. */
#ifndef SUPPORT_SOLVERS_H
#define SUPPORT_SOLVERS_H

#include <viewfab/layout.h>
#include <viewfab/solver.h>

/* A solver on boxes of the default context; options may be NULL. */
static inline vf_status poisson_on_boxes(const vf_box *boxes, int box_count, double h, const vf_boundary *sides,
                                         const vf_multigrid_options *options, vf_multigrid **solver)
{
  const vf_multigrid_problem problem = { .boxes = boxes, .box_count = box_count, .h = { h, h, h }, .sides = sides };
  return vf_multigrid_create(&problem, options, solver);
}

/* A solver on the boxes of a layout; options may be NULL. */
static inline vf_status poisson_on_layout(vf_layout *layout, double h, const vf_boundary *sides,
                                          const vf_multigrid_options *options, vf_multigrid **solver)
{
  const vf_multigrid_problem problem = { .layout = layout, .h = { h, h, h }, .sides = sides };
  return vf_multigrid_create(&problem, options, solver);
}

#endif
