#include <viewfab/replay.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay.h"

static const char usage[] =
    "usage: %s FILE... [--device host|cuda|hip[:n]] [--repeat N] [--tolerance absolute=A,relative=R,ulp=U]\n"
    "Runs captured calls on the device, compares what they write with what the files have, and times them.\n"
    "  --device     default: as for every program, VF_DEVICE, or the first GPU present, or the host\n"
    "  --repeat     timed runs, after the one that is compared (10)\n"
    "  --tolerance  an element passes when one of the measures is met; default: the bits have to be the same\n"
    "Exit status: 0 same bits or within the tolerance, 1 a call differs, 2 an error.\n";

static const char *const verdicts[] = { "same bits", "within the tolerance", "differs" };

#ifdef VIEWFAB_NO_FMA
static const int fused = 0;
#else
static const int fused = 1;
#endif

static vf_status replay_file(vf_replay *replay, const vfi_replay_options *options, vfi_verdict *verdict)
{
  const vfi_captured_call *captured = &replay->captured;
  vfi_replay_times times = { 0 };
  vf_status status = vfi_replay_run(replay);
  if (status) return status;
  printf("%s: call %" PRId64 " of %s\n", replay->path, captured->number, captured->kernel);
  printf("  captured on %s by viewfab %s with FMA %s\n", captured->device, captured->version,
         captured->fused ? "on" : "off");
  printf("  replayed on %s by viewfab %d.%d.%d with FMA %s\n", vf_context_device(replay->context), VF_VERSION_MAJOR,
         VF_VERSION_MINOR, VF_VERSION_PATCH, fused ? "on" : "off");
  status = vfi_replay_compare(replay, options, verdict);
  if (!status) status = vfi_replay_time(replay, options->repeat, &times);
  if (status) return status;
  printf("  time: median %.4g ms, least %.4g ms of %d runs", 1e3 * times.median, 1e3 * times.least, options->repeat);
  if (times.bytes > 0 && times.median > 0) printf("; %.4g GB/s", 1e-9 * times.bytes / times.median);
  printf("\n  verdict: %s\n", verdicts[*verdict]);
  return VF_OK;
}

int vf_replay_main(int argc, char **argv, struct vf_kernel *const *const *tables)
{
  enum { DIFFERS = 1, ERROR = 2 };
  vfi_replay_options options;
  const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
  const char *program = slash ? slash + 1 : argc > 0 ? argv[0] : "vf_replay";
  const int files = vfi_replay_read_options(argc, argv, &options);
  if (files < 0) {
    fprintf(stderr, "%s: %s\n", program, vf_last_error());
    return ERROR;
  }
  if (files == 0) {
    printf(usage, program);
    return 0;
  }
  /* a replay with VF_CAPTURE set might write over its own file */
  unsetenv("VF_CAPTURE");
  int code = 0;
  for (int f = 1; f <= files; f++) {
    vf_replay replay;
    vfi_verdict verdict = VF_SAME_BITS;
    vf_status status = vfi_replay_open(&replay, argv[f], tables, options.device);
    if (!status) status = replay_file(&replay, &options, &verdict);
    if (status) {
      fflush(stdout);
      fprintf(stderr, "%s: %s\n", program, vf_last_error());
      code = ERROR;
    } else if (verdict == VF_DIFFERS && code == 0) {
      code = DIFFERS;
    }
    vfi_replay_close(&replay);
  }
  return code;
}
