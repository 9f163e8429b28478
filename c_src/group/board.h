/* The members of one host show their calls in shared memory, so that a waiting member can name the missing member and
 * the reason. */
#ifndef VIEWFAB_GROUP_BOARD_H
#define VIEWFAB_GROUP_BOARD_H

#include "group.h"

typedef enum vfi_board_state {
  VF_BOARD_UNSEEN,  /* no shared memory with the member */
  VF_BOARD_OUTSIDE, /* in no collective call */
  VF_BOARD_INSIDE,
  VF_BOARD_BROKEN, /* the member gave up */
  VF_BOARD_LEFT    /* the member destroyed its group */
} vfi_board_state;

enum { VF_BOARD_ROOM = 640 }; /* bytes that a member can give in a call */

/* The visible state of a member. */
typedef struct vfi_board_sight {
  vfi_board_state state;
  bool ended;               /* its process is no more */
  uint64_t number;          /* of the current or last call of the member */
  char call[VF_CALL_NAME];  /* its name */
  char text[VF_GROUP_TEXT]; /* of its last failure; "": there was none */
} vfi_board_sight;

/* Makes the board; collective, while the group is made. Without shared memory the group has no board. */
vf_status vfi_board_make(vf_group *group);
void vfi_board_free(vf_group *group);

/* Show the work of this member. Without a board the functions do nothing. */
void vfi_board_call(vf_group *group, uint64_t number, const char *call);
void vfi_board_state_is(vf_group *group, vfi_board_state state);
void vfi_board_text(vf_group *group, const char *text);

/* False: the state is unknown, or the member is changing it now. */
bool vfi_board_look(vf_group *group, int rank, vfi_board_sight *sight);

/* True if all members see the parts of all others: the same on each of them. */
bool vfi_board_is_whole(const vf_group *group);

/* Gives data of the call with this number to the other members; once a call, and all members give data in the same
 * calls. */
void vfi_board_give(vf_group *group, uint64_t number, const void *data, size_t bytes);

/* The data of a member from the call with this number; NULL if the member did not begin this call yet. The data stay until
 * the member gives something in a later call. */
const void *vfi_board_given(const vf_group *group, int rank, uint64_t number);

#endif
