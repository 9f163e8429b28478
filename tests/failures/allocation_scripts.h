/* Scripts of typical work, of which any allocation may fail. */
#ifndef VIEWFAB_TESTS_ALLOCATION_SCRIPTS_H
#define VIEWFAB_TESTS_ALLOCATION_SCRIPTS_H

#include "testing.h"

enum { NUMBERS = 4096 };

/* The numbers that a script ends with. */
typedef struct numbers {
  int count;
  double at[NUMBERS];
} numbers;

typedef struct script {
  const char *name;
  void (*set_environment)(const char *folder);
  void (*run)(numbers *result);
} script;

extern const script scripts[];
extern const int script_count;

/* A call of the library that fails for want of memory is made again; other failures end the process with a text. */
#define step(call)                             \
  do {                                         \
    if (ended_without_memory((call), #call)) { \
      must_now((call), #call);                 \
    }                                          \
  } while (0)
bool ended_without_memory(vf_status status, const char *what);
void must_now(vf_status status, const char *what);

/* Ends the process: the test says the text. */
void give_up(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
