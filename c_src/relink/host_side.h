/* The host's side of arrays that unported code reads and writes without an announcement. */
#ifndef VIEWFAB_RELINK_HOST_SIDE_H
#define VIEWFAB_RELINK_HOST_SIDE_H

#include "legacy_call.h"

/* Makes the host's values the newest, in any state, and drops the device's values. The state of a watched array is true, and stays. */
void vfi_host_is_newest(vf_view *view);

/* True if VF_COHERENCE=auto notices all accesses of the host to the array, so that its values may stay on the device. */
bool vfi_host_is_watched(vf_view *view);

/* True if the program has certainly freed the memory of a watched array unseen. */
bool vfi_host_is_lost(vf_view *view);

/* The host's side of an array is about to be freed: the side is unlocked, and the device's values are of no use any
 * more. */
void vfi_lets_go_of_host(vf_view *view);

/* Notes if the array only goes to the device and back, like arrays of a region. */
void vfi_travels_once(vf_view *view, bool once);

/* vfi_passes: notes that viewfab knows an array only because calls pass it. vfi_is_passing: asks for this note; true for a
 * view that has ended. */
void vfi_passes(vf_view *view);
bool vfi_is_passing(const vf_view *view);

/* The elements of an array with these bounds that the points of a call own. */
vf_box vfi_owned_box(const vfi_legacy_call *call, int argument, const vf_box *bounds);

/* Copies the values that a call has written in an array to the host: only the elements of the call's points, because
 * other threads may work on other elements there. Then the host is the newest.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_write_through(const vfi_legacy_call *call, int argument);

/* Fills the host's side of an array with obviously wrong values (NaN, and the smallest integers), if the device has the
 * newest values. */
void vfi_poison(vf_view *view);

#endif
