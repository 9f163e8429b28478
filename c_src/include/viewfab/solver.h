/* A geometric multigrid solver for cell-centred problems on views.
 *
 *   constant coefficients   laplacian(phi) = rhs
 *   variable coefficients   alpha a phi - beta div(b grad phi) = rhs
 *
 * A solver is made once for a domain, its boundary and its coefficients, and solves for any number of right-hand sides.
 * The domain is a rectangle of cells, tiled by one or many boxes; each box has views of its own. A list of views has a
 * view for each box. A list may also have a single handle, of a set (viewfab/set.h) on the same boxes in the same order.
 * The solver keeps phi and rhs (and the coefficients) of all levels in contiguous device memory of its
 * own, so its speed does not depend on the boxes: a solve reads the views at its start and writes phi at its end.
 *
 * Views hold real32 or real64; solution and residual are in double, cycles may be in real32 (vf_precision). The result
 * has the same bits on every run, and on the host for any number of threads. */
#ifndef VIEWFAB_SOLVER_H
#define VIEWFAB_SOLVER_H

#include <viewfab/layout.h>
#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_multigrid vf_multigrid;

/* The start of a solve. */
typedef enum vf_start {
  VF_START_FULL = 0,  /* full multigrid: from the solutions of the coarser levels; the values of phi are not used */
  VF_START_GUESS = 1, /* from the values of phi */
  VF_START_ZERO = 2   /* from 0 */
} vf_start;

typedef enum vf_cycle_kind { VF_CYCLE_V = 1, VF_CYCLE_F = 2 } vf_cycle_kind;

/* The solution method on the coarsest level. */
typedef enum vf_bottom {
  VF_BOTTOM_AUTO = 0, /* smooths, if the level is a single line, or has at most 4 cells in each direction across lines,
                       * and a wall (VF_DIRICHLET, VF_REFLECT_ODD) fixes phi or the system is singular; else conjugate
                       * gradients */
  VF_BOTTOM_SMOOTHS = 1,
  VF_BOTTOM_CONJUGATE_GRADIENTS = 2
} vf_bottom;

typedef enum vf_method {
  VF_METHOD_CYCLES = 0, /* cycles by themselves */
  /* flexible conjugate gradients with a cycle as preconditioner. The method needs 3 more arrays of the finest level, 4
   * on resampled grids. It is slower for smooth coefficients and safer for rough coefficients. A step updates the
   * residual. When this residual reaches the tolerance, the method computes the true residual of phi, and goes on from
   * phi if the true residual is above the tolerance */
  VF_METHOD_CONJUGATE_GRADIENTS = 1,
  /* conjugate gradients for coefficients with jumps, by 10^6 from cell to cell: cells of a coarser level are groups of
   * strongly coupled cells. pre and post both take the smaller of the two numbers, at least 1; VF_START_FULL counts as
   * VF_START_ZERO, and cycle as VF_CYCLE_V. The method gives up at max_cycles, or if rounding is reached. The host
   * makes the levels together with the solver. This takes far longer than a solve, and two to three times the memory.
   * Beside walls of order 3 or 4 the operator is not symmetric: conjugate residuals then take the place of conjugate
   * gradients, and the solver takes memory for 32 more arrays of the size of phi. With constant coefficients the method
   * counts as VF_METHOD_CONJUGATE_GRADIENTS. VF_ERROR_BOX: more than 5e8 cells */
  VF_METHOD_ROBUST = 2,
  /* the default: cycles; then conjugate gradients around cycles; then the robust method, if the coefficients vary. The
   * solve goes on with the next method if the present one stagnates or diverges, or if at the rate of its last cycles
   * it needs more than three quarters of the remaining cycles. The solver takes memory for a method when it comes to
   * the method, and keeps the method for its later solves, so later solves may differ in their last bits from the first
   * solve. The residual at the start of a method counts as a cycle. Over ranks the ranks change together; with the robust
   * method the slabs (see below) end, and each rank takes memory for the whole finest level. The robust method takes points
   * in place of lines, and its finest level is then in double. If the memory of a method is not to be had, the solve
   * fails with VF_ERROR_MEMORY or VF_ERROR_DEVICE, and the solver keeps its method; problems of more than 5e8 cells end
   * with conjugate gradients */
  VF_METHOD_AUTO = 3
} vf_method;

/* The number type of cycles. The solution and the tested residual are double in any case. */
typedef enum vf_precision {
  VF_PRECISION_AUTO = 0,  /* real32 on large levels, if the method is cycles, all cycles are V-cycles, all cells are
                           * alike in each direction and need no lines, extents are even in periodic directions, and
                           * walls have orders up to 3 (with coefficients 2). This is faster, and takes half as much
                           * memory again. If such cycles gain too little, the solve goes on with cycles in double.
                           * Cycles of VF_METHOD_ROBUST are in real32 beside such faces */
  VF_PRECISION_DOUBLE = 1 /* double, except coarser levels of VF_METHOD_ROBUST, which are in real32 in any case */
} vf_precision;

/* A function for the progress of a solve, called once before the first cycle with number 0, and after every cycle
 * (iteration).
 *   cycle     number of the cycle
 *   residual  max |rhs - L phi|, in the units of rhs. With cycles alone the residual is measured after the first
 *             smooths of the next cycle. Conjugate gradients update the residual from step to step, and measure the
 *             last one
 *   data      options.history_data
 * The function has to return. During the function the solver refuses to solve and to be destroyed (VF_ERROR_STATE);
 * other solvers can be made and used. If the function closes the context, the solve ends with VF_ERROR_STATE. */
typedef void (*vf_history)(int cycle, double residual, void *data);

/* Options of a solver, each with its default. A program takes vf_multigrid_defaults and changes single options. */
typedef struct vf_multigrid_options {
  int method;             /* vf_method; VF_METHOD_AUTO */
  int start;              /* vf_start; VF_START_FULL */
  int cycle;              /* vf_cycle_kind; VF_CYCLE_V */
  int pre, post;          /* smooths before and after the coarse correction, 0 to 64, not both 0; 3 and 2 */
  int bottom;             /* vf_bottom; VF_BOTTOM_AUTO */
  int bottom_smooths;     /* complete smooths of the coarsest level, >= 1; 8, or up to 40 if few walls fix 3 cells */
  int bottom_iterations;  /* most conjugate gradient iterations on the coarsest level, >= 1; 200 */
  double bottom_accuracy; /* the iterations end at this Euclidean norm of the residual relative to the norm at their
                           * start; > 0 and < 1; 1e-2 */
  double omega;           /* over-relaxation of the smooths, 0 < omega < 2; 1 */
  double omega_near;      /* over-relaxation of the last of several pre smooths and of the first of several post
                           * smooths, 0 < omega_near < 2; 1.32. A cycle leaves 0.02 of the residual with 1.32, and 0.08
                           * with 1. If omega, omega_near, pre and post all have their defaults, smooths beside levels
                           * that halve one or two directions, or are resampled, have other numbers */
  double relative;        /* >= 0; a solve ends if max |rhs - L phi| is at most relative * max |rhs|, walls included;
                           * 1e-10 */
  double absolute;        /* >= 0; or if max |rhs - L phi| is at most this number, in the units of rhs; 0 */
  int max_cycles;         /* >= 1; 100 */
  vf_history history;     /* NULL: no calls */
  void *history_data;
  const double *widths[3];   /* [number of cells] widths of the cells in each direction of the domain, in the units of
                              * h, > 0, at most 1e6 times different; copied by create. NULL: all widths are h. See
                              * vf_multigrid_problem */
  int64_t agglomerate_cells; /* over ranks: every rank has all levels with at most so many cells, and computes these
                              * levels by itself; larger levels are cut between ranks; >= 0; 128^3. Bits do not depend
                              * on the ranks. Grids of at most so many cells, and at most 128^3, may be resampled
                              * (guide, "Grids of any shape"); 0: no grid is */
  int precision;             /* vf_precision; VF_PRECISION_AUTO */
} vf_multigrid_options;

/* The default options, as above. */
VF_API vf_multigrid_options vf_multigrid_defaults(void);

/* The outcome of a solve. */
typedef struct vf_multigrid_report {
  int cycles;             /* cycles (iterations) after the start */
  int method;             /* vf_method at the end of the solve: not VF_METHOD_AUTO */
  double rhs_norm;        /* max |rhs|, after the values on walls were moved into rhs */
  double residual;        /* max |rhs - L phi| of the solution in double, measured at the end */
  double rhs_change;      /* singular systems: the mean of rhs, which the solve subtracted from rhs; else 0 */
  double stored_residual; /* max |rhs - L phi| of the values in the views of phi. Views of real32 hold the rounded
                           * solution, with a possibly much larger residual; otherwise equal to residual */
} vf_multigrid_report;

/* The problem of a solver: the cells, the boundary and the operator. A program zeroes the struct and sets the members that
 * it needs. vf_multigrid_create copies all members; views are read once.
 *
 * With a layout the boxes of all ranks tile the rectangle. Each rank gives the views of its own boxes, in the order of
 * places, or a set on the layout. The solver does not follow these boxes: it cuts its larger levels in slabs of z planes,
 * one slab a rank, and moves right-hand side and solution between boxes and slabs. Boxes in the slab of their own rank
 * save this transfer. There are slabs if all extents are at least 4 and z has two planes a rank. There are none with lines,
 * with VF_METHOD_ROBUST, and with coefficients if a periodic z has odd extents, long cells or widths, or the coefficients
 * of a direction are 2.5 times weaker; each rank then solves the whole problem. The solution has the bits of one device,
 * for any number of ranks, boxes and owners, as long as devices are of one kind.
 *
 * If h differs between directions, directions with long cells are halved later than the others, so widths may differ by
 * any factor. If options.widths gives the widths of single cells:
 *   - div(b grad phi) is the divergence of finite volumes: fluxes b (difference) / (distance of the centres beside the
 *     face)
 *   - the tolerance, report.residual and report.rhs_norm are those of scaled numbers: each number is multiplied by the
 *     volume of its cell over the volume of a cell with the largest widths
 *   - distances of walls count in the width of the cell at the wall; if the three cells at a wall have different
 *     widths, walls of order 3 and 4 are taken with order 2
 *   - singular systems lose the mean of rhs over the volume
 *   - conjugate gradients go around the cycles, also if options.method is VF_METHOD_CYCLES, if widths differ along a
 *     direction without lines
 * If the cells of one direction are shorter than all others by a factor of 3.2, or widths of a direction differ by 1.6,
 * smooths are by lines along this direction (one direction only; the guide has the further conditions). Such smooths
 * have numbers and over-relaxation of their own, if the options have the defaults. */
typedef struct vf_multigrid_problem {
  vf_context *context;      /* NULL: the default context; the views of a solve have the same context */
  const vf_box *boxes;      /* [box_count] in any order, in the user's indices; together they tile a rectangle without
                             * gaps and overlaps. Extents are arbitrary: levels are halved direction by direction, and an
                             * odd number of cells ends in a narrower cell */
  int box_count;            /* >= 1 */
  vf_layout *layout;        /* not NULL: the ranks of a layout, in place of context, boxes and box_count */
  double h[3];              /* cell widths, > 1e-150 and < 1e150; a direction with options.widths ignores its h */
  const vf_boundary *sides; /* boundary of the rectangle; no face VF_UNFILLED; values on Dirichlet walls come with each
                             * solve */
  /* The operator. If a, bx, by and bz are NULL: laplacian(phi) = rhs, and alpha and beta are not used. If all four are
   * given: alpha a phi - beta div(b grad phi) = rhs */
  double alpha, beta;
  vf_view *const *a; /* [box_count] views of the coefficient in the cells of each box (read) */
  vf_view *const *bx, *const *by,
                          *const *bz; /* [box_count] views of the coefficients on the faces, one more in their own
                                           * direction (read). Two boxes share a face between them; its value comes from
                                           * the box on its high side. In a periodic direction the first and the last
                                           * faces are the same faces: give both the same coefficients */
} vf_multigrid_problem;

/* Makes a solver.
 *   problem  see above
 *   options  NULL: vf_multigrid_defaults(); copied
 *   solver   out; the caller destroys the solver. After the end of its context (vf_finalize, vf_context_destroy) the
 *            solver can only be destroyed
 * Changed coefficients need another solver. With a layout this call and each solve are collective calls of the group. The
 * group lives as long as the solver is used; the layout may end earlier. All ranks give the same h, sides, alpha, beta and
 * options. Only the history may differ: each rank with a history function calls it. Reports are the same everywhere.
 * vf_multigrid_destroy and vf_multigrid_shape are not collective; vf_multigrid_shape counts the bytes of this rank.
 * Errors: VF_ERROR_NULL (an argument, boxes or sides is NULL; some but not all of a, bx, by and bz), VF_ERROR_ARGUMENT
 * (box_count, h, options, boundary), VF_ERROR_BOX (boxes do not tile a rectangle, more cells than a solver walks, or a view
 * is smaller than its box needs), VF_ERROR_KIND, VF_ERROR_COMPONENT (views have one component), VF_ERROR_CONTEXT,
 * VF_ERROR_MEMORY, VF_ERROR_DEVICE; with a layout also VF_ERROR_STATE (the layout or the group was destroyed), and
 * VF_ERROR_PEER with the text of the failing rank on all others, or if ranks give different numbers. */
VF_API vf_status vf_multigrid_create(const vf_multigrid_problem *problem, const vf_multigrid_options *options,
                                     vf_multigrid **solver);

/* Old forms of vf_multigrid_create, for one release. Arguments are the members of the problem. Errors: as for
 * vf_multigrid_create, and VF_ERROR_NULL (h). */
VF_DEPRECATED("use vf_multigrid_create")
VF_API vf_status vf_multigrid_create_poisson(vf_context *context, const vf_box *boxes, int box_count, double h,
                                             const vf_boundary *sides, const vf_multigrid_options *options,
                                             vf_multigrid **solver);
VF_DEPRECATED("use vf_multigrid_create")
VF_API vf_status vf_multigrid_create_stretched(vf_context *context, const vf_box *boxes, int box_count,
                                               const double h[3], const vf_boundary *sides,
                                               const vf_multigrid_options *options, vf_multigrid **solver);
VF_DEPRECATED("use vf_multigrid_create")
VF_API vf_status vf_multigrid_create_helmholtz(vf_context *context, const vf_box *boxes, int box_count, double alpha,
                                               double beta, vf_view *const a[], vf_view *const bx[],
                                               vf_view *const by[], vf_view *const bz[], const double h[3],
                                               const vf_boundary *sides, const vf_multigrid_options *options,
                                               vf_multigrid **solver);
VF_DEPRECATED("use vf_multigrid_create")
VF_API vf_status vf_multigrid_create_poisson_layout(vf_layout *layout, double h, const vf_boundary *sides,
                                                    const vf_multigrid_options *options, vf_multigrid **solver);
VF_DEPRECATED("use vf_multigrid_create")
VF_API vf_status vf_multigrid_create_helmholtz_layout(vf_layout *layout, double alpha, double beta, vf_view *const a[],
                                                      vf_view *const bx[], vf_view *const by[], vf_view *const bz[],
                                                      const double h[3], const vf_boundary *sides,
                                                      const vf_multigrid_options *options, vf_multigrid **solver);

/* Solves.
 *   phi     [box_count] solution of each box: the cells are written, ghosts are left alone (updated)
 *   rhs     [box_count] right-hand sides (read)
 *   wall    [box_count] values on Dirichlet walls, in the ghost cells of a box beside the wall, in the units of phi
 *           (read); entries of boxes without such a wall may be NULL; wall NULL: 0 everywhere
 *   report  out; may be NULL
 * If the operator maps constants to 0 (no Dirichlet or odd face, and alpha or a zero), the mean of rhs is subtracted,
 * so that a solution exists, and phi is the solution with mean 0. VF_OK means: max |rhs - L phi| of the solution in
 * double was measured at the end, and meets the tolerance. Views of real32 then get the rounded solution, and
 * report.stored_residual is the residual of the rounded values.
 * Errors: as for create, VF_ERROR_ALIAS (phi and rhs are one view), VF_ERROR_STATE (the solver's context was closed, or
 * the call comes from its own history function), and
 *   VF_ERROR_DIVERGED    a number of rhs, wall or the guess is infinite or a NaN (the text names the number), or the
 *                        last residual is larger than the first residual, or than max |rhs| if phi held no guess: phi
 *                        is as before. The text advises a method or a number that this solve did not try, if there is
 *                        one
 *   VF_ERROR_STAGNATED   the residual went down, and then stopped: by less than a tenth in 4 cycles of the last method,
 *                        at the limit of rounding, or at options.max_cycles; phi holds the last approximation
 *   VF_ERROR_KIND        also: views of real32 cannot hold the solution; phi is as before */
VF_API vf_status vf_multigrid_solve(vf_multigrid *solver, vf_view *const phi[], vf_view *const rhs[],
                                    vf_view *const wall[], vf_multigrid_report *report);

/* The number of levels, the cells of the coarsest level in each direction ([3]), and the bytes of device memory of the
 * solver so far. Each may be NULL.
 * Errors: VF_ERROR_NULL (no solver, or a destroyed solver), VF_ERROR_STATE (its context was closed). */
VF_API vf_status vf_multigrid_shape(const vf_multigrid *solver, int *levels, int coarsest[3], int64_t *bytes);

/* Ends a solver; *solver becomes NULL. NULL is allowed, and so is a solver after the end of its context.
 * Errors: VF_ERROR_STATE (from its own history function: the solver stays), VF_ERROR_NULL (a copy of the handle of a
 * destroyed solver), VF_ERROR_DEVICE. */
VF_API vf_status vf_multigrid_destroy(vf_multigrid **solver);

#ifdef __cplusplus
}
#endif

#endif
