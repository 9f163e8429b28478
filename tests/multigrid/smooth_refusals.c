/* Impossible smooths are refused under their own names, and the text names the argument. */
#include "testing.h"

#include <stdio.h>

#include <viewfab/smooth.h>

enum { N = 4, SIDE = N + 2, CELLS = SIDE * SIDE * SIDE, POISSON = 5, HELMHOLTZ = 10 };

static const vf_box box = { { 1, 1, 1 }, { N, N, N } };
static const double h[3] = { 1, 1, 1 };
static const vf_boundary sides = { .kind = { VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN, VF_NEUMANN },
                                   .order = 2 };
static double values[HELMHOLTZ][CELLS];

static vf_view *view_of(int number)
{
  const int64_t extents[3] = { SIDE, SIDE, SIDE };
  const int lower[3] = { 0, 0, 0 };
  vf_view *view = NULL;
  for (int c = 0; c < CELLS; c++) values[number][c] = 1;
  must(vf_view_wrap(NULL, values[number], VF_REAL64, 3, extents, lower, "x", VF_WRAP_DISTINCT, &view));
  return view;
}

/* Arguments in the order of the lists of names; the test removes one argument at a time. */
static vf_status smooth_poisson(void *const *a, int count)
{
  return vf_smooth_poisson(a[0], a[1], a[2], a[4], 1, a[3], count);
}

static vf_status smooth_helmholtz(void *const *a, int count)
{
  return vf_smooth_helmholtz(a[0], a[1], a[2], a[9], 1, 1, a[3], a[4], a[5], a[6], a[7], 1.15, a[8], count);
}

typedef struct smooth {
  const char *name;
  vf_status (*call)(void *const *, int);
  int count;
  const char *arguments[HELMHOLTZ];
} smooth;

static const smooth smooths[] = {
  { "vf_smooth_poisson", smooth_poisson, POISSON, { "box", "phi", "rhs", "sides", "wall" } },
  { "vf_smooth_helmholtz",
    smooth_helmholtz,
    HELMHOLTZ,
    { "box", "phi", "rhs", "a", "bx", "by", "bz", "h", "sides", "wall" } }
};

static bool is_view(const char *name) { return strcmp(name, "box") && strcmp(name, "h") && strcmp(name, "sides"); }

static void fill(const smooth *s, void **arguments)
{
  for (int a = 0; a < s->count; a++)
    arguments[a] = !strcmp(s->arguments[a], "box")     ? (void *)&box
                   : !strcmp(s->arguments[a], "h")     ? (void *)h
                   : !strcmp(s->arguments[a], "sides") ? (void *)&sides
                                                       : (void *)view_of(a);
}

static void drop(const smooth *s, void **arguments)
{
  for (int a = 0; a < s->count; a++)
    if (is_view(s->arguments[a])) must(vf_view_release((vf_view **)&arguments[a], true));
}

static void missing_arguments_are_named(void **state)
{
  (void)state;
  for (size_t s = 0; s < sizeof smooths / sizeof *smooths; s++) {
    void *arguments[HELMHOLTZ], *one;
    char words[80];
    fill(&smooths[s], arguments);
    for (int a = 0; a < smooths[s].count - 1; a++)
      for (int count = 0; count < 3; count++) {
        one = arguments[a];
        arguments[a] = NULL;
        snprintf(words, sizeof words, "%s: %s is NULL", smooths[s].name, smooths[s].arguments[a]);
        refused(smooths[s].call(arguments, count), VF_ERROR_NULL, words);
        arguments[a] = one;
      }
    must(smooths[s].call(arguments, 1));
    drop(&smooths[s], arguments);
  }
}

static void released_views_are_named(void **state)
{
  (void)state;
  for (size_t s = 0; s < sizeof smooths / sizeof *smooths; s++) {
    void *arguments[HELMHOLTZ];
    char words[80];
    for (int a = 0; a < smooths[s].count; a++) {
      if (!is_view(smooths[s].arguments[a])) continue;
      fill(&smooths[s], arguments);
      vf_view *gone = arguments[a];
      must(vf_view_release(&gone, true));
      snprintf(words, sizeof words, "%s, argument %s: the view was released", smooths[s].name, smooths[s].arguments[a]);
      refused(smooths[s].call(arguments, 1), VF_ERROR_NULL, words);
      arguments[a] = NULL;
      drop(&smooths[s], arguments);
    }
  }
}

static const struct CMUnitTest tests[] = {
  claim(missing_arguments_are_named),
  claim(released_views_are_named),
};
RUN("smooth_refusals", tests)
