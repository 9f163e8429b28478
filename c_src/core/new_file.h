/* A file written beside its name: the complete file takes the name, so that nobody sees a part of it. Only a free name
 * or the name of a regular file is taken: a FIFO, a device, a folder or a symbolic link stays. The permissions of a
 * replaced file stay too. */
#ifndef VIEWFAB_CORE_NEW_FILE_H
#define VIEWFAB_CORE_NEW_FILE_H

#include <stdio.h>

typedef struct vfi_new_file {
  char path[FILENAME_MAX];
  char part[FILENAME_MAX]; /* the unfinished file, in the same folder; "" if there is none */
} vfi_new_file;

/* Makes the part, empty and new. Returns NULL, or why the file cannot be written. */
const char *vfi_new_file_begin(vfi_new_file *file, const char *path);

/* The part as a stream, in place of vfi_new_file_begin; *stream is NULL if a reason is returned. */
const char *vfi_new_file_open(vfi_new_file *file, const char *path, FILE **stream);

/* Gives the complete part its name. Returns NULL, or the reason of a failure; then the part is removed. */
const char *vfi_new_file_finish(vfi_new_file *file);

/* Writes a text to a file, or to standard output if the name is "-". Returns NULL, or the reason of a failure. */
const char *vfi_text_write(const char *name, const char *text);

/* The name of a file of one rank: ranks from 1 on have their number before the suffix. Ranks would else write over each
 * other's file. Returns name itself for rank 0, for "-", and for a name too long for the buffer; else the buffer. */
const char *vfi_rank_file(char *buffer, size_t size, const char *name, int rank);

/* Removes the part. */
void vfi_new_file_drop(vfi_new_file *file);

#endif
