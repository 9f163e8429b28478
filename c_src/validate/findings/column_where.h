/* Kernels over columns: the places of differences and stray writes. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_COLUMN_WHERE_H
#define VIEWFAB_VALIDATE_FINDINGS_COLUMN_WHERE_H

#include "column_grid.h"

/* True if an owned element differs by more than the tolerance allows, as a comparison counts the difference. */
bool vf_column_fails(const vf_image *image, const vf_tolerance *tolerance, double magnitude, int64_t element);

enum { VF_WHERE_TEXT = 240 };

/* The common property of the places: "; only at level k 6, the last one; only in block e 9, the last one, which ends
 * with point i 5". "" if there is none, and in kernels over boxes. */
const char *vf_column_where(char text[VF_WHERE_TEXT], const vf_images *images, const vf_image *image,
                            const vf_comparison *found, const vf_tolerance *tolerance);

/* The side that changed elements without owning them. */
typedef enum vf_column_writer { VF_COLUMN_PORT, VF_COLUMN_ORIGINAL_ALONE } vf_column_writer;

/* ", all beyond point i 11 in block e 9, with which the call ends": the places of such elements; "" as above. */
const char *vf_column_where_outside(char text[VF_WHERE_TEXT], const vf_images *images, const vf_image *image,
                                    vf_column_writer writer);

/* ", all at level k 6, the last one": the common property of unwritten elements. */
const char *vf_column_where_unwritten(char text[VF_WHERE_TEXT], const vf_images *images, const vf_image *image);

#endif
