/* An original in an archive. */
#include "legacy.h"

void SPELLED(interp3dgen)(AVERAGE_PARAMETERS)
{
  const int fx = *ch1 - *cl1 + 1, fy = *ch2 - *cl2 + 1; /* the first array is the fine array */
  const int cx = *fh1 - *fl1 + 1, cy = *fh2 - *fl2 + 1;
  original_calls++;
  for (int k = lo[2]; k <= hi[2]; k++)
    for (int j = lo[1]; j <= hi[1]; j++)
      for (int i = lo[0]; i <= hi[0]; i++)
        for (int child = 0; child < 8; child++)
          c[2 * i + (child & 1) - *cl1 + fx * (2 * j + (child >> 1 & 1) - *cl2 + fy * (2 * k + (child >> 2) - *cl3))] +=
              f[i - *fl1 + cx * (j - *fl2 + cy * (k - *fl3))];
  (void)nc, (void)ch3, (void)fh3;
}
