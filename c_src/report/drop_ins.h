/* Legacy symbols in both forms of the report. */
#ifndef VIEWFAB_REPORT_DROP_INS_H
#define VIEWFAB_REPORT_DROP_INS_H

#include "../core/text.h"

/* A table with a heading of its own; nothing where the program has none. */
void vf_text_drop_ins(vf_text *text);

/* The elements of a list. */
void vf_json_drop_ins(vf_text *text);

#endif
