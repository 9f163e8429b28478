/* Memory that other processes read and write without a word: windows of MPI. An array with such memory has open pages; its values are
 * kept equal on both sides, as those of partial pages are. Lock of viewfab held. */
#ifndef VIEWFAB_COHERENCE_EXPOSED_H
#define VIEWFAB_COHERENCE_EXPOSED_H

#include <stdbool.h>
#include <stddef.h>

/* Notes memory, or takes one note back. A memory may be noted several times. False: there is no memory for the note. */
bool vfi_exposed_add(const char *begin, size_t bytes);
void vfi_exposed_remove(const char *begin, size_t bytes);

/* True if any byte is exposed. */
bool vfi_exposed_meets(const char *begin, size_t bytes);

#endif
