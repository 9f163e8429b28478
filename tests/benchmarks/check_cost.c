/* The cost of validation: a checked call against the original, the port and the transfers for the check; calls with a
 * check in every hundredth against calls without checks; and the same calls in device mode.
 *   bench_check_cost [cells per side [calls with a check in every hundredth]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <viewfab/report.h>
#include <viewfab/validate.h>
#include <viewfab_kernels.h>

enum { ROUNDS = 7 };

static int sampled_calls = 200;

static int n;
static const double h = 0.1, h3[3] = { 0.1, 0.1, 0.1 }, omega = 1.15;
static vf_box box, coarse_box;
static vf_view *phi, *rhs, *result, *a, *bx, *by, *bz, *coarse;

static double seconds(void)
{
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void must(vf_status status)
{
  if (!status) return;
  fprintf(stderr, "bench_check_cost: %s\n", vf_last_error());
  exit(1);
}

/* ---- Originals: the legacy loops, threads over planes ---- */

typedef struct field {
  double *at; /* element (0, 0, 0) */
  long j, k;  /* strides */
} field;

static field field_of(const vf_original_call *call, int argument)
{
  const vf_original_array *array = &call->arrays[argument];
  field f;
  f.j = array->upper[0] - array->lower[0] + 1;
  f.k = f.j * (array->upper[1] - array->lower[1] + 1);
  f.at = (double *)array->first - array->lower[0] - array->lower[1] * f.j - array->lower[2] * f.k;
  return f;
}

static void original_gsrb_poisson(const vf_original_call *call, void *user)
{
  const field p = field_of(call, 0), r = field_of(call, 1);
  const double width = call->values[2].number;
  (void)user;
#pragma omp parallel for
  for (long k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (long j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (long i = call->box.lower[0] + ((call->box.lower[0] + j + k + call->selector) & 1); i <= call->box.upper[0];
           i += 2) {
        double *c = p.at + i + j * p.j + k * p.k;
        *c = (c[-1] + c[1] + c[-p.j] + c[p.j] + c[-p.k] + c[p.k] - width * width * r.at[i + j * r.j + k * r.k]) / 6;
      }
}

static void original_gsrb_helmholtz(const vf_original_call *call, void *user)
{
  const field p = field_of(call, 0), r = field_of(call, 1), c = field_of(call, 4), x = field_of(call, 5),
              y = field_of(call, 6), z = field_of(call, 7);
  const double alpha = call->values[2].number, beta = call->values[3].number, w = call->values[9].number;
  const double *d = call->values[8].numbers;
  const double dx = beta / (d[0] * d[0]), dy = beta / (d[1] * d[1]), dz = beta / (d[2] * d[2]);
  (void)user;
#pragma omp parallel for
  for (long k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (long j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (long i = call->box.lower[0] + ((call->box.lower[0] + j + k + call->selector) & 1); i <= call->box.upper[0];
           i += 2) {
        double *o = p.at + i + j * p.j + k * p.k;
        const double *u = x.at + i + j * x.j + k * x.k, *v = y.at + i + j * y.j + k * y.k,
                     *q = z.at + i + j * z.j + k * z.k;
        const double gamma =
            alpha * c.at[i + j * c.j + k * c.k] + dx * (u[0] + u[1]) + dy * (v[0] + v[y.j]) + dz * (q[0] + q[z.k]);
        const double rho = dx * (u[0] * o[-1] + u[1] * o[1]) + dy * (v[0] * o[-p.j] + v[y.j] * o[p.j]) +
                           dz * (q[0] * o[-p.k] + q[z.k] * o[p.k]);
        *o += w / gamma * (r.at[i + j * r.j + k * r.k] - (gamma * *o - rho));
      }
}

static void original_average(const vf_original_call *call, void *user)
{
  const field f = field_of(call, 0), c = field_of(call, 1);
  (void)user;
#pragma omp parallel for
  for (long k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (long j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (long i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        const double *o = f.at + 2 * i + 2 * j * f.j + 2 * k * f.k;
        c.at[i + j * c.j + k * c.k] =
            (o[0] + o[1] + o[f.j] + o[f.j + 1] + o[f.k] + o[f.k + 1] + o[f.k + f.j] + o[f.k + f.j + 1]) * 0.125;
      }
}

/* y = y + c x, and y = x for the kernel copy */
static void original_axpy(const vf_original_call *call, void *user)
{
  const int only_copy = user != NULL;
  const field x = field_of(call, only_copy ? 0 : 1), y = field_of(call, only_copy ? 1 : 2);
  const double c = only_copy ? 0 : call->values[0].number;
#pragma omp parallel for
  for (long k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (long j = call->box.lower[1]; j <= call->box.upper[1]; j++) {
      const double *from = x.at + j * x.j + k * x.k;
      double *to = y.at + j * y.j + k * y.k;
      for (long i = call->box.lower[0]; i <= call->box.upper[0]; i++) to[i] = only_copy ? from[i] : to[i] + c * from[i];
    }
}

/* ---- The kernels ---- */

static void call_gsrb_poisson(void) { must(vf_gsrb_poisson(&box, phi, rhs, h, 0)); }
static void call_gsrb_helmholtz(void) { must(vf_gsrb_helmholtz(&box, phi, rhs, 1, 1, a, bx, by, bz, h3, omega, 0)); }
static void call_average(void) { must(vf_average(&coarse_box, rhs, coarse)); }
static void call_axpy(void) { must(vf_axpy(&box, 1e-3, rhs, result)); }
static void call_copy(void) { must(vf_copy(&box, rhs, result)); }

typedef struct subject {
  const char *name;
  void (*call)(void);
  struct vf_kernel *kernel;
  vf_original original;
  void *user;
  vf_view **reads[6]; /* brought to the host for the original */
  vf_view **writes;   /* brought to the host; the original's result goes to the device */
} subject;

static const subject subjects[] = {
  { "gsrb_poisson", call_gsrb_poisson, &vf_gsrb_poisson_kernel, original_gsrb_poisson, NULL, { &rhs }, &phi },
  { "gsrb_helmholtz",
    call_gsrb_helmholtz,
    &vf_gsrb_helmholtz_kernel,
    original_gsrb_helmholtz,
    NULL,
    { &rhs, &a, &bx, &by, &bz },
    &phi },
  { "average", call_average, &vf_average_kernel, original_average, NULL, { &rhs }, &coarse },
  { "axpy", call_axpy, &vf_axpy_kernel, original_axpy, NULL, { &rhs }, &result },
  { "copy", call_copy, &vf_copy_kernel, original_axpy, &n, { &rhs }, &result },
};

static int ascending(const void *p, const void *q) { return (*(const double *)p > *(const double *)q) * 2 - 1; }

/* Each compared run begins with cold caches, as in a program with much other work. */
static void forget_caches(void)
{
  enum { WORDS = 1 << 26 };
  static double *words;
  if (!words) words = malloc(WORDS * sizeof *words);
  if (!words) return;
#pragma omp parallel for
  for (long w = 0; w < WORDS; w++) words[w] = (double)w;
}

/* Median time of a call with a wait for its end. */
static double time_of(void (*call)(void), int repeat)
{
  double times[ROUNDS];
  call();
  must(vf_context_wait(NULL));
  for (int r = 0; r < ROUNDS; r++) {
    if (repeat == 1) forget_caches();
    times[r] = seconds();
    for (int c = 0; c < repeat; c++) call();
    must(vf_context_wait(NULL));
    times[r] = (seconds() - times[r]) / repeat;
  }
  qsort(times, ROUNDS, sizeof *times, ascending);
  return times[ROUNDS / 2];
}

static double transfer(vf_view *view, bool to_device)
{
  double times[3];
  for (int r = 0; r < 3; r++) {
    times[r] = seconds();
    must(to_device ? vf_view_sync_h2d(view) : vf_view_sync_d2h(view));
    times[r] = seconds() - times[r];
  }
  qsort(times, 3, sizeof *times, ascending);
  return times[1];
}

static double transfers_of(const subject *s)
{
  double time = transfer(*s->writes, false) + transfer(*s->writes, true);
  for (int r = 0; r < 6 && s->reads[r]; r++) time += transfer(*s->reads[r], false);
  return time;
}

static void touch(const subject *s)
{
  must(vf_view_to_device(*s->writes, VF_UPDATE));
  for (int r = 0; r < 6 && s->reads[r]; r++) must(vf_view_to_device(*s->reads[r], VF_UPDATE));
}

static void measure(const subject *s, bool aliased)
{
  must(vf_kernel_set_original(s->kernel, VF_REAL64, s->original, s->user));
  const double port = time_of(s->call, aliased ? 1 : 10), sampled_before = time_of(s->call, sampled_calls);
  const double transfers = aliased ? 0 : transfers_of(s);
  must(vf_validate_mode(s->name, VF_MODE_ORIGINAL));
  const double original = time_of(s->call, 1);
  must(vf_validate_mode(s->name, VF_MODE_CHECK));
  touch(s);
  const double check = time_of(s->call, 1);
  must(vf_validate_every(s->name, 100));
  const double sampled = time_of(s->call, sampled_calls);
  must(vf_validate_every(s->name, 1));
  must(vf_validate_mode(s->name, VF_MODE_DEVICE));
  printf("%-16s %9.3f %9.3f %9.3f %9.3f   %5.2f   %6.1f %%\n", s->name, 1e3 * original, 1e3 * port, 1e3 * transfers,
         1e3 * check, check / (original + port + transfers), 100 * (sampled / sampled_before - 1));
}

static vf_view *create(const char *label, int ghosts, int more_x, int more_y, int more_z, int cells)
{
  const int64_t extents[3] = { cells + 2 * ghosts + more_x, cells + 2 * ghosts + more_y, cells + 2 * ghosts + more_z };
  const int lower[3] = { -ghosts, -ghosts, -ghosts };
  vf_view *view = NULL;
  void *address = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, extents, lower, label, &view));
  must(vf_view_host_address(view, &address));
  double *values = address;
  for (int64_t e = 0; e < extents[0] * extents[1] * extents[2]; e++) values[e] = 1 + (double)(e * 7919 % 1000) / 1000;
  must(vf_view_sync_h2d(view));
  return view;
}

int main(int argc, char **argv)
{
  must(vf_init(NULL));
  const char *device = vf_context_device(NULL);
  n = argc > 1 ? atoi(argv[1]) : 256;
  if (argc > 2) sampled_calls = atoi(argv[2]);
  if (n < 2 || n % 2) return fprintf(stderr, "bench_check_cost: %d cells per side; an even number is needed\n", n), 2;
  box = (vf_box){ { 0, 0, 0 }, { n - 1, n - 1, n - 1 } };
  coarse_box = (vf_box){ { 0, 0, 0 }, { n / 2 - 1, n / 2 - 1, n / 2 - 1 } };
  phi = create("phi", 1, 0, 0, 0, n);
  rhs = create("rhs", 0, 0, 0, 0, n);
  result = create("result", 0, 0, 0, 0, n);
  a = create("a", 0, 0, 0, 0, n);
  bx = create("bx", 0, 1, 0, 0, n);
  by = create("by", 0, 0, 1, 0, n);
  bz = create("bz", 0, 0, 0, 1, n);
  coarse = create("coarse", 0, 0, 0, 0, n / 2);
  vf_counters counters;
  must(vf_counters_get(NULL, &counters));
  printf("device %s, %d^3 cells, milliseconds; ratio: check / (original + port + transfers)\n", device, n);
  printf("%-16s %9s %9s %9s %9s   %5s   1 in 100 checked\n", "kernel", "original", "port", "transfers", "check",
         "ratio");
  for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++) measure(&subjects[s], counters.copies_to_device == 0);
  must(vf_finalize());
  return 0;
}
