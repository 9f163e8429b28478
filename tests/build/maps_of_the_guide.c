/* The rows of the guide's table of maps, from those of kit/maps.h: word, and index in each direction. */
#include <stdio.h>
#include <string.h>

#include <viewfab/backend/mapping.h>
#include <viewfab/kit/maps.h>

/* The index "2i" or "floor(i/2)", with an offset. */
static void put_index(const vf_map_entry *entry, int offset, const char *shift)
{
  if (entry->coarsen > 1) printf("floor(");
  if (entry->refine > 1) printf("%d", entry->refine);
  printf("i");
  if (entry->coarsen > 1) printf("/%d)", entry->coarsen);
  if (offset) printf("%+d", offset);
  if (shift[0]) printf(" + %s", shift);
}

static void put_interval(const vf_map_entry *entry, bool counts, const char *shift)
{
  put_index(entry, counts ? entry->first : 0, shift);
  if (!counts || entry->first == entry->last) return;
  printf(" .. ");
  put_index(entry, entry->last, shift);
}

static void put_row(const char *word, const vf_map *map)
{
  const vf_map_entry *at = map->at;
  int d = 0;
  while (d < 2 && at[d].first == at[(d + 1) % 3].first && at[d].last == at[(d + 1) % 3].last) d++;
  const bool alike = d == 2;
  d = 0;
  while (!alike && at[d].first == 0 && at[d].last == 0) d++;
  printf("| `%s` | ", word);
  put_interval(&at[d], true, map->shift);
  if (!alike || map->of_call) {
    printf(" in %s, ", alike ? "the direction of the call" : "direction d");
    put_interval(&at[d], false, map->shift);
    printf(" in the others");
  }
  printf(" |\n");
}

int main(void)
{
#define ROW(word, map)                    \
  {                                       \
    static const vf_map row = VF_MAP(map); \
    put_row(word, &row);                  \
  }
#include "rows.h"
  return 0;
}
