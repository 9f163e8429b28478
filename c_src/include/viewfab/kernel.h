/* The kernel kit, for authors of kernel files: the words of a declaration, and the names that a body may use.
 *
 * A kernel file states everything about a kernel once:
 *
 *   #define VF_KERNEL  relax                       the name; the file is called relax.h
 *   #define VF_SUMMARY "x = x + w*r, on one colour"  one sentence, with the formula
 *   #define VF_RANK    3                           1 | 2 | 3: directions of a box; 3 may be left out
 *   #define VF_POINTS  coloured                    all | coloured | faces | ghosts | reduction | tiles
 *   #define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)               \
 *     UPDATE(real, x, same, reach(0), "solution")                  \
 *     READ  (real, r, same, reach(0), "residual")                  \
 *     VALUE (real, w, "weight, no unit")
 *   VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) += w * VF_AT(r, i, j, k, n); }
 *
 * From this file the build makes the C entry vf_relax(), the loops for the host, CUDA and HIP, for float and double,
 * and the Fortran procedure vf_relax with its documentation. The file must be valid both as C11 and as C++17.
 *
 * An array argument is  INTENT(type, name, map, reach, "meaning; shape and units"), or INTENT(type, name, "meaning;
 * ...") for the map same and the reach reach(0):
 *   intent  READ    the body only reads the array (a write does not compile)
 *           WRITE   the body writes every element of its points and reads no element
 *           UPDATE  the body reads and writes, or writes only some elements of its points
 *   type    real (float or double, by the views of the call); float or double, in both passes; int (int32) or int64;
 *           logical (the default logical of Fortran): any number but 0 is true; a body writes true, false or a
 *           comparison
 *   map     the elements of point (i, j, k) in the array; the rows are in kit/maps.h:
 *           same          (i, j, k)
 *           refined_by(r, o)    the children ri+o .. ri+o+r-1 in each direction; refined is refined_by(2, 0)
 *           coarsened_by(r, o)  the parent floor(i/r)+o in each direction; coarsened is coarsened_by(2, 0):
 *                         VF_COARSEN(i)
 *           cells, nodes, face(d), edge(d)   the elements at these places beside the point. Points are on cells, or at
 *                         the places in VF_POINTS_ON. In each direction: i if point and array are both on cells or both
 *                         on nodes; i and i+1 from a cell to its nodes; i-1 and i from a node to its cells
 *           along(...)    the indices of the array: i, j, k, n for the components, any for an index that follows no
 *                         axis
 *           anywhere      the whole array
 *           within(b)     elements of the box b; b is a VALUE(box, b, ...) of the kernel
 *           remote        an array of all ranks with numbered elements: remote.h. READ: VF_REMOTE(x, e); WRITE:
 *                         VF_REMOTE_PUT(x, e, v); UPDATE: VF_REMOTE_ADD(x, e, v), one addition after the other
 *           face_of_point in a kernel over faces: the face itself
 *           cells_of_face in a kernel over faces: the two cells beside the face, i-1 and i
 *           refined_face_of_point   in a kernel over faces: the four fine faces that make the face
 *           shifted(s)    (i, j, k) + s; s is a VALUE(int3, s, ...) of the kernel
 *           shared(map)   as map, for an array without component index: all n see the same elements
 *   reach   the elements that the body touches around the mapped elements:
 *           reach(r)        up to r further, on both sides in each direction
 *           reach(x, y, z)  up to x further in i, y in j, z in k, on both sides: reach(1, 1, 0) for five points in a
 *                           plane, also for an array of one plane
 *           reach(below(x, y, z), above(x, y, z))  each side has its own numbers, such as
 *                           reach(below(2, 0, 0), above(1, 0, 0)) for i-2 .. i+1; below(r) and above(r) are the same
 *                           in each direction
 *           reach_along(r), reach_along(below, above)  only along VF_AXIS
 * Directions  #define VF_AXES x, y  makes two kernels of the file, <kernel>_x and <kernel>_y; VF_AXIS is 0 in the first
 *           and 1 in the second, and VF_OTHER_AXIS, in a plane, is 1 and 0: face(VF_AXIS), along(VF_AXIS),
 *           face(VF_OTHER_AXIS).
 *           VF_AT_ALONG(x, m, i, j, n) is the element m further along the axis, VF_AT_ACROSS(...) across it,
 *           VF_ON_AXIS(i, j) the index along it
 * A value argument is  VALUE(type, name, "meaning; units") with type real, int, logical (bool in the body), box,
 * boundary (vf_boundary), or
 *   reals(4), ints(2)               1 to 16 numbers: a.at[0] is the first; real3 and int3 are the same for 3
 *   constants(tecldp)               a structure of constants that the file lists: kit/constants.h
 *   option(upwind, central = 3)     a constant vf_<kernel>_upwind, ...: the same name in the body, in C and in Fortran;
 *                                   each is one more than the constant before, from 0, unless a number stands behind
 *
 * Lines are intermediate values that a body reads at several points of its row, such as the row buffers of legacy
 * stencils:
 *   #define VF_LINES(LINE) LINE(real, r1, reach(1), "sum of the neighbours in y and z")
 *   VF_LINE(r1, i, j, k, n) { return VF_AT(u, i, j-1, k, n) + ...; }
 * The body then reads VF_LINE_AT(r1, i-1) .. VF_LINE_AT(r1, i+1): reach(r) or reach(below(r), above(r)) along the row.
 * The reach of the arrays includes the reads of lines as if the body read there. A line reads READ arguments and
 * values, and no other line. On the host a row of values is computed before the bodies of the row; a GPU recomputes
 * them.
 *
 * Names of arguments are words of neither C nor C++. A constant such as 0.125 is a double: write (real)0.125.
 *
 * A body writes only the elements that its point owns: the elements of the map without the reach. UPDATE with a reach is
 * for coloured points and ghosts. Over all points or faces UPDATE with a reach is a race, because a point reads values
 * that other points write: such a file does not compile, unless it says VF_RACE_INTENDED 1. A build with VIEWFAB_BOUNDS compares
 * each access with map and reach.
 *
 * A body uses:
 *   VF_AT(array, i, j, k, n)     the element; n counts components from 0. In a kernel of rank 2 VF_AT(array, i, j, n)
 *   real                         the type of the pass
 *   VF_ABS, VF_MAX, VF_MIN, VF_SQRT   for real; VF_MAX and VF_MIN give NaN when either side is NaN
 *   VF_EXP, VF_LOG, VF_POW, ...       for real, as in Fortran: kit/math.h has them all
 *   VF_COARSEN(i)                floor(i/2), for negative i too
 *   direction                    in a kernel over faces: 0, 1, 2
 *   VF_UNIT(d, direction)        1 if d is the direction, else 0
 *   face                         in a kernel over ghosts: 0 to 5 for x low, y low, z low, x high, y high, z high
 *   VF_INWARD(d, face)           step in direction d that leads from a ghost into the box: 1, -1 or 0
 *   box                          the box of the current launch
 *   VF_PICK(a, s), VF_PUT(a, s, value)   an element of a small array of the body by a variable index, and its store; with
 *                                two indices VF_PICK(a, s, t), VF_PUT(a, s, t, value)
 *   VF_ON_GPU                    1 if the body is compiled for a GPU, 0 for the host: a constant, for if and ?:
 *   VF_SIMD                      before a loop whose turns do not depend on each other: vectors on a host
 *   VF_BEYOND(d)                 in a kernel over ghosts: distance of the ghost from the box in direction d, negative
 *                                below the box, else 0
 *   VF_IMAGE                     with images: the indices of the ghost's image, VF_AT(x, VF_IMAGE, n); VF_IMAGE_IN(d)
 *                                is the index in direction d
 *   VF_IMAGE_SIGN                -1 if the ghost has the opposite sign of its image, else 1
 * A kernel over ghosts visits the cells beside the six faces of the box, cells at edges and corners excepted, unless it
 * says more:  #define VF_GHOSTS  a list of
 *   depth(m)            layers: a number, or a VALUE(int, m, ...) of the call, possibly 0
 *   with(faces, edges, corners)  the named kinds of ghosts: beyond one, two, three faces. In a kernel of rank 2 corners
 *                       lie beyond two faces
 *   filled(s)           s is a VALUE(boundary, s, ...): the kernel visits no ghosts beside faces that s leaves unfilled,
 *                       nor at the edges and corners of such faces, and arrays need no ghosts there
 *   images(s)           as filled(s), and each ghost has an image in the box: on the other side of a periodic direction,
 *                       else mirrored, with VF_IMAGE_SIGN -1 at a face of odd reflection. images(mirrors): all faces,
 *                       no signs
 *   nodal(c)            c is a VALUE(int3, c, ...), or three numbers: 1 in directions with points on nodes. The box
 *                       remains the box of the cells: the nodes are lower .. upper + 1, and ghosts and mirrors belong to
 *                       the nodes.
 *                       -1: the first and the last cell lie on the walls, so mirrors are about these cells
 * If a ghost lies beyond several faces, face is the first of these faces in the order x, y, z.
 * Over coloured points the launcher finds the colour: point (i, j, k) has colour (i + j + k) mod 2 by global index.
 * A kernel over all, coloured, faces or tiles may give results, 16 at most: numbers over all points of the call:
 *   #define VF_RESULTS(SUM, MIN, MAX)              in one pass, beside the arrays
 *     SUM(mass, "mass in the box, kg")             in double; 0 without points
 *     MIN(dt, "largest stable step, s", place)     infinity without points; with the word place also the point
 *     MAX(speed, "largest speed, m/s")             -infinity without points; a NaN counts as the extreme value
 *   VF_GIVE(name, value)         in the body: adds to the result; any number of times, one addition after the other
 * A kernel over tiles, of rank 1, has phases in place of a body; a tile is a piece of the line:
 *   #define VF_SCRATCH(SCRATCH) SCRATCH(real, w, halo(m), "text")   w(j) for the tile and m points on each side; m is a
 *                                number or a VALUE(int, m, ...)
 *   #define VF_CARRIED(CARRY) CARRY(real, total, 0)                 of each point, with its start
 *   #define VF_PHASES(HALO, WINDOW, POINTS) HALO(fill, m) WINDOW(add, m) POINTS(store)     HALO before the others
 *   VF_HALO_PHASE(fill, j, n)       each j of the tile and m on each side: writes VF_SCRATCH_AT(w, j), reads READ
 *                                   arrays
 *   VF_WINDOW_PHASE(add, i, j, n)   for point i each j = i-m .. i+m in this order: VF_CARRIED_VALUE(total),
 *                                   VF_SCRATCH_AT(w, j)
 *   VF_TILE_PHASE(store, i, n)      each point of the tile; may give results, each once
 * A reduction has VF_TERM(i, j, k, n) { return ...; } in place of VF_BODY, and VF_REDUCE sum | min | max: one result.
 * Over no points at all sum and max give 0, and min infinity.
 * VF_TUNED_GPU 1: the same target has a GPU source with hand-written launchers vf_<kernel>_tuned_<cuda or
 * hip>_<float and double>, and viewfab tries them first.
 * VF_SAFE_IN_PLACE 1: a call may pass the same array twice, also if it writes, because no point reads an element that
 * another point writes.
 * VF_REMOTE_FORMS table, handle: a kernel with remote arrays is compiled for these forms of access too, beside flat:
 * remote.h. For HIP a kernel is compiled for table in any case.
 * VF_VALUES_BY_BOX 1: calls in one launch (vf_dispatch_together) may have different values. A GPU then reads the values
 * of a launch on many boxes from memory. Not over ghosts.
 */
#ifndef VIEWFAB_KERNEL_H
#define VIEWFAB_KERNEL_H

#include <math.h>

#include <viewfab/backend.h>

/* VF_NAME(_x) -> vf_<kernel>_x;  VF_TYPED(_x_) -> vf_<kernel>_x_double */
#define VF_NAME(suffix) VF_CAT(VF_CAT(vf_, VF_KERNEL_NAME), suffix)
#define VF_TYPED(suffix) VF_CAT(VF_NAME(suffix), VF_REAL)

#include <viewfab/kit/arrays.h>

#endif
