/* Strings and numbers of JSON. */
#ifndef VIEWFAB_REPORT_JSON_H
#define VIEWFAB_REPORT_JSON_H

#include "../core/text.h"

/* Appends a string in its quotes. Bytes that are no UTF-8 are taken for Latin-1. */
void vfi_json_string(vfi_text *text, const char *string);

/* Appends a number; JSON has no infinity and no NaN, so these become the strings "inf", "-inf" and "nan". */
void vfi_json_number(vfi_text *text, double number);

#endif
