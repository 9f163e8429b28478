#include "checking.h"

#include <math.h>

const int64_t extents[3] = { NX, NY, NZ };
const int lower[3] = { -2, 0, 3 };
const vf_box whole = { { -2, 0, 3 }, { 6, 4, 6 } }, inside = { { -1, 1, 4 }, { 5, 3, 5 } };
double source[CELLS], target[CELLS];
vf_view *from, *to;

int cell(int i, int j, int k) { return i - lower[0] + NX * (j - lower[1] + NY * (k - lower[2])); }

/* ---- The original --------------------------------------------------------------------------------------------- */

static int64_t place(const vf_original_array *array, int i, int j, int k, int n)
{
  const int64_t x = array->upper[0] - array->lower[0] + 1, y = array->upper[1] - array->lower[1] + 1;
  const int64_t z = array->upper[2] - array->lower[2] + 1;
  return i - array->lower[0] + x * (j - array->lower[1] + y * (k - array->lower[2] + z * n));
}

static void put(const vf_original_call *call, int64_t at, double value)
{
  if (call->type == VF_REAL64) ((double *)call->arrays[1].first)[at] = value;
  else ((float *)call->arrays[1].first)[at] = (float)value;
}

void planting_copy(const vf_original_call *call, void *user)
{
  planted *list = user;
  list->calls++;
  for (int n = 0; n < call->components; n++)
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
        for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
          const int64_t at = place(&call->arrays[1], i, j, k, n), read = place(&call->arrays[0], i, j, k, n);
          put(call, at,
              call->type == VF_REAL64 ? ((double *)call->arrays[0].first)[read]
                                      : ((float *)call->arrays[0].first)[read]);
          for (int p = 0; p < list->count; p++)
            if (list->at[p].cell == at) put(call, at, list->at[p].value);
        }
}

void plant_also(planted *list, int cell, double value)
{
  assert_true(list->count < PLANTED);
  list->at[list->count].cell = cell;
  list->at[list->count++].value = value;
}

planted plant(int cell, double value)
{
  planted list = { 0 };
  plant_also(&list, cell, value);
  return list;
}

void check_copy(planted *original)
{
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, planting_copy, original));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
}

void copy_and_fetch(const vf_box *box)
{
  must(vf_copy(box, from, to));
  must(vf_view_to_host(to, VF_READ));
}

double ulps_above(double number, int steps)
{
  for (; steps > 0; steps--) number = nextafter(number, HUGE_VAL);
  return number;
}

double ulps_above_real32(double number, int steps)
{
  float single = (float)number;
  for (; steps > 0; steps--) single = nextafterf(single, HUGE_VALF);
  return single;
}

/* ---- Before and after a claim --------------------------------------------------------------------------------- */

int open_checking(void **state)
{
  if (open_device(state)) return -1;
  for (int c = 0; c < CELLS; c++) {
    source[c] = 1 + (c * 37 % CELLS) / (double)CELLS;
    target[c] = -7;
  }
  from = wrapped(source, 3, extents, lower, "from");
  to = wrapped(target, 3, extents, lower, "to");
  return 0;
}

/* Settings and findings outlive contexts, so each claim removes its own. */
static void forget(vf_kernel *kernel)
{
  const char *name = kernel ? kernel->description.name : NULL;
  must(vf_validate_mode(name, VF_MODE_DEVICE));
  must(vf_validate_every(name, 1));
  must(vf_validate_keep(name, VF_KEEP_PORT));
  must(vf_validate_order(name, false));
  must(vf_validate_stop(name, false));
  must(vf_validate_more(name, false));
  must(vf_validate_tolerance(name, NULL));
  if (!kernel) return;
  must(vf_kernel_set_original(kernel, VF_REAL64, NULL, NULL));
  must(vf_kernel_set_original(kernel, VF_REAL32, NULL, NULL));
}

int close_checking(void **state)
{
  forget(NULL);
  forget(&vf_copy_kernel);
  must(vf_report_reset());
  return close_device(state);
}
