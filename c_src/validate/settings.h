/* Settings of the validation: those for every kernel, and what the environment says. */
#ifndef VIEWFAB_VALIDATE_SETTINGS_H
#define VIEWFAB_VALIDATE_SETTINGS_H

#include "ledger.h"

/* Settings of a kernel that has none of its own. Lock held. */
void vf_settings_inherit(vf_settings *settings);

/* Reads the environment, once; every later call gives the same status again, unless memory was missing: then it is
 * read again.
 * Errors: VF_ERROR_ARGUMENT, with a text that quotes the variable, VF_ERROR_MEMORY. Takes the lock. */
vf_status vf_settings_load(void);

/* The status of the last reading, for those who hold the lock. */
vf_status vf_settings_loaded(void);

/* Whether some kernel is checked, captured or runs its original. */
bool vf_settings_watching(void);

/* Whether the environment was read, no kernel is watched, and nobody has set the mode `device`, which is that of kernels
 * without a setting: a load. */
bool vf_settings_idle(void);

/* The same for one kernel, whatever the others do. Takes the lock. */
bool vf_settings_of_kernel_idle(const char *kernel);

/* Whether every call of every kernel is checked that has no settings of its own. Lock held. */
bool vf_settings_check_all(void);

/* True if the mode of anything is `check`. Lock held. */
bool vf_settings_check_any(void);

/* Looks again whether any is. Lock held. */
void vf_settings_refresh(void);

/* Whether a failed validation is not to be said at the end of the program. */
bool vf_settings_quiet(void);
void vf_settings_be_quiet(bool on);

#endif
