/* Questions of the validation to the parts above it. The validation includes none of these parts: the single table
 * stands in wiring.c. */
#ifndef VIEWFAB_VALIDATE_HOOKS_H
#define VIEWFAB_VALIDATE_HOOKS_H

#include <viewfab/status.h>

typedef struct vfi_validation_hooks {
  /* When the environment's settings have been read without a failure; again if memory was missing before. Lock held.
   * Every call of a kernel returns a failure of this function. */
  vf_status (*settings_are_read)(void);

  /* The kernel behind a name in a setting, which may be the name of its legacy symbol. Lock held. */
  const char *(*kernel_named)(const char *name);

  /* The program ends: notes what was found about accesses of the host. Lock held. */
  void (*accesses_are_noted)(void);
} vfi_validation_hooks;

extern const vfi_validation_hooks vfi_validation_wiring;

#endif
