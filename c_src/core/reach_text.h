/* A reach as kernel files write it. */
#ifndef VIEWFAB_CORE_REACH_TEXT_H
#define VIEWFAB_CORE_REACH_TEXT_H

#include <viewfab/backend/description.h>

#include "text.h"

/* Appends reach(1), reach(1, 1, 0) or reach(below(2, 0, 0), above(1, 0, 0)). */
void vf_reach_add(vf_text *text, const vf_reach *reach);

#endif
