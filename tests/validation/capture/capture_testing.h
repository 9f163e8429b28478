/* What the tests of captures share: a folder for the files, and replays by the programs. */
#ifndef VIEWFAB_CAPTURE_TESTING_H
#define VIEWFAB_CAPTURE_TESTING_H

#include "../core/common.h"

#include <stdio.h>

enum { TEXT = 8192, PATH = 512 };

/* An empty folder, into which captures go from now on; with its files it is gone after drop_folder. */
void take_folder(void);
void drop_folder(void);

/* Path of a file in the folder. */
const char *in_folder(const char *name);

/* Path of the one file in the folder with such a name. */
void find_in_folder(const char *pattern, char path[PATH]);
const char *captured_file(void);
int files_in_folder(void);

/* Runs a program with variables of the environment before it ("" for none) and arguments behind. Gives the exit status;
 * text is what it printed on both streams. */
int run_program(const char *environment, const char *program, const char *arguments, char text[TEXT]);

/* The captured file replays on this device and on the host, in both of its memory modes. Without FMA the bits are the
 * same everywhere, else on devices of one kind. */
void expect_replays(const char *program);

/* Views with numbers in them, gone after drop_fields. */
vf_view *field(vf_type type, int rank, const int64_t *extents, const int *lower, const char *label);
void drop_fields(void);

#endif
