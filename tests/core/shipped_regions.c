/* The elements that viewfab's own kernels ask for. A view without the outermost layer on any single side is refused,
 * and no further layer is needed. The table below states again what each body reads and writes, in the words of its
 * formula. */
#include "common.h"

/* For each array of a kernel, in its order: the place of the array relative to the box ('=' the same cells, 'f' their
 * children, 'x' 'y' 'z' their faces in a direction), and the number of further cells that the body reaches. */
static const struct {
  vf_kernel *kernel;
  const char *arrays;
} shipped[] = {
  { &vf_gsrb_poisson_kernel, "=1=0" },
  { &vf_residual_poisson_kernel, "=1=0=0" },
  { &vf_apply_poisson_kernel, "=1=0" },
  { &vf_gsrb_helmholtz_kernel, "=1=0=0x0y0z0" },
  { &vf_residual_helmholtz_kernel, "=1=0=0=0x0y0z0" },
  { &vf_apply_helmholtz_kernel, "=1=0=0x0y0z0" },
  { &vf_average_kernel, "f0=0" },
  { &vf_interp_kernel, "=0f0" },
  { &vf_fill_ghosts_kernel, "=1" },
  { &vf_fill_ghosts_to_kernel, "=1=1" },
  { &vf_axpy_kernel, "=0=0" },
  { &vf_xpay_kernel, "=0=0" },
  { &vf_copy_kernel, "=0=0" },
  { &vf_fill_value_kernel, "=0" },
  { &vf_add_constant_kernel, "=0" },
  { &vf_dot_kernel, "=0=0" },
  { &vf_sum_kernel, "=0" },
  { &vf_norm_one_kernel, "=0" },
  { &vf_norm_max_kernel, "=0" },
};

static const vf_box box = { { -3, 2, 5 }, { 0, 4, 6 } };

static vf_box needed(char relation, int reach)
{
  vf_box region = box;
  for (int d = 0; d < 3; d++) {
    if (relation == 'f') {
      region.lower[d] = 2 * box.lower[d];
      region.upper[d] = 2 * box.upper[d] + 1;
    } else if (relation == 'x' + d) {
      region.upper[d]++;
    }
    region.lower[d] -= reach;
    region.upper[d] += reach;
  }
  return region;
}

static vf_view *made(const vf_box *region, const char *label)
{
  int64_t extents[3];
  vf_view *view = NULL;
  for (int d = 0; d < 3; d++) extents[d] = region->upper[d] - region->lower[d] + 1;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, region->lower, label, &view));
  return view;
}

/* Calls the kernel with views of exactly the needed elements. The array `lacking` lacks the outermost layer of a
 * side. */
static vf_status call(size_t s, int lacking, int side)
{
  const vfi_kernel_description *kernel = &shipped[s].kernel->description;
  vfi_argument arguments[VF_MAX_ARGUMENTS] = { { 0 } };
  double result = 0;
  int array = 0;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (argument->intent == VF_ARGUMENT_VALUE) {
      if (argument->type == VF_ARGUMENT_REAL) arguments[a].value.number = 1;
      if (argument->type == VF_ARGUMENT_REAL3)
        for (int d = 0; d < 3; d++) arguments[a].value.numbers[d] = 1;
      if (argument->type == VF_ARGUMENT_BOUNDARY) {
        arguments[a].value.boundary.order = 2;
        for (int face = 0; face < 6; face++) arguments[a].value.boundary.kind[face] = VF_NEUMANN;
      }
      continue;
    }
    vf_box region = needed(shipped[s].arrays[2 * array], shipped[s].arrays[2 * array + 1] - '0');
    if (array == lacking && side < 3) region.lower[side]++;
    else if (array == lacking) region.upper[side - 3]--;
    arguments[a].view = made(&region, argument->name);
    array++;
  }
  assert_int_equal(2 * array, strlen(shipped[s].arrays));
  const vfi_call packed = {
    .kernel = shipped[s].kernel, .boxes = &box, .box_count = 1, .arguments = arguments, .results = { &result }
  };
  const vf_status status = vfi_dispatch(&packed);
  for (int a = 0; a < kernel->argument_count; a++)
    if (arguments[a].view) discard(arguments[a].view);
  return status;
}

static void kernels_need_what_their_formulas_touch_and_no_more(void **state)
{
  (void)state;
  for (size_t s = 0; s < sizeof shipped / sizeof shipped[0]; s++) {
    if (call(s, -1, 0)) fail_msg("%s: %s", shipped[s].kernel->description.name, vf_last_error());
    const int arrays = (int)strlen(shipped[s].arrays) / 2;
    for (int array = 0; array < arrays; array++)
      for (int side = 0; side < 6; side++)
        if (call(s, array, side) != VF_ERROR_BOX)
          fail_msg("%s takes array %d with a layer less on side %d", shipped[s].kernel->description.name, array, side);
  }
}

static const struct CMUnitTest tests[] = {
  claim(kernels_need_what_their_formulas_touch_and_no_more),
};
RUN("shipped_regions", tests)
