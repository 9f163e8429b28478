/* Diagnosis: a simple mistake that would explain a difference. Causes are sought in reads (reads.c), and in the values
 * along the levels of kernels over columns (column_causes.c). */
#ifndef VIEWFAB_VALIDATE_FINDINGS_DIAGNOSIS_H
#define VIEWFAB_VALIDATE_FINDINGS_DIAGNOSIS_H

#include "../images/images.h"

/* Notes the first explanation that fits, if there is one. Lock held; the lock is released while the original is tried
 * with other values. */
vf_status vfi_diagnose(vfi_images *images, const vfi_image *image, const vfi_comparison *comparison,
                       const vf_tolerance *tolerance, vfi_ledger *ledger);

/* Mistakes in the reads of a port: an index that is off by one, two arguments in each other's place. Runs the original
 * with each read-only array moved by one element in each direction, and with every two of them
 * exchanged. Notes all runs that agree with the port in all written arrays, since a field may not tell two directions
 * apart. Nothing is noted if fewer than two elements differ: chance could explain them.
 *   name  label of the differing array
 *   fits  out: true if something was noted
 * Lock held; the lock is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vfi_reads_diagnose(vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                             const vf_tolerance *tolerance, vfi_ledger *ledger, const char *name, bool *fits);

/* Hosts that change an array without an announcement: the device computes with the values from before. Looks for
 * read-only arrays of a call with different values on host and device, though both sides are said to hold the newest
 * values. The original was given the host's values, and the port the device's. Notes the arrays as a cause. Lock held.
 *   argument  of the differing array, for the note
 *   found     out: true if there are any
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_unannounced_diagnose(const vfi_images *images, int argument, vfi_ledger *ledger, bool *found);

enum { VF_CAUSE_TEXT = 320 };

/* Kernels over columns: the mistakes with values that can be computed from the original's values: indices in each
 * other's place, a scan from the other end, another sign, assigned in place of accumulated. Returns true if one mistake
 * explains the whole difference; text names the mistake. */
bool vfi_column_cause(char text[VF_CAUSE_TEXT], const vfi_images *images, const vfi_image *image,
                      const vfi_comparison *found, const vf_tolerance *tolerance);

/* The trace of a carried value: the same difference on all levels, or a difference that grows along them. This cause is
 * weaker, and is asked last. */
bool vfi_column_carried(char text[VF_CAUSE_TEXT], const vfi_images *images, const vfi_image *image,
                        const vfi_comparison *found, const vf_tolerance *tolerance);

#endif
