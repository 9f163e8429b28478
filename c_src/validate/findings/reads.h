/* Mistakes in the reads of a port: an index that is off by one, two arguments in each other's place. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_READS_H
#define VIEWFAB_VALIDATE_FINDINGS_READS_H

#include "../images/images.h"

/* Runs the original with each read-only array moved by one element in each direction, and with every two of them
 * exchanged. Notes all runs that agree with the port in all written arrays, since a field may not tell two directions
 * apart. Nothing is noted if fewer than two elements differ: chance could explain them.
 *   name  label of the differing array
 *   fits  out: true if something was noted
 * Lock held; the lock is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vf_reads_diagnose(vf_images *images, const vf_image *image, const vf_comparison *found,
                            const vf_tolerance *tolerance, vf_ledger *ledger, const char *name, bool *fits);

#endif
