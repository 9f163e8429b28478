/* Groups behind their pointers: what all parts of them share, and how their calls agree. Without the lock held, unless said
 * otherwise: whoever waits for other ranks lets threads of this one go on. */
#ifndef VIEWFAB_GROUP_GROUP_H
#define VIEWFAB_GROUP_GROUP_H

#include <viewfab/group.h>

#include "../core/context.h"

struct vf_board;
struct vf_gather_header;
struct vf_link;
struct vf_rows;
struct vf_set_state;
struct vf_transport;

enum { VF_GROUP_TEXT = 320, VF_HOST_NAME = 64, VF_CALL_NAME = 48 };

/* What a member told the others when the group was made. */
typedef struct vf_member {
  char host[VF_HOST_NAME];     /* name of its host, and what tells it from others of that name */
  char device[VF_HOST_NAME];   /* its context: "cuda:0" */
  char identity[VF_HOST_NAME]; /* of the GPU, the same in all processes of a host; "" where it is not known */
  int64_t process;             /* its number on its host */
  int on_host;                 /* its number among the members of its host */
} vf_member;

struct vf_group {
  vf_messages messages; /* with one member: all NULL */
  vf_context *context;
  uint64_t context_serial;
  bool context_closed; /* under the group's feet */
  bool ended;          /* it was destroyed, but layouts are there still */
  int rank, ranks;
  double wait;      /* seconds until a wait gives up; 0: never */
  uint64_t calls;   /* collective calls so far; of the one that runs, its number */
  const char *call; /* its name; NULL: none runs */
  bool broken;
  char broken_text[VF_GROUP_TEXT];
  vf_member *members;               /* [ranks] */
  struct vf_link *links;            /* [ranks]; that of the own rank is not used */
  struct vf_board *board;           /* what members of one host show each other; NULL: there is none */
  struct vf_gather_header *headers; /* [1 + ranks]: the own one, and those of all */
  void **transports;                /* what each keeps for the group */
  struct vf_rows *rows;             /* memory for rows of results; NULL: none yet */
  double looked, in_vain_since;     /* when waits last looked at the members, and when one was first in vain */
  struct vf_set_state *open_set;    /* whose exchange is begun and not ended; NULL: none */
  uint64_t buffers_made;            /* how often buffers of links moved: a plan has their addresses */
  int layouts;                      /* live ones, of sets too */
  vf_group_figures figures;
  struct vf_group *next; /* list of the live groups */
};

/* A live group; who names the caller. Errors: VF_ERROR_NULL, VF_ERROR_STATE (destroyed; its context was closed). */
vf_status vf_group_check(const vf_group *group, const char *who);

/* The same, and that it can make collective calls: it is not broken, and messages have no obstacle. Where there is no group, the
 * others are told as by vf_group_refuse.
 * Errors besides: VF_ERROR_PEER, with the text of what broke it. */
vf_status vf_group_check_collective(vf_group *group, const char *who);

/* When the last layout of a group goes: nothing is left of one that has ended. Lock held. */
void vf_group_layouts_gone(vf_group *group);

/* Refuses to use the links while an exchange of ghosts is begun and not ended. Errors: VF_ERROR_STATE. */
vf_status vf_group_check_open_exchange(const vf_group *group, const char *who);

/* vf_group_fence by another name, of a group that can make collective calls; status: a refusal of this member. */
vf_status vf_group_fence_as(vf_group *group, const char *call, vf_status status);

/* The next live group behind one; NULL to begin with, NULL at the end. */
vf_group *vf_group_next(const vf_group *group);

/* When a context closes: its groups cannot be used any more. Lock held. */
void vf_group_context_closes(vf_context *context);

/* ---- Collective calls ---------------------------------------------------------------------------------
 *
 * All members make the same one with the same digest, after they have checked by themselves what they can. `status` is what
 * came of that, with its text as the last error: where it failed on one, all fail. Each takes one number of the group. Every
 * function returns VF_OK on all members, or a failure on all: the member's own one, else VF_ERROR_PEER.
 *   call    name for messages, the same everywhere, with what it is on where that helps: "vf_layout_create"; kept by the
 *           caller until the call returns
 *   digest  of the arguments that have to be the same everywhere: vf_digest */

vf_status vf_group_agree(vf_group *group, const char *call, uint64_t digest, vf_status status);

/* Each member gives the same number of bytes, all get those of all in the order of ranks.
 *   mine  [bytes]
 *   all   [ranks * bytes], out */
vf_status vf_group_gather(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                          size_t bytes, void *all);

/* The same for pieces of different sizes, which stand in `all` without gaps.
 *   sizes  [ranks] bytes of each, known to all */
vf_status vf_group_gather_lists(vf_group *group, const char *call, uint64_t digest, vf_status status, const void *mine,
                                const size_t *sizes, void *all);

/* Continues a digest, or begins one with 0. */
uint64_t vf_digest(uint64_t digest, const void *data, size_t bytes);

/* ---- Waiting ------------------------------------------------------------------------------------------ */

/* Asks done(data) again and again until it is true or fails. Gives up after group->wait seconds, or once a member that the
 * wait depends on has ended or given up; the group is broken then.
 *   rank  that is waited for; -1: any
 *   done  whether it is; a failure ends the wait and breaks the group
 * Errors: VF_ERROR_PEER, whose text says who waits for whom and in which call. */
typedef vf_status (*vf_group_done)(void *data, bool *done);
vf_status vf_group_wait(vf_group *group, int rank, vf_group_done done, void *data);

/* Whether a wait that began at a time (vf_group_seconds) has to end, for waits that poll in their own way. Looks at most once in
 * a millisecond at the members. Errors: VF_ERROR_PEER, as above; the caller looks once more whether it was in vain, and breaks the
 * group by vf_group_break. */
vf_status vf_group_patience(vf_group *group, int rank, double began);
double vf_group_seconds(void);

/* Waits for a request of the messages; request may be NULL. Where it gives up, memory of the request must not be freed: see
 * vf_group_abandon. rank as above. */
vf_status vf_group_finish(vf_group *group, int rank, void **request);

/* Memory that a request may still write or read: it stays until the process ends. NULL is allowed. */
void vf_group_abandon(void *memory);

/* Marks the group broken, with the last error as its text, and tells the members of this host. Returns the status. */
vf_status vf_group_break(vf_group *group, vf_status status);

/* A failure of the messages. what says what was tried: "sending to rank 3". Breaks the group. Returns VF_ERROR_PEER. */
vf_status vf_group_message_failure(vf_group *group, int code, const char *what);

/* Opens and closes a collective call by hand, for those that are no gather: counts it, and shows it on the board. The second one
 * takes what came of it, and returns that. */
void vf_group_enter(vf_group *group, const char *call);
vf_status vf_group_leave(vf_group *group, vf_status status);

/* The work of vf_group_agree, inside a call that is open: once in each, and before anything of it moves.
 *   flag  in: something that this member says; out: whether any says it. NULL: nothing */
vf_status vf_group_meet(vf_group *group, uint64_t digest, vf_status status, bool *flag);

/* A collective call that is refused on this member before it is known what it is on, such as one on a set that was released:
 * the others are told. Returns the status.
 *   group  NULL: where the process has just one group of several members, that one
 *   call   its name, as far as it is known
 * The Fortran layer calls it for what that refuses. */
VF_API vf_status vf_group_refuse(vf_group *group, const char *call, vf_status status);

#endif
