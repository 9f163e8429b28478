/* A geometric multigrid solver for cell-centred problems on views.
 *
 *   constant coefficients   laplacian(phi) = rhs
 *   variable coefficients   alpha a phi - beta div(b grad phi) = rhs
 *
 * A solver is made once for a domain, its boundary and its coefficients, and solves for any number of right-hand sides.
 * The domain is a rectangle of cells that one or many boxes tile; each box has views of its own. Where a function takes
 * a list of views, one for each box, it also takes a list of one handle, that of a set (viewfab/set.h) on the same
 * boxes in the same order. The solver keeps phi and rhs (and the coefficients) of all levels in contiguous storage of
 * its own on the device, so that its speed does not depend on the boxes: the views are read at the start of a solve and
 * phi is written at its end.
 *
 * Views hold real32 or real64; solution and residual are in double, cycles may be in real32 (vf_precision). The result
 * has the same bits on every run, and on the host for any number of threads.
 */
#ifndef VIEWFAB_SOLVER_H
#define VIEWFAB_SOLVER_H

#include <viewfab/layout.h>
#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_multigrid vf_multigrid;

/* Where a solve starts. */
typedef enum vf_start {
  VF_START_FULL = 0,  /* full multigrid: from the solutions of the coarser levels; what phi holds is not used */
  VF_START_GUESS = 1, /* from what phi holds */
  VF_START_ZERO = 2   /* from 0 */
} vf_start;

typedef enum vf_cycle_kind { VF_CYCLE_V = 1, VF_CYCLE_F = 2 } vf_cycle_kind;

/* How the coarsest level is solved. */
typedef enum vf_bottom {
  VF_BOTTOM_AUTO = 0, /* smooths where a wall holds phi or nothing does, else conjugate gradients */
  VF_BOTTOM_SMOOTHS = 1,
  VF_BOTTOM_CONJUGATE_GRADIENTS = 2
} vf_bottom;

typedef enum vf_method {
  VF_METHOD_CYCLES = 0, /* cycles by themselves */
  /* flexible conjugate gradients with a cycle as preconditioner; takes 3 more arrays of the finest level, 4 on resampled
   * grids; slower for smooth coefficients, safer for rough ones. Where its residual has reached the tolerance, that of phi
   * is measured, and it goes on from there if that has not */
  VF_METHOD_CONJUGATE_GRADIENTS = 1,
  /* the same for coefficients that jump, by 10^6 from cell to cell: coarser levels have groups of cells that have much to
   * do with each other. pre and post are the smaller of both, at least 1; VF_START_FULL counts as VF_START_ZERO, and
   * cycle as VF_CYCLE_V. It gives up at max_cycles, or where rounding is reached. The levels are made on the host when
   * the solver is made, which takes far longer than a solve, and take two to three times the memory. Beside walls of order
   * 3 or 4 the operator is not symmetric: conjugate residuals then take the place of conjugate gradients, and the solver
   * takes memory for 32 more arrays of the size of phi. With constant coefficients it counts as
   * VF_METHOD_CONJUGATE_GRADIENTS; VF_ERROR_BOX: more than 5e8 cells */
  VF_METHOD_ROBUST = 2,
  /* the default: cycles; then conjugate gradients around them; then the robust method, if the coefficients vary. The solve
   * goes on with the next method if the present one stagnates or diverges, or if at the rate of its last cycles it needs
   * more than three quarters of the cycles that are left. The solver takes memory for a method when it comes to the
   * method, and keeps the method for its later solves, which may differ in their last bits from the first solve. The
   * residual that a method starts from counts as a cycle. Over ranks with slabs (see below), and with lines, the choice
   * ends with conjugate gradients */
  VF_METHOD_AUTO = 3
} vf_method;

/* What cycles are computed in; the solution and the residual that is tested are double in any case. */
typedef enum vf_precision {
  VF_PRECISION_AUTO = 0,  /* real32 on large levels, for V-cycles by themselves, with cells alike in each direction that
                             need no lines, even extents where periodic, and walls of orders up to 3 (with coefficients
                             2): faster, for half as much memory again. Where such cycles gain too little, the solve
                             goes on with cycles in double. Cycles of VF_METHOD_ROBUST, for such faces */
  VF_PRECISION_DOUBLE = 1 /* double; coarser levels of VF_METHOD_ROBUST are in real32 in any case */
} vf_precision;

/* Called after every cycle (iteration) of a solve, and once before the first with number 0.
 *   cycle     its number
 *   residual  max |rhs - L phi|, in the units of rhs; when cycles go by themselves it is measured after the first
 *             smooths of the next one; conjugate gradients carry it on from step to step, and measure the last one
 *   data      options.history_data
 * It has to return. The solver that calls it refuses to solve or to be destroyed there (VF_ERROR_STATE); other solvers
 * can be made and used. Where it closes the context, the solve ends with VF_ERROR_STATE. */
typedef void (*vf_history)(int cycle, double residual, void *data);

/* Take them from vf_multigrid_defaults and change what should differ. */
typedef struct vf_multigrid_options {
  int method;            /* vf_method; VF_METHOD_AUTO */
  int start;             /* vf_start; VF_START_FULL */
  int cycle;             /* vf_cycle_kind; VF_CYCLE_V */
  int pre, post;         /* smooths before and after the coarse correction, at most 64, not both 0; 3 and 2 */
  int bottom;            /* vf_bottom; VF_BOTTOM_AUTO */
  int bottom_smooths;    /* complete smooths of the coarsest level, >= 1; 8, or up to 40 where few walls hold 3 cells */
  int bottom_iterations; /* most conjugate gradient iterations there, >= 1; 200 */
  double bottom_accuracy; /* at which they end: Euclidean norm of the residual relative to that at their start; 1e-2 */
  double omega;           /* over-relaxation of the smooths, 0 < omega < 2; 1 */
  double omega_near;      /* of the last of several pre smooths and the first of several post smooths; 1.32, which
                             leaves 0.02 of the residual after a cycle where 1 leaves 0.08. With all defaults smooths
                             have other numbers where levels halve two directions, or one, or are resampled */
  double relative;    /* a solve ends when max |rhs - L phi| is at most relative * max |rhs|, walls included; 1e-10 */
  double absolute;    /* or at most this, in the units of rhs; 0 */
  int max_cycles;     /* >= 1; 100 */
  vf_history history; /* NULL: none */
  void *history_data;
  const double *widths[3];   /* widths of the cells in each direction of the domain, in the units of h, > 0, at most 1e6
                              times different; copied by create. NULL: all are h. See vf_multigrid_create_stretched */
  int64_t agglomerate_cells; /* over ranks: levels of at most so many cells are on every rank, which computes them by
                                itself; larger ones are cut between ranks; >= 0; 128^3. Bits do not depend on the ranks;
                                grids of at most so many cells, and 128^3, may be resampled (guide, "Grids of any
                                shape"), which with 0 none is */
  int precision;             /* vf_precision; VF_PRECISION_AUTO */
} vf_multigrid_options;

VF_API vf_multigrid_options vf_multigrid_defaults(void);

/* What a solve did. */
typedef struct vf_multigrid_report {
  int cycles;             /* cycles (iterations) after the start */
  int method;             /* vf_method that ended the solve: not VF_METHOD_AUTO */
  double rhs_norm;        /* max |rhs|, with the values on walls moved into it */
  double residual;        /* max |rhs - L phi| of the solution in double, measured at the end */
  double rhs_change;      /* singular systems: the mean of rhs, which was subtracted from it; else 0 */
  double stored_residual; /* the same of what phi holds now: where its views are real32 the solution was rounded to
                             them, which may leave much more; otherwise it is residual */
} vf_multigrid_report;

/* Makes a solver for laplacian(phi) = rhs.
 *   context    NULL: the default context; the views of a solve have the same one
 *   boxes      [box_count] that tile a rectangle without gaps and overlaps, in any order, in the user's indices; copied
 *   h          cell width, the same in all directions, > 1e-150 and < 1e150
 *   sides      boundary of the rectangle; no face VF_UNFILLED; values on Dirichlet walls come with each solve
 *   options    NULL: vf_multigrid_defaults(); copied
 *   solver     out; the caller destroys it. After its context was closed (vf_finalize, vf_context_destroy) that is all
 *              that can be done with it
 * Any extents will do: levels are halved direction by direction, and an odd number of cells ends in a narrower one.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (box_count, h, options, boundary), VF_ERROR_BOX (boxes do not tile a
 * rectangle, or more cells than a solver walks), VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
VF_API vf_status vf_multigrid_create_poisson(vf_context *context, const vf_box *boxes, int box_count, double h,
                                             const vf_boundary *sides, const vf_multigrid_options *options,
                                             vf_multigrid **solver);

/* Makes a solver for laplacian(phi) = rhs on cells that are not cubes.
 *   h           [3] cell widths in each direction, as above; with options.widths that direction's is not looked at
 * Directions in which cells are long are halved later than the others, so that widths may differ by any factor.
 * Other arguments and errors as above. Where options.widths gives the widths of single cells (here, and for
 * vf_multigrid_create_helmholtz):
 *   - div(b grad phi) is that of finite volumes: fluxes b (difference) / (distance of the centres beside the face)
 *   - the tolerance, report.residual and report.rhs_norm are of numbers that were multiplied by the volume of their
 *     cell over that of the widest in each direction
 *   - distances of walls count in the width of the cell at the wall; where the three cells there are not alike, walls of
 *     order 3 and 4 are taken with order 2
 *   - the mean of rhs that singular systems lose is that over the volume
 *   - conjugate gradients go around the cycles, also if options.method is VF_METHOD_CYCLES, if widths differ along a
 *     direction without lines
 * Where the cells of one direction are shorter than all others by a factor of 3.2, or widths differ by 1.6, smooths are
 * by lines along that direction (one only; what else they want is in the guide), with numbers of smooths and
 * over-relaxation of their own where the options have the defaults. */
VF_API vf_status vf_multigrid_create_stretched(vf_context *context, const vf_box *boxes, int box_count,
                                               const double h[3], const vf_boundary *sides,
                                               const vf_multigrid_options *options, vf_multigrid **solver);

/* Makes a solver for alpha a phi - beta div(b grad phi) = rhs.
 *   a           [box_count] views of the coefficient in the cells of each box (read)
 *   bx, by, bz  [box_count] views of the coefficients on the faces, one more in their own direction (read). A face
 *               that two boxes share is taken from the one on its high side.
 *   h           [3] cell widths, as above
 * In a periodic direction the first and the last faces are the same ones: give both the same coefficients.
 * The coefficients are copied: a change of them needs another solver. Other arguments and errors as above; also
 * VF_ERROR_BOX (a view does not hold what its box needs), VF_ERROR_KIND, VF_ERROR_COMPONENT (views have one component),
 * VF_ERROR_CONTEXT. */
VF_API vf_status vf_multigrid_create_helmholtz(vf_context *context, const vf_box *boxes, int box_count, double alpha,
                                               double beta, vf_view *const a[], vf_view *const bx[],
                                               vf_view *const by[], vf_view *const bz[], const double h[3],
                                               const vf_boundary *sides, const vf_multigrid_options *options,
                                               vf_multigrid **solver);

/* ---- Over ranks --------------------------------------------------------------------------------------
 *
 * The same with a layout in place of context and boxes: the boxes of all ranks tile the rectangle, and each rank gives
 * views of its own, in the order of places, or a set on the layout. The solver does not follow these boxes: it cuts its
 * larger levels in slabs of z planes, one a rank, and brings right-hand side and solution from one cut to the other. So
 * boxes that lie in their rank's slab spare that way. There are slabs where all extents are at least 4 and z has two
 * planes a rank, but for lines, VF_METHOD_ROBUST, and coefficients with a periodic z that has odd extents, long cells or
 * widths; otherwise each rank solves the whole. The solution has the bits of one device, for any number of ranks, boxes
 * and owners, as long as devices are of one kind.
 *
 * Making a solver and each solve are collective calls of the group; the group lives as long as the solver is used, the
 * layout need not. All ranks give the same h, sides, alpha, beta and options, but for the history, which is called
 * where it is given. Reports are the same everywhere. vf_multigrid_destroy and vf_multigrid_shape are not collective;
 * the latter counts the bytes of this rank.
 *
 * Errors: as above and below, on the rank where they are found, and VF_ERROR_PEER with its text on all others;
 * VF_ERROR_PEER also where ranks give different numbers; VF_ERROR_STATE (the layout or the group was destroyed). */
VF_API vf_status vf_multigrid_create_poisson_layout(vf_layout *layout, double h, const vf_boundary *sides,
                                                    const vf_multigrid_options *options, vf_multigrid **solver);
VF_API vf_status vf_multigrid_create_helmholtz_layout(vf_layout *layout, double alpha, double beta, vf_view *const a[],
                                                      vf_view *const bx[], vf_view *const by[], vf_view *const bz[],
                                                      const double h[3], const vf_boundary *sides,
                                                      const vf_multigrid_options *options, vf_multigrid **solver);

/* Solves.
 *   phi     [box_count] solution of each box: its cells are written, ghosts are left alone (updated)
 *   rhs     [box_count] right-hand sides (read)
 *   wall    [box_count] values on Dirichlet walls, in the ghost cells of a box beside them, in the units of phi (read);
 *           entries of boxes that touch no such wall may be NULL; wall NULL: 0 everywhere
 *   report  out; may be NULL
 * Where constants are in the kernel of the operator (no Dirichlet or odd face, and alpha or a zero), the mean of rhs is
 * subtracted, so that there is a solution, and phi is the one with mean 0.
 * VF_OK says that max |rhs - L phi| of the solution in double was measured at its end, and meets the tolerance. Where
 * views of phi are real32 it is then rounded to them, and report.stored_residual is that of what they hold.
 * Errors: as for create, VF_ERROR_ALIAS (phi and rhs are one view), VF_ERROR_STATE (the solver's context was closed, or
 * the call comes from its own history function), and
 *   VF_ERROR_DIVERGED    a number of rhs, wall or the guess is infinite or none (the text names it), or the residual
 *                        ended above the first one, or above max |rhs| where phi held no guess: phi is as before. The
 *                        text advises a method or a number that this solve did not try, if there is one
 *   VF_ERROR_STAGNATED   the residual went down, but then by less than a tenth in 4 cycles of the last method, or to what
 *                        rounding leaves, or options.max_cycles came first; phi holds the last approximation
 *   VF_ERROR_KIND        also: the solution is beyond what views of real32 can hold; phi is as before */
VF_API vf_status vf_multigrid_solve(vf_multigrid *solver, vf_view *const phi[], vf_view *const rhs[],
                                    vf_view *const wall[], vf_multigrid_report *report);

/* How many levels there are, cells of the coarsest in each direction ([3]), and bytes of device memory that the solver
 * has taken so far. Each may be NULL.
 * Errors: VF_ERROR_NULL (no solver, or one that was destroyed), VF_ERROR_STATE (its context was closed). */
VF_API vf_status vf_multigrid_shape(const vf_multigrid *solver, int *levels, int coarsest[3], int64_t *bytes);

/* Ends a solver; *solver becomes NULL. NULL is allowed, and so is a solver whose context was closed.
 * Errors: VF_ERROR_STATE (from its own history function: the solver stays), VF_ERROR_NULL (a copy of a handle whose
 * solver was destroyed), VF_ERROR_DEVICE. */
VF_API vf_status vf_multigrid_destroy(vf_multigrid **solver);

#ifdef __cplusplus
}
#endif

#endif
