/* Loops over the levels of a phase. Compilers make vectors of the columns on a level only if no branch is left in the body.
 * So if a body compares k, its first and its last level have copies of their own, and the levels between them know that they
 * are neither. A sweep with a short body takes several levels at once: what it carries is loaded and stored once for all of
 * them. */
#include <stdio.h>
#include <string.h>

#include "columns.h"

enum { TOGETHER = 4 };

/* Level `level` from k on is neither the first nor the last level. */
static void put_known(const vfi_phase_description *phase, int level)
{
  char k[16] = "k";
  if (level) snprintf(k, sizeof k, "k %c %d", phase->work == VF_WORK_UP ? '-' : '+', level);
  put("    VF_KNOWN(%s > (%s));\n    VF_KNOWN(%s < (%s));\n", k, phase->top, k, phase->bottom);
}

/* The levels from k on, without `ends` levels at each end of the phase; k has a start, and a step of some levels. */
static void put_loop(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                     int ends, int step, level_writer *put_level)
{
  const bool up = phase->work == VF_WORK_UP;
  put(" k %s (%s)", up ? ">=" : "<=", up ? phase->top : phase->bottom);
  if (ends + step > 1) put(" %c %d", up ? '+' : '-', ends + step - 1);
  if (step > 1) put("; k %c= %d) {\n", up ? '-' : '+', step);
  else put("; k%s) {\n", up ? "--" : "++");
  for (int level = 0; ends && level < step; level++) put_known(phase, level);
  put_level(kernel, real, phase, step);
  put("  }\n");
}

/* The first or the last level alone. */
static void put_end(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                    bool last, level_writer *put_level)
{
  const bool at_bottom = last == (phase->work != VF_WORK_UP);
  put("  if ((%s) %s (%s)) { /* the %s level: what its body asks of k is known */\n    const int k = (%s);\n",
      phase->top, last ? "<" : "<=", phase->bottom, last ? "last" : "first", at_bottom ? phase->bottom : phase->top);
  put_level(kernel, real, phase, 1);
  put("  }\n");
}

void put_levels(const vfi_kernel_description *kernel, const char *real, const vfi_phase_description *phase,
                const char *word, level_writer *put_level)
{
  const bool up = phase->work == VF_WORK_UP, sweeps = up || phase->work == VF_WORK_DOWN;
  const char *const first = up ? phase->bottom : phase->top;
  const char sign = up ? '-' : '+';
  const body_facts facts = facts_of_body(kernel, word, phase->name);
  const bool alone = !strcmp(phase->top, phase->bottom);
  const int ends = facts.compares_level && !alone;
  const int step = sweeps && facts.is_short_scan && !alone ? TOGETHER : 1;
  if (ends) put_end(kernel, real, phase, false, put_level);
  put("  for (int k = (%s)", first);
  if (ends) put(" %c 1", sign);
  put(";");
  put_loop(kernel, real, phase, ends, step, put_level);
  if (step > 1) {
    put("  for (int k = (%s) %c (%d + ((%s) - (%s) %c 1) / %d * %d);", first, sign, ends, phase->bottom, phase->top,
        ends ? '-' : '+', step, step);
    put_loop(kernel, real, phase, ends, 1, put_level);
  }
  if (ends) put_end(kernel, real, phase, true, put_level);
}
