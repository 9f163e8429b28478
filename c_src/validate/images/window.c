#include "window.h"

#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../../core/region.h"
#include "scratch.h"

/* Longer runs are cut, so threads can share them; small arrays are copied whole; elements between runs so near are
 * copied as fast as they are left out. */
enum { LONGEST = 2048, SMALL = 8192, NEAR = 4, PAGE = 4096 };

/* The part of an array's layout for a box and an argument, in the layout's counting. */
typedef struct layout_window {
  vf_layout layout;
  int64_t low[4], high[4];
} layout_window;

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static layout_window window_of(const vfi_call *call, const vfi_checked *checked, int argument, const vf_box *box)
{
  const vfi_use use = vfi_checked_use(call, checked, argument, 0);
  const vf_box region = vfi_region_of(&use, box);
  const vfi_record *record = vfi_checked_record(checked, argument, 0);
  layout_window span = { .layout = vfi_layout_of(call, checked, argument) };
  const vf_layout *layout = &span.layout;
  for (int d = 0; d < 4; d++) {
    const bool follows = d < layout->component && use.lower == record->lower;
    const int64_t guard = follows ? VF_WINDOW_GUARD : 1;
    span.low[d] = (follows ? region.lower[d] : record->lower[d]) - guard - layout->lower[d];
    span.high[d] = (follows ? region.upper[d] : record->upper[d]) + guard - layout->lower[d];
    span.low[d] = larger(span.low[d], 0);
    span.high[d] = smaller(span.high[d], layout->extent[d] - 1);
  }
  return span;
}

static int64_t rows_of(const layout_window *span)
{
  int64_t rows = 1;
  for (int d = 1; d < 4; d++) rows *= larger(span->high[d] - span->low[d] + 1, 0);
  return span->high[0] < span->low[0] ? 0 : rows;
}

/* The sum over all parts; common elements count several times. */
typedef struct sums {
  int64_t rows, elements;
} sums;

static sums sum_parts(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                      const vfi_array *array)
{
  sums sums = { 0 };
  for (int a = 0; a < call->kernel->description.argument_count; a++)
    for (int b = 0;
         vfi_checked_record(checked, a, 0) && vfi_checked_record(checked, a, 0)->array == array && b < list->count;
         b++) {
      const layout_window span = window_of(call, checked, a, &list->boxes[b]);
      const int64_t rows = rows_of(&span);
      sums.rows += rows;
      sums.elements += rows ? rows * (span.high[0] - span.low[0] + 1) : 0;
    }
  return sums;
}

/* Adds a run; joins the last run if there is no gap between them. */
static void add_run(vfi_window *window, int64_t begin, int64_t count)
{
  vf_run *last = window->count ? &window->runs[window->count - 1] : NULL;
  const int64_t end = last ? last->begin + last->count : 0;
  if (last && begin >= last->begin && begin <= end + NEAR) last->count = larger(end, begin + count) - last->begin;
  else window->runs[window->count++] = (vf_run){ .begin = begin, .count = count };
}

static void add_window(vfi_window *window, const layout_window *span, size_t size)
{
  const vf_layout *layout = &span->layout;
  const int64_t begin = (int64_t)(layout->begin / size), length = span->high[0] - span->low[0] + 1;
  if (length <= 0) return;
  for (int64_t n = span->low[3]; n <= span->high[3]; n++)
    for (int64_t k = span->low[2]; k <= span->high[2]; k++)
      for (int64_t j = span->low[1]; j <= span->high[1]; j++) {
        const int64_t row = (n * layout->extent[2] + k) * layout->extent[1] + j;
        add_run(window, begin + row * layout->extent[0] + span->low[0], length);
      }
}

static int by_begin(const void *p, const void *q)
{
  const vf_run *one = p, *other = q;
  return (one->begin > other->begin) - (one->begin < other->begin);
}

static void sort(vfi_window *window)
{
  int64_t r = 1;
  while (r < window->count && window->runs[r].begin > window->runs[r - 1].begin) r++;
  if (r >= window->count) return;
  qsort(window->runs, (size_t)window->count, sizeof *window->runs, by_begin);
  const int64_t count = window->count;
  window->count = 0;
  for (int64_t from = 0; from < count; from++) add_run(window, window->runs[from].begin, window->runs[from].count);
}

/* Cuts long runs, and sets their places in a packed copy. */
static vf_status finish(vfi_window *window, const vfi_array *array)
{
  const size_t size = vfi_type_size(array->type);
  int64_t count = 0;
  size_t page = (size_t)-1;
  for (int64_t r = 0; r < window->count; r++) count += (window->runs[r].count + LONGEST - 1) / LONGEST;
  vf_run *runs = malloc((size_t)count * sizeof *runs);
  if (!runs) return vfi_fail(VF_ERROR_MEMORY, "no host memory to check '%s'", array->label);
  count = 0;
  for (int64_t r = 0; r < window->count; r++)
    for (int64_t done = 0; done < window->runs[r].count; done += LONGEST) {
      const int64_t length = smaller(window->runs[r].count - done, LONGEST);
      runs[count++] = (vf_run){ window->runs[r].begin + done, length, window->elements };
      window->elements += length;
      const size_t first = (size_t)(window->runs[r].begin + done) * size / PAGE;
      const size_t last = ((size_t)(window->runs[r].begin + done + length) * size - 1) / PAGE;
      window->pages += (last - first + (first != page)) * PAGE;
      page = last;
    }
  free(window->runs);
  window->runs = runs;
  window->count = count;
  return VF_OK;
}

vf_status vfi_window_of(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                        const vfi_array *array, vfi_window *window)
{
  const size_t size = vfi_type_size(array->type);
  const int64_t elements = (int64_t)(array->bytes / size);
  *window = (vfi_window){ .elements = elements, .pages = array->bytes };
  if (elements <= SMALL || (!vfi_type_is_real(array->type))) return VF_OK;
  const sums sums = sum_parts(call, checked, list, array);
  if (sums.elements > elements / 2) return VF_OK;
  window->runs = malloc((size_t)(sums.rows + 1) * sizeof *window->runs);
  if (!window->runs) return vfi_fail(VF_ERROR_MEMORY, "no host memory to check '%s'", array->label);
  window->elements = 0;
  window->pages = 0;
  for (int a = 0; a < call->kernel->description.argument_count; a++)
    for (int b = 0;
         vfi_checked_record(checked, a, 0) && vfi_checked_record(checked, a, 0)->array == array && b < list->count;
         b++) {
      const layout_window span = window_of(call, checked, a, &list->boxes[b]);
      add_window(window, &span, size);
    }
  sort(window);
  return finish(window, array);
}

void vfi_window_free(vfi_window *window)
{
  free(window->runs);
  *window = (vfi_window){ 0 };
}

/* True if threads have enough to do. A short run costs as much as some elements. */
static bool many(const vfi_window *window) { return window->elements + 16 * window->count > 65536; }

void vfi_window_copy(const vfi_window *window, size_t size, size_t bytes, char *to, const char *from)
{
  if (!window->runs) {
    vfi_scratch_copy(to, from, bytes);
    return;
  }
#pragma omp parallel for schedule(static) if (many(window))
  for (int64_t r = 0; r < window->count; r++) {
    const size_t begin = (size_t)window->runs[r].begin * size;
    memcpy(to + begin, from + begin, (size_t)window->runs[r].count * size);
  }
}

void vfi_window_copy_twice(const vfi_window *window, size_t size, size_t bytes, char *one, char *other,
                           const char *from)
{
  if (!window->runs) {
    vfi_scratch_copy_twice(one, other, from, bytes);
    return;
  }
#pragma omp parallel for schedule(static) if (many(window))
  for (int64_t r = 0; r < window->count; r++) {
    const size_t begin = (size_t)window->runs[r].begin * size, length = (size_t)window->runs[r].count * size;
    memcpy(one + begin, from + begin, length);
    memcpy(other + begin, from + begin, length);
  }
}

void vfi_window_pack(const vfi_window *window, size_t size, char *packed, const char *from)
{
#pragma omp parallel for schedule(static) if (many(window))
  for (int64_t r = 0; r < window->count; r++)
    memcpy(packed + (size_t)window->runs[r].packed * size, from + (size_t)window->runs[r].begin * size,
           (size_t)window->runs[r].count * size);
}

void vfi_window_unpack(const vfi_window *window, size_t size, char *to, const char *packed)
{
#pragma omp parallel for schedule(static) if (many(window))
  for (int64_t r = 0; r < window->count; r++)
    memcpy(to + (size_t)window->runs[r].begin * size, packed + (size_t)window->runs[r].packed * size,
           (size_t)window->runs[r].count * size);
}

void vfi_window_fill(const vfi_window *window, size_t size, char *to, uint64_t background)
{
#pragma omp parallel for schedule(static) if (many(window))
  for (int64_t r = 0; r < window->count; r++)
    for (int64_t e = window->runs[r].begin; e < window->runs[r].begin + window->runs[r].count; e++)
      memcpy(to + (size_t)e * size, &background, size);
}

int64_t vfi_window_difference(const vfi_window *window, size_t size, size_t bytes, const char *one, const char *other)
{
  const vf_run all = { .count = (int64_t)(bytes / size) };
  const vf_run *runs = window->runs ? window->runs : &all;
  const int64_t count = window->runs ? window->count : 1;
  int64_t differing = count;
#pragma omp parallel for schedule(static) reduction(min : differing) if (many(window))
  for (int64_t r = 0; r < count; r++) {
    const size_t begin = (size_t)runs[r].begin * size;
    if (r < differing && memcmp(one + begin, other + begin, (size_t)runs[r].count * size)) differing = r;
  }
  if (differing == count) return -1;
  int64_t element = runs[differing].begin;
  while (!memcmp(one + (size_t)element * size, other + (size_t)element * size, size)) element++;
  return element;
}

int64_t vfi_window_change(const vfi_window *window, size_t size, const char *packed, const char *now)
{
  int64_t differing = window->count;
#pragma omp parallel for schedule(static) reduction(min : differing) if (many(window))
  for (int64_t r = 0; r < window->count; r++) {
    const vf_run *run = &window->runs[r];
    if (r < differing &&
        memcmp(packed + (size_t)run->packed * size, now + (size_t)run->begin * size, (size_t)run->count * size))
      differing = r;
  }
  if (differing == window->count) return -1;
  const vf_run *run = &window->runs[differing];
  int64_t e = 0;
  while (!memcmp(packed + (size_t)(run->packed + e) * size, now + (size_t)(run->begin + e) * size, size)) e++;
  return run->begin + e;
}

void vfi_window_unpack_one(const vfi_window *window, size_t size, const char *packed, int64_t element, void *to)
{
  int64_t r = 0;
  while (window->runs[r].begin + window->runs[r].count <= element) r++;
  memcpy(to, packed + (size_t)(window->runs[r].packed + element - window->runs[r].begin) * size, size);
}

int64_t vfi_window_pieces(const vfi_window *window, const vf_layout *layout, size_t size, vfi_window_piece *pieces)
{
  const int64_t begin = (int64_t)(layout->begin / size), end = begin + (int64_t)(layout->bytes / size);
  const int64_t length = layout->extent[0];
  int64_t count = 0;
  for (int64_t r = 0; r < window->count; r++) {
    const int64_t last = smaller(window->runs[r].begin + window->runs[r].count, end) - begin;
    int64_t at = larger(window->runs[r].begin, begin) - begin;
    while (at < last) {
      const int64_t row = at / length, stop = smaller((row + 1) * length, last);
      if (pieces) pieces[count] = (vfi_window_piece){ row, at - row * length, stop - row * length };
      count++;
      at = stop;
    }
  }
  return count;
}
