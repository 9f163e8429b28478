/* The environment variables that viewfab reads: the one list, for vf_print_config and the guide. */
#ifndef VIEWFAB_CORE_CONFIG_H
#define VIEWFAB_CORE_CONFIG_H

#define VF_ENVIRONMENT_LIST(X)                                                                                        \
  X("VF_DEVICE", "device of the default context: host, cuda, hip, or one with a number (cuda:1); "                    \
                 "unset: the first GPU present, or the host")                                                         \
  X("VF_HOST_MEMORY", "alias (the host device works in the code's arrays; default) or mirror (it "                    \
                      "keeps a copy, so that a missing sync shows without a GPU)")                                    \
  X("VF_TILE", "points that a GPU block covers in each direction, such as 32,8,16 (default)")                         \
  X("VF_ROWS", "instructions of the host's tuned loops: portable, avx2 or avx512, as far as the processor has them; " \
               "unset: the best")                                                                                     \
  X("OMP_NUM_THREADS", "threads of the host device (read by OpenMP)")

#endif
