/* Back ends. */
#ifndef VIEWFAB_WORDS_BACKENDS_H
#define VIEWFAB_WORDS_BACKENDS_H

/* X(NAME, word, built, tuned): VF_BACKEND_<NAME>; the name of its devices, which is part of the names of its functions
 * and launchers; what is defined as 1 where it is built; 1 where VF_TUNED_GPU says that there are hand-written launchers
 * for it. Where no device is named, the first one after the host that is present is taken. */
#define VF_BACKEND_LIST(X)       \
  X(HOST, host, 1, 0)            \
  X(CUDA, cuda, VIEWFAB_CUDA, 1) \
  X(HIP, hip, VIEWFAB_HIP, 1)

#endif
