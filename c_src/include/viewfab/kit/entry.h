/* Included after the kernel file, bundle.h and metadata.h: the kernel's object and its C entries,
 *   vf_<kernel>(box, arguments..., colour | direction | result)
 *   vf_<kernel>_boxes(boxes, box_count, arguments..., colour | direction | result, result_view)
 * which only pack their arguments for vf_dispatch(), and
 *   vf_<kernel>_set_original(type, original, user)
 * for those who cannot name the object, such as Fortran. */
#include <viewfab/validate.h>

#define VF_ENTRY_VIEW(type, name, map, reach, text) , vf_view *name
#define VF_ENTRY_VALUE(type, name, text) , VF_ENTRY_VALUE_##type(name)
#define VF_ENTRY_VALUE_real(name) double name
#define VF_ENTRY_VALUE_int(name) int name
#define VF_ENTRY_VALUE_real3(name) const double *name
#define VF_ENTRY_VALUE_int3(name) const int *name
#define VF_ENTRY_VALUE_box(name) const vf_box *name
#define VF_ENTRY_VALUE_boundary(name) const vf_boundary *name
#define VF_ENTRY_PARAMETERS VF_ARGUMENTS(VF_ENTRY_VIEW, VF_ENTRY_VIEW, VF_ENTRY_VIEW, VF_ENTRY_VALUE)

#define VF_PASS_VIEW(type, name, map, reach, text) , name
#define VF_PASS_VALUE(type, name, text) , name
#define VF_PASS VF_ARGUMENTS(VF_PASS_VIEW, VF_PASS_VIEW, VF_PASS_VIEW, VF_PASS_VALUE)

#define VF_TAKE_VIEW(type, name, map, reach, text) vf_arguments[vf_index++].view = name;
#define VF_TAKE_VALUE(type, name, text) VF_TAKE_##type(vf_arguments[vf_index], name) vf_index++;
#define VF_TAKE_real(to, from) to.value.number = from;
#define VF_TAKE_int(to, from) to.value.integer = from;
#define VF_TAKE_EACH(to, member, from)                                       \
  if (from)                                                                  \
    for (int vf_d = 0; vf_d < 3; vf_d++) to.value.member[vf_d] = from[vf_d]; \
  else to.missing = true;
#define VF_TAKE_real3(to, from) VF_TAKE_EACH(to, numbers, from)
#define VF_TAKE_int3(to, from) VF_TAKE_EACH(to, integers, from)
#define VF_TAKE_STRUCT(to, member, from) \
  if (from) to.value.member = *from;     \
  else to.missing = true;
#define VF_TAKE_box(to, from) VF_TAKE_STRUCT(to, box, from)
#define VF_TAKE_boundary(to, from) VF_TAKE_STRUCT(to, boundary, from)

#if VF_POINT_KIND == VF_IS_coloured
#define VF_LAST_PARAMETER , int colour
#define VF_LAST_PASS , colour
#define VF_LAST_TAKE vf_packed.selector = colour;
#elif VF_POINT_KIND == VF_IS_faces
#define VF_LAST_PARAMETER , int direction
#define VF_LAST_PASS , direction
#define VF_LAST_TAKE vf_packed.selector = direction;
#elif VF_POINT_KIND == VF_IS_reduction
#define VF_LAST_PARAMETER , double *result
#define VF_LAST_PASS , result, NULL
#define VF_LAST_TAKE         \
  vf_packed.result = result; \
  vf_packed.result_view = result_view;
#else
#define VF_LAST_PARAMETER
#define VF_LAST_PASS
#define VF_LAST_TAKE
#endif
#if VF_POINT_KIND == VF_IS_reduction
#define VF_LAST_BOXES_PARAMETER VF_LAST_PARAMETER, vf_view *result_view
#else
#define VF_LAST_BOXES_PARAMETER VF_LAST_PARAMETER
#endif

#if defined(VF_TUNED_GPU) && VF_TUNED_GPU
#define VF_TUNED_LAUNCHERS(backend)                                       \
  {                                                                       \
    VF_NAME(_tuned_##backend##_float), VF_NAME(_tuned_##backend##_double) \
  }
#else
#define VF_TUNED_LAUNCHERS(backend) \
  {                                 \
    NULL, NULL                      \
  }
#endif

int VF_NAME(_host_float)(const vf_launch *launch);
int VF_NAME(_host_double)(const vf_launch *launch);
#ifdef VIEWFAB_CUDA
int VF_NAME(_cuda_float)(const vf_launch *launch);
int VF_NAME(_cuda_double)(const vf_launch *launch);
int VF_NAME(_tuned_cuda_float)(const vf_launch *launch);
int VF_NAME(_tuned_cuda_double)(const vf_launch *launch);
#define VF_CUDA_TUNED VF_TUNED_LAUNCHERS(cuda)
#define VF_CUDA_LAUNCHERS                       \
  {                                             \
    VF_NAME(_cuda_float), VF_NAME(_cuda_double) \
  }
#else
#define VF_CUDA_LAUNCHERS \
  {                       \
    NULL, NULL            \
  }
#define VF_CUDA_TUNED \
  {                   \
    NULL, NULL        \
  }
#endif
#ifdef VIEWFAB_HIP
int VF_NAME(_hip_float)(const vf_launch *launch);
int VF_NAME(_hip_double)(const vf_launch *launch);
int VF_NAME(_tuned_hip_float)(const vf_launch *launch);
int VF_NAME(_tuned_hip_double)(const vf_launch *launch);
#define VF_HIP_TUNED VF_TUNED_LAUNCHERS(hip)
#define VF_HIP_LAUNCHERS                      \
  {                                           \
    VF_NAME(_hip_float), VF_NAME(_hip_double) \
  }
#else
#define VF_HIP_LAUNCHERS \
  {                      \
    NULL, NULL           \
  }
#define VF_HIP_TUNED \
  {                  \
    NULL, NULL       \
  }
#endif

extern VF_API vf_kernel VF_NAME(_kernel);
vf_kernel VF_NAME(_kernel) = {
  .description = VF_DESCRIPTION,
  .launchers = { { VF_NAME(_host_float), VF_NAME(_host_double) }, VF_CUDA_LAUNCHERS, VF_HIP_LAUNCHERS },
  .tuned = { { NULL, NULL }, VF_CUDA_TUNED, VF_HIP_TUNED },
};

VF_API vf_status VF_NAME(_boxes)(const vf_box *boxes, int box_count VF_ENTRY_PARAMETERS VF_LAST_BOXES_PARAMETER);
VF_API vf_status VF_NAME()(const vf_box *box VF_ENTRY_PARAMETERS VF_LAST_PARAMETER);

vf_status VF_NAME(_boxes)(const vf_box *boxes, int box_count VF_ENTRY_PARAMETERS VF_LAST_BOXES_PARAMETER)
{
  vf_argument vf_arguments[VF_MAX_ARGUMENTS] = { { 0 } };
  int vf_index = 0;
  VF_ARGUMENTS(VF_TAKE_VIEW, VF_TAKE_VIEW, VF_TAKE_VIEW, VF_TAKE_VALUE)
  (void)vf_index;
  vf_call vf_packed = { 0 };
  vf_packed.kernel = &VF_NAME(_kernel);
  vf_packed.boxes = boxes;
  vf_packed.box_count = box_count;
  vf_packed.arguments = vf_arguments;
  VF_LAST_TAKE
  return vf_dispatch(&vf_packed);
}

vf_status VF_NAME()(const vf_box *box VF_ENTRY_PARAMETERS VF_LAST_PARAMETER)
{
  return VF_NAME(_boxes)(box, 1 VF_PASS VF_LAST_PASS);
}

VF_API vf_status VF_NAME(_set_original)(vf_type type, vf_original original, void *user);
vf_status VF_NAME(_set_original)(vf_type type, vf_original original, void *user)
{
  return vf_kernel_set_original(&VF_NAME(_kernel), type, original, user);
}
