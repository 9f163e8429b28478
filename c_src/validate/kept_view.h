/* The last values of one view that the environment names, kept in a file for vf_bisect: VF_KEEP_VIEW is its label and
 * VF_KEEP_VIEW_FILE the file. The file is replaced as a whole each time, and never holds a part.
 *
 * The file begins with a line of text: the magic word, the element type, the rank, and lower and upper bound of each
 * direction, with one blank between them. The values follow in column order, in the bytes of the machine. */
#ifndef VIEWFAB_VALIDATE_KEPT_VIEW_H
#define VIEWFAB_VALIDATE_KEPT_VIEW_H

#include "../core/view.h"

#define VF_KEPT_VIEW_MAGIC "viewfab-kept-view"

/* Reads the two variables; called whenever a context is opened. Lock held.
 * Errors: VF_ERROR_ARGUMENT (one of them without the other), VF_ERROR_MEMORY. */
vf_status vf_kept_view_settings(void);

/* Writes the newest values of the view if it has the requested label; else does nothing. Lock held.
 * Errors: VF_ERROR_STATE (the file cannot be written), the errors of a copy to the host. */
vf_status vf_kept_view_write(const vf_record *record);

#endif
