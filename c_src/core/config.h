/* The environment variables of viewfab: the only list, for vf_print_config and the guide. Names that begin with VF_TEST_ are not
 * for users: VF_TEST_ROWS (portable, avx2, avx512) limits the instructions of the host's tuned loops, and VF_TEST_COPY_THREADS (1
 * to 64) sets the number of threads that copy to and from the buffers of a GPU. */
#ifndef VIEWFAB_CORE_CONFIG_H
#define VIEWFAB_CORE_CONFIG_H

#define VF_ENVIRONMENT_LIST(X)                                                                                 \
  X("VF_DEVICE", "device of the default context: host, cuda, hip, or one with a number (cuda:1); "             \
                 "unset: the first GPU present, or the host")                                                  \
  X("VF_HOST_MEMORY", "alias (the host device works in the code's arrays; default), mirror (it keeps a "       \
                      "copy, so that a missing sync shows without a GPU), late (a mirror that makes "          \
                      "prefetched copies as late as possible, so that a missing wait shows), or shared "       \
                      "(it works in the code's arrays, and runs kernels as late as possible)")                 \
  X("VF_SHARED_MEMORY", "arrays that a GPU uses in place, without copies: managed (those in managed "          \
                        "memory; default), on (all, if the GPU can), auto (all, if that is faster in a "       \
                        "trial at the start), or off (none)")                                                  \
  X("VF_DEVICE_MEMORY", "device memory for arrays, such as 2G or 500M; when it is full, arrays leave the "     \
                        "device; 0: none leaves; unset: what the device has")                                  \
  X("VF_TILE", "points that a GPU block covers in each direction, such as 32,8,16 (default)")                  \
  X("VF_STAGING", "bytes of each buffer through which first copies to and from a GPU go (default: "            \
                  "8388608); 0: none")                                                                         \
  X("VF_REMOTE_FORM", "form in which kernels reach remote arrays: flat, table or handle, to try a "            \
                      "kernel in each; unset: the first that the memory allows")                               \
  X("VF_KEEP_VIEW", "label of a view whose last values are kept in a file; vf_bisect sets it")                 \
  X("VF_KEEP_VIEW_FILE", "that file")                                                                          \
  X("VF_MODE", "how kernels run: device (the port; default), original, or check (both, compared)")             \
  X("VF_KERNELS", "modes of single kernels, such as relax=check,update=original")                              \
  X("VF_CHECK", "of checked calls: every=N, keep=port or keep=original, order, stop, quiet, more, "            \
                "perturb; of the host's accesses: coherence, poison")                                          \
  X("VF_COHERENCE", "auto: values come to the host when it touches them, and its writes are noticed; off "     \
                    "(default): the program says so")                                                          \
  X("VF_TOLERANCE", "of checked calls, such as ulp:4 or relax=absolute:1e-12/relative:1e-14")                  \
  X("VF_REPORT", "file for the validation's report at the end (JSON if the name ends in .json; -: "            \
                 "standard output)")                                                                           \
  X("VF_MEMORY_REPORT",                                                                                        \
    "file for a report of device memory at the end, by label, with arrays that nobody released; -: "           \
    "standard output")                                                                                         \
  X("VF_UNUSED_REACH", "1: at the end, on standard error, the arguments of kernels with VIEWFAB_BOUNDS whose " \
                       "declared reach is wider than the reach that their calls on the host used")             \
  X("VF_REPORT_FAIL", "exit status of a program in which the validation found something wrong")                \
  X("VF_PROFILE", "files for a profile at the end, separated by commas: .html (a page), .json (also for "      \
                  "trace viewers), others text; -: text on standard output")                                   \
  X("VF_PROFILE_RANGES", "ranges for a GPU's viewer, named by kernel and array: nvtx, roctx, or the "          \
                         "file of a library with the functions of NVTX or roctx")                              \
  X("VF_CAPTURE", "calls that are written to files for vf_replay, such as relax:call=17")                      \
  X("VF_CAPTURE_FOLDER", "folder of these files (default: the current one)")                                   \
  X("VF_CAPTURE_FILE", "name of the file, for a single captured call (default: "                               \
                       "viewfab_<kernel>_<call>.h5)")                                                          \
  X("VF_HDF5_LIBRARY", "file of HDF5's library, for captures (default: as the system finds it)")               \
  X("VF_OFFLOAD_POISON", "1: between vf_offload_begin and vf_offload_end stale values of the host "            \
                         "are NaN")                                                                            \
  X("VF_TRANSPORT", "the ways in which ranks may reach each other, such as staged or nccl,staged; "            \
                    "unset: the fastest for each pair")                                                        \
  X("VF_NCCL_LIBRARY", "file of NCCL's library, if ranks need NCCL (default: libnccl.so.2)")                   \
  X("VF_WAIT", "seconds that a rank waits for others before a failure (default: 60); 0: for ever")             \
  X("VF_MPI_DEVICE", "1: MPI may be given device memory, if a transfer that is tried first is right")          \
  X("OMP_NUM_THREADS", "threads of the host device (read by OpenMP)")

/* Writes on standard error, once in a program, the variables of the environment with nearly the name of a variable of
 * viewfab: one or two letters apart, in small letters, or with another word behind the name. Other names are the user's
 * own. VF_CHECK=quiet leaves the text out. */
void vfi_environment_look(void);

#endif
