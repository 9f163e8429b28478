/* The original: the low face in x, Dirichlet with a line through the wall and the first cell; other kinds do nothing. */
#include "walls.h"

#include <stdlib.h>

static int at(int i, int j, int k, const int *l1, const int *l2, const int *l3, const int *h1, const int *h2)
{
  return i - *l1 + (*h1 - *l1 + 1) * (j - *l2 + (*h2 - *l2 + 1) * (k - *l3));
}

void SPELLED(applybc3dgen)(WALL_PARAMETERS)
{
  const double wall = -*distance / h[0], of_wall = -1 / (wall - 0.5), of_cell = (-0.5 - wall) / (0.5 - wall);
  original_calls++;
  if (!bcval || !den) abort(); /* the program never passes null pointers here */
  if (*kind != 101) return;
  for (int k = lo[2]; k <= hi[2]; k++)
    for (int j = lo[1]; j <= hi[1]; j++) {
      const int open = mask[at(lo[0] - 1, j, k, maskl1, maskl2, maskl3, maskh1, maskh2)] > 0;
      double *cell = &phi[at(lo[0], j, k, phil1, phil2, phil3, phih1, phih2)];
      if (*flagden == 1) den[at(lo[0], j, k, denl1, denl2, denl3, denh1, denh2)] = open ? of_cell : 0;
      if (!open) continue;
      cell[-1] = *cell * of_cell;
      if (*flagbc == 1) cell[-1] += of_wall * bcval[at(lo[0] - 1, j, k, bcvall1, bcvall2, bcvall3, bcvalh1, bcvalh2)];
    }
  (void)maxorder, (void)side, (void)nc, (void)phih3, (void)maskh3, (void)denh3, (void)bcvalh3;
}

double SPELLED(fort_fab_norm)(int *lo, int *hi, double *x, int *xlo, int *xhi, int *nc, int *p)
{
  original_calls++;
  (void)lo, (void)hi, (void)x, (void)xlo, (void)xhi, (void)nc, (void)p;
  return 0;
}
