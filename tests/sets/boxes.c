#include "boxes.h"

const vf_box domain = { { -3, 0, 5 }, { 13, 13, 13 } };

/* x: -3..1, 2..9, 10..13   y: 0..4, 5..5, 6..13   z: 5..8, 9..13, the last boxes first */
#define BOX(x0, x1, y0, y1, z0, z1) \
  {                                 \
    { x0, y0, z0 }, { x1, y1, z1 }  \
  }
#define ROW(y0, y1, z0, z1) BOX(10, 13, y0, y1, z0, z1), BOX(-3, 1, y0, y1, z0, z1), BOX(2, 9, y0, y1, z0, z1)
#define LAYER(z0, z1) ROW(5, 5, z0, z1), ROW(0, 4, z0, z1), ROW(6, 13, z0, z1)
vf_box boxes[BOXES] = { LAYER(9, 13), LAYER(5, 8) };

double value_at(int i, int j, int k, int n)
{
  const unsigned mixed = (unsigned)(i + 100) * 2654435761u ^ (unsigned)(j + 100) * 40503u ^
                         (unsigned)(k + 100) * 69069u ^ (unsigned)n * 362437u;
  return (double)(mixed >> 8) * 0x1p-24 - 0.25;
}

void each_cell(const vf_box *box, void (*visit)(int i, int j, int k, void *data), void *data)
{
  for (int k = box->lower[2]; k <= box->upper[2]; k++)
    for (int j = box->lower[1]; j <= box->upper[1]; j++)
      for (int i = box->lower[0]; i <= box->upper[0]; i++) visit(i, j, k, data);
}

static double *place(vf_view *view, int i, int j, int k, int n)
{
  int64_t lower[4], upper[4];
  void *first = NULL;
  must(vf_view_bounds(view, lower, upper));
  must(vf_view_host_address(view, &first));
  const int64_t x = upper[0] - lower[0] + 1, y = upper[1] - lower[1] + 1, z = upper[2] - lower[2] + 1;
  return (double *)first + (i - lower[0]) + x * ((j - lower[1]) + y * ((k - lower[2]) + z * n));
}

double *element(vf_set *set, int b, int i, int j, int k, int n)
{
  vf_view *view = NULL;
  must(vf_set_view(set, b, NULL, &view));
  return place(view, i, j, k, n);
}

double *whole_element(vf_view *view, int i, int j, int k, int n) { return place(view, i, j, k, n); }

/* Writes the cells of a box, and -1 to all other elements of its view. */
static void fill(vf_view *view, const vf_box *box, double factor)
{
  int64_t lower[4], upper[4];
  must(vf_view_bounds(view, lower, upper));
  for (int n = 0; n < COMPONENTS; n++)
    for (int k = (int)lower[2]; k <= upper[2]; k++)
      for (int j = (int)lower[1]; j <= upper[1]; j++)
        for (int i = (int)lower[0]; i <= upper[0]; i++) {
          const bool inside = i >= box->lower[0] && i <= box->upper[0] && j >= box->lower[1] && j <= box->upper[1] &&
                              k >= box->lower[2] && k <= box->upper[2];
          *place(view, i, j, k, n) = inside ? factor * value_at(i, j, k, n) : -1;
        }
}

vf_set *filled_set(double factor, const char *label)
{
  vf_set *set = NULL;
  must(vf_set_create(NULL, boxes, BOXES, VF_REAL64, COMPONENTS, GHOSTS, 0, label, &set));
  must(vf_view_to_host(set, VF_WRITE));
  for (int b = 0; b < BOXES; b++) {
    vf_view *view = NULL;
    must(vf_set_view(set, b, NULL, &view));
    fill(view, &boxes[b], factor);
  }
  return set;
}

vf_view *filled_whole(double factor, const char *label)
{
  vf_view *view = NULL;
  int64_t extents[4];
  int lower[4];
  for (int d = 0; d < 3; d++) {
    extents[d] = domain.upper[d] - domain.lower[d] + 1 + 2 * GHOSTS;
    lower[d] = domain.lower[d] - GHOSTS;
  }
  extents[3] = COMPONENTS;
  lower[3] = 1;
  must(vf_view_create(NULL, VF_REAL64, 4, extents, lower, label, &view));
  must(vf_view_to_host(view, VF_WRITE));
  fill(view, &domain, factor);
  return view;
}
