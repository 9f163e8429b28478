#include "capture.h"

#include <stdlib.h>

#include "../../core/error.h"
#include "setting.h"

#ifndef VIEWFAB_HDF5
static vf_status refuse(void)
{
  return vf_fail(VF_ERROR_STATE, "VF_CAPTURE=%s: viewfab was built without HDF5, which captures need (VIEWFAB_HDF5=ON)",
                 getenv("VF_CAPTURE"));
}
#endif

vf_status vf_capture_named(const char *kernel, bool *named)
{
  vf_capture_request request;
  vf_status status = vf_capture_setting(kernel, 0, &request);
#ifndef VIEWFAB_HDF5
  if (!status && request.set) status = refuse();
#endif
  *named = !status && request.named;
  return status;
}

bool vf_capture_wanted(const char *kernel, int64_t number)
{
  vf_capture_request request;
  return !vf_capture_setting(kernel, number, &request) && request.wanted;
}

#ifndef VIEWFAB_HDF5
vf_status vf_capture_begin(const vf_call *call, const vf_checked *checked, int64_t number, vf_capture **capture)
{
  (void)call;
  (void)checked;
  (void)number;
  *capture = NULL;
  return refuse();
}

vf_status vf_capture_end(vf_capture *capture, bool ran, const vf_results *results)
{
  (void)results;
  (void)capture;
  (void)ran;
  return VF_OK;
}
#endif
