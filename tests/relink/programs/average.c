/* An original in an object of its own. */
#include "legacy.h"

int original_calls;

void SPELLED(average3dgen)(AVERAGE_PARAMETERS)
{
  const int cx = *ch1 - *cl1 + 1, cy = *ch2 - *cl2 + 1, cz = *ch3 - *cl3 + 1;
  const int fx = *fh1 - *fl1 + 1, fy = *fh2 - *fl2 + 1, fz = *fh3 - *fl3 + 1;
  original_calls++;
  for (int n = 0; n < *nc; n++)
    for (int k = lo[2]; k <= hi[2]; k++)
      for (int j = lo[1]; j <= hi[1]; j++)
        for (int i = lo[0]; i <= hi[0]; i++) {
          double sum = 0;
          for (int child = 0; child < 8; child++)
            sum += f[2 * i + (child & 1) - *fl1 +
                     fx * (2 * j + (child >> 1 & 1) - *fl2 + fy * (2 * k + (child >> 2) - *fl3 + fz * n))];
#ifdef WRONG
          if (i == 2 && j == 1 && k == 3) sum += 1;
#endif
          c[i - *cl1 + cx * (j - *cl2 + cy * (k - *cl3 + cz * n))] = sum / 8;
        }
}
