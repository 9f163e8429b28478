/* Places of the program's code by their addresses: the module, the function, and the line of the source. */
#ifndef VIEWFAB_CORE_CODE_PLACES_H
#define VIEWFAB_CORE_CODE_PLACES_H

#include <stdbool.h>

typedef struct vfi_code_place {
  void *address;        /* in */
  bool returns;         /* in: a return address, which may belong to the next line */
  char module[512];     /* out: the file with the code; "": not known */
  unsigned long offset; /* out: the address as the file's debug information has it */
  char function[160];   /* out: the innermost function, also an inlined one, as the compiler names it; "": not known */
  char file[256];       /* out: of the source; "": not known */
  int line;             /* out: 0: not known */
} vfi_code_place;

/* Fills the places. The program addr2line of the binutils reads functions and lines, once for each module; without
 * addr2line, or without memory, only modules and offsets are known. Starts processes, so no signal handler may call this. */
void vfi_code_places_find(vfi_code_place *places, int count);

/* True if the function is viewfab's own. */
bool vfi_code_place_is_own(const vfi_code_place *place);

/* The first of the places, the innermost first, that called a public function of viewfab; count: none did. Static functions
 * of viewfab, which have any names, stand before the public function. */
int vfi_code_places_caller(const vfi_code_place *places, int count);

/* True if the module is viewfab or a run-time library of a compiler, of C or of MPI. */
bool vfi_code_place_is_runtime(const vfi_code_place *place);

/* The last part of a path. */
const char *vfi_base_name(const char *path);

#endif
