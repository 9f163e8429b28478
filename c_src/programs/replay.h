/* The parts of a replay. */
#ifndef VIEWFAB_PROGRAMS_REPLAY_H
#define VIEWFAB_PROGRAMS_REPLAY_H

#include "../core/results.h"
#include "../validate/capture/file.h"

/* An element passes when any one of the measures is met, as in validate.h. */
typedef struct vf_replay_options {
  const char *device; /* NULL: the default */
  int repeat;
  double absolute, relative, ulp;
} vf_replay_options;

/* A captured call, brought to life. */
typedef struct vf_replay {
  const char *path;
  vf_captured_call captured;
  vf_kernel *kernel;
  vf_context *context;
  void *buffers[VF_MAX_ARGUMENTS];    /* [array] */
  vf_view *anchors[VF_MAX_ARGUMENTS]; /* [array] the whole of it */
  vf_argument arguments[VF_MAX_ARGUMENTS];
  vf_results results;
} vf_replay;

typedef struct vf_replay_times {
  double median, least; /* seconds */
  double bytes;         /* that a run moves at least; 0: unknown */
} vf_replay_times;

typedef enum vf_verdict { VF_SAME_BITS, VF_WITHIN_TOLERANCE, VF_DIFFERS } vf_verdict;

/* Reads the command line and moves the names of files to argv[1 ..]. Gives their number; 0 where the usage is asked
 * for, negative after an error, which has a text. */
int vf_replay_read_options(int argc, char **argv, vf_replay_options *options);

/* Reads the file and sets the call up on the device; vf_replay_close gives everything back, after a failure too. */
vf_status vf_replay_open(vf_replay *replay, const char *path, struct vf_kernel *const *const *tables,
                         const char *device);
void vf_replay_close(vf_replay *replay);

/* Runs the call on the inputs of the file; the outputs are in the buffers afterwards. */
vf_status vf_replay_run(vf_replay *replay);

vf_status vf_replay_time(vf_replay *replay, int repeat, vf_replay_times *times);

/* Holds the outputs against those of the file and prints what was found. */
vf_status vf_replay_compare(const vf_replay *replay, const vf_replay_options *options, vf_verdict *verdict);

#endif
