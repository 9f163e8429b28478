/* The routines in both forms of the report, and what their parts share with those of kernels. Lock held. */
#ifndef VIEWFAB_REPORT_ROUTINES_H
#define VIEWFAB_REPORT_ROUTINES_H

#include "../core/text.h"
#include "../validate/ledger.h"

/* A table with a heading of its own; nothing where no routine was called. */
void vf_text_routines(vf_text *text);
void vf_text_histogram(vf_text *text, const vf_tally *tally);
void vf_text_findings(vf_text *text, const vf_ledger *ledger);

/* The elements of a list. */
void vf_json_routines(vf_text *text);
void vf_json_string(vf_text *text, const char *string);
void vf_json_number(vf_text *text, double number);
void vf_json_findings(vf_text *text, const vf_ledger *ledger);

#endif
