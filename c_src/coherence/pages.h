/* Protection of whole pages. A thread can fill a shut page while every other thread stays shut out: by a protection
 * key, opened for this thread alone, or by a write to /proc/self/mem, for the system ignores the protection there. Both leave
 * the physical pages in place. All functions but vfi_pages_begin may run in a signal handler; they give 0, or errno. */
#ifndef VIEWFAB_COHERENCE_PAGES_H
#define VIEWFAB_COHERENCE_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* Tries both ways, once in a process. False: neither works; why then has the reason. */
bool vfi_pages_begin(const char **why);

/* "protection keys" or "/proc/self/mem" */
const char *vfi_pages_way(void);

size_t vfi_page_size(void);

int vfi_pages_shut(char *at, size_t bytes);
int vfi_pages_make_read_only(char *at, size_t bytes);
int vfi_pages_open(char *at, size_t bytes);

/* Writes into shut pages, which stay shut. */
int vfi_pages_fill(char *to, const char *from, size_t bytes);

/* Lets this thread alone access shut pages, until vfi_pages_forbid gets the number back. False: only protection keys have this. */
bool vfi_pages_permit(unsigned *before);
int vfi_pages_forbid(unsigned before);

/* The system's large pages. A change of their protection costs a twentieth of the same change of small pages, as long as each
 * change is of whole large pages. */
enum { VF_LARGE_PAGE = 2 << 20 };

/* Puts the whole large pages within the memory in place of small pages; the values stay. The memory has one protection, and is not
 * page-locked. False: the memory keeps small pages. */
bool vfi_pages_enlarge(char *at, size_t bytes);

/* True if all of the memory is mapped, and none of the memory is code: the program may have freed an array, and may use the
 * addresses for code now. */
bool vfi_pages_hold_data(const char *at, size_t bytes);

/* True if a page that was shut, or was made read-only, takes accesses again for certain: the system has mapped other memory there. Older
 * systems (before Linux 5.14) do not tell this of read-only pages. */
bool vfi_pages_are_others(char *page, bool shut);

/* In the child of a fork: the parent's /proc/self/mem would write into the parent. */
void vfi_pages_after_fork(void);

#endif
