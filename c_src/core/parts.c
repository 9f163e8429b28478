#include "parts.h"

/* A part without another part has at most two pieces in each direction. */
enum { PIECES = 2 * VF_PART_RANK, MOST = VF_PARTS * (PIECES + 1) };

/* A list in the making. */
typedef struct rough_list {
  int count;
  vfi_part at[MOST];
} rough_list;

bool vfi_part_is_empty(const vfi_part *part)
{
  for (int d = 0; d < VF_PART_RANK; d++)
    if (part->last[d] < part->first[d]) return true;
  return false;
}

int64_t vfi_part_elements(const vfi_part *part)
{
  int64_t elements = 1;
  if (vfi_part_is_empty(part)) return 0;
  for (int d = 0; d < VF_PART_RANK; d++) elements *= part->last[d] - part->first[d] + 1;
  return elements;
}

vfi_part vfi_part_whole(const int64_t extent[VF_PART_RANK])
{
  vfi_part part;
  for (int d = 0; d < VF_PART_RANK; d++) {
    part.first[d] = 0;
    part.last[d] = extent[d] - 1;
  }
  return part;
}

vfi_part vfi_part_common(const vfi_part *p, const vfi_part *q)
{
  vfi_part common;
  for (int d = 0; d < VF_PART_RANK; d++) {
    common.first[d] = p->first[d] > q->first[d] ? p->first[d] : q->first[d];
    common.last[d] = p->last[d] < q->last[d] ? p->last[d] : q->last[d];
  }
  return common;
}

int64_t vfi_parts_elements(const vfi_part_list *list)
{
  int64_t elements = 0;
  for (int p = 0; p < list->count; p++) elements += vfi_part_elements(&list->at[p]);
  return elements;
}

bool vfi_parts_meet(const vfi_part_list *list, const vfi_part *part)
{
  for (int p = 0; p < list->count; p++) {
    const vfi_part common = vfi_part_common(&list->at[p], part);
    if (!vfi_part_is_empty(&common)) return true;
  }
  return false;
}

/* The pieces of p outside of q, from the slowest direction on, so that they keep whole rows and planes. Returns their
 * number. */
static int pieces_outside(const vfi_part *p, const vfi_part *q, vfi_part pieces[PIECES])
{
  const vfi_part common = vfi_part_common(p, q);
  vfi_part rest = *p;
  int count = 0;
  if (vfi_part_is_empty(&common)) {
    pieces[0] = *p;
    return 1;
  }
  for (int d = VF_PART_RANK - 1; d >= 0; d--) {
    if (rest.first[d] < common.first[d]) {
      pieces[count] = rest;
      pieces[count++].last[d] = common.first[d] - 1;
    }
    if (rest.last[d] > common.last[d]) {
      pieces[count] = rest;
      pieces[count++].first[d] = common.last[d] + 1;
    }
    rest.first[d] = common.first[d];
    rest.last[d] = common.last[d];
  }
  return count;
}

/* Makes one part of two that form a box together. */
static bool join(vfi_part *p, const vfi_part *q)
{
  int differing = -1;
  for (int d = 0; d < VF_PART_RANK; d++) {
    if (p->first[d] == q->first[d] && p->last[d] == q->last[d]) continue;
    if (differing >= 0) return false;
    differing = d;
  }
  if (differing < 0) return true;
  if (p->last[differing] + 1 == q->first[differing]) p->last[differing] = q->last[differing];
  else if (q->last[differing] + 1 == p->first[differing]) p->first[differing] = q->first[differing];
  else return false;
  return true;
}

static void drop(rough_list *rough, int place) { rough->at[place] = rough->at[--rough->count]; }

static void join_all(rough_list *rough)
{
  for (int p = 0; p < rough->count; p++)
    for (int q = 0; q < rough->count; q++)
      if (p != q && join(&rough->at[p], &rough->at[q])) {
        drop(rough, q);
        p = -1; /* the new part may join others: from the beginning */
        break;
      }
}

/* Removes a part from a list in the making. False: no room. */
static bool take_out(rough_list *rough, const vfi_part *part)
{
  rough_list result;
  result.count = 0;
  for (int p = 0; p < rough->count; p++) {
    vfi_part pieces[PIECES];
    const int count = pieces_outside(&rough->at[p], part, pieces);
    if (result.count + count > MOST) return false;
    for (int n = 0; n < count; n++) result.at[result.count++] = pieces[n];
  }
  rough->count = result.count;
  for (int p = 0; p < result.count; p++) rough->at[p] = result.at[p];
  return true;
}

static bool finish(rough_list *rough, vfi_part_list *list)
{
  join_all(rough);
  if (rough->count > VF_PARTS) return false;
  list->count = rough->count;
  for (int p = 0; p < rough->count; p++) list->at[p] = rough->at[p];
  return true;
}

static void begin(rough_list *rough, const vfi_part_list *list)
{
  rough->count = list->count;
  for (int p = 0; p < list->count; p++) rough->at[p] = list->at[p];
}

bool vfi_parts_remove(vfi_part_list *list, const vfi_part *part)
{
  rough_list rough;
  if (!vfi_parts_meet(list, part)) return true;
  begin(&rough, list);
  return take_out(&rough, part) && finish(&rough, list);
}

/* The elements of the part that the list lacks, as a list in the making. */
static bool lacking(const vfi_part_list *list, const vfi_part *part, rough_list *rough)
{
  rough->count = vfi_part_is_empty(part) ? 0 : 1;
  rough->at[0] = *part;
  for (int p = 0; p < list->count; p++)
    if (!take_out(rough, &list->at[p])) return false;
  return true;
}

/* Whole rows of few parts are better than few elements less: if the part holds parts of the list, they go. */
static bool add(rough_list *rough, const vfi_part *part)
{
  if (!take_out(rough, part) || rough->count == MOST) return false;
  rough->at[rough->count++] = *part;
  return true;
}

bool vfi_parts_add(vfi_part_list *list, const vfi_part *part)
{
  rough_list rough;
  if (!lacking(list, part, &rough)) return false;
  if (rough.count == 0) return true; /* the list has all of it */
  begin(&rough, list);
  return add(&rough, part) && finish(&rough, list);
}

static vfi_part around(const vfi_part *p, const vfi_part *q)
{
  vfi_part box;
  for (int d = 0; d < VF_PART_RANK; d++) {
    box.first[d] = p->first[d] < q->first[d] ? p->first[d] : q->first[d];
    box.last[d] = p->last[d] > q->last[d] ? p->last[d] : q->last[d];
  }
  return box;
}

/* The part of the list whose box with the new part has the fewest further elements. */
static int nearest(const vfi_part_list *list, const vfi_part *part)
{
  int found = 0;
  double least = 0;
  for (int p = 0; p < list->count; p++) {
    const vfi_part box = around(&list->at[p], part);
    const double more = (double)vfi_part_elements(&box) - (double)vfi_part_elements(&list->at[p]);
    if (p && more >= least) continue;
    found = p;
    least = more;
  }
  return found;
}

void vfi_parts_add_roughly(vfi_part_list *list, const vfi_part *part)
{
  vfi_part box = *part;
  while (!vfi_parts_add(list, &box)) {
    const int place = nearest(list, &box);
    box = around(&list->at[place], &box);
    list->at[place] = list->at[--list->count];
  }
}
