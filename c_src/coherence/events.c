#define _GNU_SOURCE
#include "events.h"

#include <execinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/view.h"
#include "../validate/findings/place.h"
#include "../validate/old_values.h"
#include "source_lines.h"

enum {
  EVENTS = 512,
  FRAMES = 24,
  KEY_FRAMES = 6, /* calls around an access that tell one event from another */
  HANDLER_FRAMES = 12,
  ACCESS_TEXT = 512
};

typedef enum judgement { WAITS, WRONG, FORGIVEN } judgement;

typedef struct event {
  atomic_bool ready;
  vfi_event_kind kind;
  atomic_int judgement;
  _Atomic(const vfi_watch *) watch; /* of the last access; NULL once the array has ended */
  char label[VF_LABEL_LENGTH], writer[VF_WRITER_LENGTH];
  size_t byte;
  bool named;
  char place[VF_PLACE_TEXT];
  int frames;
  void *frame[FRAMES];
  atomic_long times;
} event;

static event events[EVENTS];
static atomic_int count;

static int known(void)
{
  const int number = atomic_load(&count);
  return number < EVENTS ? number : EVENTS;
}

/* The calls around an access, the innermost first. Frames of the handler come before the program counter. */
static int frames_from(void *program_counter, void *frame[FRAMES])
{
  void *all[FRAMES + HANDLER_FRAMES];
  const int number = backtrace(all, FRAMES + HANDLER_FRAMES);
  int at = 0, kept = 0;
  while (at < number && all[at] != program_counter) at++;
  frame[kept++] = program_counter;
  for (at++; at < number && kept < FRAMES; at++) frame[kept++] = all[at];
  return kept;
}

static event *find(const char *label, vfi_event_kind kind, void *const *frame, int frames)
{
  const size_t compared = (size_t)(frames < KEY_FRAMES ? frames : KEY_FRAMES) * sizeof *frame;
  for (int e = 0; e < known(); e++) {
    event *candidate = &events[e];
    if (atomic_load(&candidate->ready) && candidate->kind == kind && (frames > 0) == (candidate->frames > 0) &&
        !memcmp(candidate->frame, frame, compared) && !strcmp(candidate->label, label))
      return candidate;
  }
  return NULL;
}

static void note(const vfi_watch *watch, size_t byte, vfi_event_kind kind, void *const *frame, int frames)
{
  const bool waits = kind == VF_EVENT_WRITE_OLD || kind == VF_EVENT_WRITE_BOTH || kind == VF_EVENT_WRITE_PARTIAL;
  event *same = find(watch->array->label, kind, frame, frames);
  if (same) {
    atomic_fetch_add(&same->times, 1);
    if (atomic_load(&same->judgement) == WRONG) return;
    atomic_store(&same->watch, watch);
    atomic_store(&same->judgement, WAITS);
    return;
  }
  const int place = atomic_fetch_add(&count, 1);
  if (place >= EVENTS) return;
  event *fresh = &events[place];
  fresh->kind = kind;
  fresh->byte = byte;
  fresh->frames = frames;
  memcpy(fresh->frame, frame, (size_t)frames * sizeof *frame);
  memcpy(fresh->label, watch->array->label, sizeof fresh->label);
  memcpy(fresh->writer, watch->writer, sizeof fresh->writer);
  atomic_store(&fresh->times, 1);
  atomic_store(&fresh->watch, watch);
  atomic_store(&fresh->judgement, waits ? WAITS : WRONG);
  atomic_store(&fresh->ready, true);
}

void vfi_events_note(const vfi_watch *watch, const char *address, vfi_event_kind kind, void *program_counter)
{
  void *frame[FRAMES];
  const int frames = program_counter ? frames_from(program_counter, frame) : 0;
  note(watch, (size_t)(address - watch->host), kind, frame, frames);
}

void vfi_events_note_call(const vfi_watch *watch, size_t byte, vfi_event_kind kind)
{
  void *all[FRAMES];
  note(watch, byte, kind, all, backtrace(all, FRAMES));
}

void vfi_events_judge(const vfi_watch *watch, bool wrong)
{
  for (int e = 0; e < known(); e++) {
    int waits = WAITS;
    if (atomic_load(&events[e].ready) && atomic_load(&events[e].watch) == watch)
      atomic_compare_exchange_strong(&events[e].judgement, &waits, wrong ? WRONG : FORGIVEN);
  }
}

void vfi_events_name_places(const vfi_watch *watch)
{
  for (int e = 0; e < known(); e++) {
    event *noted = &events[e];
    if (!atomic_load(&noted->ready) || noted->named || atomic_load(&noted->watch) != watch) continue;
    const size_t size = vfi_type_size(watch->array->type);
    vfi_place_in_array(noted->place, watch->array, (int64_t)(noted->byte / size));
    noted->named = true;
  }
}

int vfi_events_count(void)
{
  int wrong = 0;
  for (int e = 0; e < known(); e++)
    wrong += atomic_load(&events[e].ready) && atomic_load(&events[e].judgement) == WRONG;
  return wrong;
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

static bool is_wrong(const event *noted)
{
  return atomic_load(&noted->ready) && atomic_load(&noted->judgement) == WRONG;
}

/* "the host reads 'phi' at (3, 4, 1), whose newest value is on the device (written by vf_relax)" */
static void describe(const event *noted, char *text, size_t size)
{
  static const char *const texts[] = {
    [VF_EVENT_READ] = "the host reads '%s' at %s, whose newest value is on the device%s",
    [VF_EVENT_WRITE_OLD] = "the host writes '%s' at %s, whose newest values are on the device%s",
    [VF_EVENT_WRITE_BOTH] = "the host writes '%s' at %s without an announcement, and the device goes on with the old "
                            "value%s",
    [VF_EVENT_WRITE_PARTIAL] = "the host has written '%s' at %s without an announcement, in a page shared with other "
                               "data%s",
    [VF_EVENT_RELEASE] = "a view of '%s' is released%s, and the newest values are on the device%s",
  };
  char since[VF_WRITER_LENGTH + 32] = "";
  if (*noted->writer && noted->kind != VF_EVENT_WRITE_BOTH && noted->kind != VF_EVENT_WRITE_PARTIAL)
    snprintf(since, sizeof since, " (written by vf_%s)", noted->writer);
  snprintf(text, size, texts[noted->kind], noted->label, noted->kind == VF_EVENT_RELEASE ? "" : noted->place, since);
}

void vfi_events_note_findings(void)
{
  char text[ACCESS_TEXT + 64];
  for (int e = 0; e < known(); e++) {
    const event *noted = &events[e];
    if (!is_wrong(noted)) continue;
    describe(noted, text, ACCESS_TEXT);
    strcat(text, ": standard error names its line");
    vfi_old_values_note(noted->kind == VF_EVENT_RELEASE ? VF_FINDING_OLD_AT_END : VF_FINDING_UNANNOUNCED, noted->label,
                        text);
  }
}

static void tell(const event *noted, const char *line, long times)
{
  char text[ACCESS_TEXT];
  describe(noted, text, sizeof text);
  fprintf(stderr, "viewfab: coherence: %s", text);
  if (*line) fprintf(stderr, "%s%s", noted->kind == VF_EVENT_WRITE_PARTIAL ? "; noticed at " : ": ", line);
  if (times > 1) fprintf(stderr, " [%ld times]", times);
  fputc('\n', stderr);
}

/* Tells an event together with all later ones of the same line, which differ in calls of run-time libraries.
 *   lines  [known()] of all events; NULL once told */
static void tell_line(int e, char **lines)
{
  long times = 0;
  for (int other = e; other < known(); other++) {
    if (!is_wrong(&events[other]) || !lines[other] || events[other].kind != events[e].kind) continue;
    if (strcmp(events[other].label, events[e].label) || strcmp(lines[other], lines[e])) continue;
    times += atomic_load(&events[other].times);
    if (other == e) continue;
    free(lines[other]);
    lines[other] = NULL;
  }
  tell(&events[e], lines[e], times);
}

void vfi_events_tell(void)
{
  static char *lines[EVENTS];
  for (int e = 0; e < known(); e++) {
    char line[VF_SOURCE_LINE] = "";
    if (!is_wrong(&events[e])) continue;
    if (events[e].frames) vfi_source_line(events[e].frame, events[e].frames, line);
    lines[e] = strdup(line);
  }
  for (int e = 0; e < known(); e++) {
    if (lines[e]) tell_line(e, lines);
    free(lines[e]);
    lines[e] = NULL;
  }
  const int lost = atomic_load(&count) - EVENTS;
  if (lost > 0) fprintf(stderr, "viewfab: coherence: %d more accesses\n", lost);
}
