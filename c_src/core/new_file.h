/* A file written beside its name: the complete file takes the name, so that nobody sees a part of it. Only a free name
 * or the name of a regular file is taken: a FIFO, a device, a folder or a symbolic link stays. The permissions of a
 * replaced file stay too. */
#ifndef VIEWFAB_CORE_NEW_FILE_H
#define VIEWFAB_CORE_NEW_FILE_H

#include <stdio.h>

typedef struct vf_new_file {
  char path[FILENAME_MAX];
  char part[FILENAME_MAX]; /* the unfinished file, in the same folder; "" if there is none */
} vf_new_file;

/* Makes the part, empty and new. Returns NULL, or why the file cannot be written. */
const char *vf_new_file_begin(vf_new_file *file, const char *path);

/* The part as a stream, in place of vf_new_file_begin; *stream is NULL if a reason is returned. */
const char *vf_new_file_open(vf_new_file *file, const char *path, FILE **stream);

/* Gives the complete part its name. Returns NULL, or the reason of a failure; then the part is removed. */
const char *vf_new_file_finish(vf_new_file *file);

/* Removes the part. */
void vf_new_file_drop(vf_new_file *file);

#endif
