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
