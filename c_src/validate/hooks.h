/* What the validation asks of the parts above it. It includes none of them: the one table stands in wiring.c. */
#ifndef VIEWFAB_VALIDATE_HOOKS_H
#define VIEWFAB_VALIDATE_HOOKS_H

#include <viewfab/status.h>

typedef struct vf_validation_hooks {
  /* When the environment's settings have been read without a failure; again where memory was missing before. Lock held.
   * A failure is that of reading them, which every call of a kernel returns. */
  vf_status (*settings_are_read)(void);

  /* The name of the kernel that a setting is for, which may have been named by its legacy symbol. Lock held. */
  const char *(*kernel_named)(const char *name);
} vf_validation_hooks;

extern const vf_validation_hooks vf_validation_wiring;

#endif
