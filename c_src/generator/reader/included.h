/* A kernel file together with the author's files that it includes. */
#ifndef VIEWFAB_GENERATOR_INCLUDED_H
#define VIEWFAB_GENERATOR_INCLUDED_H

#include "tokens.h"

/* A file, and its tokens, which end with TOKEN_END. */
typedef struct author_file {
  const char *path;
  const token *tokens;
} author_file;

/* Reads a file, and each file of an #include "...", relative to the folder of the including file. Each file is read once.
 *   files  takes the files; the first is the file at the path
 *   most   room of files
 *   whole  takes false if the text of an included file is not among the files: an #include <...>, or a file in another folder
 * Returns the number of files, 0 if the first cannot be read. */
int read_with_included(const char *path, author_file *files, int most, bool *whole);

#endif
