/* The partial pages at both ends of a watched array, which lie beside foreign data and are never protected. A shadow keeps the
 * bytes that both sides had last. */
#ifndef VIEWFAB_COHERENCE_PARTIAL_PAGES_H
#define VIEWFAB_COHERENCE_PARTIAL_PAGES_H

#include "watch.h"

/* Bytes of both partial pages: of the shadow. */
size_t vfi_partial_bytes(const vfi_watch *watch);

/* The partial pages are equal on both sides: brought from the device, or taken from the host. 0, or a code of the back
 * end. */
int vfi_partial_bring(vfi_watch *watch);
void vfi_partial_take(vfi_watch *watch);

/* Copies the bytes that the host has changed to the device.
 *   changed  the first changed byte, from the array's beginning; stays as it is if none was changed
 * 0, or a code of the back end. */
int vfi_partial_collect(vfi_watch *watch, int64_t *changed);

#endif
