/* Groups: processes (ranks) that work together, each with one context.
 *
 * A group finds the connection between each two of its members, keeps the buffers for their exchanges, and counts their
 * common calls. Layouts (layout.h) and the sets on them belong to a group.
 *
 * Some calls are *collective*: all members make these calls, in the same order, with arguments that belong together.
 * Each member checks its own arguments, and the members agree on the outcome before any data moves. If the check fails
 * on one member, the call fails on all. The failing member gets its own status. The other members get VF_ERROR_PEER,
 * with the rank and the text of the failing member. The call can be made again. If two members make calls that do not
 * belong together, both sides get VF_ERROR_PEER with the names of both calls, and the group is broken.
 *
 * No call waits for ever: after VF_WAIT seconds (default 60; 0: for ever) a call fails with VF_ERROR_PEER. The text
 * names the waiting rank, the missing rank and the call. A member on the same host learns sooner of a member that ended
 * or gave up. From then on the group is broken: each further collective call fails at once, and the group can only be
 * destroyed.
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
 *   messages  the connection between the members, before they know a faster way; the table is copied. Its end function
 *             is called when the group is destroyed, and if this call fails
 *   context   context of the sets of this group; borrowed, and kept open until the group is destroyed. NULL: the
 *             default context. If the default context is not open yet, each member opens it on its own GPU: the number
 *             of the member among the members of its host, modulo the GPUs there. VF_DEVICE with the host or a number
 *             (cuda:1) goes before this rule
 *   group     out; the caller destroys the group
 * If members share a device, which may be a mistake, the report (vf_report_text) says so.
 * VF_TRANSPORT names the allowed transport between members, see vf_group_transport, or several with commas between
 * them. All members set the same value.
 * Errors: VF_ERROR_NULL, VF_ERROR_ARGUMENT (a rank out of range, VF_WAIT, VF_TRANSPORT unknown), VF_ERROR_STATE (the
 * table has an obstacle; VF_TRANSPORT does not reach all), VF_ERROR_MEMORY, VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_group_create(const vf_messages *messages, vf_context *context, vf_group **group);

/* The longest wait of one process for others, in seconds, for functions that wait before the group exists.
 *   seconds  out: VF_WAIT of the environment, 60 if it is not set or wrong; 0: for ever
 * Errors: VF_ERROR_ARGUMENT (VF_WAIT is no number of seconds); vf_group_create then fails on all ranks. */
VF_API vf_status vf_messages_wait(double *seconds);

/* A group of this process alone. Code for many ranks then runs on one process, without MPI. Arguments and errors as
 * above. */
VF_API vf_status vf_group_create_alone(vf_context *context, vf_group **group);

/* The number of this process in the group, from 0, and how many there are. Either may be NULL.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (the group was destroyed). */
VF_API vf_status vf_group_size(const vf_group *group, int *rank, int *ranks);

/* The context of a group. Borrowed. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_group_context(const vf_group *group, vf_context **context);

/* The transport between this process and another process. When the group is made, each pair of processes takes the
 * first possible transport of this list:
 *   self     the other process is this process
 *   flat     GPUs of one host with access to each other: memory of all members in one range of addresses
 *   ipc      the same, by handles of the driver
 *   shared   one host: shared memory of the operating system; GPUs read and write the memory themselves, page-locked
 *   nccl     messages from GPU to GPU, if the messages of the group have such (queued_messages.h)
 *   device   messages from device memory; only with VF_MPI_DEVICE=1, and after a checked transfer
 *   staged   messages from host memory
 * Arguments:
 *   rank  of the other process, from 0
 *   name  out: the word above; a constant. May be NULL
 *   why   out: the reason for this transport and against each earlier one; borrowed from the group. May be NULL
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_ARGUMENT (rank). */
VF_API vf_status vf_group_transport(const vf_group *group, int rank, const char **name, const char **why);

/* Waits for all members, in stream order. Kernels and copies queued by a member before its call write here or in memory
 * of others; all work queued behind the call, by any member, sees the written values. On GPUs the host does not wait if
 * the transport allows this. Collective. Errors: VF_ERROR_NULL, VF_ERROR_STATE, VF_ERROR_DEVICE, VF_ERROR_PEER. */
VF_API vf_status vf_group_fence(vf_group *group);

typedef struct vf_group_figures {
  double create_seconds;     /* for making the group */
  double exchange_seconds;   /* of the host in exchanges of ghosts and in fences */
  int64_t exchanges;         /* number of exchanges and fences */
  int64_t sent_bytes;        /* bytes of ghosts sent to other members in these */
  int64_t buffer_bytes;      /* buffers of this member for exchanges, in any memory */
  int64_t collective_calls;  /* other collective calls, such as making a layout */
  double collective_seconds; /* of the host in these calls */
} vf_group_figures;
/* The cost of a group for this process so far. Errors: VF_ERROR_NULL, VF_ERROR_STATE. */
VF_API vf_status vf_group_figures_get(const vf_group *group, vf_group_figures *figures);

/* Ends a group; *group becomes NULL. Collective, unless the group is broken, or has only this process. The caller first
 * releases the layouts of the group and the sets on them. MPI_Finalize may be called afterwards. After MPI_Finalize, or
 * after the end of the group's context, the call ends the group on this process alone, and returns VF_ERROR_STATE.
 * Errors: VF_ERROR_NULL, VF_ERROR_STATE (as above; or the group still has a layout or a set, and nothing was done),
 * VF_ERROR_PEER (*group is NULL even then, unless another member refused). */
VF_API vf_status vf_group_destroy(vf_group **group);

#ifdef __cplusplus
}
#endif

#endif
