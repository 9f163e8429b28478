/* The bars of the timeline. A long run makes millions of bars, and a page with millions opens slowly. So neighbours become a single bar when
 * the table is full. */
#include <string.h>

#include "tables.h"

enum { MOST_BARS = 1 << 16, ROWS = VF_LANES + VF_PROFILE_QUEUES };

static int last[ROWS];    /* 1 + the number of the last bar of a row of the timeline; 0: none */
static double resolution; /* seconds; 0: all bars have found room */

/* Copies of a list follow each other without a gap: copies of the same row of the table share a bar. */
static bool belongs_together(const vfi_profile_event *before, const vfi_profile_event *bar)
{
  const bool same = before->what == bar->what;
  if (same && bar->lane == VF_LANE_COPY && bar->begin == before->end) return true;
  return bar->begin - before->end < resolution && (same || bar->end - before->begin < resolution);
}

/* The bar has the name of its longer part. */
static void join(vfi_profile_event *before, const vfi_profile_event *bar)
{
  if (bar->end - bar->begin > before->end - before->begin) before->what = bar->what;
  if (bar->begin < before->begin) before->begin = bar->begin;
  if (bar->end > before->end) before->end = bar->end;
  before->bytes += bar->bytes;
  before->parts += bar->parts;
}

/* Adds a bar to bars that have room for it. Returns their new number. */
static int put(vfi_profile_event *bars, int count, const vfi_profile_event *bar)
{
  int *before = &last[(int)bar->lane + bar->queue];
  if (*before && belongs_together(&bars[*before - 1], bar)) {
    join(&bars[*before - 1], bar);
    return count;
  }
  if (&bars[count] != bar) bars[count] = *bar;
  *before = ++count;
  return count;
}

/* Makes the resolution coarser until half of the table is free. In the end all bars of a row fit into a single bar. */
static void thin(void)
{
  vfi_profile_event *bars = vfi_profile.events;
  double begin = bars[0].begin, end = bars[0].end;
  for (int b = 1; b < vfi_profile.event_count; b++) {
    if (bars[b].begin < begin) begin = bars[b].begin;
    if (bars[b].end > end) end = bars[b].end;
  }
  if (resolution <= 0) resolution = (end - begin) / MOST_BARS;
  while (vfi_profile.event_count > MOST_BARS / 2 && resolution < 2 * (end - begin)) {
    int kept = 0;
    memset(last, 0, sizeof last);
    resolution *= 2;
    for (int b = 0; b < vfi_profile.event_count; b++) kept = put(bars, kept, &bars[b]);
    vfi_profile.event_count = kept;
  }
}

void vfi_profile_add_event(const vfi_profile_event *event)
{
  if (vfi_profile.event_count == MOST_BARS) thin();
  if (VF_PROFILE_ROOM(events, event_count, MOST_BARS))
    vfi_profile.event_count = put(vfi_profile.events, vfi_profile.event_count, event);
}
