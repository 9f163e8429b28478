/* Choice of checked calls if not every call is checked: spread without a period of their own, and the first of each
 * variant, so that neither a fault in every second call nor a fault of a single variant hides between the samples. */
#ifndef VIEWFAB_VALIDATE_SAMPLING_H
#define VIEWFAB_VALIDATE_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

struct vf_call;
struct vf_checked;

/* Calls of so many variants are counted each by itself; all further variants together. */
enum { VF_SAMPLE_VARIANTS = 64 };

typedef struct vf_sampler {
  int count;
  struct {
    uint64_t key;
    int64_t calls;                    /* so far */
  } variants[VF_SAMPLE_VARIANTS + 1]; /* the last: all variants without a place */
} vf_sampler;

/* True if the next call of a variant is to be checked; counts the call: its first call, and then one of every run of so
 * many calls, at a place that a hash of variant and run gives. The same in each run of a program.
 *   every  1 or more */
bool vf_sampler_due(vf_sampler *sampler, uint64_t key, int every);

/* The variant of a call: colour or direction, kind of the real arrays, labels of its views, whole numbers among its
 * values, kinds and order of a boundary. Not the boxes, nor real numbers. */
uint64_t vf_sampling_key(const struct vf_call *call, const struct vf_checked *checked);

/* Takes one more number, or a text, into a key; a new key begins with 0. */
uint64_t vf_sampling_mix(uint64_t key, uint64_t part);
uint64_t vf_sampling_mix_text(uint64_t key, const char *text);

#endif
