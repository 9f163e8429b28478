/* Values that show a read of old or unwritten memory: signalling NaN in real arrays, the smallest integer in others. */
#ifndef VIEWFAB_COHERENCE_POISON_H
#define VIEWFAB_COHERENCE_POISON_H

#include "../core/array.h"

void vfi_poison_memory(void *memory, vf_type type, size_t bytes);

/* Fills the host's side of an array, whose newest values are on the device. Lock held. */
void vfi_poison_host(vfi_array *array);

/* Fills the device's side of an array, which holds no value that counts. Lock held. */
void vfi_poison_device(const vfi_array *array);

#endif
