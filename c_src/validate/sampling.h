/* Chooses the checked calls if not every call is checked: the first call of each variant, and then calls without a period.
 * So the samples find a fault in every second call, and a fault of a single variant. */
#ifndef VIEWFAB_VALIDATE_SAMPLING_H
#define VIEWFAB_VALIDATE_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

struct vfi_call;
struct vfi_checked;

/* Variants that are counted separately; all further variants count together. */
enum { VF_SAMPLE_VARIANTS = 64 };

typedef struct vfi_sampler {
  int count;
  struct {
    uint64_t key;
    int64_t calls;                    /* so far */
  } variants[VF_SAMPLE_VARIANTS + 1]; /* the last: all variants without a place */
} vfi_sampler;

/* True if the next call of a variant is to be checked; counts the call: its first call, and then one of every run of so
 * many calls, at a place that a hash of variant and run gives. The same in each run of a program.
 *   every  1 or more */
bool vfi_sampler_due(vfi_sampler *sampler, uint64_t key, int every);

/* The variant of a call: colour or direction, kind of the real arrays, labels of its views, whole numbers among its
 * values, kinds and order of a boundary. Not the boxes, nor real numbers. */
uint64_t vfi_sampling_key(const struct vfi_call *call, const struct vfi_checked *checked);

/* Takes one more number, or a text, into a key; a new key begins with 0. */
uint64_t vfi_sampling_mix(uint64_t key, uint64_t part);
uint64_t vfi_sampling_mix_text(uint64_t key, const char *text);

#endif
