/* Maps of differences: the places where port and original differ, counted in the cells of a small grid, for pictures. The first
 * failing call of a kernel has a map for each view that fails. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_DIFFERENCE_MAP_H
#define VIEWFAB_VALIDATE_FINDINGS_DIFFERENCE_MAP_H

#include "../images/images.h"

enum { VF_MOST_MAPS = 16 };

typedef struct vfi_difference_map {
  char kernel[VF_NAME_LENGTH], label[VF_NAME_LENGTH];
  int64_t call;                /* its number among the calls of the kernel, from 1 */
  const char *direction[3];    /* "i", "j", "k"; over columns "point", "level", "block" */
  int64_t lower[3], extent[3]; /* in the code's own indices */
  int cells[3]; /* cell c of n begins at the first index whose offset times n reaches c times the extent */
  /* [cell in the third direction][in the second][in the first] elements of all components or species */
  int64_t *compared, *failed;
} vfi_difference_map;

/* Makes the map of an image that fails, unless the kernel has a map of this label, or there is no memory or no room: a map
 * only illustrates the findings. Lock held.
 *   magnitude  reference of the scaled measure */
void vfi_difference_map_make(const vfi_images *images, const vfi_image *image, const vfi_ledger *ledger,
                             const vf_tolerance *tolerance, double magnitude);

/* All maps, the earliest first. Lock held. */
const vfi_difference_map *vfi_difference_maps(int *count);

#endif
