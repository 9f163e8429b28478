/* Groups: processes (ranks) that work together, each with one context.
 *
 * A group finds out how its members reach each other, keeps the buffers for what they exchange, and counts their common
 * calls. Layouts (layout.h) and the sets on them belong to a group.
 *
 * Some calls are *collective*: all members make them, in the same order, with arguments that belong together. What each
 * member checks for itself is agreed on before anything moves: if it fails on one, it fails on all; that one gets its own
 * status, the others VF_ERROR_PEER with its rank and its text, and the call can be made again. Calls that do not belong
 * together are named on both sides, with VF_ERROR_PEER, and break the group.
 *
 * No call waits for ever: after VF_WAIT seconds (default 60; 0: never) it fails with VF_ERROR_PEER, whose text says who
 * waits for whom in which call. A member that ended, or gave up, is noticed sooner where it runs on the same host. From
 * then on the group is broken: each further collective call fails at once, and the group can only be destroyed.
 *
 * Collective calls of a group come from one thread at a time, in the same order everywhere.
 */
#ifndef VIEWFAB_GROUP_H
#define VIEWFAB_GROUP_H

#include <viewfab/messages.h>
#include <viewfab/viewfab.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vf_group vf_group;

/* Makes a group. Collective over all processes of the table. Programs with MPI call vf_group_create_mpi (group_mpi.h).
 *   messages  how its members reach each other before they know of anything faster; the table is copied. Its end function
 *             is called when the group is destroyed, and where this call fails
 *   context   that the sets of this group belong to; borrowed, and kept open until the group is destroyed. NULL: the
 *             default context. Where that is not open yet, each member opens one on a GPU of its own: the number of the
 *             member among those of its host, modulo the GPUs there; unless VF_DEVICE is the host or has a number (cuda:1)
 *   group     out; the caller destroys it
 * Members that share a device may be a mistake: the report (vf_report_text) says so.
 * VF_TRANSPORT names the way in which members are to reach each other, see vf_group_transport, or several with commas between
 * them; all set it alike.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (a rank out of range, VF_WAIT, VF_TRANSPORT unknown), VF_ERROR_STATE (the
 * table has an obstacle; VF_TRANSPORT does not reach all), VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_group_create(const vf_messages *messages, vf_context *context, vf_group **group);

/* The seconds for which one process waits for others, for functions that wait before there is a group.
 *   seconds  out: VF_WAIT of the environment, 60 where it is not set or wrong; 0: for ever
 * Errors: VF_ERROR_ARGUMENT (VF_WAIT is no number of seconds); vf_group_create fails then on all ranks. */
VF_API vf_status vf_messages_wait(double *seconds);

/* A group of this process alone: what is written for many ranks runs on one, without MPI. Arguments and errors as above. */
VF_API vf_status vf_group_create_alone(vf_context *context, vf_group **group);

/* The number of this process in the group, from 0, and how many there are. Either may be NULL.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the group was destroyed). */
VF_API vf_status vf_group_size(const vf_group *group, int *rank, int *ranks);

/* The context of a group. Borrowed. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_group_context(const vf_group *group, vf_context **context);

/* How this process reaches another one. Ways are tried pair by pair, in this order, when the group is made:
 *   self     it is this process
 *   flat     GPUs of one host with access to each other: memory of all members in one range of addresses
 *   ipc      the same, by handles of the driver
 *   shared   one host: shared memory of the operating system; GPUs read and write it themselves, page-locked
 *   nccl     messages from GPU to GPU, where the messages of the group have such (queued_messages.h)
 *   device   messages from device memory; only with VF_MPI_DEVICE=1, and after a checked transfer
 *   staged   messages from host memory
 * Arguments:
 *   rank  of the other process, from 0
 *   name  out: the word above; a constant. May be NULL
 *   why   out: why this one and none before it; borrowed from the group. May be NULL
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (rank). */
VF_API vf_status vf_group_transport(const vf_group *group, int rank, const char **name, const char **why);

/* Waits for all members, in stream order: what kernels and copies that a member queued before its call wrote, here or in
 * memory of others, is there for what any member queues behind its call. On GPUs the host does not wait, where the transport
 * allows that. Collective. Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_group_fence(vf_group *group);

typedef struct vf_group_figures {
  double create_seconds;     /* that making the group took */
  double exchange_seconds;   /* that the host spent in exchanges of ghosts and in fences */
  int64_t exchanges;         /* how many of both there were */
  int64_t sent_bytes;        /* of ghosts that went to other members in these */
  int64_t buffer_bytes;      /* of this member: for what it exchanges, whatever memory they are in */
  int64_t collective_calls;  /* other collective calls, such as making a layout */
  double collective_seconds; /* that the host spent in these */
} vf_group_figures;
/* What a group has cost this process so far. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_group_figures_get(const vf_group *group, vf_group_figures *figures);

/* Ends a group; *group becomes NULL. Collective, unless the group is broken, or of this process alone. Before that its
 * layouts and the sets on them are released, and after that MPI_Finalize may be called. Once MPI_Finalize was called, or the
 * context of the group was closed, the group is ended here alone and the call says so with VF_ERROR_STATE.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (as above; or a layout or a set of the group is there still, and nothing was done),
 * VF_ERROR_PEER (*group is NULL even then, but where another member refused). */
VF_API vf_status vf_group_destroy(vf_group **group);

#ifdef __cplusplus
}
#endif

#endif
