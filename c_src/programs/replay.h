/* The parts of a replay. */
#ifndef VIEWFAB_PROGRAMS_REPLAY_H
#define VIEWFAB_PROGRAMS_REPLAY_H

#include "../core/results.h"
#include "../validate/capture/file.h"

/* An element passes if it meets any of the measures, as in validate.h. */
typedef struct vfi_replay_options {
  const char *device; /* NULL: the default */
  int repeat;
  double absolute, relative, ulp;
} vfi_replay_options;

/* A captured call, ready to run. */
typedef struct vf_replay {
  const char *path;
  vfi_captured_call captured;
  vf_kernel *kernel;
  vf_context *context;
  void *buffers[VF_MAX_ARGUMENTS];    /* [array] */
  vf_view *anchors[VF_MAX_ARGUMENTS]; /* [array] a view of the whole array */
  vfi_argument arguments[VF_MAX_ARGUMENTS];
  vfi_results results;
} vf_replay;

typedef struct vfi_replay_times {
  double median, least; /* seconds */
  double bytes;         /* the fewest bytes that a run moves; 0: unknown */
} vfi_replay_times;

typedef enum vfi_verdict { VF_SAME_BITS, VF_WITHIN_TOLERANCE, VF_DIFFERS } vfi_verdict;

/* Reads the command line and moves the names of files to argv[1 ..]. Returns the number of files; 0 if the user asks for
 * the usage, negative after an error, with its text printed. */
int vfi_replay_read_options(int argc, char **argv, vfi_replay_options *options);

/* Reads the file and sets up the call on the device; vfi_replay_close frees everything, after a failure too. */
vf_status vfi_replay_open(vf_replay *replay, const char *path, struct vf_kernel *const *const *tables,
                          const char *device);
void vfi_replay_close(vf_replay *replay);

/* Runs the call on the inputs of the file; the outputs are in the buffers afterwards. */
vf_status vfi_replay_run(vf_replay *replay);

vf_status vfi_replay_time(vf_replay *replay, int repeat, vfi_replay_times *times);

/* Compares the outputs with the outputs in the file and prints the result. */
vf_status vfi_replay_compare(const vf_replay *replay, const vfi_replay_options *options, vfi_verdict *verdict);

#endif
