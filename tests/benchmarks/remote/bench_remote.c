/* The 27-point product in ELL form by remote arrays, in each form, beside the same product on an array of the rank, and the
 * time of a fence. With MPI the ranks have slabs of one domain, stacked in z.
 *   bench_remote [edge]   cells of a slab in each direction (default 128 on a GPU, 48 on the host) */
#include <string.h>

#include <viewfab/remote.h>

#ifdef OVER_RANKS
#include <mpi.h>
#include <viewfab/group_mpi.h>
#endif

#include "../timing.h"
#include <bench_remote_kernels.h>
#include <viewfab_kernels.h>

enum { ENTRIES = 27, TIMES = 20 };

static vf_group *group;
static int rank, ranks, edge;
static int64_t rows;
static vf_view *values, *columns, *wide, *own_columns, *y, *x_own;
static vf_box all;

static vf_view *wrap(void *host, vf_type type, int of, const char *label)
{
  vf_view *view = NULL;
  const int64_t extents[2] = { rows, ENTRIES };
  check(vf_view_wrap(NULL, host, type, of, extents, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static void *memory(size_t bytes)
{
  void *at = calloc(bytes, 1);
  if (!at) exit(1);
  return at;
}

/* Global index of the column of an entry, from 0. Outside the domain: the index of the row. */
static int64_t column(int64_t row, int c)
{
  const int64_t i = row % edge + c % 3 - 1, j = row / edge % edge + c / 3 % 3 - 1;
  const int64_t k = row / edge / edge + c / 9 - 1 + (int64_t)rank * edge;
  const bool is = i >= 0 && i < edge && j >= 0 && j < edge && k >= 0 && k < (int64_t)edge * ranks;
  return is ? i + edge * (j + edge * k) : row + (int64_t)rank * rows;
}

static void make_matrix(const vf_remote *x)
{
  double *v = memory((size_t)(rows * ENTRIES) * sizeof *v);
  int *c = memory((size_t)(rows * ENTRIES) * sizeof *c), *o = memory((size_t)(rows * ENTRIES) * sizeof *o);
  int64_t *w = memory((size_t)(rows * ENTRIES) * sizeof *w);
  for (int e = 0; e < ENTRIES; e++)
    for (int64_t row = 0; row < rows; row++) {
      const int64_t at = row + e * rows, global = column(row, e), own = global - rank * rows;
      v[at] = e == 13 ? 26 : -1;
      w[at] = global;
      o[at] = (int)(own < 0 || own >= rows ? row : own) + 1;
    }
  check(vf_remote_numbers(x, w, VF_INT64, rows * ENTRIES, 0));
  for (int64_t at = 0; at < rows * ENTRIES; at++) c[at] = (int)w[at];
  values = wrap(v, VF_REAL64, 2, "values");
  columns = wrap(c, VF_INT32, 2, "columns");
  wide = wrap(w, VF_INT64, 2, "wide");
  own_columns = wrap(o, VF_INT32, 2, "own columns");
  y = wrap(memory((size_t)rows * sizeof *v), VF_REAL64, 1, "y");
  x_own = wrap(memory((size_t)rows * sizeof *v), VF_REAL64, 1, "x of the rank");
}

static vf_remote *make_vector(const char *form, vf_view **view)
{
  vf_remote *x = NULL;
  void *host = NULL;
  setenv("VF_REMOTE_FORM", form, 1);
  check(vf_remote_create(group, VF_REAL64, rows, "x", &x));
  check(vf_remote_view(x, view));
  check(vf_view_to_host(*view, VF_WRITE));
  check(vf_view_host_address(*view, &host));
  for (int64_t i = 0; i < rows; i++) ((double *)host)[i] = (double)((i * 7 + rank) % 1013) / 1013;
  check(vf_remote_fence(x));
  return x;
}

typedef vf_status (*work)(vf_view *x);
static vf_status product(vf_view *x) { return vf_ell_product(&all, values, columns, x, y, ENTRIES); }
static vf_status product_wide(vf_view *x) { return vf_ell_product_wide(&all, values, wide, x, y, ENTRIES); }
static vf_status product_own(vf_view *x)
{
  (void)x;
  return vf_ell_product_own(&all, values, own_columns, x_own, y, ENTRIES);
}

/* A hash of the product's bits. */
static uint64_t digest(void)
{
  void *host = NULL;
  uint64_t sum = 0, bits;
  check(vf_view_to_host(y, VF_READ));
  check(vf_view_host_address(y, &host));
  for (int64_t i = 0; i < rows; i++) {
    memcpy(&bits, (const double *)host + i, sizeof bits);
    sum = sum * 1099511628211u + bits;
  }
  return sum;
}

static void run(const char *name, work work, vf_remote *x, vf_view *view, bool fenced)
{
  double times[TIMES];
  for (int t = -2; t < TIMES; t++) {
    check(vf_group_fence(group));
    check(vf_context_wait(NULL));
    const double begun = now();
    if (work) check(work(view));
    if (fenced) check(vf_remote_fence(x));
    check(vf_context_wait(NULL));
    if (t >= 0) times[t] = now() - begun;
  }
  const double middle = median(times, TIMES);
  if (rank == 0) printf("%-44s %10.1f us  (best %.1f)", name, 1e6 * middle, 1e6 * times[0]);
  if (rank == 0 && work && !fenced) printf("   bits %016llx", (unsigned long long)digest());
  if (rank == 0) printf("\n");
}

int main(int count, char **arguments)
{
  int64_t stride;
  bool fits;
  vf_view *flat_view, *table_view;
#ifdef OVER_RANKS
  int given;
  MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &given);
  check(vf_group_create_mpi(MPI_Comm_c2f(MPI_COMM_WORLD), NULL, &group));
#else
  check(vf_group_create_alone(NULL, &group));
#endif
  check(vf_group_size(group, &rank, &ranks));
  const char *device = vf_context_device(NULL);
  edge = count > 1 ? atoi(arguments[1]) : strncmp(device, "host", 4) ? 128 : 48;
  rows = (int64_t)edge * edge * edge;
  all = (vf_box){ { 1, 1, 1 }, { (int)rows, 1, 1 } };
  vf_remote *flat = make_vector("", &flat_view), *table = make_vector("table", &table_view);
  check(vf_remote_size(flat, NULL, NULL, &stride, &fits));
  make_matrix(flat);
  check(vf_copy(&all, flat_view, x_own));
  check(vf_remote_fence(flat));
  if (rank == 0)
    printf("%d ranks on %s, %lld rows each, stride %lld, numbers %s\n", ranks, device, (long long)rows,
           (long long)stride, fits ? "fit into 32 bits" : "need 64 bits");
  run("product with an array of the rank", product_own, NULL, NULL, false);
  if (fits) run("product, flat, 32 bits", product, flat, flat_view, false);
  run("product, flat, 64 bits", product_wide, flat, flat_view, false);
  if (fits) run("product, by a table, 32 bits", product, table, table_view, false);
  run("fence", NULL, flat, NULL, true);
  if (fits) run("product and fence", product, flat, flat_view, true);
  check(vf_remote_fence(flat));
  check(vf_remote_release(&flat));
  check(vf_remote_release(&table));
  check(vf_group_destroy(&group));
  check(vf_finalize());
#ifdef OVER_RANKS
  MPI_Finalize();
#endif
  return 0;
}
