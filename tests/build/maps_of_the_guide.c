/* Prints the rows of the guide's table of maps from kit/maps.h: word, and index in each direction. Words about faces
 * are for kernels over faces. */
#include <stdio.h>
#include <string.h>

#include <viewfab/backend/mapping.h>
#include <viewfab/kit/maps.h>

/* The index "2i" or "floor(i/2)", with an offset. */
static void put_index(const vfi_map_entry *entry, int offset, const char *shift)
{
  if (entry->coarsen > 1) printf("floor(");
  if (entry->refine > 1) printf("%d", entry->refine);
  printf("i");
  if (entry->coarsen > 1) printf("/%d)", entry->coarsen);
  if (offset) printf("%+d", offset);
  if (shift[0]) printf(" + %s", shift);
}

static void put_interval(const vfi_map_entry *entry, bool beside, const char *shift)
{
  const int first = beside ? entry->first_beside : entry->first, last = beside ? entry->last_beside : entry->last;
  put_index(entry, first, shift);
  if (first == last) return;
  printf(" .. ");
  put_index(entry, last, shift);
}

static void put_row(const char *word, const vfi_map *map)
{
  const vfi_map_entry *at = map->at;
  int d = 0;
  while (d < 2 && at[d].first == at[(d + 1) % 3].first && at[d].last == at[(d + 1) % 3].last) d++;
  const bool alike = d == 2;
  /* the direction unlike both others */
  d = 0;
  while (!alike && at[(d + 1) % 3].last != at[(d + 2) % 3].last) d++;
  const bool of_call = map->of_call && (at[0].first != at[0].first_beside || at[0].last != at[0].last_beside);
  printf("| `%s` | ", word);
  put_interval(&at[d], false, map->shift);
  if (!alike || of_call) {
    printf(" in %s, ", of_call ? "the direction of the call" : "direction d");
    put_interval(&at[of_call ? d : (d + 1) % 3], of_call, map->shift);
    printf(" in the others");
  }
  printf(" |\n");
}

int main(void)
{
#define ROW(word, map)                    \
  {                                       \
    static const vfi_map row = VF_MAP(map); \
    put_row(word, &row);                  \
  }
#define VF_POINTS all
#include "rows.h"
#undef VF_POINTS
#define VF_POINTS faces
#include "rows_over_faces.h"
  return 0;
}
