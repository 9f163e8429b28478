/* Groups behind their pointers: the members shared by all parts, and the agreement of calls. Functions run without the
 * lock, unless a comment says otherwise: threads of this rank go on while one thread waits for other ranks. */
#ifndef VIEWFAB_GROUP_GROUP_H
#define VIEWFAB_GROUP_GROUP_H

#include <viewfab/group.h>

#include "../core/context.h"

struct vfi_board;
struct vfi_gather_header;
struct vfi_link;
struct vfi_rows;
struct vfi_set_state;
struct vfi_transport;

enum { VF_GROUP_TEXT = 320, VF_HOST_NAME = 64, VF_CALL_NAME = 48 };

/* The data of a member for the others when the group was made. */
typedef struct vfi_member {
  char host[VF_HOST_NAME];     /* name of its host, and a mark to distinguish hosts of the same name */
  char device[VF_HOST_NAME];   /* its context: "cuda:0" */
  char identity[VF_HOST_NAME]; /* of the GPU, the same in all processes of a host; "" if not known */
  int64_t process;             /* its number on its host */
  int on_host;                 /* its number among the members of its host */
} vfi_member;

struct vf_group {
  vf_messages messages; /* with one member: all NULL */
  vf_context *context;
  uint64_t context_serial;
  bool context_closed; /* under the group's feet */
  bool ended;          /* the group was destroyed, but still has layouts */
  int rank, ranks;
  double wait;      /* seconds until a wait gives up; 0: never */
  uint64_t calls;   /* collective calls so far; during a call, the number of the call */
  const char *call; /* its name; NULL: none runs */
  bool broken;
  char broken_text[VF_GROUP_TEXT];
  vfi_member *members;               /* [ranks] */
  struct vfi_link *links;            /* [ranks]; the entry of the own rank is not used */
  struct vfi_board *board;           /* for members of one host; NULL: none */
  struct vfi_gather_header *headers; /* [1 + ranks]: the own header, and the headers of all */
  void **transports;                 /* state of each transport for the group */
  struct vfi_rows *rows;             /* memory for rows of results; NULL: none yet */
  double looked, in_vain_since;      /* time of the last look at the members, and of the first wait in vain */
  struct vfi_set_state *open_set;    /* whose exchange is begun and not ended; NULL: none */
  uint64_t buffers_made;             /* how often buffers of links moved: a plan has their addresses */
  int layouts;                       /* live layouts, also layouts held by sets */
  vf_group_figures figures;
  struct vf_group *next; /* list of the live groups */
};

/* A live group; who names the caller. Errors: VF_ERROR_NULL, VF_ERROR_STATE (destroyed; its context was closed). */
vf_status vfi_group_check(const vf_group *group, const char *who);

/* The same, and refuses a group without collective calls: a broken group, or messages with an obstacle. Without a group
 * the others are told as by vfi_group_refuse.
 * Errors besides: VF_ERROR_PEER, with the text of the first failure. */
vf_status vfi_group_check_collective(vf_group *group, const char *who);

/* Called when the last layout of a group ends: frees an ended group. Lock held. */
void vfi_group_layouts_gone(vf_group *group);

/* Refuses to use the links while an exchange of ghosts is begun and not ended. Errors: VF_ERROR_STATE. */
vf_status vfi_group_check_open_exchange(const vf_group *group, const char *who);

/* vf_group_fence by another name, for a group that can make collective calls; status: a refusal of this member. */
vf_status vfi_group_fence_as(vf_group *group, const char *call, vf_status status);

/* The next live group behind a group; NULL to begin with, NULL at the end. */
vf_group *vfi_group_next(const vf_group *group);

/* When a context closes: its groups cannot be used any more. Lock held. */
void vfi_group_context_closes(vf_context *context);

/* ---- Collective calls ---------------------------------------------------------------------------------
 *
 * All members make the same call with the same digest, after each member has checked its own arguments. `status` is the
 * result of this check, with its text as the last error: a failure of one member is a failure of all. Each call takes
 * one number of the group. Every function returns VF_OK on all members, or a failure on all: the member's own failure,
 * else VF_ERROR_PEER.
 *   call    name for messages, the same everywhere, with the name of its object if helpful: "vf_layout_create"; kept by
 *           the caller until the call returns
 *   digest  of the arguments that have to be the same everywhere: vfi_digest */

vf_status vfi_group_agree(vf_group *group, const char *call, uint64_t digest, vf_status status);

/* Each member gives the same number of bytes. All members get the bytes of all members in the order of ranks.
 *   mine  [bytes]
 *   all   [ranks * bytes], out */
vf_status vfi_group_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                           size_t bytes, void *all);

/* The same for pieces of different sizes. The pieces stand in `all` without gaps.
 *   sizes  [ranks] bytes of each, known to all */
vf_status vfi_group_gather_lists(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                                 const size_t *sizes, void *all);

/* Continues a digest, or begins one with 0. */
uint64_t vfi_digest(uint64_t digest, const void *data, size_t bytes);

/* ---- Waiting ------------------------------------------------------------------------------------------ */

/* Asks done(data) again and again until *done is true or done fails. Gives up after group->wait seconds, or when a
 * needed member has ended or given up; the group is broken then.
 *   rank  the awaited rank; -1: any
 *   done  tells if the wait is over; a failure ends the wait and breaks the group
 * Errors: VF_ERROR_PEER; the text names the waiting rank, the awaited rank and the call. */
typedef vf_status (*vfi_group_done)(void *data, bool *done);
vf_status vfi_group_wait(vf_group *group, int rank, vfi_group_done done, void *data);

/* Refuses a further wait if a wait has to end, for waits with their own poll. The wait began at the time `began`
 * (vfi_seconds). Looks at the members at most once in a millisecond. Errors: VF_ERROR_PEER, as above; the caller
 * looks once more for success, and else breaks the group by vfi_group_break. */
vf_status vfi_group_patience(vf_group *group, int rank, double began);

/* Waits for a request of the messages; request may be NULL. If the wait gives up, the caller must not free memory of
 * the request: see vfi_group_abandon. rank as above. */
vf_status vfi_group_finish(vf_group *group, int rank, void **request);

/* Memory that a request may still write or read: the memory stays until the process ends. NULL is allowed. */
void vfi_group_abandon(void *memory);

/* Marks the group broken, with the last error as its text, and tells the members of this host. Returns the status. */
vf_status vfi_group_break(vf_group *group, vf_status status);

/* A failure of the messages. what names the attempt: "sending to rank 3". Breaks the group. Returns VF_ERROR_PEER. */
vf_status vfi_group_message_failure(vf_group *group, int code, const char *what);

/* Open and close a collective call by hand, for calls without a gather. The first function counts the call, and shows
 * the call on the board. The second function takes the result of the call, and returns the result. */
void vfi_group_enter(vf_group *group, const char *call);
vf_status vfi_group_leave(vf_group *group, vf_status status);

/* The work of vfi_group_agree, inside an open call: once in each call, and before any data of the call moves.
 *   flag  in: a statement of this member; out: true if any member makes the statement. NULL: nothing */
vf_status vfi_group_meet(vf_group *group, uint64_t digest, vf_status status, bool *flag);

/* Tells the others of a collective call that this member refuses before the member knows the object of the call, such
 * as a call on a released set. Returns the status.
 *   group  NULL: the only group of several members of the process, if there is just one
 *   call   its name, as far as known
 * The Fortran layer calls this function for its own refusals. */
VF_API vf_status vfi_group_refuse(vf_group *group, const char *call, vf_status status);

/* The settings of groups in the environment: VF_WAIT in seconds (0: for ever), and VF_TRANSPORT, names with commas between
 * them, NULL if unset. Errors: VF_ERROR_ARGUMENT. */
vf_status vfi_group_settings(double *wait, const char **transport);

/* Opens the default context if it is not open: if there are several GPUs, the GPU for member number `on_host` of its
 * host. */
vf_status vfi_group_open_default(int on_host);

#endif
