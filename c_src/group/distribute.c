/* Domains cut into boxes, and boxes given to ranks along the Z-Morton order. */
#include <limits.h>
#include <stdlib.h>

#include <viewfab/layout.h>

#include "../core/error.h"
#include "../core/region.h"
#include "../core/text.h"

typedef struct brick {
  uint64_t key[2]; /* bits of the places in the three directions, in turn; the upper bits first */
  int place[3];
} brick;

static void set_key(brick *b)
{
  b->key[0] = b->key[1] = 0;
  for (int bit = 0; bit < 32; bit++)
    for (int d = 0; d < 3; d++) {
      const int at = 3 * bit + d;
      const uint64_t one = (uint64_t)b->place[d] >> bit & 1;
      b->key[at < 64 ? 1 : 0] |= one << at % 64;
    }
}

static int by_key(const void *p, const void *q)
{
  const brick *a = p, *b = q;
  if (a->key[0] != b->key[0]) return a->key[0] < b->key[0] ? -1 : 1;
  return (a->key[1] > b->key[1]) - (a->key[1] < b->key[1]);
}

static vf_box box_of(const brick *b, const vf_box *domain, const int size[3])
{
  vf_box box;
  for (int d = 0; d < 3; d++) {
    const int64_t lower = (int64_t)domain->lower[d] + (int64_t)b->place[d] * size[d], upper = lower + size[d] - 1;
    box.lower[d] = (int)lower;
    box.upper[d] = upper < domain->upper[d] ? (int)upper : domain->upper[d];
  }
  return box;
}

static double cells_of(const vf_box *box)
{
  double cells = 1;
  for (int d = 0; d < 3; d++) cells *= (double)((int64_t)box->upper[d] - box->lower[d] + 1);
  return cells;
}

/* A box belongs to the rank in whose share of the cells its middle lies. */
static void share(const vf_box *boxes, int count, const vf_box *domain, int ranks, int *owners)
{
  const double all = cells_of(domain);
  double before = 0;
  for (int b = 0; b < count; b++) {
    const double cells = cells_of(&boxes[b]);
    const int owner = (int)((before + cells / 2) / all * ranks);
    owners[b] = owner < ranks ? owner : ranks - 1;
    before += cells;
  }
}

static vf_status check(const vf_box *domain, const int size[3], int ranks, const int *count)
{
  static const char who[] = "vf_layout_distribute";
  char text[VF_RANGE_TEXT];
  if (!domain || !size || !count)
    return vfi_fail(VF_ERROR_NULL, "%s: %s is NULL", who, !domain ? "domain" : !size ? "size" : "count");
  if (ranks < 1) return vfi_fail(VF_ERROR_ARGUMENT, "%s: %d ranks", who, ranks);
  for (int d = 0; d < 3; d++)
    if (size[d] < 1) return vfi_fail(VF_ERROR_ARGUMENT, "%s: boxes of %d cells in direction %d", who, size[d], d + 1);
  const char *obstacle = vfi_box_is_empty(domain) ? "is empty" : vfi_box_obstacle_alone(domain);
  return obstacle ? vfi_fail(VF_ERROR_BOX, "%s: the domain %s %s", who, vfi_box_text(text, domain), obstacle) : VF_OK;
}

vf_status vf_layout_distribute(const vf_box *domain, const int size[3], int ranks, vf_box *boxes, int *owners,
                               int *count)
{
  vf_status status = check(domain, size, ranks, count);
  if (status) return status;
  int64_t bricks[3], total = 1;
  for (int d = 0; d < 3; d++) {
    bricks[d] = ((int64_t)domain->upper[d] - domain->lower[d] + size[d]) / size[d];
    total = bricks[d] > INT_MAX / total ? (int64_t)INT_MAX + 1 : total * bricks[d];
    if (total > INT_MAX) return vfi_fail(VF_ERROR_ARGUMENT, "vf_layout_distribute: more boxes than an int counts");
  }
  const int room = *count;
  *count = (int)total;
  if (!boxes) return VF_OK;
  if (!owners) return vfi_fail(VF_ERROR_NULL, "vf_layout_distribute: owners is NULL");
  if (room < *count)
    return vfi_fail(VF_ERROR_ARGUMENT, "vf_layout_distribute: room for %d boxes, there are %d", room, *count);
  brick *list = malloc((size_t)total * sizeof *list);
  if (!list) return vfi_fail(VF_ERROR_MEMORY, "vf_layout_distribute: no host memory for %d boxes", *count);
  for (int64_t b = 0; b < total; b++) {
    const int64_t row = b / bricks[0];
    list[b] = (brick){ .place = { (int)(b % bricks[0]), (int)(row % bricks[1]), (int)(row / bricks[1]) } };
    set_key(&list[b]);
  }
  qsort(list, (size_t)total, sizeof *list, by_key);
  for (int64_t b = 0; b < total; b++) boxes[b] = box_of(&list[b], domain, size);
  share(boxes, *count, domain, ranks, owners);
  free(list);
  return VF_OK;
}
