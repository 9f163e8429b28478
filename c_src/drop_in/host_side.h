/* The host's side of arrays that unported code reads and writes without an announcement. */
#ifndef VIEWFAB_DROP_IN_HOST_SIDE_H
#define VIEWFAB_DROP_IN_HOST_SIDE_H

#include "legacy_call.h"

/* The host's values are the newest, whatever the state says; the device's values are let go. */
void vf_host_is_newest(vf_view *view);

/* The host's side of an array is about to be freed: the side is unlocked, and the device's values are of no use any
 * more. */
void vf_lets_go_of_host(vf_view *view);

/* Notes if the array only goes to the device and back, like arrays of a region. */
void vf_travels_once(vf_view *view, bool once);

/* Notes that an array is known only while calls pass the array, and if a call passes it now. A view that has ended
 * passes. */
void vf_passes(vf_view *view);
bool vf_is_passing(const vf_view *view);

/* The elements of an array with these bounds that the points of a call own. */
vf_box vf_owned_box(const vf_legacy_call *call, int argument, const vf_box *bounds);

/* Copies the values that a call has written in an array to the host: only the elements of the call's points, because
 * other threads may work on other elements there. Then the host is the newest.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_write_through(const vf_legacy_call *call, int argument);

/* Fills the host's side of an array with values that nobody takes for right (NaN, and the smallest integers), if the
 * device has the newest values. */
void vf_poison(vf_view *view);

#endif
