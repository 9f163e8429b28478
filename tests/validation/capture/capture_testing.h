/* Shared by the tests of captures: a folder for the files, and replays by the programs. */
#ifndef VIEWFAB_CAPTURE_TESTING_H
#define VIEWFAB_CAPTURE_TESTING_H

#include "../core/common.h"

#include <stdio.h>

enum { TEXT = 8192, PATH = 512 };

/* An empty folder for all further captures. drop_folder removes the folder and its files. */
void take_folder(void);
void drop_folder(void);

/* Path of a file in the folder. */
const char *in_folder(const char *name);

/* Path of the only file in the folder with a name of this pattern. */
void find_in_folder(const char *pattern, char path[PATH]);
const char *captured_file(void);
int files_in_folder(void);

/* Runs a program. `environment` sets variables ("": none), `arguments` follow the name of the program. Returns the exit
 * status; text gets the output of both streams. */
int run_program(const char *environment, const char *program, const char *arguments, char text[TEXT]);

/* Fails unless the captured file replays on this device and on the host, in both of the host's memory modes. Without
 * FMA the bits agree everywhere, with FMA on devices of the same kind. */
void expect_replays(const char *program);

/* Views with numbers; drop_fields removes them. */
vf_view *field(vf_type type, int rank, const int64_t *extents, const int *lower, const char *label);
void drop_fields(void);

#endif
