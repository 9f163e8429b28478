/* Back ends. */
#ifndef VIEWFAB_WORDS_BACKENDS_H
#define VIEWFAB_WORDS_BACKENDS_H

/* X(NAME, word, built, tuned):
 *   NAME   VF_BACKEND_<NAME>
 *   word   name of its devices, and part of the names of its functions and launchers
 *   built  defined as 1 if the back end is built
 *   tuned  1 if VF_TUNED_GPU promises hand-written launchers for it
 * If no device is named, the first present device behind the host is taken. */
#define VF_BACKEND_LIST(X)       \
  X(HOST, host, 1, 0)            \
  X(CUDA, cuda, VIEWFAB_CUDA, 1) \
  X(HIP, hip, VIEWFAB_HIP, 1)

#endif
