#define _GNU_SOURCE
#include "fault.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "pages.h"
#include "pieces.h"
#include "table.h"

#if defined(__linux__) && defined(__x86_64__)

#include <sys/mman.h>
#include <ucontext.h>

enum {
  SIGNAL_STACK = 256 << 10,
  PATIENCE = 10000 /* faults in a row at one address, without anything to serve: somebody else has shut the page */
};

/* The functions of the C library: while arrays are watched, calls by their names arrive in viewfab. */
static int (*real_sigaction)(int, const struct sigaction *, struct sigaction *);
static void (*(*real_signal)(int, void (*)(int)))(int);

static struct sigaction before;
static vfi_fault_listener listen;
/* variables of the handler: no access may take memory */
#define HANDLERS_OWN static _Thread_local __attribute__((tls_model("initial-exec")))
HANDLERS_OWN volatile sig_atomic_t silent;

/* False: the fault is not about watched memory. */
static bool serve(const char *address, bool write, void *program_counter)
{
  HANDLERS_OWN const char *last;
  HANDLERS_OWN int in_vain;
  vfi_watch *watch = vfi_table_enter(address);
  if (!watch) return false;
  bool served = address >= watch->first && address < watch->end;
  if (watch->bare && address >= watch->host) { /* another thread has opened the pages since the fault */
    in_vain = address == last ? in_vain + 1 : 0;
    last = address;
    served = in_vain < PATIENCE;
  } else if (served) {
    const vfi_served what = vfi_pieces_serve(watch, address, write);
    in_vain = what.before == VF_PIECE_FREE && address == last ? in_vain + 1 : 0;
    last = address;
    served = !what.code && in_vain < PATIENCE;
    if (served && listen && !silent && what.before != VF_PIECE_FREE)
      listen(watch, address, write, what.before == VF_PIECE_STALE, program_counter);
  }
  vfi_table_leave(watch);
  return served;
}

static void default_action(int signal_number, const siginfo_t *info)
{
  const struct sigaction by_default = { .sa_handler = SIG_DFL };
  real_sigaction(signal_number, &by_default, NULL);
  if (info->si_code <= 0) raise(signal_number); /* a sent signal does not come again */
}

/* For the program's own faults. By default the access faults again, and the system ends the process. A handler of the program
 * may call this handler in turn. */
static void pass_on(int signal_number, siginfo_t *info, void *context)
{
  HANDLERS_OWN bool passing;
  const bool has_handler =
      before.sa_flags & SA_SIGINFO || (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN);
  if (passing || !has_handler) {
    default_action(signal_number, info);
    return;
  }
  passing = true;
  if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal_number, info, context);
  else before.sa_handler(signal_number);
  passing = false;
}

static void on_fault(int signal_number, siginfo_t *info, void *context)
{
  enum { WRITES = 2 }; /* bit of the processor's error code */
  const int error = errno;
  const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
  const bool protection = info->si_code > 0 && info->si_code != SEGV_MAPERR;
  if (!protection || !serve(info->si_addr, registers[REG_ERR] & WRITES, (void *)registers[REG_RIP]))
    pass_on(signal_number, info, context);
  errno = error;
}

/* A child cannot use its parent's GPU, so the parent fetches the newest values for the child. A piece that cannot be fetched
 * stays shut, and an access of the child ends the child. */
static void fetch_from_gpus(void)
{
  const char *at = NULL;
  vfi_watch *watch;
  while ((watch = vfi_table_enter(at))) {
    const size_t step = watch->piece_bytes;
    if (watch->array->context->backend->id != VF_BACKEND_HOST)
      for (const char *p = watch->first; p < watch->end; p += step - (uintptr_t)p % step)
        (void)vfi_pieces_serve(watch, p, false);
    at = watch->host + watch->bytes;
    vfi_table_leave(watch);
  }
}

static void before_fork(void)
{
  fetch_from_gpus();
  vfi_table_stop();
}

static void after_fork(void) { vfi_table_go_on(); }

static void in_child(void)
{
  vfi_pages_after_fork();
  vfi_table_go_on();
}

int vfi_fault_sigaction(int signal_number, const struct sigaction *action, struct sigaction *old)
{
  if (signal_number != SIGSEGV) return real_sigaction(signal_number, action, old);
  const struct sigaction last = before;
  if (action) before = *action;
  if (old) *old = last;
  return 0;
}

void (*vfi_fault_signal(int signal_number, void (*handler)(int)))(int)
{
  if (signal_number != SIGSEGV) return real_signal(signal_number, handler);
  const struct sigaction last = before;
  before = (struct sigaction){ .sa_handler = handler };
  return last.sa_handler;
}

static bool find_functions(void)
{
  if (real_sigaction && real_signal) return true;
  void *found[] = { dlsym(RTLD_DEFAULT, "sigaction"), dlsym(RTLD_DEFAULT, "signal") };
  memcpy(&real_sigaction, &found[0], sizeof real_sigaction);
  memcpy(&real_signal, &found[1], sizeof real_signal);
  return found[0] && found[1];
}

vf_status vfi_fault_begin(vfi_fault_listener listener)
{
  static bool follows_forks;
  struct sigaction now, ours = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  listen = listener;
  if (!follows_forks) follows_forks = !pthread_atfork(before_fork, after_fork, in_child);
  if (!find_functions() || real_sigaction(SIGSEGV, NULL, &now))
    return vfi_fail(VF_ERROR_STATE, "the handler of SIGSEGV is unknown");
  if (now.sa_flags & SA_SIGINFO && now.sa_sigaction == on_fault) return VF_OK;
  before = now;
  sigfillset(&ours.sa_mask);
  if (real_sigaction(SIGSEGV, &ours, NULL)) return vfi_fail(VF_ERROR_STATE, "no handler of SIGSEGV can be installed");
  return VF_OK;
}

/* ---- Stacks for signals ------------------------------------------------------------------------------------------- */

static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;
static bool stack_key_made;

static void free_stack(void *stack)
{
  const stack_t none = { .ss_flags = SS_DISABLE };
  sigaltstack(&none, NULL);
  munmap(stack, SIGNAL_STACK);
}

static void make_stack_key(void) { stack_key_made = !pthread_key_create(&stack_key, free_stack); }

void vfi_fault_give_stack(void)
{
  stack_t now;
  if (sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE)) return;
  pthread_once(&stack_once, make_stack_key);
  void *stack = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!stack_key_made || stack == MAP_FAILED) return;
  const stack_t given = { .ss_sp = stack, .ss_size = SIGNAL_STACK };
  if (pthread_setspecific(stack_key, stack) || sigaltstack(&given, NULL)) munmap(stack, SIGNAL_STACK);
}

/* ---- Accesses that do not fault ----------------------------------------------------------------------------------- */

void vfi_fault_touch(const void *begin, size_t bytes, bool write, void *program_counter)
{
  const char *at = begin, *end = at + bytes;
  const sig_atomic_t outer = silent; /* a fill may be a system call, which arrives here too */
  if (!program_counter) silent = 1;
  while (at < end) {
    vfi_watch *watch = vfi_table_enter(at);
    if (!watch) break;
    const char *host = watch->host, *first = watch->first, *last = watch->end, *behind = host + watch->bytes;
    const size_t step = watch->piece_bytes;
    vfi_table_leave(watch);
    if (behind <= at || end <= host) break;
    for (const char *p = at > first ? at : first; p < end && p < last; p += step - (uintptr_t)p % step)
      serve(p, write, program_counter);
    at = behind;
  }
  silent = outer;
}

void vfi_fault_be_silent(bool is_silent) { silent = is_silent; }

void vfi_fault_read(const char *address)
{
  unsigned char resident;
  const size_t page = vfi_page_size();
  const char *begin = address - (uintptr_t)address % page;
  if (mincore((void *)begin, page, &resident)) return; /* no longer mapped */
  silent = 1;
  (void)*(const volatile char *)address;
  silent = 0;
}

#else

vf_status vfi_fault_begin(vfi_fault_listener listener)
{
  (void)listener;
  return VF_OK;
}

void vfi_fault_give_stack(void) {}

void vfi_fault_touch(const void *begin, size_t bytes, bool write, void *program_counter)
{
  (void)begin, (void)bytes, (void)write, (void)program_counter;
}

void vfi_fault_be_silent(bool is_silent) { (void)is_silent; }

void vfi_fault_read(const char *address) { (void)address; }

#endif
