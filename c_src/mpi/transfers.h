/* Nonblocking calls on watched arrays. Their memory would have to stay open until the request completes, while kernels of
 * the program may change other parts of the same pages. So MPI gets memory of viewfab in place of the array: sent values
 * are copied at the start, received values when the program learns of the completion. */
#ifndef VIEWFAB_MPI_TRANSFERS_H
#define VIEWFAB_MPI_TRANSFERS_H

#include "areas.h"

typedef struct vfi_transfer vfi_transfer;

typedef enum vfi_transfer_kind {
  VFI_MESSAGE,    /* between two processes; a strided area is packed */
  VFI_COLLECTIVE, /* memory in place of an area has its types and places */
  VFI_PERSISTENT  /* a message that MPI_Start starts, possibly often; always with memory of viewfab */
} vfi_transfer_kind;

/* Puts memory of viewfab in place of the areas, if any of them is watched; else *made is NULL.
 *   sent, received  where the memory is put; MPI_IN_PLACE counts as received alone
 *   from            the return address of the call, for the report
 * An error code of MPI, after the error handler of the communicator. */
int vfi_transfer_prepare(vfi_transfer **made, vfi_area *sent, vfi_area *received, vfi_transfer_kind kind, MPI_Comm comm,
                         void *from);

/* After the call of MPI, which gave `code`; returns it. */
int vfi_transfer_started(vfi_transfer *transfer, int code, const MPI_Request *request);

/* A call without a request ends with a later call on its window or file. */
typedef struct vfi_transfer_owner {
  enum { VFI_OF_REQUEST, VFI_OF_WINDOW, VFI_OF_FILE } sort;
  union {
    MPI_Win window;
    MPI_File file;
  } of;
  int target; /* the other rank */
} vfi_transfer_owner;

/* The same as vfi_transfer_started for such a call. */
int vfi_transfer_started_for(vfi_transfer *transfer, int code, const vfi_transfer_owner *owner);

/* The memory that a split call on a file has got; NULL: no memory of viewfab. */
void *vfi_transfer_memory(const vfi_transfer_owner *owner);

/* After the later call: delivers the values. every: transfers with any other rank. */
void vfi_transfers_end(const vfi_transfer_owner *owner, bool every);

/* Before MPI_Start: the values of a persistent message. */
void vfi_transfer_restart(MPI_Request request, void *from);

/* Around a call that may complete requests: the transfers of the list are in this call alone. NULL: none of them is a transfer. */
vfi_transfer *vfi_transfers_take(int count, const MPI_Request *requests);

/* Delivers the values of completed transfers.
 *   done, places  the completed requests: [done] places of the list; places NULL: all of them, or none if done is 0. Requests
 *                 that MPI has set to MPI_REQUEST_NULL count as completed */
void vfi_transfers_settle(vfi_transfer *taken, const MPI_Request *requests, int done, const int *places);

/* After MPI_Request_get_status has told the completion: delivers, and the request goes on. */
void vfi_transfer_deliver(MPI_Request request);

/* In place of MPI_Request_free: True if viewfab keeps the request until it completes. */
bool vfi_transfer_is_freed(MPI_Request *request);

#endif
