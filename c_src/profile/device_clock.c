#include "device_clock.h"

#include <stdlib.h>

#include "../core/seconds.h"
#include "tables.h"

/* A full list is read at once, with a wait: so often that memory stays small, and so seldom that the wait does not count.
 */
enum { PENDING = 1024, SPARE = 2 * PENDING };

static vfi_profile_size copy_sizes[2][VF_PROFILE_SIZES]; /* of lists of copies, by direction */

typedef struct device_clock {
  const vf_context *context;
  void *base; /* an event at a known time of the host */
  double base_at;
  void *copies[2]; /* around a list of copies */
  bool copying;
  vfi_profile_size *size; /* of the list at hand */
  vfi_pending_launch pending[PENDING];
  int pending_count;
  void *spare[SPARE];
  int spare_count;
  struct device_clock *next;
} device_clock;

static device_clock *clocks; /* under the lock of the tables */

bool vfi_device_clock_times(const vf_context *context) { return context->backend->event_seconds != NULL; }

/* Waits for the queue. Later events have their place on the timeline by this moment. */
static int set_base(device_clock *clock)
{
  const vf_context *context = clock->context;
  int code = context->backend->select(context->ordinal);
  if (!code) code = context->backend->event_record(clock->base, context->main_queue);
  if (!code) code = context->backend->event_wait(clock->base);
  clock->base_at = vfi_seconds();
  return code;
}

static void end_events(device_clock *clock)
{
  const vf_backend *backend = clock->context->backend;
  if (clock->base) backend->event_destroy(clock->base);
  for (int e = 0; e < 2; e++)
    if (clock->copies[e]) backend->event_destroy(clock->copies[e]);
  for (int e = 0; e < clock->spare_count; e++) backend->event_destroy(clock->spare[e]);
  free(clock);
}

/* The clock of a context, made at its first use; NULL: no memory, or no events. Lock of the tables held. */
static device_clock *clock_of(const vf_context *context)
{
  device_clock *clock = clocks;
  while (clock && clock->context != context) clock = clock->next;
  if (clock) return clock;
  clock = calloc(1, sizeof *clock);
  if (!clock) return NULL;
  clock->context = context;
  const vf_backend *backend = context->backend;
  int code = backend->select(context->ordinal);
  if (!code) code = backend->timed_event_create(&clock->base);
  for (int e = 0; e < 2 && !code; e++) code = backend->timed_event_create(&clock->copies[e]);
  if (!code) code = set_base(clock);
  if (code) {
    end_events(clock);
    return NULL;
  }
  clock->next = clocks;
  return clocks = clock;
}

static bool take_event(device_clock *clock, void **event)
{
  *event = NULL;
  if (clock->spare_count) *event = clock->spare[--clock->spare_count];
  else if (clock->context->backend->timed_event_create(event)) *event = NULL;
  return *event != NULL;
}

static void give_event(device_clock *clock, void *event)
{
  if (clock->spare_count < SPARE) clock->spare[clock->spare_count++] = event;
  else clock->context->backend->event_destroy(event);
}

static void give_events(device_clock *clock, void *const events[2])
{
  for (int e = 0; e < 2; e++)
    if (events[e]) give_event(clock, events[e]);
}

int vfi_device_clock_begin(const vf_context *context, void *queue, int kernel, vfi_launch_time *time)
{
  const vf_backend *backend = context->backend;
  const int code = backend->select(context->ordinal);
  if (code) return code;
  vfi_profile_lock();
  vfi_profile_kernel *row = kernel >= 0 ? &vfi_profile.kernels[kernel] : NULL;
  time->untimed = row && !vfi_profile_times_next(row->events);
  if (row && !time->untimed) row->events++;
  device_clock *clock = time->untimed ? NULL : clock_of(context);
  const bool taken = clock && take_event(clock, &time->events[0]) && take_event(clock, &time->events[1]);
  if (clock && !taken) give_events(clock, time->events);
  vfi_profile_unlock();
  if (taken) return backend->event_record(time->events[0], queue);
  time->events[0] = time->events[1] = NULL;
  return 0;
}

int vfi_device_clock_end(const vf_context *context, void *queue, vfi_launch_time *time, bool failed)
{
  if (!time->events[1]) return 0;
  const int code = failed ? 0 : context->backend->event_record(time->events[1], queue);
  if (!failed && !code) return 0;
  vfi_profile_lock();
  device_clock *clock = clock_of(context);
  if (clock) give_events(clock, time->events);
  vfi_profile_unlock();
  time->events[0] = time->events[1] = NULL;
  return code;
}

/* The first code that is not 0 counts: after a failure of the device the launch has no time. */
static void read_launch(const device_clock *clock, const vfi_pending_launch *launch)
{
  const vf_backend *backend = clock->context->backend;
  double seconds = 0, from = 0;
  int code = backend->event_wait(launch->events[1]);
  if (!code) code = backend->event_seconds(launch->events[0], launch->events[1], &seconds);
  if (!code) code = backend->event_seconds(clock->base, launch->events[0], &from);
  if (code) {
    vfi_profile.lost++;
    return;
  }
  const double begin = clock->base_at + from;
  const double counted = seconds > launch->less ? seconds - launch->less : 0;
  vfi_profile_add_launch(&vfi_profile.kernels[launch->kernel], launch->points, launch->bytes, counted);
  vfi_profile_add_event(
      &(vfi_profile_event){ begin, begin + seconds, VF_LANE_KERNEL, launch->kernel, launch->bytes, launch->queue, 1 });
}

static void read_pending(device_clock *clock)
{
  for (int p = 0; p < clock->pending_count; p++) {
    read_launch(clock, &clock->pending[p]);
    give_events(clock, clock->pending[p].events);
  }
  clock->pending_count = 0;
}

void vfi_device_clock_keep(const vf_context *context, const vfi_pending_launch *launch)
{
  device_clock *clock = launch->events[1] ? clock_of(context) : NULL;
  if (!clock) {
    vfi_profile.lost++;
    return;
  }
  clock->pending[clock->pending_count++] = *launch;
  if (clock->pending_count < PENDING) return;
  read_pending(clock);
  /* An old base would make the places of bars coarse. Without a new base the old base stays. */
  (void)set_base(clock);
}

void vfi_device_clock_copies_begin(const vf_context *context, bool to_device, int64_t bytes)
{
  vfi_profile_lock();
  device_clock *clock = clock_of(context);
  if (clock) {
    clock->size = &copy_sizes[to_device][vfi_profile_octave(bytes)];
    clock->copying = vfi_profile_times_next(clock->size->timed) &&
                     !context->backend->event_record(clock->copies[0], context->main_queue);
  }
  vfi_profile_unlock();
}

void vfi_device_clock_copies_queued(const vf_context *context)
{
  vfi_profile_lock();
  device_clock *clock = clock_of(context);
  if (clock && clock->copying) clock->copying = !context->backend->event_record(clock->copies[1], context->main_queue);
  vfi_profile_unlock();
}

void vfi_device_clock_copied(const vf_context *context, int64_t bytes, double *seconds)
{
  vfi_profile_lock();
  device_clock *clock = clock_of(context);
  vfi_profile_size *size = clock ? clock->size : NULL;
  double between = 0;
  if (clock && clock->copying) {
    if (!context->backend->event_seconds(clock->copies[0], clock->copies[1], &between)) {
      *seconds = between;
      size->timed++;
      size->bytes += bytes;
      size->seconds += between;
    }
  } else if (size && size->bytes) {
    *seconds = size->seconds / (double)size->bytes * (double)bytes;
  }
  vfi_profile_unlock();
}

void vfi_device_clock_end_of(const vf_context *context)
{
  vfi_profile_lock();
  for (device_clock **link = &clocks; *link;) {
    device_clock *clock = *link;
    if (context && clock->context != context) {
      link = &clock->next;
      continue;
    }
    *link = clock->next;
    read_pending(clock);
    end_events(clock);
  }
  vfi_profile_unlock();
}
