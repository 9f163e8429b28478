/* Settings of the validation: the settings for every kernel, and the environment. */
#ifndef VIEWFAB_VALIDATE_SETTINGS_H
#define VIEWFAB_VALIDATE_SETTINGS_H

#include "ledger.h"

/* Settings of a kernel without settings of its own. Lock held. */
void vfi_settings_inherit(vfi_settings *settings);

/* Reads the environment, once; every later call gives the same status again, unless memory was missing: then the
 * environment is read again.
 * Errors: VF_ERROR_ARGUMENT, with a text that quotes the variable, VF_ERROR_MEMORY. Takes the lock. */
vf_status vfi_settings_load(void);

/* The status of the last reading, for holders of the lock. */
vf_status vfi_settings_loaded(void);

/* True if some kernel is checked, captured or runs its original. */
bool vfi_settings_watching(void);

/* True if the environment was read, no kernel is watched, and nobody has set the mode `device`, the mode of kernels
 * without a setting: a load. */
bool vfi_settings_idle(void);

/* The same for a single kernel, without regard to the others. Takes the lock. */
bool vfi_settings_of_kernel_idle(const char *kernel);

/* True if every call of every kernel without settings of its own is checked. Lock held. */
bool vfi_settings_check_all(void);

/* True if the mode of anything is `check`. Lock held. */
bool vfi_settings_check_any(void);

/* True if the program's end has no line about a failed validation. */
bool vfi_settings_quiet(void);
void vfi_settings_be_quiet(bool on);

#endif
