/* Fills the tables of the profile while the program runs. */
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/hooks.h"
#include "../core/seconds.h"
#include "../core/state.h"
#include "bytes.h"
#include "call_path.h"
#include "device_clock.h"
#include "profile.h"
#include "tables.h"

/* The state of a thread: the call that runs, or the site whose loops run. */
static _Thread_local struct {
  int pieces;         /* of work within each other */
  int kernel;         /* row of the outermost piece; -1: no room */
  double work_begins; /* of the outermost piece */
  double inside;      /* seconds of its launches and copies */
  bool has_launched;  /* a launch had the name of the piece */
  bool has_waits;     /* launches are timed by events, so the host may wait for them later in the piece */
  double host_part;   /* of a piece with such launches: seconds of the host until the last launch, without copies */
  double copied;      /* seconds of the piece's copies on the device */
  const vf_context *context; /* of the piece; NULL: the piece itself is not timed by events */
  vfi_launch_time time;      /* of the piece */
  bool in_request;           /* the code has asked for data, and viewfab brings them */
  bool on_host;              /* the loops behind a site run */
  int site;                  /* -1: no room for its row */
  double host_begins;        /* of these loops */
  bool paused;               /* viewfab makes or releases a view between them */
  bool left;                 /* views were released since the request */
  double gap;                /* seconds of the loops since */
  bool asked;                /* the thread has made a request */
  bool worked;               /* since the last request */
  bool joinable;             /* the request follows a request of the same site, without work between both */
  int wait_site;             /* 1 + the site of a wait without a call since; 0: none */
  double wait_seconds, wait_end;
} thread;

/* Loops shorter than a microsecond between two views have no bar. */
static const double least_bar = 1e-6;

static void host_ends(double now)
{
  const double seconds = now - thread.host_begins;
  if (thread.on_host && thread.site >= 0) {
    vfi_profile.sites[thread.site].host_seconds += seconds;
    if (thread.left) {
      vfi_profile.sites[thread.site].left_seconds += seconds;
      thread.gap += seconds;
    }
    if (!thread.left || seconds >= least_bar)
      vfi_profile_add_event(&(vfi_profile_event){ thread.host_begins, now, VF_LANE_HOST, thread.site, 0, 0, 1 });
  }
  thread.on_host = false;
}

/* The queue was empty from the end of the wait until now. Without the wait the time of the host in between would have passed
 * while the device worked, so at most the seconds of the wait are lost. */
static void note_idle(double now)
{
  const double gap = now - thread.wait_end;
  if (thread.wait_site)
    vfi_profile.sites[thread.wait_site - 1].idle_seconds += gap < thread.wait_seconds ? gap : thread.wait_seconds;
  thread.wait_site = 0;
  thread.worked = true;
}

/* The row of the place in the code from which a function of the profile is called. Lock of the tables held. */
static int site_of(vfi_call_path *path)
{
  if (path->site < 0) path->site = vfi_profile_find_site(path->frames, path->depth);
  return path->site;
}

/* The call of the moment is the end of loops behind a release. */
static void note_until(void)
{
  vfi_profile_site *site = thread.left && thread.site >= 0 ? &vfi_profile.sites[thread.site] : NULL;
  thread.left = false;
  if (!site || thread.gap <= site->longest) return;
  site->longest = thread.gap;
  site->until = 1 + site_of(vfi_call_path_here());
}

void vfi_profile_code_waited(double seconds)
{
  if (thread.pieces) return;
  vfi_call_path *path = vfi_call_path_here();
  vfi_profile_lock();
  const int site = site_of(path);
  if (site >= 0) vfi_profile.sites[site].waits++;
  vfi_profile_unlock();
  thread.wait_site = site + 1;
  thread.wait_seconds = seconds;
  thread.wait_end = vfi_seconds();
}

void vfi_profile_work_begins(const vf_context *context, const char *name)
{
  if (thread.pieces++) return;
  thread.work_begins = vfi_seconds();
  thread.inside = 0;
  thread.has_launched = thread.has_waits = false;
  thread.copied = 0;
  thread.context = context && vfi_device_clock_times(context) ? context : NULL;
  thread.time = (vfi_launch_time){ 0 };
  vfi_profile_lock();
  host_ends(thread.work_begins);
  note_until();
  note_idle(thread.work_begins);
  thread.kernel = vfi_profile_find_kernel(name);
  if (thread.kernel >= 0) vfi_profile.kernels[thread.kernel].calls++;
  vfi_profile_unlock();
  if (thread.context && vfi_device_clock_begin(context, context->main_queue, thread.kernel, &thread.time))
    thread.context = NULL;
}

/* A piece between two events, whose work is not over: its copies do not count. False: launches in the piece have
 * times of their own, or the device failed. */
static bool ends_on_device(void)
{
  const vf_context *context = thread.context;
  const bool counts = !thread.has_waits && thread.kernel >= 0;
  thread.context = NULL;
  if (!context || vfi_profile_launch_ends(context, context->main_queue, &thread.time, !counts) || !counts) return false;
  const vfi_launch_time *time = &thread.time;
  vfi_profile_lock();
  if (time->untimed) vfi_profile_add_untimed(&vfi_profile.kernels[thread.kernel], 0);
  else
    vfi_device_clock_keep(
        context, &(vfi_pending_launch){ { time->events[0], time->events[1] }, thread.kernel, 0, 0, thread.copied, 0 });
  vfi_profile_unlock();
  return true;
}

void vfi_profile_work_ends(void)
{
  if (!thread.pieces || --thread.pieces || ends_on_device() || thread.kernel < 0) return;
  const double now = vfi_seconds();
  const double seconds = thread.has_waits ? thread.host_part : now - thread.work_begins - thread.inside;
  vfi_profile_lock();
  if (thread.has_launched) {
    vfi_profile.kernels[thread.kernel].overhead += seconds;
    vfi_profile_unlock();
    return;
  }
  vfi_profile_add_launch(&vfi_profile.kernels[thread.kernel], 0, 0, seconds);
  vfi_profile_add_event(&(vfi_profile_event){ now - seconds, now, VF_LANE_KERNEL, thread.kernel, 0, 0, 1 });
  vfi_profile_unlock();
}

void vfi_profile_code_asks(void)
{
  if (thread.pieces) return;
  const double now = vfi_seconds(); /* a first walk over the stack is no loop of the code */
  vfi_call_path *path = vfi_call_path_here();
  vfi_profile_lock();
  host_ends(now);
  note_until();
  const int site = site_of(path);
  thread.joinable = thread.asked && !thread.worked && site == thread.site;
  thread.asked = true;
  thread.worked = false;
  thread.wait_site = 0;
  thread.site = site;
  if (thread.site >= 0) vfi_profile.sites[thread.site].visits++;
  vfi_profile_unlock();
  thread.in_request = true;
}

void vfi_profile_code_goes_on(void)
{
  if (thread.pieces) return;
  thread.in_request = false;
  thread.on_host = true;
  thread.host_begins = vfi_seconds();
}

void vfi_profile_code_pauses(bool releases)
{
  if (thread.pieces || !thread.on_host || thread.site < 0) return;
  const double now = vfi_seconds();
  vfi_profile_lock();
  host_ends(now);
  if (releases && !thread.left) {
    thread.left = true;
    thread.gap = 0;
    vfi_profile.sites[thread.site].releases++;
  }
  vfi_profile_unlock();
  thread.paused = true;
}

void vfi_profile_code_resumes(void)
{
  if (!thread.paused) return;
  thread.paused = false;
  thread.on_host = true;
  thread.host_begins = vfi_seconds();
}

/* The asker of the moment. False: neither a call nor a request. */
static bool asker(vfi_profile_who *who)
{
  if (thread.pieces) *who = thread.kernel;
  else *who = vfi_profile_site_who(thread.site);
  return thread.pieces ? thread.kernel >= 0 : thread.in_request && thread.site >= 0;
}

void vfi_profile_needs(vfi_array *array, vf_side side, vf_intent intent, bool whole)
{
  vfi_profile_who who;
  if (!asker(&who) || !array->bytes) return;
  vfi_profile_lock();
  if (!array->profiled) array->profiled = 1 + vfi_profile_add_array(array->label, (int64_t)array->bytes);
  if (array->profiled) {
    vfi_profile_add_need(&(vfi_profile_need){ array->profiled - 1, who, (uint8_t)side, (uint8_t)intent, whole });
    if (side == VF_HOST && intent != VF_READ) vfi_profile.arrays[array->profiled - 1].writer = who;
  }
  vfi_profile_unlock();
}

void vfi_profile_copies_begin(const vfi_moves *moves)
{
  int64_t bytes = 0;
  bool to_device = false;
  for (vfi_array *array = moves->first; array; array = array->next_moved) {
    if (array->copy != VF_COPY_NONE) bytes += (int64_t)array->bytes;
    to_device = to_device || array->copy == VF_COPY_TO_DEVICE;
    array->needless_copy = vfi_state_valid(array->state, array->copy == VF_COPY_TO_DEVICE ? VF_DEVICE : VF_HOST);
    array->same_again = array->copy == VF_COPY_TO_DEVICE && array->on_device_before &&
                        array->context->backend->id == VF_BACKEND_HOST &&
                        !memcmp(array->host, array->device, array->bytes);
  }
  if (vfi_device_clock_times(moves->first->context))
    vfi_device_clock_copies_begin(moves->first->context, to_device, bytes);
}

static int row_of(const vfi_array *array, vfi_profile_who who)
{
  const bool to_device = array->copy == VF_COPY_TO_DEVICE;
  const bool is_known = to_device && array->profiled;
  return vfi_profile_find_copy(array->label, to_device, who,
                               is_known ? vfi_profile.arrays[array->profiled - 1].writer : VF_PROFILE_NOBODY);
}

void vfi_profile_copies_queued(const vfi_moves *moves)
{
  if (vfi_device_clock_times(moves->first->context)) vfi_device_clock_copies_queued(moves->first->context);
}

/* Copies that the code could do without, or make together with others. */
static void note_needless(vfi_profile_copy *copy, const vfi_array *array, int64_t bytes, double seconds)
{
  if (array->needless_copy) {
    copy->needless++;
    copy->needless_seconds += seconds;
  }
  if (thread.pieces || !thread.joinable || bytes >= VF_PROFILE_SMALL_COPY) return;
  vfi_profile.sites[thread.site].joinable++;
  vfi_profile.sites[thread.site].joinable_seconds += seconds;
}

/* The rates of copies with and without a page lock. */
static void note_lock(vfi_profile_copy *copy, const vfi_array *array, int64_t bytes, double seconds)
{
  if (array->lock_refused) {
    copy->refused++;
    copy->refused_bytes += bytes;
    copy->refused_seconds += seconds;
  } else if (array->locked) {
    copy->locked_bytes += bytes;
    copy->locked_seconds += seconds;
  }
}

void vfi_profile_array_leaves(const vfi_array *array)
{
  vfi_profile_lock();
  vfi_profile.evictions++;
  vfi_profile.evicted_bytes += (int64_t)array->bytes;
  vfi_profile_unlock();
}

void vfi_profile_memory_taken(const vfi_moves *moves, double seconds)
{
  int count = 0;
  vfi_profile_lock();
  for (const vfi_array *array = moves->first; array; array = array->next_moved)
    count += array->profiled && array->new_memory;
  for (vfi_array *array = moves->first; array; array = array->next_moved) {
    if (array->profiled && array->new_memory) {
      vfi_profile.arrays[array->profiled - 1].lacked_memory = true;
      vfi_profile.arrays[array->profiled - 1].memory_seconds += seconds / count;
    }
    array->new_memory = false;
  }
  vfi_profile_unlock();
}

/* All copies of a list are waited for once, so each array takes its part of the time by its bytes. */
void vfi_profile_copied(const vfi_moves *moves, double seconds)
{
  const double end = vfi_seconds();
  double total = 0;
  for (const vfi_array *array = moves->first; array; array = array->next_moved)
    if (array->copy != VF_COPY_NONE) total += (double)(array->sent ? array->sent : array->bytes);
  thread.inside += seconds;
  /* The host may have waited for launches before the copies. */
  if (vfi_device_clock_times(moves->first->context))
    vfi_device_clock_copied(moves->first->context, (int64_t)total, &seconds);
  thread.copied += seconds;
  double begin = end - seconds;
  vfi_profile_who who;
  if (!asker(&who)) return;
  vfi_profile_lock();
  for (const vfi_array *array = moves->first; array; array = array->next_moved) {
    if (array->copy == VF_COPY_NONE) continue;
    const int64_t bytes = (int64_t)(array->sent ? array->sent : array->bytes);
    const double part = seconds * (double)bytes / total;
    const int row = row_of(array, who);
    if (row < 0) continue;
    vfi_profile.copies[row].copies++;
    vfi_profile.copies[row].bytes += bytes;
    vfi_profile.copies[row].seconds += part;
    vfi_profile.copies[row].same += array->same_again;
    vfi_profile.copies[row].same_seconds += array->same_again ? part : 0;
    note_needless(&vfi_profile.copies[row], array, bytes, part);
    note_lock(&vfi_profile.copies[row], array, bytes, part);
    vfi_profile_add_event(&(vfi_profile_event){ begin, begin + part, VF_LANE_COPY, row, bytes, 0, 1 });
    begin += part;
  }
  vfi_profile_unlock();
}

void vfi_profile_ranks_awaited(const char *call, double seconds)
{
  thread.inside += seconds;
  vfi_profile_lock();
  const int row = vfi_profile_find_wait(call);
  if (row >= 0) {
    vfi_profile.waits[row].waits++;
    vfi_profile.waits[row].seconds += seconds;
  }
  vfi_profile_unlock();
}

int vfi_profile_launch_begins(const vf_context *context, void *queue, vfi_launch_time *time)
{
  *time = (vfi_launch_time){ 0 };
  if (vfi_device_clock_times(context))
    return vfi_device_clock_begin(context, queue, thread.pieces ? thread.kernel : -1, time);
  const int code = context->backend->queue_wait(queue);
  time->begin = vfi_seconds();
  return code;
}

int vfi_profile_launch_ends(const vf_context *context, void *queue, vfi_launch_time *time, bool failed)
{
  if (vfi_device_clock_times(context)) return vfi_device_clock_end(context, queue, time, failed);
  const int code = failed ? 0 : context->backend->queue_wait(queue);
  time->seconds = vfi_seconds() - time->begin;
  return code;
}

static int64_t points_of(const vfi_launch *launch)
{
  int64_t points = 0;
  for (int b = 0; b < launch->box_count; b++) points += vfi_box_points(&launch->boxes[b]);
  return points;
}

/* A launch of the host's clock is over; the seconds of another launch are read later.
 *   call  NULL: not a kernel's launch, without points and bytes */
static void note_launch(const vf_context *context, int kernel, const vfi_call *call, const vfi_checked *checked,
                        const vfi_launch *launch, const vfi_launch_time *time, double end)
{
  const int64_t points = call ? points_of(launch) : 0;
  vfi_profile_kernel *row = &vfi_profile.kernels[kernel];
  if (vfi_device_clock_times(context)) {
    thread.has_waits = true;
    thread.host_part = end - thread.work_begins - thread.inside;
  }
  if (time->untimed) {
    vfi_profile_add_untimed(row, points);
    return;
  }
  const int64_t bytes = call ? vfi_profile_bytes(call, checked, launch) : 0;
  if (vfi_device_clock_times(context)) {
    vfi_device_clock_keep(
        context,
        &(vfi_pending_launch){
            { time->events[0], time->events[1] }, kernel, points, bytes, 0, vfi_profile_find_queue(time->queue) });
    return;
  }
  thread.inside += time->seconds;
  vfi_profile_add_launch(row, points, bytes, time->seconds);
  vfi_profile_add_event(&(vfi_profile_event){ end - time->seconds, end, VF_LANE_KERNEL, kernel, bytes,
                                              vfi_profile_find_queue(time->queue), 1 });
}

void vfi_profile_launched(const vfi_call *call, const vfi_checked *checked, const vfi_launch *launch,
                          const vfi_launch_time *time)
{
  const double end = vfi_seconds();
  vfi_profile_lock();
  const int kernel = vfi_profile_find_kernel(call->kernel->description.name);
  vfi_profile.has_bounds = vfi_profile.has_bounds || call->kernel->description.checks_bounds;
  thread.has_launched = thread.has_launched || kernel == thread.kernel;
  if (kernel >= 0) note_launch(checked->context, kernel, call, checked, launch, time, end);
  vfi_profile_unlock();
}

void vfi_profile_work_launched(const vf_context *context, const char *name, const vfi_launch_time *time)
{
  const double end = vfi_seconds();
  vfi_profile_lock();
  const int kernel = vfi_profile_find_kernel(name);
  thread.has_launched = thread.has_launched || kernel == thread.kernel;
  if (kernel >= 0) note_launch(context, kernel, NULL, NULL, NULL, time, end);
  vfi_profile_unlock();
}
