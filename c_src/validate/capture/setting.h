/* The requests of VF_CAPTURE: captured calls, and their files. */
#ifndef VIEWFAB_VALIDATE_CAPTURE_SETTING_H
#define VIEWFAB_VALIDATE_CAPTURE_SETTING_H

#include <stdio.h>

#include <viewfab/viewfab.h>

enum { VF_CAPTURE_NAME = 64 };

typedef struct vf_capture_request {
  bool set;    /* VF_CAPTURE has a value */
  bool named;  /* true if the request names the kernel */
  bool wanted; /* with this call */
} vf_capture_request;

/* Reads VF_CAPTURE, a list such as "gsrb_poisson:call=17,average:call=1-3", for one call of a kernel.
 *   number  of the call, from 1
 * Errors: VF_ERROR_ARGUMENT, with a text that quotes the unreadable part. */
vf_status vf_capture_setting(const char *kernel, int64_t number, vf_capture_request *request);

/* The kernel and the calls of item n of VF_CAPTURE, from 0. false beyond the last readable item. */
typedef struct vf_capture_item {
  char kernel[VF_CAPTURE_NAME];
  int64_t first, last;
} vf_capture_item;
bool vf_capture_setting_item(int n, vf_capture_item *item);

/* The name of the file for a call, from VF_CAPTURE_FOLDER and VF_CAPTURE_FILE.
 * Errors: VF_ERROR_ARGUMENT (the name is too long). */
vf_status vf_capture_setting_file(const char *kernel, int64_t number, char name[FILENAME_MAX]);

#endif
