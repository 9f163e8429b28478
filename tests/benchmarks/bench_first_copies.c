/* The first copies of arrays to the device and back: through staging buffers, plain, and from page-locked memory; and the
 * time to take device memory. For a single array, and for a list of arrays.
 *   bench_first_copies [MiB of the single array [number of arrays in the list [MB of each]]] */
#include "timing.h"

#include <sys/mman.h>

#include <viewfab/backend.h>

enum { ROUNDS = 5, MOST = 64 };

typedef struct figures {
  double up, down, memory; /* seconds: the least of all rounds */
} figures;

static double *memory_of(size_t bytes)
{
  void *address = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (address == MAP_FAILED) {
    perror("bench_first_copies: mmap");
    exit(1);
  }
  return address;
}

static void least(double *best, double seconds)
{
  if (*best == 0 || seconds < *best) *best = seconds;
}

static void wrap(double *const *arrays, int count, size_t bytes, vf_view **views)
{
  const int64_t length = (int64_t)(bytes / sizeof(double));
  for (int v = 0; v < count; v++)
    check(vf_view_wrap(NULL, arrays[v], VF_REAL64, 1, &length, NULL, "array", VF_WRAP_DISTINCT, &views[v]));
}

static void release(vf_view **views, int count) { check(vf_views_release(views, count, true)); }

/* Views live for a single copy, so each copy is a first copy. The copy to the host is also a first copy: the device's
 * values are the random contents of its memory. */
static figures first_copies(double *const *arrays, int count, size_t bytes)
{
  vf_view *views[MOST];
  figures best = { 0 };
  for (int round = 0; round < ROUNDS; round++) {
    wrap(arrays, count, bytes, views);
    double begin = now();
    check(vf_views_to_device(views, count, VF_WRITE));
    least(&best.memory, now() - begin);
    begin = now();
    check(vf_views_to_host(views, count, VF_READ));
    least(&best.down, now() - begin);
    release(views, count);

    wrap(arrays, count, bytes, views);
    check(vf_views_to_device(views, count, VF_WRITE)); /* takes memory; not timed here */
    check(vf_views_to_host(views, count, VF_WRITE));
    begin = now();
    check(vf_views_to_device(views, count, VF_READ));
    least(&best.up, now() - begin);
    release(views, count);
  }
  return best;
}

/* The second copy locks the pages and is timed separately. From the third copy on the pages are locked. */
static figures locked_copies(double *const *arrays, int count, size_t bytes, double *locking)
{
  vf_view *views[MOST];
  figures best = { 0 };
  wrap(arrays, count, bytes, views);
  check(vf_views_to_device(views, count, VF_UPDATE));
  const double begin = now();
  check(vf_views_to_host(views, count, VF_UPDATE));
  *locking = now() - begin;
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    check(vf_views_to_device(views, count, VF_UPDATE));
    least(&best.up, now() - start);
    start = now();
    check(vf_views_to_host(views, count, VF_UPDATE));
    least(&best.down, now() - start);
  }
  release(views, count);
  return best;
}

static void open_with(const char *staging)
{
  check(vf_finalize());
  setenv("VF_STAGING", staging, 1);
  check(vf_init(NULL));
}

static void print(const char *what, figures f, double gigabytes)
{
  printf("  %-34s %8.1f ms %6.1f GB/s   %8.1f ms %6.1f GB/s\n", what, 1e3 * f.up, gigabytes / f.up, 1e3 * f.down,
         gigabytes / f.down);
}

static void measure(int count, size_t bytes)
{
  static const char *const sizes[] = { "1048576", "4194304", "8388608", "16777216", "33554432" };
  double *arrays[MOST], locking;
  const double gigabytes = 1e-9 * (double)bytes * count;
  for (int v = 0; v < count; v++) {
    arrays[v] = memory_of(bytes);
    for (size_t c = 0; c < bytes / sizeof(double); c++) arrays[v][c] = (double)c;
  }
  printf("%d x %.1f MB                           to the device             to the host\n", count, 1e-6 * (double)bytes);
  open_with("0");
  figures f = first_copies(arrays, count, bytes);
  print("first copy, plain (VF_STAGING=0)", f, gigabytes);
  printf("  device memory of all, in one call  %8.2f ms\n", 1e3 * f.memory);
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    char what[64];
    open_with(sizes[s]);
    const double begin = now();
    vf_view *one;
    wrap(arrays, 1, bytes, &one);
    check(vf_view_to_device(one, VF_READ));
    const double first = now() - begin;
    release(&one, 1);
    f = first_copies(arrays, count, bytes);
    snprintf(what, sizeof what, "first copy, staged, %s", sizes[s]);
    print(what, f, gigabytes);
    printf("    the very first array, which takes the buffers and its memory: %.1f ms\n", 1e3 * first);
  }
  f = locked_copies(arrays, count, bytes, &locking);
  print("locked", f, gigabytes);
  printf("  second copy, to the host, which locks %5.1f ms\n", 1e3 * locking);
  for (int v = 0; v < count; v++) munmap(arrays[v], bytes);
}

/* Takes memory array by array, as calls on single views do. */
static void measure_memory(int count, size_t bytes)
{
  double *arrays[MOST];
  vf_view *views[MOST];
  double single = 0;
  for (int v = 0; v < count; v++) arrays[v] = memory_of(bytes);
  for (int round = 0; round < ROUNDS; round++) {
    wrap(arrays, count, bytes, views);
    const double begin = now();
    for (int v = 0; v < count; v++) check(vf_view_to_device(views[v], VF_WRITE));
    least(&single, now() - begin);
    release(views, count);
  }
  printf("device memory of %d x %.1f MB, one call an array: %.2f ms\n", count, 1e-6 * (double)bytes, 1e3 * single);
  for (int v = 0; v < count; v++) munmap(arrays[v], bytes);
}

static size_t number_of(int argc, char **argv, int at, size_t otherwise)
{
  const long long number = argc > at ? atoll(argv[at]) : 0;
  return number > 0 ? (size_t)number : otherwise;
}

int main(int argc, char **argv)
{
  const size_t one = number_of(argc, argv, 1, 1024) << 20;
  size_t count = number_of(argc, argv, 2, 20);
  const size_t each = number_of(argc, argv, 3, 118) * 1000000;
  if (count > MOST) count = MOST;
  check(vf_init(NULL));
  printf("device %s, least of %d rounds\n", vf_context_device(NULL), ROUNDS);
  measure(1, one);
  measure((int)count, each);
  measure_memory((int)count, each);
  check(vf_finalize());
  return 0;
}
