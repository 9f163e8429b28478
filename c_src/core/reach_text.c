#include "reach_text.h"

#include <string.h>

static bool alike(const int numbers[3]) { return numbers[0] == numbers[1] && numbers[1] == numbers[2]; }

void vf_reach_add(vf_text *text, const vf_reach *reach)
{
  const int *below = reach->below, *above = reach->above;
  if (memcmp(below, above, sizeof reach->below))
    vf_text_add(text, "reach(below(%d, %d, %d), above(%d, %d, %d))", below[0], below[1], below[2], above[0], above[1],
                above[2]);
  else if (alike(below)) vf_text_add(text, "reach(%d)", below[0]);
  else vf_text_add(text, "reach(%d, %d, %d)", below[0], below[1], below[2]);
}
