#define _GNU_SOURCE
#include "system_calls.h"

#include <stdbool.h>
#include <stddef.h>

#include "coherence.h"
#include "led_calls.h"
#include "settings.h"

#if defined(__linux__) && defined(__x86_64__)

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fault.h"
#include "heap.h"
#include "pages.h"
#include "table.h"

enum { READS = false, WRITES = true }; /* the effect of the call on the memory */

static void touch(const void *memory, size_t bytes, bool write)
{
  vfi_fault_touch(memory, bytes, write, __builtin_return_address(0));
}

static void touch_pieces(const struct iovec *pieces, int count, bool write)
{
  for (int p = 0; p < count; p++) touch(pieces[p].iov_base, pieces[p].iov_len, write);
}

static void touch_message(const struct msghdr *message, bool write)
{
  touch_pieces(message->msg_iov, (int)message->msg_iovlen, write);
}

/* X(name, type of the result, parameters, arguments, statement to make the memory fit) */
#define SYSTEM_CALLS(X)                                                                                          \
  X(read, ssize_t, (int f, void *m, size_t n), (f, m, n), touch(m, n, WRITES))                                   \
  X(pread, ssize_t, (int f, void *m, size_t n, off_t o), (f, m, n, o), touch(m, n, WRITES))                      \
  X(pread64, ssize_t, (int f, void *m, size_t n, off_t o), (f, m, n, o), touch(m, n, WRITES))                    \
  X(readv, ssize_t, (int f, const struct iovec *v, int n), (f, v, n), touch_pieces(v, n, WRITES))                \
  X(preadv, ssize_t, (int f, const struct iovec *v, int n, off_t o), (f, v, n, o), touch_pieces(v, n, WRITES))   \
  X(preadv64, ssize_t, (int f, const struct iovec *v, int n, off_t o), (f, v, n, o), touch_pieces(v, n, WRITES)) \
  X(recv, ssize_t, (int f, void *m, size_t n, int o), (f, m, n, o), touch(m, n, WRITES))                         \
  X(recvfrom, ssize_t, (int f, void *m, size_t n, int o, struct sockaddr *a, socklen_t *l), (f, m, n, o, a, l),  \
    touch(m, n, WRITES))                                                                                         \
  X(recvmsg, ssize_t, (int f, struct msghdr *m, int o), (f, m, o), touch_message(m, WRITES))                     \
  X(fread, size_t, (void *m, size_t s, size_t n, FILE *f), (m, s, n, f), touch(m, s *n, WRITES))                 \
  X(write, ssize_t, (int f, const void *m, size_t n), (f, m, n), touch(m, n, READS))                             \
  X(pwrite, ssize_t, (int f, const void *m, size_t n, off_t o), (f, m, n, o), touch(m, n, READS))                \
  X(pwrite64, ssize_t, (int f, const void *m, size_t n, off_t o), (f, m, n, o), touch(m, n, READS))              \
  X(writev, ssize_t, (int f, const struct iovec *v, int n), (f, v, n), touch_pieces(v, n, READS))                \
  X(pwritev, ssize_t, (int f, const struct iovec *v, int n, off_t o), (f, v, n, o), touch_pieces(v, n, READS))   \
  X(pwritev64, ssize_t, (int f, const struct iovec *v, int n, off_t o), (f, v, n, o), touch_pieces(v, n, READS)) \
  X(send, ssize_t, (int f, const void *m, size_t n, int o), (f, m, n, o), touch(m, n, READS))                    \
  X(sendto, ssize_t, (int f, const void *m, size_t n, int o, const struct sockaddr *a, socklen_t l),             \
    (f, m, n, o, a, l), touch(m, n, READS))                                                                      \
  X(sendmsg, ssize_t, (int f, const struct msghdr *m, int o), (f, m, o), touch_message(m, READS))                \
  X(fwrite, size_t, (const void *m, size_t s, size_t n, FILE *f), (m, s, n, f), touch(m, s *n, READS))

/* For each call: the function of the C library, and the function in its place. */
#define IN_PLACE(name, result, parameters, arguments, fit) \
  static result(*real_##name) parameters;                  \
  static result in_place_of_##name parameters              \
  {                                                        \
    fit;                                                   \
    return real_##name arguments;                          \
  }
SYSTEM_CALLS(IN_PLACE)

typedef struct replacement {
  const char *name;
  void *real, *own;
  bool in_data; /* pointers in the program's data are led too */
} replacement;

#define CALL_NUMBER(name, result, parameters, arguments, fit) NUMBER_##name,
enum { SYSTEM_CALLS(CALL_NUMBER) NUMBER_sigaction, NUMBER_signal, CALLS, OF_HEAP = 16, MOST_OFFERED = 512 };
static replacement replacements[CALLS + OF_HEAP + MOST_OFFERED];
static int replaced; /* [0, replaced): sorted by name */

static const vfi_led_call *offered;
static int offered_count;
static bool offer_taken, heap_taken;
static bool all_lead; /* not the calls of the allocator alone */

static void lead_calls(bool all);

void vfi_led_calls_offer(const vfi_led_call *calls, int count)
{
  vfi_coherence_wishes wishes;
  offered = calls;
  offered_count = count < MOST_OFFERED ? count : MOST_OFFERED;
  if (!vfi_coherence_read_wishes(&wishes) && (wishes.serves || wishes.reports)) lead_calls(false);
}

/* True if the address is a stub. An executable that takes the address of a library's function has a stub for it. */
static bool is_stub(void *address)
{
  Dl_info info;
  const ElfW(Sym) *symbol = NULL;
  return dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol && symbol->st_shndx == SHN_UNDEF;
}

/* A stub calls through a pointer, and lead_calls changes this pointer. So the function itself comes from the library that has it. */
static void *definition_of(const char *name)
{
  void *found = dlsym(RTLD_DEFAULT, name);
  if (!found || !is_stub(found)) return found;
  void *program = dlopen(NULL, RTLD_LAZY);
  const struct link_map *library = NULL;
  void *real = NULL;
  if (!program || dlinfo(program, RTLD_DI_LINKMAP, &library)) library = NULL;
  while (!real && library && (library = library->l_next)) {
    void *handle = dlopen(library->l_name, RTLD_LAZY | RTLD_NOLOAD);
    real = handle ? dlsym(handle, name) : NULL;
    if (handle) dlclose(handle);
  }
  if (program) dlclose(program);
  return real;
}

/* The function behind the name, which calls are led away from; NULL: nobody can call it. */
static void *replace(const char *name, uintptr_t own)
{
  void *real = definition_of(name);
  if (real) replacements[replaced++] = (replacement){ .name = name, .real = real, .own = (void *)own };
  return real;
}

static int by_name(const void *first, const void *second)
{
  return strcmp(((const replacement *)first)->name, ((const replacement *)second)->name);
}

/* Also where the program's data have the address of such a function. */
static void replace_heap(void)
{
  const vfi_led_call *calls;
  const int count = vfi_heap_calls(&calls);
  heap_taken = count > 0;
  for (int c = 0; c < count; c++) {
    void *real = replace(calls[c].name, (uintptr_t)calls[c].own);
    if (!real) continue;
    *calls[c].real = real;
    replacements[replaced - 1].in_data = true;
  }
}

static void replace_system_calls(void)
{
#define FILL(call, result, parameters, arguments, fit)           \
  {                                                              \
    void *found = replace(#call, (uintptr_t)in_place_of_##call); \
    memcpy(&real_##call, &found, sizeof found);                  \
  }
  SYSTEM_CALLS(FILL)
#undef FILL
  replace("sigaction", (uintptr_t)vfi_fault_sigaction);
  replace("signal", (uintptr_t)vfi_fault_signal);
}

static void fill_replacements(void)
{
  replaced = 0;
  replace_heap();
  if (all_lead) replace_system_calls();
  for (int c = 0; c < offered_count; c++) {
    void *real = replace(offered[c].name, (uintptr_t)offered[c].own);
    if (real) *offered[c].real = real;
  }
  offer_taken = offered;
  qsort(replacements, (size_t)replaced, sizeof *replacements, by_name);
}

static const replacement *find(const char *name)
{
  const replacement asked = { .name = name };
  return bsearch(&asked, replacements, (size_t)replaced, sizeof *replacements, by_name);
}

/* The tables of a library with the pointers for its calls of other libraries. */
typedef struct tables {
  const ElfW(Sym) * symbols;
  const char *names;
  const ElfW(Rela) * entries[2];
  size_t counts[2];
} tables;

static const void *at(const struct dl_phdr_info *library, ElfW(Addr) address)
{
  return (const void *)(address < library->dlpi_addr ? library->dlpi_addr + address : address);
}

static tables tables_of(const struct dl_phdr_info *library)
{
  tables found = { 0 };
  for (int h = 0; h < library->dlpi_phnum; h++) {
    if (library->dlpi_phdr[h].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const void *)(library->dlpi_addr + library->dlpi_phdr[h].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) switch (entry->d_tag) {
        case DT_SYMTAB: found.symbols = at(library, entry->d_un.d_ptr); break;
        case DT_STRTAB: found.names = at(library, entry->d_un.d_ptr); break;
        case DT_JMPREL: found.entries[0] = at(library, entry->d_un.d_ptr); break;
        case DT_PLTRELSZ: found.counts[0] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
        case DT_RELA: found.entries[1] = at(library, entry->d_un.d_ptr); break;
        case DT_RELASZ: found.counts[1] = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
        default: break;
      }
  }
  return found;
}

/* True if the loader has made the memory around the pointer read-only. */
static bool is_sealed(const struct dl_phdr_info *library, uintptr_t pointer)
{
  for (int h = 0; h < library->dlpi_phnum; h++) {
    const ElfW(Phdr) *part = &library->dlpi_phdr[h];
    const uintptr_t begin = library->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_RELRO && pointer >= begin && pointer < begin + part->p_memsz) return true;
  }
  return false;
}

static void lead(const struct dl_phdr_info *library, const ElfW(Rela) * entry, const replacement *with)
{
  void **pointer = (void **)(library->dlpi_addr + entry->r_offset);
  if (*pointer == with->own) return;
  const uintptr_t page = vfi_page_size(), offset = (uintptr_t)pointer % page;
  const bool sealed = is_sealed(library, (uintptr_t)pointer);
  char *begin = (char *)pointer - offset;
  if (sealed && mprotect(begin, page, PROT_READ | PROT_WRITE)) return;
  *pointer = with->own;
  if (sealed) mprotect(begin, page, PROT_READ);
}

/* True if data of the program still have the address of the function. */
static bool points_to(const struct dl_phdr_info *library, const ElfW(Rela) * entry, const replacement *with)
{
  return with->in_data && *(void **)(library->dlpi_addr + entry->r_offset) == with->real;
}

/* The C library itself keeps its calls. */
static bool keeps_calls(const struct dl_phdr_info *library)
{
  return strstr(library->dlpi_name, "/libc.so") || strstr(library->dlpi_name, "/ld-linux") ||
         strstr(library->dlpi_name, "linux-vdso") || strstr(library->dlpi_name, "/libpthread");
}

static int lead_library(struct dl_phdr_info *library, size_t size, void *unused)
{
  (void)size, (void)unused;
  const tables found = tables_of(library);
  if (keeps_calls(library) || !found.symbols || !found.names) return 0;
  for (int t = 0; t < 2; t++)
    for (size_t e = 0; e < found.counts[t] && found.entries[t]; e++) {
      const ElfW(Rela) *entry = &found.entries[t][e];
      const unsigned type = (unsigned)ELF64_R_TYPE(entry->r_info);
      if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT && type != R_X86_64_64) continue;
      const replacement *with = find(found.names + found.symbols[ELF64_R_SYM(entry->r_info)].st_name);
      if (with && (type != R_X86_64_64 || points_to(library, entry, with))) lead(library, entry, with);
    }
  return 0;
}

static int count_loaded(struct dl_phdr_info *library, size_t size, void *loaded)
{
  (void)size;
  *(unsigned long long *)loaded = library->dlpi_adds;
  return 1;
}

static void lead_calls(bool all)
{
  static unsigned long long known;
  unsigned long long loaded = 0;
  const bool more = all && !all_lead;
  const vfi_led_call *heap;
  dl_iterate_phdr(count_loaded, &loaded);
  if (loaded == known && !more && offer_taken == (offered != NULL) && heap_taken == (vfi_heap_calls(&heap) > 0)) return;
  all_lead = all_lead || all;
  /* a library loaded later may bring MPI */
  fill_replacements();
  known = loaded;
  dl_iterate_phdr(lead_library, NULL);
}

void vfi_system_calls_begin(void) { lead_calls(true); }

void vfi_system_calls_lead_heap(void) { lead_calls(false); }

void vfi_led_calls_touch(const void *begin, size_t bytes, bool write, void *from)
{
  vfi_fault_touch(begin, bytes, write, from);
}

bool vfi_led_calls_watched(const void *begin, size_t bytes)
{
  vfi_watch *watch = bytes ? vfi_table_enter(begin) : NULL;
  if (!watch) return false;
  const bool meets = (uintptr_t)watch->host < (uintptr_t)begin + bytes;
  vfi_table_leave(watch);
  return meets;
}

bool vfi_led_calls_expose(const void *begin, size_t bytes, void *from)
{
  return !bytes || vfi_coherence_exposes(begin, bytes, from);
}

void vfi_led_calls_unexpose(const void *begin, size_t bytes, bool keeps)
{
  if (bytes) vfi_coherence_conceals(begin, bytes, keeps);
}

#else

void vfi_system_calls_begin(void) {}

void vfi_system_calls_lead_heap(void) {}

void vfi_led_calls_offer(const vfi_led_call *calls, int count) { (void)calls, (void)count; }

void vfi_led_calls_touch(const void *begin, size_t bytes, bool write, void *from)
{
  (void)begin, (void)bytes, (void)write, (void)from;
}

bool vfi_led_calls_watched(const void *begin, size_t bytes)
{
  (void)begin, (void)bytes;
  return false;
}

bool vfi_led_calls_expose(const void *begin, size_t bytes, void *from)
{
  (void)begin, (void)bytes, (void)from;
  return true;
}

void vfi_led_calls_unexpose(const void *begin, size_t bytes, bool keeps) { (void)begin, (void)bytes, (void)keeps; }

#endif
