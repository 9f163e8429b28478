/* Faults on watched memory. The handler of SIGSEGV serves them, and passes other faults to the program's own handler. So a
 * genuine fault of the program ends as without viewfab. */
#ifndef VIEWFAB_COHERENCE_FAULT_H
#define VIEWFAB_COHERENCE_FAULT_H

#include <viewfab/viewfab.h>

/* Called for each served access that changed a piece, in the handler; NULL: nobody listens. */
struct vfi_watch;
typedef void (*vfi_fault_listener)(const struct vfi_watch *watch, const char *address, bool write, bool was_stale,
                                   void *program_counter);

/* Installs the handler, unless the handler is there. The handler of the program gets the program's own faults. Errors:
 * VF_ERROR_STATE. */
vf_status vfi_fault_begin(vfi_fault_listener listener);

/* In place of sigaction and signal of the C library: for SIGSEGV they set the handler of the program's own
 * faults. */
struct sigaction;
int vfi_fault_sigaction(int signal_number, const struct sigaction *action, struct sigaction *old);
void (*vfi_fault_signal(int signal_number, void (*handler)(int)))(int);

/* Gives the calling thread a stack for signals, unless the thread has such a stack: the normal stack may hold a shut array. */
void vfi_fault_give_stack(void);

/* Makes memory fit for a system call: the kernel does not fault into a handler. Without a program counter the access is not
 * reported. */
void vfi_fault_touch(const void *begin, size_t bytes, bool write, void *program_counter);

/* Accesses of this thread are served without a report from here on, or with a report again. */
void vfi_fault_be_silent(bool is_silent);

/* Reads a byte, if its page is still mapped; the access is not reported. */
void vfi_fault_read(const char *address);

#endif
