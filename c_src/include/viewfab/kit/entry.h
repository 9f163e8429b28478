/* Included after the kernel file, accepted.h and metadata.h: the kernel's object and its C entries,
 *   vf_<kernel>(box, arguments..., colour | direction, results and places...)
 *   vf_<kernel>_boxes(boxes, box_count, arguments..., colour | direction, results and places..., result_view)
 *   vf_<kernel>_layout(layout, arguments..., colour | direction, results and places..., result_view)
 * These entries only pack their arguments for vfi_dispatch() or vfi_dispatch_on(). A further entry,
 *   vf_<kernel>_set_original(type, original, user)
 * serves callers that cannot name the object, such as Fortran. */
#include <viewfab/validate.h>

#define VF_ENTRY_VIEW(type, name, ...) , vf_view *name
#define VF_ENTRY_VALUE(type, name, text)                                 \
  , VF_ENTRY_VALUE_OF(VF_COLUMN_OF(VF_VALUE_SHAPE, VF_VALUE_ROW_##type), \
                      VF_COLUMN_OF(VF_VALUE_ENTRY, VF_VALUE_ROW_##type), name)
#define VF_ENTRY_VALUE_OF(shape, c, name) VF_CAT(VF_ENTRY_, shape)(c, name)
#define VF_ENTRY_SCALAR(c, name) c name
#define VF_ENTRY_ARRAY(c, name) const c *name
#define VF_ENTRY_STRUCT(c, name) const c *name
#define VF_ENTRY_CONSTANTS(c, name) const c *name
#define VF_ENTRY_PARAMETERS VF_ARGUMENTS(VF_ENTRY_VIEW, VF_ENTRY_VIEW, VF_ENTRY_VIEW, VF_ENTRY_VALUE)

#define VF_PASS_VIEW(type, name, ...) , name
#define VF_PASS_VALUE(type, name, text) , name
#define VF_PASS VF_ARGUMENTS(VF_PASS_VIEW, VF_PASS_VIEW, VF_PASS_VIEW, VF_PASS_VALUE)

/* A call reads these members and the value of its type. Clearing all bytes takes as long as the checks of a small call. */
static inline void vfi_argument_begin(vfi_argument *argument)
{
  argument->view = NULL;
  argument->missing = false;
  argument->unread = false;
}
#define VF_TAKE_VIEW(type, name, ...)            \
  vfi_argument_begin(&vfi_arguments[vfi_index]); \
  vfi_arguments[vfi_index++].view = name;
#define VF_TAKE_VALUE(type, name, text)                                                               \
  vfi_argument_begin(&vfi_arguments[vfi_index]);                                                      \
  VF_TAKE_VALUE_OF(VF_COLUMN_OF(VF_VALUE_SHAPE, VF_VALUE_ROW_##type),                                 \
                   VF_COLUMN_OF(VF_VALUE_MEMBER, VF_VALUE_ROW_##type),                                \
                   VF_COLUMN_OF(VF_VALUE_COUNT, VF_VALUE_ROW_##type), vfi_arguments[vfi_index], name) \
  vfi_index++;
#define VF_TAKE_VALUE_OF(shape, member, count, to, from) VF_CAT(VF_TAKE_, shape)(to, member, count, from)
#define VF_TAKE_SCALAR(to, member, count, from) to.value.member = from;
#define VF_TAKE_ARRAY(to, member, count, from)                                        \
  if (from)                                                                           \
    for (int vfi_m = 0; vfi_m < count; vfi_m++) to.value.member[vfi_m] = from[vfi_m]; \
  else to.missing = true;
#define VF_TAKE_STRUCT(to, member, count, from) \
  if (from) to.value.member = *from;            \
  else to.missing = true;
#define VF_TAKE_CONSTANTS(to, member, count, from)  \
  if (from) to.value.member = (const double *)from; \
  else to.missing = true;

/* The argument that the kind of points adds. No argument of a kernel may have its name here. */
#define VF_ADDS VF_COLUMN_OF(VF_POINTS_ADDS, VF_POINTS_ROW)
#if VF_ADDS == VF_ADDS_SELECTOR
#define VF_SELECTOR_PARAMETER , int vfi_selector
#define VF_SELECTOR_PASS , vfi_selector
#define VF_SELECTOR_TAKE vfi_packed.selector = vfi_selector;
#else
#define VF_SELECTOR_PARAMETER
#define VF_SELECTOR_PASS
#define VF_SELECTOR_TAKE
#endif

/* The arguments that the results add; each may be NULL. */
#define VF_RESULT_PARAMETER(name, ...) , double *vfi_to_##name VF_PLACE_PARAMETER(name, __VA_ARGS__)
#define VF_PLACE_PARAMETER(name, ...) VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(, vf_place * vfi_to_place_##name)()
#define VF_RESULT_PASS(name, ...) , vfi_to_##name VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(, vfi_to_place_##name)()
#define VF_RESULT_TAKE(name, ...)                       \
  vfi_packed.results[vfi_index_##name] = vfi_to_##name; \
  vfi_packed.places[vfi_index_##name] = VF_IF(VF_GIVES_PLACE(__VA_ARGS__))(vfi_to_place_##name)(NULL);
#ifdef VF_RESULTS_OF
#define VF_ADDED_PARAMETER VF_SELECTOR_PARAMETER VF_RESULTS_OF(VF_RESULT_PARAMETER)
#define VF_ADDED_BOXES_PARAMETER VF_ADDED_PARAMETER, vf_view *vfi_result_view
#define VF_ADDED_PASS VF_SELECTOR_PASS VF_RESULTS_OF(VF_RESULT_PASS), NULL
#define VF_ADDED_BOXES_PASS VF_SELECTOR_PASS VF_RESULTS_OF(VF_RESULT_PASS), vfi_result_view
#define VF_ADDED_TAKE VF_SELECTOR_TAKE VF_RESULTS_OF(VF_RESULT_TAKE) vfi_packed.result_view = vfi_result_view;
#else
#define VF_ADDED_PARAMETER VF_SELECTOR_PARAMETER
#define VF_ADDED_BOXES_PARAMETER VF_ADDED_PARAMETER
#define VF_ADDED_PASS VF_SELECTOR_PASS
#define VF_ADDED_BOXES_PASS VF_SELECTOR_PASS
#define VF_ADDED_TAKE VF_SELECTOR_TAKE
#endif

/* The launchers of a back end, one for each real type, and the hand-written ones. */
#define VF_DECLARE_LAUNCHER(backend, NAME, word, number, c, epsilon) \
  int VF_NAME(_##backend##_##c)(const vfi_launch *launch);
#define VF_DECLARE_TUNED(backend, NAME, word, number, c, epsilon) \
  int VF_NAME(_tuned_##backend##_##c)(const vfi_launch *launch);
#define VF_LAUNCHER(backend, NAME, word, number, c, epsilon) VF_NAME(_##backend##_##c),
#define VF_TUNED(backend, NAME, word, number, c, epsilon) VF_NAME(_tuned_##backend##_##c),
#define VF_NO_LAUNCHER(...) NULL,

#define VF_LAUNCHERS_DECLARED(NAME, word, built, tuned) \
  VF_IF(VF_IS_ON(built))                                \
  (VF_PASS_LIST(VF_DECLARE_LAUNCHER, word))() VF_IF(VF_IS_TUNED(built, tuned))(VF_PASS_LIST(VF_DECLARE_TUNED, word))()
#define VF_LAUNCHERS_OF(NAME, word, built, tuned) \
  { VF_IF(VF_IS_ON(built))(VF_PASS_LIST(VF_LAUNCHER, word))(VF_PASS_LIST(VF_NO_LAUNCHER, word)) },
#define VF_TUNED_OF(NAME, word, built, tuned) \
  { VF_IF(VF_IS_TUNED(built, tuned))(VF_PASS_LIST(VF_TUNED, word))(VF_PASS_LIST(VF_NO_LAUNCHER, word)) },
#define VF_IS_TUNED(built, tuned) VF_IF(VF_IS_ON(built))(VF_IF(tuned)(VF_IS_ON(VF_TUNED_GPU))(0))(0)

VF_BACKEND_LIST(VF_LAUNCHERS_DECLARED)

extern VF_API vf_kernel VF_NAME(_kernel);
vf_kernel VF_NAME(_kernel) = {
  .description = VF_DESCRIPTION,
  .launchers = { VF_BACKEND_LIST(VF_LAUNCHERS_OF) },
  .tuned = { VF_BACKEND_LIST(VF_TUNED_OF) },
};

__attribute__((constructor)) static void VF_NAME(_enlist)(void) { vfi_kernel_enlist(&VF_NAME(_kernel)); }
__attribute__((destructor)) static void VF_NAME(_delist)(void) { vfi_kernel_delist(&VF_NAME(_kernel)); }

#if VF_OVER_COLUMNS
VF_API vf_status VF_NAME()(const vf_columns *vfi_of_call VF_ENTRY_PARAMETERS);
vf_status VF_NAME()(const vf_columns *vfi_of_call VF_ENTRY_PARAMETERS)
{
  vfi_argument vfi_arguments[vfi_argument_room];
  int vfi_index = 0;
  VF_ARGUMENTS(VF_TAKE_VIEW, VF_TAKE_VIEW, VF_TAKE_VIEW, VF_TAKE_VALUE)
  (void)vfi_index;
  vfi_call vfi_packed;
  vfi_packed.kernel = &VF_NAME(_kernel);
  vfi_packed.boxes = NULL;
  vfi_packed.box_count = 0;
  vfi_packed.selector = 0;
  vfi_packed.result_view = NULL;
  vfi_packed.columns = vfi_of_call;
  vfi_packed.arguments = vfi_arguments;
  return vfi_dispatch(&vfi_packed);
}
#else
VF_API vf_status VF_NAME(_boxes)(const vf_box *boxes, int box_count VF_ENTRY_PARAMETERS VF_ADDED_BOXES_PARAMETER);
VF_API vf_status VF_NAME()(const vf_box *box VF_ENTRY_PARAMETERS VF_ADDED_PARAMETER);
VF_API vf_status VF_NAME(_layout)(const struct vf_layout *layout VF_ENTRY_PARAMETERS VF_ADDED_BOXES_PARAMETER);

/* vfi_on: the layout of the call; NULL: the call has boxes. */
static vf_status VF_NAME(_packed)(const struct vf_layout *const *vfi_on, const vf_box *boxes,
                                  int box_count VF_ENTRY_PARAMETERS VF_ADDED_BOXES_PARAMETER)
{
  vfi_argument vfi_arguments[vfi_argument_room];
  int vfi_index = 0;
  VF_ARGUMENTS(VF_TAKE_VIEW, VF_TAKE_VIEW, VF_TAKE_VIEW, VF_TAKE_VALUE)
  (void)vfi_index;
  vfi_call vfi_packed; /* a kernel without results leaves results and places unset */
  vfi_packed.kernel = &VF_NAME(_kernel);
  vfi_packed.boxes = boxes;
  vfi_packed.box_count = box_count;
  vfi_packed.columns = NULL;
  vfi_packed.selector = 0;
  vfi_packed.result_view = NULL;
  vfi_packed.arguments = vfi_arguments;
  VF_ADDED_TAKE
  return vfi_on ? vfi_dispatch_on(&vfi_packed, *vfi_on) : vfi_dispatch(&vfi_packed);
}

vf_status VF_NAME(_boxes)(const vf_box *boxes, int box_count VF_ENTRY_PARAMETERS VF_ADDED_BOXES_PARAMETER)
{
  return VF_NAME(_packed)(NULL, boxes, box_count VF_PASS VF_ADDED_BOXES_PASS);
}

vf_status VF_NAME(_layout)(const struct vf_layout *layout VF_ENTRY_PARAMETERS VF_ADDED_BOXES_PARAMETER)
{
  return VF_NAME(_packed)(&layout, NULL, 0 VF_PASS VF_ADDED_BOXES_PASS);
}

vf_status VF_NAME()(const vf_box *box VF_ENTRY_PARAMETERS VF_ADDED_PARAMETER)
{
  return VF_NAME(_packed)(NULL, box, 1 VF_PASS VF_ADDED_PASS);
}
#endif

VF_API vf_status VF_NAME(_set_original)(vf_type type, vf_original original, void *user);
vf_status VF_NAME(_set_original)(vf_type type, vf_original original, void *user)
{
  return vf_kernel_set_original(&VF_NAME(_kernel), type, original, user);
}
