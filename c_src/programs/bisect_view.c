/* Kept views, in the format of validate/kept_view.h, and the difference between two of them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../validate/kept_view.h"
#include "bisect.h"

enum { TYPE_NAME = 16, TEXT = 160, PIECE = 4096 };

typedef struct kept_view {
  FILE *stream;
  char type[TYPE_NAME];
  int rank;
  int64_t lower[VF_MAX_AXES], upper[VF_MAX_AXES];
} kept_view;

static bool open_view(kept_view *view, const char *file)
{
  *view = (kept_view){ 0 };
  view->stream = fopen(file, "rb");
  if (!view->stream) return false;
  bool good = fscanf(view->stream, VF_KEPT_VIEW_MAGIC " %15s %d", view->type, &view->rank) == 2;
  good = good && view->rank >= 1 && view->rank <= VF_MAX_AXES;
  for (int d = 0; good && d < view->rank; d++)
    good = fscanf(view->stream, " %" SCNd64 " %" SCNd64, &view->lower[d], &view->upper[d]) == 2;
  return good && fgetc(view->stream) == '\n';
}

static void close_view(kept_view *view)
{
  if (view->stream) fclose(view->stream);
}

static int64_t element_count(const kept_view *view)
{
  int64_t count = 1;
  for (int d = 0; d < view->rank; d++) count *= view->upper[d] - view->lower[d] + 1;
  return count;
}

/* "(1, -2, 3)": an element in the user's indices. */
static void write_index(char *text, size_t size, const kept_view *view, int64_t element)
{
  size_t used = 0;
  for (int d = 0; d < view->rank && used < size; d++) {
    const int64_t extent = view->upper[d] - view->lower[d] + 1;
    used += (size_t)snprintf(text + used, size - used, "%s%" PRId64, d ? ", " : "(", view->lower[d] + element % extent);
    element /= extent;
  }
  if (used < size) snprintf(text + used, size - used, ")");
}

static void write_bounds(char *text, size_t size, const kept_view *view)
{
  size_t used = (size_t)snprintf(text, size, "%s (", view->type);
  for (int d = 0; d < view->rank && used < size; d++)
    used += (size_t)snprintf(text + used, size - used, "%s%" PRId64 ":%" PRId64, d ? ", " : "", view->lower[d],
                             view->upper[d]);
  if (used < size) snprintf(text + used, size - used, ")");
}

static bool is_type(const kept_view *view, const char *name) { return !strcmp(view->type, name); }

/* The value as long double, which holds every value of every type. */
static long double value_at(const kept_view *view, const void *values, size_t e)
{
  if (is_type(view, "real64")) return ((const double *)values)[e];
  if (is_type(view, "real32")) return ((const float *)values)[e];
  if (is_type(view, "int64")) return ((const int64_t *)values)[e];
  if (is_type(view, "logical32")) return ((const int32_t *)values)[e] != 0;
  return ((const int32_t *)values)[e];
}

/* The difference of two values beyond the tolerance; negative or 0: they agree. */
static long double excess(long double a, long double b, const bisect_options *options)
{
  if (a == b || (isnan(a) && isnan(b))) return 0;
  if (!isfinite(a) || !isfinite(b)) return HUGE_VALL;
  return fabsl(a - b) - ((long double)options->absolute + (long double)options->relative * fmaxl(fabsl(a), fabsl(b)));
}

typedef struct worst_element {
  int64_t element; /* counted from 0 */
  long double excess, before, after;
} worst_element;

/* Finds the worst element. false: a file ends too early. */
static bool compare_values(const kept_view *a, const kept_view *b, const bisect_options *options, worst_element *worst)
{
  const size_t size = is_type(a, "real64") || is_type(a, "int64") ? 8 : 4;
  double some_a[PIECE], some_b[PIECE];
  const int64_t count = element_count(a);
  for (int64_t done = 0; done < count; done += PIECE) {
    const size_t length = (size_t)(count - done < PIECE ? count - done : PIECE);
    if (fread(some_a, size, length, a->stream) != length || fread(some_b, size, length, b->stream) != length)
      return false;
    if (!memcmp(some_a, some_b, length * size)) continue;
    for (size_t e = 0; e < length; e++) {
      const long double before = value_at(a, some_a, e), after = value_at(b, some_b, e);
      const long double beyond = excess(before, after, options);
      if (beyond > worst->excess) *worst = (worst_element){ done + (int64_t)e, beyond, before, after };
    }
  }
  return true;
}

static bool same_shape(const kept_view *a, const kept_view *b)
{
  bool same = !strcmp(a->type, b->type) && a->rank == b->rank;
  for (int d = 0; same && d < a->rank; d++) same = a->lower[d] == b->lower[d] && a->upper[d] == b->upper[d];
  return same;
}

static void write_value(char *text, size_t size, const kept_view *view, long double value)
{
  const int digits = is_type(view, "real32") ? 9 : is_type(view, "real64") ? 17 : 20;
  snprintf(text, size, "%.*Lg", digits, value);
}

bisect_outcome bisect_view_compare(const char *reference, const char *kept, const bisect_options *options,
                                   char reason[BISECT_REASON])
{
  kept_view a, b;
  worst_element worst = { 0 };
  char first[TEXT], second[TEXT], index[TEXT];
  bisect_outcome outcome = BISECT_BAD;
  const bool have_a = open_view(&a, reference), have_b = open_view(&b, kept);
  if (!b.stream) {
    snprintf(reason, BISECT_REASON, "no view labelled '%s' came to the host, was released, or was live in vf_finalize",
             options->view);
  } else if (!have_a || !have_b) {
    snprintf(reason, BISECT_REASON, "the file of the view '%s' cannot be read", options->view);
  } else if (!same_shape(&a, &b)) {
    write_bounds(first, sizeof first, &a);
    write_bounds(second, sizeof second, &b);
    snprintf(reason, BISECT_REASON, "view '%s' is %s, and with the originals %s", options->view, second, first);
  } else if (!compare_values(&a, &b, options, &worst)) {
    snprintf(reason, BISECT_REASON, "the file of the view '%s' ends too early", options->view);
  } else if (worst.excess > 0) {
    write_index(index, sizeof index, &a, worst.element);
    write_value(first, sizeof first, &a, worst.before);
    write_value(second, sizeof second, &a, worst.after);
    snprintf(reason, BISECT_REASON, "view '%s' differs, worst at %s: %s with the originals, %s here (difference %.3Lg)",
             options->view, index, first, second, fabsl(worst.before - worst.after));
  } else {
    outcome = BISECT_GOOD;
  }
  close_view(&a);
  close_view(&b);
  return outcome;
}
