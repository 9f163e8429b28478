/* A build of viewfab without HDF5. */
#include "capture_testing.h"

static void a_build_without_hdf5_says_so(void **state)
{
  (void)state;
  const vf_box cells = { { 1, 1, 1 }, { 8, 1, 1 } };
  const int64_t extent = 8;
  vf_view *x = field(VF_REAL64, 1, &extent, NULL, "line");
  setenv("VF_CAPTURE", "fill_value:call=1", 1);
  refused(vf_fill_value(&cells, x, 1), VF_ERROR_STATE, "viewfab was built without HDF5");
  unsetenv("VF_CAPTURE");
  must(vf_fill_value(&cells, x, 1));
  drop_fields();
}

static const struct CMUnitTest tests[] = {
  claim(a_build_without_hdf5_says_so),
};
RUN("capture_without_hdf5", tests)
