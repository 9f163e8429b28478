#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* program_invocation_short_name */
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <viewfab/viewfab.h>

#include "../group/summary.h"
#include "../report/json.h"
#include "../report/summary.h"
#include "pages.h"

static void add_field(vfi_text *text, const char *name, double number)
{
  vfi_text_add(text, ", \"%s\": ", name);
  vfi_json_number(text, number);
}

static void add_name(vfi_text *text, const char *name, const char *string)
{
  vfi_text_add(text, "\"%s\": ", name);
  vfi_json_string(text, string);
}

/* Text of askers as a string. */
static void add_who(vfi_text *text, vfi_profile_who who, vfi_profile_who writer)
{
  char buffer[512] = "";
  vfi_text name = { .buffer = buffer, .size = sizeof buffer };
  vfi_profile_add_who(&name, who, writer);
  vfi_json_string(text, buffer);
}

static void add_kernels(vfi_text *text)
{
  vfi_text_add(text, "\"kernels\": [");
  for (int k = 0; k < vfi_profile.kernel_count; k++) {
    const vfi_profile_kernel *kernel = &vfi_profile.kernels[k];
    vfi_text_add(text, "%s\n  {", k ? "," : "");
    add_name(text, "name", kernel->name);
    vfi_text_add(text, ", \"calls\": %lld, \"launches\": %lld, \"bytes\": %lld", (long long)kernel->calls,
                 (long long)kernel->launches, (long long)kernel->bytes);
    vfi_text_add(text, ", \"untimed\": %lld", (long long)kernel->untimed);
    add_field(text, "seconds", kernel->seconds);
    add_field(text, "median", vfi_profile_median(kernel));
    add_field(text, "worst", kernel->worst);
    add_field(text, "overhead", kernel->overhead);
    vfi_text_add(text, ", \"validation\": \"%s\"}", vfi_profile_verdict(kernel->name));
  }
  vfi_text_add(text, "]");
}

static void add_copies(vfi_text *text)
{
  vfi_text_add(text, ",\n \"copies\": [");
  for (int c = 0; c < vfi_profile.copy_count; c++) {
    const vfi_profile_copy *copy = &vfi_profile.copies[c];
    vfi_text_add(text, "%s\n  {", c ? "," : "");
    add_name(text, "array", copy->label);
    vfi_text_add(text, ", \"to\": \"%s\", \"forced_by\": ", copy->to_device ? "device" : "host");
    add_who(text, copy->who, copy->writer);
    vfi_text_add(text, ", \"copies\": %lld, \"bytes\": %lld", (long long)copy->copies, (long long)copy->bytes);
    vfi_text_add(text, ", \"same_again\": %lld", (long long)copy->same);
    add_field(text, "seconds", copy->seconds);
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "]");
}

/* Memory by label: arrays that a kernel or a request has used, and their bytes together. */
static void add_arrays(vfi_text *text)
{
  bool any = false;
  vfi_text_add(text, ",\n \"arrays\": [");
  for (int a = 0; a < vfi_profile.array_count; a++) {
    const vfi_profile_array *arrays = vfi_profile.arrays;
    int64_t count = 0, bytes = 0;
    bool is_first = true;
    for (int b = 0; b < vfi_profile.array_count; b++) {
      if (strcmp(arrays[a].label, arrays[b].label)) continue;
      is_first = is_first && b >= a;
      count++;
      bytes += arrays[b].bytes;
    }
    if (!is_first) continue;
    vfi_text_add(text, "%s\n  {", any ? "," : "");
    add_name(text, "label", arrays[a].label);
    vfi_text_add(text, ", \"arrays\": %lld, \"bytes\": %lld}", (long long)count, (long long)bytes);
    any = true;
  }
  vfi_text_add(text, "]");
}

static void add_sites(vfi_text *text)
{
  bool any = false;
  vfi_text_add(text, ",\n \"requests\": [");
  for (int s = 0; s < vfi_profile.site_count; s++) {
    const vfi_profile_site *site = &vfi_profile.sites[s];
    if (!vfi_profile_has_asked(site)) continue;
    vfi_text_add(text, "%s\n  {", any ? "," : "");
    any = true;
    add_name(text, "routine", site->routine);
    vfi_text_add(text, ", ");
    add_name(text, "file", site->file);
    vfi_text_add(text, ", \"line\": %d, \"request\": %d, \"visits\": %lld", site->line, site->request,
                 (long long)site->visits);
    add_field(text, "loops", site->host_seconds);
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "]");
}

static void add_waits(vfi_text *text)
{
  vfi_text_add(text, ",\n \"waits\": [");
  for (int w = 0; w < vfi_profile.wait_count; w++) {
    const vfi_profile_wait *wait = &vfi_profile.waits[w];
    vfi_text_add(text, "%s\n  {", w ? "," : "");
    add_name(text, "call", wait->call);
    vfi_text_add(text, ", \"waits\": %lld", (long long)wait->waits);
    add_field(text, "seconds", wait->seconds);
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "]");
}

/* Rows of copies that end with a step, and with numbers below 0 rows that come. */
static void add_changes(vfi_text *text, const vfi_profile_advice *advice)
{
  vfi_text_add(text, ", \"rows\": [");
  for (int c = 0; c < advice->change_count; c++) {
    const vfi_profile_change *change = &advice->changes[c];
    vfi_text_add(text, "%s\n    {", c ? "," : "");
    add_name(text, "array", change->label);
    vfi_text_add(text, ", \"to\": \"%s\", \"forced_by\": ", change->to_device ? "device" : "host");
    add_who(text, change->who, change->writer);
    vfi_text_add(text, ", \"copies\": %lld", (long long)change->copies);
    add_field(text, "seconds", change->seconds);
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "]");
}

static void add_step(vfi_text *text, const vfi_profile_advice *advice)
{
  static const char *const steps[] = { "port", "move", "read", "keep",  "merge", "sync",
                                       "wait", "list", "open", "reuse", "lock",  "stay" };
  vfi_text_add(text, "{\"step\": \"%s\", ", steps[advice->step]);
  add_name(text, "name", advice->name);
  vfi_text_add(text, ", ");
  add_name(text, "file", advice->file);
  vfi_text_add(text, ", ");
  add_name(text, "array", advice->array);
  vfi_text_add(text, ", ");
  add_name(text, "until", advice->until);
  vfi_text_add(text, ", \"behind\": %s", advice->behind ? "true" : "false");
  vfi_text_add(text, ", \"line\": %d, \"visits\": %lld, \"copies_saved\": %lld", advice->line,
               (long long)advice->visits, (long long)advice->copies_saved);
  add_field(text, "saves", advice->seconds);
  add_field(text, "saves_least", vfi_profile_least_saved(advice));
  add_field(text, "loops", advice->loops);
  add_field(text, "copies", advice->copies);
  add_field(text, "copies_under_name", advice->forced);
  add_field(text, "device", advice->device);
  if (advice->is_other) {
    char why[512];
    vfi_text line = { .buffer = why, .size = sizeof why };
    vfi_profile_add_why(&line, advice);
    vfi_text_add(text, ", ");
    add_name(text, "why", why);
  }
  add_changes(text, advice);
  vfi_text_add(text, "}");
}

static void add_next(vfi_text *text, const vfi_profile_advices *advices)
{
  vfi_text_add(text, ",\n \"next\": [");
  for (int a = 0; a < advices->count + advices->others; a++) {
    if (a == advices->count) vfi_text_add(text, "],\n \"not_proposed\": [");
    vfi_text_add(text, "%s\n  ", a && a != advices->count ? "," : "");
    add_step(text, &advices->list[a]);
  }
  vfi_text_add(text, advices->others ? "]" : "],\n \"not_proposed\": []");
}

static void add_pictures(vfi_text *text)
{
  bool any = false;
  vfi_text_add(text, ",\n \"pictures\": [");
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger))
    any = vfi_json_pictures(text, ledger, any);
  vfi_text_add(text, "]");
}

static const char *program_name(void)
{
#if defined(__linux__)
  return program_invocation_short_name;
#else
  return getprogname();
#endif
}

/* The time of the page, as the clock of the machine has it. */
static void add_date(vfi_text *text)
{
  char date[32] = "";
  struct tm parts;
  const time_t now = time(NULL);
  if (localtime_r(&now, &parts)) strftime(date, sizeof date, "%Y-%m-%d %H:%M", &parts);
  add_name(text, "date", date);
  vfi_text_add(text, ", ");
}

static void add_summary(vfi_text *text)
{
  const vfi_profile_totals sum = vfi_profile_sum();
  vfi_text_add(text, "\"viewfab\": {\"version\": \"%d.%d.%d\", ", VF_VERSION_MAJOR, VF_VERSION_MINOR, VF_VERSION_PATCH);
  add_name(text, "program", program_name());
  vfi_text_add(text, ", ");
  add_date(text);
  add_name(text, "device", vfi_profile.device);
  vfi_text_add(text, ", \"gpu\": %s", vfi_profile.is_gpu ? "true" : "false");
  add_field(text, "seconds", sum.run);
  add_field(text, "copy_rate", vfi_profile.copy_rate);
  add_field(text, "kernel_seconds", sum.kernels);
  add_field(text, "to_device_seconds", sum.to_device);
  add_field(text, "to_host_seconds", sum.to_host);
  add_field(text, "loop_seconds", sum.loops);
  add_field(text, "wait_seconds", sum.waits);
  vfi_text_add(text, ", \"rank\": %d, \"ranks\": %d", vfi_groups_rank(), vfi_groups_ranks());
  vfi_text_add(text, ", \"lost\": %lld,\n ", (long long)vfi_profile.lost);
}

static void put(vfi_text *text, const char *string) { vfi_text_put(text, string, strlen(string)); }

/* A whole number from 0 on, with its last digits behind a point. */
static void put_number(vfi_text *text, int64_t number, int behind)
{
  char digits[24];
  int at = sizeof digits;
  for (int d = 0; number > 0 || d <= behind; d++, number /= 10) {
    if (d == behind && d) digits[--at] = '.';
    digits[--at] = (char)('0' + number % 10);
  }
  vfi_text_put(text, digits + at, sizeof digits - (size_t)at);
}

static void put_microseconds(vfi_text *text, double seconds)
{
  put_number(text, seconds > 0 ? (int64_t)(1e9 * seconds + 0.5) : 0, 3);
}

/* Trace events have microseconds. A lane is a thread of the trace, and each queue of kernels has a lane behind the others. */
static void add_event(vfi_text *text, const vfi_profile_event *event)
{
  put(text, ",\n  {\"ph\": \"X\", \"pid\": 1, \"tid\": ");
  put_number(text, (int)event->lane + event->queue, 0);
  put(text, ", \"ts\": ");
  put_microseconds(text, event->begin - vfi_profile.begin);
  put(text, ", \"dur\": ");
  put_microseconds(text, event->end - event->begin);
  put(text, ", \"name\": ");
  if (event->lane == VF_LANE_HOST) add_who(text, vfi_profile_site_who(event->what), VF_PROFILE_NOBODY);
  else if (event->lane == VF_LANE_KERNEL) vfi_json_string(text, vfi_profile.kernels[event->what].name);
  else vfi_json_string(text, vfi_profile.copies[event->what].label);
  put(text, ", \"args\": {\"parts\": ");
  put_number(text, event->parts, 0);
  if (event->lane != VF_LANE_HOST) {
    put(text, ", \"bytes\": ");
    put_number(text, event->bytes, 0);
  }
  if (event->lane == VF_LANE_COPY) {
    put(text, ", \"to\": ");
    put(text, vfi_profile.copies[event->what].to_device ? "\"device\"" : "\"host\"");
    put(text, ", \"forced_by\": ");
    add_who(text, vfi_profile.copies[event->what].who, vfi_profile.copies[event->what].writer);
  }
  put(text, "}}");
}

void vfi_profile_json(vfi_text *text, const vfi_profile_content *content)
{
  static const char *const lanes[VF_LANES] = { "loops of the code", "copies", "kernels" };
  vfi_text_add(text, "{");
  add_summary(text);
  add_kernels(text);
  add_copies(text);
  add_arrays(text);
  add_sites(text);
  add_waits(text);
  add_next(text, content->advices);
  add_pictures(text);
  vfi_text_add(text, "},\n\"displayTimeUnit\": \"ms\", \"traceEvents\": [");
  for (int lane = 0; lane < VF_LANES; lane++)
    vfi_text_add(
        text, "%s\n  {\"ph\": \"M\", \"pid\": 1, \"tid\": %d, \"name\": \"thread_name\", \"args\": {\"name\": \"%s\"}}",
        lane ? "," : "", lane, lanes[lane]);
  for (int q = 0; q < vfi_profile.queue_count; q++) {
    char name[VF_PROFILE_QUEUE_LABEL + 16];
    snprintf(name, sizeof name, "kernels of %s", vfi_profile.queues[q]);
    vfi_text_add(text, ",\n  {\"ph\": \"M\", \"pid\": 1, \"tid\": %d, \"name\": \"thread_name\", \"args\": {\"name\": ",
                 VF_LANES + q);
    vfi_json_string(text, name);
    vfi_text_add(text, "}}");
  }
  for (int e = 0; e < vfi_profile.event_count; e++) add_event(text, &vfi_profile.events[e]);
  vfi_text_add(text, "\n]}\n");
}
