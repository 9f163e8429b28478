/* Scripts of typical work. Any of their allocations, and any call of their device, may fail. */
#ifndef VIEWFAB_TESTS_ALLOCATION_SCRIPTS_H
#define VIEWFAB_TESTS_ALLOCATION_SCRIPTS_H

#include "failing_device.h"
#include "testing.h"

enum { NUMBERS = 4096 };

/* The results of a script. */
typedef struct numbers {
  int count;
  double at[NUMBERS];
} numbers;

typedef struct script {
  const char *name;
  void (*set_environment)(const char *folder);
  void (*run)(numbers *result);
  bool repeats; /* a call that failed by the device can be made again */
} script;

extern const script scripts[], checked_scripts[];
extern const int script_count, checked_script_count;

/* Stands behind vf_init: the calls of the device are counted, and may fail. */
void watch_device(void);

/* True if calls of the device fail, and no allocations. */
bool device_may_fail(void);

/* Repeats a call of the library that failed because of the chosen failure. Any other failure ends the process with a
 * text. */
#define step(call)                         \
  do {                                     \
    if (ended_by_failure((call), #call)) { \
      must_now((call), #call);             \
    }                                      \
  } while (0)
/* A release frees in any case, so that the failure of its wait is not told. */
#define release(handle, discard)              \
  do {                                        \
    device_rests(true);                       \
    step(vf_view_release((handle), discard)); \
    device_rests(false);                      \
  } while (0)

bool ended_by_failure(vf_status status, const char *what);
void must_now(vf_status status, const char *what);

/* Before the report is reset: a check on perturbed inputs that found no memory is told by a remark of the report alone. */
void note_remarks(void);

/* Ends the process; the test prints the text. */
void give_up(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
