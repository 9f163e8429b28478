/* Seconds of launches by the clock of their device. On a device with timed events the host waits for no launch: two events stand around
 * the launch in the queue, and their seconds are read later. Each function that returns a number returns 0 or a native
 * error code. */
#ifndef VIEWFAB_PROFILE_DEVICE_CLOCK_H
#define VIEWFAB_PROFILE_DEVICE_CLOCK_H

#include "../core/hooks.h"

/* A launch between two events of the queue, whose seconds are not read. */
typedef struct vfi_pending_launch {
  void *events[2];
  int kernel; /* row */
  int64_t points, bytes;
  double less; /* seconds of copies between the events, which do not count */
  int queue;   /* as in vfi_profile_event */
} vfi_pending_launch;

/* True if launches of the context are timed by events. */
bool vfi_device_clock_times(const vf_context *context);

/* Record the first and the second event of a launch. Without memory for events time->events stays NULL, and the launch
 * gets no time; so it is for most launches of a run of many short launches (time->untimed). kernel: its row; -1: time the
 * launch in any case. failed: the launch was not made, and its events are taken back. queue: of
 * the launch. No lock held. */
int vfi_device_clock_begin(const vf_context *context, void *queue, int kernel, vfi_launch_time *time);
int vfi_device_clock_end(const vf_context *context, void *queue, vfi_launch_time *time, bool failed);

/* Keeps a launch until its seconds are read: when the list is full, when the context closes, or for the pages. Lock of
 * the tables held. */
void vfi_device_clock_keep(const vf_context *context, const vfi_pending_launch *launch);

/* The copies of a list begin, are all queued, and are over: *seconds is set to their seconds on the device, if known. After the
 * first lists most lists of few bytes have no events: they count with the rate of timed lists of their size. Lock held.
 *   bytes  of the arrays of the list, or of the copies that were made */
void vfi_device_clock_copies_begin(const vf_context *context, bool to_device, int64_t bytes);
void vfi_device_clock_copies_queued(const vf_context *context);
void vfi_device_clock_copied(const vf_context *context, int64_t bytes, double *seconds);

/* Reads all that is left, and ends the events: of a context that closes, or of all contexts (NULL). Lock held. */
void vfi_device_clock_end_of(const vf_context *context);

#endif
