/* Pictures: the places where port and original differ by more than the tolerance, for an array and the call with the most such
 * elements. A picture is a stack of slices; a cell of a slice holds one element or several. Lock held. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_PICTURE_H
#define VIEWFAB_VALIDATE_FINDINGS_PICTURE_H

#include "../../core/axes.h"
#include "../ledger.h"

enum { VF_PICTURE_ACROSS, VF_PICTURE_DOWN, VF_PICTURE_SLICES, VF_PICTURE_SIDES };
enum {
  VF_MAX_PICTURES = 16,
  VF_PICTURE_CELLS = 48,
  VF_PICTURE_SLICE_CELLS = 12
}; /* pictures of a kernel; largest numbers of cells of a side */

/* A side of a picture: indices of the code, from `first`, in `cells` equal parts. */
typedef struct vfi_picture_side {
  const char *name; /* "i", "level", ... */
  int64_t first, extent;
  int64_t cells;
} vfi_picture_side;

typedef struct vfi_picture_cell {
  int64_t elements; /* that differ */
  double largest;   /* absolute difference; infinite beside a NaN */
} vfi_picture_cell;

typedef struct vfi_picture {
  struct vfi_picture *next;
  int argument;
  char label[VF_NAME_LENGTH];
  int64_t call, elements; /* that differ, in this call */
  vfi_picture_side sides[VF_PICTURE_SIDES];
  vfi_picture_cell *cells; /* [slice][down][across] */
} vfi_picture;

/* Rules that tell the place of an element in a picture. Arrays of points: the first direction is across, the second is down, the
 * third makes the slices. Arrays of columns: blocks are across, levels are down, species or parts make the slices; a missing
 * one is replaced by points. */
typedef struct vfi_picture_frame {
  const vfi_axes *axes; /* NULL: an array of points */
  int64_t first;        /* the array begins with this element of the axes */
  int role[VF_PICTURE_SIDES];
  vfi_picture_side sides[VF_PICTURE_SIDES];
} vfi_picture_frame;

/*   axes    with a rank: of columns
 *   rank    directions of points; the direction behind them counts components
 *   extent  [4], and the index of the first element */
vfi_picture_frame vfi_picture_frame_of(const vfi_axes *axes, int64_t first, int rank, const int64_t extent[4],
                                       const int64_t lower[4]);

/* A picture for so many differing elements; NULL if another call has a picture with as many, or without memory. */
vfi_picture *vfi_picture_begin(vfi_ledger *ledger, int argument, const char *label, const vfi_picture_frame *frame,
                               int64_t elements);

/*   element  from the beginning of the array
 *   index    the same by direction, from 0 */
void vfi_picture_add(vfi_picture *picture, const vfi_picture_frame *frame, int64_t element, const int64_t index[4],
                     double difference);

void vfi_pictures_forget(vfi_ledger *ledger);

#endif
