/* One pass over a kernel file in a GPU translation unit, for the type VF_REAL. Each pass has a namespace of its own, so
 * helpers in the kernel file may exist twice. The launcher's name is vf_<kernel>_<cuda|hip>_<type>. */
#ifndef VF_PASS
#define VF_PASS vfi_pass_
#endif
#define VF_GPU_NAMESPACE VF_CAT(VF_PASS, VF_REAL)
namespace VF_GPU_NAMESPACE {
#include <viewfab/kit/declare.h>
#include VF_KERNEL_FILE
#include <viewfab/kit/bundle.h>
#ifdef VF_ACCEPTED
#include <viewfab/kit/gpu.h>
#endif
} // namespace VF_GPU_NAMESPACE

#ifdef VF_ACCEPTED
extern "C" int VF_CAT(VF_CAT(VF_NAME(_), VF_GPU_NAME), VF_CAT(_, VF_REAL))(const vfi_launch *launch)
{
  if (!VF_GPU_NAMESPACE::vfi_rows_fit(launch)) return (int)VF_GPU(ErrorInvalidValue);
  return VF_GPU_NAMESPACE::VF_TYPED(_launch_)(launch);
}
#endif
