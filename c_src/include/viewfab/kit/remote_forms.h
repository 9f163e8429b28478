/* Included by gpu.h for a kernel with remote arrays in other forms than flat: its loops once for each form, and the launcher
 * that picks a form. The form is a constant in each copy of the loops, so it costs a body nothing. */
#define VF_FORM_LOOPS_FILE VF_LOOPS_FILE(gpu_)
namespace vfi_flat {
#include VF_FORM_LOOPS_FILE
}

#if VF_REMOTE_BITS_HERE & 2
#undef VF_REMOTE_FORM
#define VF_REMOTE_FORM VF_REMOTE_TABLE
namespace vfi_table {
#include VF_FORM_LOOPS_FILE
}
#endif

/* GPUs have handles if the kernel is compiled for NVSHMEM. */
#if VF_REMOTE_BITS & 4 && defined(VF_REMOTE_SYMMETRIC)
#undef VF_REMOTE_FORM
#define VF_REMOTE_FORM VF_REMOTE_HANDLE
namespace vfi_handle {
#include VF_FORM_LOOPS_FILE
}
#endif

#undef VF_REMOTE_FORM
#define VF_REMOTE_FORM VF_REMOTE_FLAT

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  switch (launch->form) {
#if VF_REMOTE_BITS_HERE & 2
    case VF_REMOTE_TABLE: return vfi_table::VF_TYPED(_launch_)(launch);
#endif
#if VF_REMOTE_BITS & 4 && defined(VF_REMOTE_SYMMETRIC)
    case VF_REMOTE_HANDLE: return vfi_handle::VF_TYPED(_launch_)(launch);
#endif
    default: return vfi_flat::VF_TYPED(_launch_)(launch);
  }
}
#undef VF_FORM_LOOPS_FILE
