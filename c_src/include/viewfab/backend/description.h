/* What a kernel file declares, as data. */
#ifndef VIEWFAB_BACKEND_DESCRIPTION_H
#define VIEWFAB_BACKEND_DESCRIPTION_H

#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VF_MAX_ARGUMENTS = 24 };

/* The kinds of point set that a launcher walks. */
typedef enum vf_points {
  VF_POINTS_ALL,
  VF_POINTS_COLOURED,
  VF_POINTS_FACES,
  VF_POINTS_REDUCTION,
  VF_POINTS_GHOSTS
} vf_points;

/* How partial results of a reduction are combined. */
typedef enum vf_reduction { VF_REDUCTION_NONE, VF_REDUCTION_SUM, VF_REDUCTION_MAX } vf_reduction;

typedef enum vf_argument_intent {
  VF_ARGUMENT_READ = VF_READ,
  VF_ARGUMENT_WRITE = VF_WRITE,
  VF_ARGUMENT_UPDATE = VF_UPDATE,
  VF_ARGUMENT_VALUE
} vf_argument_intent;

typedef enum vf_argument_type {
  VF_ARGUMENT_REAL,
  VF_ARGUMENT_INT,
  VF_ARGUMENT_REAL3,
  VF_ARGUMENT_INT3,
  VF_ARGUMENT_BOX,
  VF_ARGUMENT_BOUNDARY
} vf_argument_type;

typedef enum vf_map_kind {
  VF_MAP_SAME,
  VF_MAP_REFINED,
  VF_MAP_COARSENED,
  VF_MAP_FACE,
  VF_MAP_FACE_OF_POINT,
  VF_MAP_CELLS_OF_FACE,
  VF_MAP_SHIFTED
} vf_map_kind;

typedef struct vf_map {
  vf_map_kind kind;
  bool shared;       /* no component index */
  int direction;     /* VF_MAP_FACE: 0, 1, 2 */
  const char *shift; /* VF_MAP_SHIFTED: name of the value that holds the shift */
} vf_map;

typedef struct vf_argument_description {
  const char *name;
  vf_argument_intent intent;
  vf_argument_type type;
  vf_map map; /* arrays only */
  int reach;  /* arrays only: elements in each direction around the mapped ones */
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

#ifdef __cplusplus
}
#endif

#endif
