/* What a kernel file declares, as data. */
#ifndef VIEWFAB_BACKEND_DESCRIPTION_H
#define VIEWFAB_BACKEND_DESCRIPTION_H

#include <viewfab/backend/words.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_ARGUMENTS = 24 };

typedef enum vf_argument_intent {
  VF_ARGUMENT_READ = VF_READ,
  VF_ARGUMENT_WRITE = VF_WRITE,
  VF_ARGUMENT_UPDATE = VF_UPDATE,
  VF_ARGUMENT_VALUE
} vf_argument_intent;

/* The elements that belong to a point in one direction of an array:
 *   floor(p * refine / coarsen) + first .. floor(p * refine / coarsen) + last   with p the point's index along the axis */
typedef struct vf_map_entry {
  int axis;            /* 0, 1, 2 */
  int refine, coarsen; /* at least 1 */
  int first, last;
} vf_map_entry;

/* Where an array is indexed from a point. kit/maps.h has the rows that kernel files name. */
typedef struct vf_map {
  vf_map_entry at[3];
  bool of_call;      /* first and last hold in the direction of the call only, and are 0 in the others */
  bool shared;       /* no component index */
  const char *shift; /* name of the value that is added in each direction; "": none */
  const char *word;  /* as the kernel file has it */
  const char *text;  /* for documentation, after "indexed" */
} vf_map;

/* Elements around the mapped ones that a body touches, in each direction. */
typedef struct vf_reach {
  int below[3], above[3];
} vf_reach;

typedef struct vf_argument_description {
  const char *name;
  vf_argument_intent intent;
  vf_argument_type type;
  vf_map map;     /* arrays only */
  vf_reach reach; /* arrays only */
  const char *documentation;
} vf_argument_description;

typedef struct vf_kernel_description {
  const char *name;
  const char *summary;
  vf_points points;
  vf_reduction reduction;
  bool safe_in_place;
  int argument_count;
  const vf_argument_description *arguments;
} vf_kernel_description;

static inline bool vf_gives_result(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->adds == VF_ADDS_RESULT;
}

/* Layers beside the box that its points are in; 0 where they are the box. */
static inline int vf_layers_around(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->around;
}

/* Points are of two colours, of which a call has one. */
static inline bool vf_is_coloured(const vf_kernel_description *kernel)
{
  return vf_points_traits_of(kernel->points)->step > 1;
}

#ifdef __cplusplus
}
#endif

#endif
