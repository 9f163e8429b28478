#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../core/code_places.h"
#include "../group/summary.h"
#include "../report/summary.h"
#include "pages.h"

vfi_profile_totals vfi_profile_sum(void)
{
  vfi_profile_totals sum = { .run = vfi_profile.end - vfi_profile.begin };
  for (int k = 0; k < vfi_profile.kernel_count; k++) sum.kernels += vfi_profile.kernels[k].seconds;
  for (int s = 0; s < vfi_profile.site_count; s++) sum.loops += vfi_profile.sites[s].host_seconds;
  for (int w = 0; w < vfi_profile.wait_count; w++) sum.waits += vfi_profile.waits[w].seconds;
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    *(copy->to_device ? &sum.to_device : &sum.to_host) += copy->seconds;
    *(copy->to_device ? &sum.bytes_to_device : &sum.bytes_to_host) += copy->bytes;
  }
  return sum;
}

static void add_place(vfi_text *text, const char *routine, const char *file, int line)
{
  vfi_text_add(text, "%s", routine);
  if (line) vfi_text_add(text, " (%s:%d)", vfi_base_name(file), line);
}

/* "0.615 to 0.646", or a single number; the same bounds in percent of the run with its sign. */
static void add_range(vfi_text *text, const vfi_profile_advice *advice)
{
  const double least = vfi_profile_least_saved(advice), most = advice->seconds;
  if (most - least < 5e-4) vfi_text_add(text, "%.3f", most);
  else vfi_text_add(text, "%.3f to %.3f", least, most);
}

static void add_share(vfi_text *text, const vfi_profile_advice *advice)
{
  const double run = vfi_profile.end - vfi_profile.begin;
  const double least = 100 * vfi_profile_least_saved(advice) / run, most = 100 * advice->seconds / run;
  if (most - least < 1) vfi_text_add(text, "%.*f %%", most < 10, most);
  else vfi_text_add(text, "%.*f to %.*f %%", most < 10, least, most < 10, most);
}

static void add_site(vfi_text *text, vfi_profile_who who)
{
  const vfi_profile_site *site = &vfi_profile.sites[vfi_profile_site_of(who)];
  add_place(text, site->routine, site->file, site->line);
  if (site->request) vfi_text_add(text, " (request %d)", site->request);
}

void vfi_profile_add_who(vfi_text *text, vfi_profile_who who, vfi_profile_who writer)
{
  if (vfi_profile_is_site(who)) add_site(text, who);
  else vfi_text_add(text, "kernel %s", vfi_profile.kernels[who].name);
  if (writer == VF_PROFILE_NOBODY) return;
  vfi_text_add(text, ", behind ");
  add_site(text, writer);
}

const char *vfi_profile_verdict(const char *kernel)
{
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger))
    if (!ledger->routine && ledger->checked && !strcmp(ledger->name, kernel)) return vfi_summary_verdict(ledger);
  return "";
}

/* The rows of a table in the order of their seconds: numbers of rows, which the caller frees. */
typedef struct ranked {
  double seconds;
  int row;
} ranked;

static int by_seconds(const void *p, const void *q)
{
  const double a = ((const ranked *)p)->seconds, b = ((const ranked *)q)->seconds;
  return (a < b) - (a > b);
}

static ranked *rank_rows(int count, double (*seconds)(int))
{
  ranked *rows = calloc((size_t)count + 1, sizeof *rows);
  for (int r = 0; rows && r < count; r++) rows[r] = (ranked){ seconds(r), r };
  if (rows) qsort(rows, (size_t)count, sizeof *rows, by_seconds);
  return rows;
}

static double kernel_seconds(int row) { return vfi_profile.kernels[row].seconds; }

static double copies_seconds(int row) { return vfi_profile.copies[row].seconds; }

enum { MOST_LINES = 12 }; /* of each table: the text fits on a screen */

static void add_rest(vfi_text *text, int count)
{
  if (count > MOST_LINES) vfi_text_add(text, "  and %d more\n", count - MOST_LINES);
}

static void add_totals(vfi_text *text)
{
  const vfi_profile_totals sum = vfi_profile_sum();
  vfi_text_add(text, "viewfab profile: %.3f s on %s", sum.run,
               vfi_profile.device[0] ? vfi_profile.device : "no device");
  if (vfi_profile.copy_rate > 0) vfi_text_add(text, ", copy rate %.1f GB/s", 1e-9 * vfi_profile.copy_rate);
  vfi_text_add(text, "\n  kernels %.3f s (%.0f %%)", sum.kernels, 100 * sum.kernels / sum.run);
  if (vfi_profile.has_copies)
    vfi_text_add(text, ", copies to the device %.3f s (%.3f GB), copies to the host %.3f s (%.3f GB)", sum.to_device,
                 1e-9 * (double)sum.bytes_to_device, sum.to_host, 1e-9 * (double)sum.bytes_to_host);
  vfi_text_add(text, ", loops of the code behind a request %.3f s (%.0f %%)\n", sum.loops, 100 * sum.loops / sum.run);
  if (vfi_profile.evictions)
    vfi_text_add(text,
                 "  device memory was short: %lld times an array left the device (%.3f GB); see VF_DEVICE_MEMORY\n",
                 (long long)vfi_profile.evictions, 1e-9 * (double)vfi_profile.evicted_bytes);
  if (vfi_groups_ranks() > 1)
    vfi_text_add(text,
                 "  rank %d of %d: waits for other ranks %.3f s (%.0f %%); vf_profile joins the .json of all ranks\n",
                 vfi_groups_rank(), vfi_groups_ranks(), sum.waits, 100 * sum.waits / sum.run);
}

static void add_untimed(vfi_text *text)
{
  int64_t untimed = 0;
  for (int k = 0; k < vfi_profile.kernel_count; k++) untimed += vfi_profile.kernels[k].untimed;
  if (untimed)
    vfi_text_add(text, "  %lld short launches count with the mean of timed launches of the same kernel and size\n",
                 (long long)untimed);
}

static void add_kernels(vfi_text *text)
{
  ranked *rows = rank_rows(vfi_profile.kernel_count, kernel_seconds);
  if (!rows || !vfi_profile.kernel_count) {
    free(rows);
    return;
  }
  vfi_text_add(text, "\n  %-24s %9s %10s %10s %10s %9s %10s  %s\n", "kernel", "launches", "seconds", "median", "worst",
               "GB", "copy rate", "validation");
  for (int r = 0; r < vfi_profile.kernel_count && r < MOST_LINES; r++) {
    const vfi_profile_kernel *kernel = &vfi_profile.kernels[rows[r].row];
    vfi_text_add(text, "  %-24s %9lld %10.4f %10.2e %10.2e %9.3f", kernel->name, (long long)kernel->launches,
                 kernel->seconds, vfi_profile_median(kernel), kernel->worst, 1e-9 * (double)kernel->bytes);
    if (vfi_profile.copy_rate > 0 && kernel->seconds > 0)
      vfi_text_add(text, " %8.0f %%  %s", 100 * (double)kernel->bytes / kernel->seconds / vfi_profile.copy_rate,
                   vfi_profile_verdict(kernel->name));
    vfi_text_add(text, "\n");
  }
  add_rest(text, vfi_profile.kernel_count);
  add_untimed(text);
  free(rows);
}

static void add_copies(vfi_text *text)
{
  ranked *rows = rank_rows(vfi_profile.copy_count, copies_seconds);
  if (!rows || !vfi_profile.copy_count) {
    free(rows);
    return;
  }
  vfi_text_add(text, "\n  %-24s %-9s %9s %10s %10s  forced by\n", "copies of", "to", "number", "seconds", "GB");
  for (int r = 0; r < vfi_profile.copy_count && r < MOST_LINES; r++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[rows[r].row];
    vfi_text_add(text, "  %-24s %-9s %9lld %10.4f %10.3f  ", copy->label, copy->to_device ? "device" : "host",
                 (long long)copy->copies, copy->seconds, 1e-9 * (double)copy->bytes);
    vfi_profile_add_who(text, copy->who, copy->writer);
    vfi_text_add(text, "\n");
  }
  add_rest(text, vfi_profile.copy_count);
  free(rows);
}

/* The reason of a step that follows from single calls. */
static void add_reason(vfi_text *text, const vfi_profile_advice *advice)
{
  const long long visits = (long long)advice->visits;
  if (advice->step == VF_STEP_SYNC)
    vfi_text_add(text, ": %lld copies of '%s' went to a side that was up to date", visits, advice->array);
  if (advice->step == VF_STEP_WAIT)
    vfi_text_add(text, ": the code waits %lld times for the queue, and the device is idle until the next call", visits);
  if (advice->step == VF_STEP_LIST)
    vfi_text_add(text, ": %lld small copies follow a request of the same place, each with a wait of its own", visits);
  if (advice->step == VF_STEP_OPEN) vfi_text_add(text, ": it was opened %lld times more", visits);
  if (advice->step == VF_STEP_LOCK) vfi_text_add(text, ": it refused, and %lld copies went through buffers", visits);
  if (advice->step == VF_STEP_REUSE)
    vfi_text_add(text, ": device memory was taken for %lld arrays of this label", visits);
}

static void add_step(vfi_text *text, const vfi_profile_advice *advice)
{
  static const char *const verbs[] = { [VF_STEP_PORT] = "port",
                                       [VF_STEP_MOVE] = "drop or move the requests of",
                                       [VF_STEP_READ] = "ask only to read in",
                                       [VF_STEP_KEEP] = "keep the view of",
                                       [VF_STEP_MERGE] = "merge the small launches of kernel",
                                       [VF_STEP_SYNC] = "drop the syncs of",
                                       [VF_STEP_WAIT] = "drop the waits of",
                                       [VF_STEP_LIST] = "ask with a list in",
                                       [VF_STEP_OPEN] = "open once the",
                                       [VF_STEP_REUSE] = "make once and keep the array",
                                       [VF_STEP_LOCK] = "let the system page-lock the array",
                                       [VF_STEP_STAY] = "keep on the device the results of" };
  vfi_text_add(text, "%s ", verbs[advice->step]);
  if (advice->behind) vfi_text_add(text, "the loops on the host %s ", advice->until[0] ? "between" : "behind");
  add_place(text, advice->name, advice->file, advice->line);
  if (advice->until[0]) vfi_text_add(text, " and %s", advice->until);
}

static void add_advice(vfi_text *text, const vfi_profile_advice *advice)
{
  char range[64];
  vfi_text at = { .buffer = range, .size = sizeof range };
  add_range(&at, advice);
  vfi_text_add(text, " %14s s (", range);
  add_share(text, advice);
  vfi_text_add(text, ")  ");
  add_step(text, advice);
  if (advice->step == VF_STEP_PORT)
    vfi_text_add(text, ": %s loops take %.3f s, and %.3f s of copies %s with them; on the device %.3f to %.3f s",
                 advice->behind ? "the" : "its", advice->loops, fabs(advice->copies),
                 advice->copies < 0 ? "come" : "end", advice->device, VF_PROFILE_RATE_PART * advice->device);
  if (advice->step == VF_STEP_MOVE) vfi_text_add(text, ": they copy for %.3f s, and no loops follow", advice->copies);
  if (advice->step == VF_STEP_STAY)
    vfi_text_add(text, ": it copies them for %.3f s and releases their views, and no loops follow", advice->copies);
  if (advice->step == VF_STEP_READ)
    vfi_text_add(text, ": the request says that '%s' changes, and %lld copies brought the same values again",
                 advice->array, (long long)advice->copies_saved);
  if (advice->step == VF_STEP_KEEP)
    vfi_text_add(text, ": the array was wrapped %lld times, and copied each time", (long long)advice->visits);
  if (advice->step == VF_STEP_MERGE)
    vfi_text_add(text, ": there are %lld, %.3f s with the fixed cost of the calls", (long long)advice->visits,
                 advice->loops);
  add_reason(text, advice);
  vfi_text_add(text, "\n");
}

/* The routine whose need is behind copies that come: the request on the host, or the last request that changes the array. */
static const char *cause_of(const vfi_profile_change *change)
{
  const vfi_profile_who who = change->writer != VF_PROFILE_NOBODY ? change->writer : change->who;
  return vfi_profile_is_site(who) ? vfi_profile.sites[vfi_profile_site_of(who)].routine : vfi_profile.kernels[who].name;
}

/* Copies that come for others, and the names behind them, each once. */
static void add_coming(vfi_text *text, const vfi_profile_advice *advice)
{
  enum { MOST_NAMES = 3 };
  const char *names[MOST_NAMES + 1];
  int count = 0;
  int64_t copies = 0;
  double seconds = 0;
  for (int c = advice->change_count - 1; c >= 0; c--) { /* the largest first */
    const vfi_profile_change *change = &advice->changes[c];
    const char *name = cause_of(change);
    if (change->copies >= 0 || !strcmp(name, advice->name)) continue;
    copies -= change->copies;
    seconds -= change->seconds;
    int n = 0;
    while (n < count && n < MOST_NAMES && strcmp(names[n], name)) n++;
    if (n == count && n <= MOST_NAMES) names[count++] = name;
  }
  if (!copies) return;
  vfi_text_add(text, "; %lld copies (%.3f s) would move to ", (long long)copies, seconds);
  for (int n = 0; n < count && n < MOST_NAMES; n++) vfi_text_add(text, "%s%s", n ? ", " : "", names[n]);
  if (count > MOST_NAMES) vfi_text_add(text, " and others");
}

void vfi_profile_add_why(vfi_text *text, const vfi_profile_advice *advice)
{
  const bool has_loops = advice->step == VF_STEP_PORT;
  if (has_loops)
    vfi_text_add(text, "a port alone would save nothing: the loops take %.3f s, on the device ", advice->loops);
  if (has_loops) vfi_text_add(text, "%.3f to %.3f s", advice->device, VF_PROFILE_RATE_PART * advice->device);
  if (!has_loops) vfi_text_add(text, "no loops follow its requests, and others would need the same copies");
  add_coming(text, advice);
}

static void add_others(vfi_text *text, const vfi_profile_advices *advices)
{
  if (advices->others) vfi_text_add(text, "\n  not proposed\n");
  for (int o = 0; o < advices->others && o < MOST_LINES; o++) {
    const vfi_profile_advice *advice = &advices->list[advices->count + o];
    vfi_text_add(text, "  ");
    add_place(text, advice->name, advice->file, advice->line);
    vfi_text_add(text, ", %.3f s of copies under its name: ", advice->forced);
    vfi_profile_add_why(text, advice);
    vfi_text_add(text, "\n");
  }
  add_rest(text, advices->others);
}

/* The step that saves most, in a sentence. */
static void add_headline(vfi_text *text, const vfi_profile_advices *advices)
{
  if (!advices->count) return;
  vfi_text_add(text, "  next: ");
  add_step(text, &advices->list[0]);
  vfi_text_add(text, ", saves about ");
  add_range(text, &advices->list[0]);
  vfi_text_add(text, " of %.3f s (", vfi_profile.end - vfi_profile.begin);
  add_share(text, &advices->list[0]);
  vfi_text_add(text, ")\n");
}

/* Settings under which the times are not the times of the port. */
static void add_warnings(vfi_text *text)
{
  int64_t checked = 0, originals = 0;
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger)) {
    checked += ledger->checked;
    originals += ledger->in_original;
  }
  if (checked)
    vfi_text_add(text, "  %lld calls were checked: times have the originals and the comparison too\n",
                 (long long)checked);
  if (originals) vfi_text_add(text, "  %lld calls ran the original and not the port\n", (long long)originals);
  if (vfi_profile.has_bounds)
    vfi_text_add(text, "  kernels were built with VIEWFAB_BOUNDS: each access is compared, and takes longer\n");
}

void vfi_profile_text(vfi_text *text, const vfi_profile_content *content)
{
  const int count = content->advices->count;
  add_totals(text);
  add_headline(text, content->advices);
  add_warnings(text);
  add_kernels(text);
  add_copies(text);
  if (count) vfi_text_add(text, "\n  next steps, by the time that each saves\n");
  for (int a = 0; a < count && a < MOST_LINES; a++) {
    vfi_text_add(text, "  %2d.", a + 1);
    add_advice(text, &content->advices->list[a]);
  }
  add_rest(text, count);
  add_others(text, content->advices);
  if (vfi_profile.lost)
    vfi_text_add(text, "  %lld entries found no room; the figures are those of the part before\n",
                 (long long)vfi_profile.lost);
}
