/* Causes that lie in what a port reads: an index that is one off, two arguments in each other's place. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_READS_H
#define VIEWFAB_VALIDATE_FINDINGS_READS_H

#include "../images/images.h"

/* Runs the original with each array that is only read moved by one element in each direction, and with every two of
 * them exchanged, and notes which of these runs agree with the port in all that was written: all of them, since a field
 * may not tell two directions apart. Nothing is noted where fewer than two elements differ, which chance could explain.
 *   name  label of the array that differs
 *   fits  out: whether something was noted
 * Lock held; it is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vf_reads_diagnose(vf_images *images, const vf_image *image, const vf_comparison *found,
                            const vf_tolerance *tolerance, vf_ledger *ledger, const char *name, bool *fits);

#endif
