/* The served calls on windows and the split calls on files, as entries of the table of served_calls.c. */
#ifndef VIEWFAB_MPI_SERVED_WINDOWS_H
#define VIEWFAB_MPI_SERVED_WINDOWS_H

#include "../coherence/led_calls.h"

extern const vfi_led_call vfi_served_windows[];
extern const int vfi_served_windows_count;

#endif
