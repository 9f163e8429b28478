/* The text of the last failure, per thread. */
#ifndef VIEWFAB_CORE_ERROR_H
#define VIEWFAB_CORE_ERROR_H

#include <viewfab/viewfab.h>

/* Sets the text of the last error and returns the status, so that a failure reads `return vf_fail(...)`. */
vf_status vf_fail(vf_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Forgets the calling thread's failures; and the text of the first one since, NULL: none. */
void vf_error_watch(void);
const char *vf_error_watched(void);

/* The same for failures that the Fortran layer detects, and for a failure whose text was kept. */
VF_API int vf_error_report(int status, const char *text);

/* Keeps the text of the last error while other calls are made, which may fail too. */
enum { VF_ERROR_TEXT = 1024 };
void vf_error_keep(char text[VF_ERROR_TEXT]);

/* Index ranges as Fortran writes them, "(-1:8, 0:7, 0:7)"; returns the buffer. */
enum { VF_RANGE_TEXT = 160 };
const char *vf_range_text(char buffer[VF_RANGE_TEXT], int rank, const int64_t *lower, const int64_t *upper);
const char *vf_box_text(char buffer[VF_RANGE_TEXT], const vf_box *box);

/* The same in the directions of a field of this rank; all directions if the box has indices in the other directions. */
const char *vf_box_text_in(char buffer[VF_RANGE_TEXT], const vf_box *box, int rank);

/* Faces as messages call them, in the order of vf_boundary. */
extern const char *const vf_face_names[6];

#endif
