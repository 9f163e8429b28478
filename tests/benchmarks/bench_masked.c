/* Kernels with boundary planes and masks (the smoothers behind legacy symbols): speed as a share of the device's own copy,
 * on the device named by VF_DEVICE.
 *
 *   bench_masked [cells per side]          default: 256
 *
 * Bytes that must move for a cell: each array of cells and faces once, and each written array once more. The two colours
 * of phi share cache lines, so a sweep of one colour moves all of phi. Boundary planes are left out. */
#include <viewfab_boxlib_kernels.h>
#include <viewfab_kernels.h>

#include "timing.h"

enum { SIDES = 6, TIMES = 15, CALLS = 10 };

vf_status bench_device_copy(vf_view *to, vf_view *from, size_t bytes);

static int n;
static vf_box cells;
static vf_view *phi, *old, *rhs, *a, *b[3], *planes[SIDES], *masks[SIDES];
static const double h[3] = { 0.1, 0.1, 0.1 };

static vf_view *create(vf_type type, vf_box box, const char *label)
{
  vf_view *view = NULL;
  int64_t extents[3];
  for (int d = 0; d < 3; d++) extents[d] = box.upper[d] - box.lower[d] + 1;
  check(vf_view_create(NULL, type, 3, extents, box.lower, label, &view));
  return view;
}

static vf_view *field(int ghosts, int face)
{
  vf_box box = cells;
  for (int d = 0; d < 3; d++) {
    box.lower[d] -= ghosts;
    box.upper[d] += ghosts + (face == d);
  }
  vf_view *view = create(VF_REAL64, box, "field");
  check(vf_fill_value(&box, view, 1.0));
  return view;
}

/* The layer of cells beside a face of the box, inside or outside. In its plane the layer exceeds the box by one cell on
 * each side. */
static vf_box layer(int side, int outside)
{
  vf_box box = cells;
  const int d = side % 3;
  for (int e = 0; e < 3; e++) {
    box.lower[e]--;
    box.upper[e]++;
  }
  box.lower[d] = box.upper[d] = side < 3 ? -outside : n - 1 + outside;
  return box;
}

#define PLANES                                                                                                        \
  planes[0], masks[0], planes[1], masks[1], planes[2], masks[2], planes[3], masks[3], planes[4], masks[4], planes[5], \
      masks[5]

static void copy(void) { check(bench_device_copy(old, phi, (size_t)n * n * n * sizeof(double))); }
static void gsrb_helmholtz(void)
{
  for (int colour = 0; colour < 2; colour++)
    check(vf_gsrb_helmholtz_masked(&cells, phi, rhs, 1, 1, a, b[0], b[1], b[2], PLANES, &cells, h, 1.15, colour));
}
static void jacobi_helmholtz(void)
{
  check(vf_jacobi_helmholtz_masked(&cells, old, phi, rhs, 1, 1, a, b[0], b[1], b[2], PLANES, &cells, h));
}
static void gsrb_poisson(void)
{
  for (int colour = 0; colour < 2; colour++)
    check(vf_gsrb_poisson_masked(&cells, phi, rhs, PLANES, &cells, 0.1, colour));
}

static double seconds(void (*run)(void))
{
  double times[TIMES];
  run();
  for (int t = 0; t < TIMES; t++) {
    check(vf_context_wait(NULL));
    const double start = now();
    for (int c = 0; c < CALLS; c++) run();
    check(vf_context_wait(NULL));
    times[t] = (now() - start) / CALLS;
  }
  return median(times, TIMES);
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*run)(void);
    double bytes;
  } kernels[] = { { "device copy", copy, 16 },
                  { "gsrb_helmholtz_masked", gsrb_helmholtz, 112 },
                  { "jacobi_helmholtz_masked", jacobi_helmholtz, 56 },
                  { "gsrb_poisson_masked", gsrb_poisson, 48 } };
  n = argc > 1 ? atoi(argv[1]) : 256;
  if (n < 2 || n > 2000) {
    fprintf(stderr, "bench_masked [cells per side]: 2 to 2000\n");
    return 2;
  }
  cells = (vf_box){ { 0, 0, 0 }, { n - 1, n - 1, n - 1 } };
  phi = field(1, -1);
  old = field(1, -1);
  rhs = field(0, -1);
  a = field(0, -1);
  for (int d = 0; d < 3; d++) b[d] = field(0, d);
  for (int side = 0; side < SIDES; side++) {
    planes[side] = create(VF_REAL64, layer(side, 0), "boundary plane");
    masks[side] = create(VF_INT32, layer(side, 1), "mask");
    int *mask = NULL;
    check(vf_view_host_address(masks[side], (void **)&mask));
    for (int64_t e = 0; e < (int64_t)(n + 2) * (n + 2); e++) mask[e] = 2;
  }
  const double points = (double)n * n * n;
  double rate = 0;
  printf("device %s, %d^3 cells in double\nkernel                    B/cell        ms      GB/s  share of the copy\n",
         vf_context_device(NULL), n);
  for (size_t k = 0; k < sizeof kernels / sizeof kernels[0]; k++) {
    const double time = seconds(kernels[k].run), speed = kernels[k].bytes * points / time;
    if (k == 0) rate = speed;
    printf("%-24s %7.0f %9.3f %9.1f %7.3f\n", kernels[k].name, kernels[k].bytes, time * 1e3, speed * 1e-9,
           speed / rate);
  }
  check(vf_finalize());
  return 0;
}
