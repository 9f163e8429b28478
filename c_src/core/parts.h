/* Parts of an array: boxes of its elements, in four directions and counted from 0, and short lists of them. */
#ifndef VIEWFAB_CORE_PARTS_H
#define VIEWFAB_CORE_PARTS_H

#include <stdbool.h>
#include <stdint.h>

enum { VF_PART_RANK = 4, VF_PARTS = 16 };

/* Elements first .. last, both included, in each direction. */
typedef struct vfi_part {
  int64_t first[VF_PART_RANK], last[VF_PART_RANK];
} vfi_part;

/* Parts without a common element. */
typedef struct vfi_part_list {
  int count;
  vfi_part at[VF_PARTS];
} vfi_part_list;

bool vfi_part_is_empty(const vfi_part *part);
int64_t vfi_part_elements(const vfi_part *part);

/* All elements of an array with these extents. */
vfi_part vfi_part_whole(const int64_t extent[VF_PART_RANK]);

/* The common elements of two parts; empty if there are none. */
vfi_part vfi_part_common(const vfi_part *p, const vfi_part *q);

int64_t vfi_parts_elements(const vfi_part_list *list);

/* True if a part and a list have a common element. */
bool vfi_parts_meet(const vfi_part_list *list, const vfi_part *part);

/* Add elements to a list, or remove elements from it. False: the result would have too many parts, and the list is as
 * before. */
bool vfi_parts_add(vfi_part_list *list, const vfi_part *part);
bool vfi_parts_remove(vfi_part_list *list, const vfi_part *part);

/* Adds elements, and merges parts into the box around them if there would be too many: then the list has further
 * elements too. */
void vfi_parts_add_roughly(vfi_part_list *list, const vfi_part *part);

#endif
