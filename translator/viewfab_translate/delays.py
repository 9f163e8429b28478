"""A slow thread in programs of proofs: in a region's begin and in front of each construct that a team shares one thread waits, and each SINGLE takes its time.
A barrier that is missing shows as other values then: in the changed routine as a fault, and in the legacy routine, when another
thread is slow, as a race of its own."""
from __future__ import annotations

import re

SHARED = re.compile(r"(?i)^\s*[!c*]\$omp\s+(do|single|sections|workshare|master|critical|barrier)\b")
BEGIN = re.compile(r"(?i)^\s*[!c*]\$omp\s+(parallel|single)\b(?!\s*(do|sections|workshare)\b)")

PROGRAM = """#include <omp.h>
#include <stdlib.h>
#include <time.h>

static void wait_a_while(void)
{
    const char* given = getenv("SLOW_MILLISECONDS");
    const struct timespec while_ = {0, (given != NULL ? atoi(given) : 2) * 1000000L};
    nanosleep(&while_, NULL);
}

enum { ALL = 3 };
static int slow = -1, waits;

/* The thread with this number waits, with 3 all threads; with -1 the thread of SLOW_THREAD. */
void set_slow_thread_of_the_proof_(const int* number)
{
    const char* given = getenv("SLOW_THREAD");
    slow = *number >= 0 || given == NULL ? *number : atoi(given);
    waits = 0;
}

/* A construct in a loop does not wait each time. */

void slow_thread_of_the_proof_(void)
{
    if (omp_in_parallel() && (slow == ALL || omp_get_thread_num() == slow) && waits++ < 24) wait_a_while();
}

void slow_single_of_the_proof_(void)
{
    if (slow >= 0 && omp_in_parallel()) wait_a_while();
}
"""


def delayed(lines: list, fixed: bool) -> list:
    """The changed file of a proof with a slow thread."""
    margin = "      " if fixed else "  "
    if any(re.match(r"(?i)^\s*implicit\s+none\s*\(.*external", s) for s in lines):
        return lines
    out, behind, open_ = [], "", False
    for s in lines:
        if behind and not re.match(r"(?i)^[!c*]\$omp[^ 0\t]" if fixed else r"(?i)^\s*!\$omp" if open_ else "(?!)", s):
            out, behind = out + [margin + behind], ""
        if SHARED.match(s):
            out.append(f"{margin}call slow_thread_of_the_proof")
        found = BEGIN.match(s)
        if found:
            behind = f"call slow_{'single' if found.group(1).lower() == 'single' else 'thread'}_of_the_proof"
        open_ = s.split("!$", 1)[-1].split("!")[0].rstrip().endswith("&")
        out.append(s)
    return out
