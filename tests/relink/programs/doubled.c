/* Symbols as some compilers spell them: with two underscores behind a name that has an
 * underscore. */
#include "legacy.h"

static int low[] = { 0, 0, 0 }, high[] = { 1, 1, 1 }, one = 1;

int main(void)
{
  double x[8], value = 2;
  SPELLED(fort_fab_setval)(low, high, x, low, high, &one, &value);
  return SPELLED(fort_fab_sum)(low, high, x, low, high, &one) != 16 || original_calls;
}
