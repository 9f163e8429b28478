#include "capture.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../core/error.h"
#ifdef VIEWFAB_HDF5
#include "hdf5_library.h"
#endif
#include "setting.h"

/* Tests if captures can be written at all. */
static vf_status be_able(void)
{
#ifdef VIEWFAB_HDF5
  char why[900];
  const vf_status status = vf_hdf5_load();
  if (!status) return VF_OK;
  snprintf(why, sizeof why, "%s", vf_last_error());
  return vf_fail(status, "VF_CAPTURE=%s: %s", getenv("VF_CAPTURE"), why);
#else
  return vf_fail(VF_ERROR_STATE, "VF_CAPTURE=%s: viewfab was built without HDF5, which captures need (VIEWFAB_HDF5=ON)",
                 getenv("VF_CAPTURE"));
#endif
}

vf_status vf_capture_named(const char *kernel, bool *named)
{
  vf_capture_request request;
  vf_status status = vf_capture_setting(kernel, 0, &request);
  if (!status && request.set) status = be_able();
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
  return be_able();
}

vf_status vf_capture_end(vf_capture *capture, bool ran, const vf_results *results)
{
  (void)results;
  (void)capture;
  (void)ran;
  return VF_OK;
}
#endif
