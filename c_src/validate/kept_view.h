/* For vf_bisect: keeps the last values of one view in a file. VF_KEEP_VIEW is the label of the view, and VF_KEEP_VIEW_FILE
 * the file. Each write replaces the whole file, so the file is always complete.
 *
 * The file begins with a line of text: the magic word, the element type, the rank, and lower and upper bound of each
 * direction, with one blank between them. The values follow in column order, in the bytes of the machine. */
#ifndef VIEWFAB_VALIDATE_KEPT_VIEW_H
#define VIEWFAB_VALIDATE_KEPT_VIEW_H

#include "../core/view.h"

#define VF_KEPT_VIEW_MAGIC "viewfab-kept-view"

/* Reads the two variables; called whenever a context is opened. Lock held.
 * Errors: VF_ERROR_ARGUMENT (one of them without the other), VF_ERROR_MEMORY. */
vf_status vfi_kept_view_settings(void);

/* Writes the newest values of the view if it has the requested label; else does nothing. Lock held.
 * Errors: VF_ERROR_STATE (the file cannot be written), the errors of a copy to the host. */
vf_status vfi_kept_view_write(const vfi_record *record);

#endif
