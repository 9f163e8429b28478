/* Shared by the tests of the program vf_bisect: runs of the program, and their output. */
#ifndef VIEWFAB_BISECTING_H
#define VIEWFAB_BISECTING_H

#include "testing.h"

/* Standard output of the last run, and its standard error separately. */
extern char verdict[16384], progress[16384];

/* Runs `SETTINGS vf_bisect ARGUMENTS` in a shell. Fails unless the exit status is `code` and vf_bisect leaves its
 * TMPDIR empty. $PLACE is a folder for the test's own files. */
void bisect(int code, const char *settings, const char *arguments);

/* Fails unless the words are in the text. */
void expect_words(const char *text, const char *words);
void expect_no_words(const char *text, const char *words);

/* Path of a file in the folder of the test. */
const char *file_in_place(const char *name);

int make_place(void **state);
int remove_place(void **state);

#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

#endif
