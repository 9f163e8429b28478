/* Included by host.h and gpu.h for a kernel whose remote arrays may have other forms than flat: its loops once for each
 * form, and the launcher that picks. In loops of a form that is a constant, so that the choice costs a body nothing. */
#if defined(__CUDACC__) || defined(__HIPCC__)
#define VF_FORM_LOOPS_FILE VF_LOOPS_FILE(gpu_)
#define VF_FORM_LAUNCH static int VF_TYPED(_launch_)
#define VF_FORM_LAUNCH_OF(form) vf_##form::VF_TYPED(_launch_)
namespace vf_flat {
#include VF_FORM_LOOPS_FILE
}
#else
#define VF_FORM_LOOPS_FILE VF_LOOPS_FILE(host_)
#define VF_FORM_LAUNCH int VF_TYPED(_host_)
#define VF_FORM_LAUNCH_OF(form) VF_CAT(VF_TYPED(_host_), _##form)
#undef VF_TYPED
#define VF_TYPED(suffix) VF_CAT(VF_OF_PASS(suffix), _flat)
#include VF_FORM_LOOPS_FILE
#endif

#if VF_REMOTE_BITS_HERE & 2
#undef VF_REMOTE_FORM
#define VF_REMOTE_FORM VF_REMOTE_TABLE
#if defined(__CUDACC__) || defined(__HIPCC__)
namespace vf_table {
#include VF_FORM_LOOPS_FILE
}
#else
#undef VF_TYPED
#define VF_TYPED(suffix) VF_CAT(VF_OF_PASS(suffix), _table)
#include VF_FORM_LOOPS_FILE
#endif
#endif

/* GPUs have functions where they are compiled for NVSHMEM. */
#if VF_REMOTE_BITS & 4 && ((!defined(__CUDACC__) && !defined(__HIPCC__)) || defined(VF_REMOTE_SYMMETRIC))
#undef VF_REMOTE_FORM
#define VF_REMOTE_FORM VF_REMOTE_HANDLE
#ifdef VF_REMOTE_SYMMETRIC
namespace vf_handle {
#include VF_FORM_LOOPS_FILE
}
#else
#undef VF_TYPED
#define VF_TYPED(suffix) VF_CAT(VF_OF_PASS(suffix), _handle)
#include VF_FORM_LOOPS_FILE
#endif
#endif

#undef VF_TYPED
#define VF_TYPED(suffix) VF_OF_PASS(suffix)
#undef VF_REMOTE_FORM
#define VF_REMOTE_FORM VF_REMOTE_FLAT

#if !defined(__CUDACC__) && !defined(__HIPCC__)
VF_FORM_LAUNCH(const vf_launch *launch);
#endif
VF_FORM_LAUNCH(const vf_launch *launch)
{
  switch (launch->form) {
#if VF_REMOTE_BITS_HERE & 2
    case VF_REMOTE_TABLE: return VF_FORM_LAUNCH_OF(table)(launch);
#endif
#if VF_REMOTE_BITS & 4 && ((!defined(__CUDACC__) && !defined(__HIPCC__)) || defined(VF_REMOTE_SYMMETRIC))
    case VF_REMOTE_HANDLE: return VF_FORM_LAUNCH_OF(handle)(launch);
#endif
    default: return VF_FORM_LAUNCH_OF(flat)(launch);
  }
}
#undef VF_FORM_LOOPS_FILE
#undef VF_FORM_LAUNCH
#undef VF_FORM_LAUNCH_OF
