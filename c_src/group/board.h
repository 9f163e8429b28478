/* What the members of one host show each other in shared memory, so that who waits can say for whom, and why in vain. */
#ifndef VIEWFAB_GROUP_BOARD_H
#define VIEWFAB_GROUP_BOARD_H

#include "group.h"

typedef enum vf_board_state {
  VF_BOARD_UNSEEN,  /* no shared memory with it */
  VF_BOARD_OUTSIDE, /* in no collective call */
  VF_BOARD_INSIDE,
  VF_BOARD_BROKEN, /* it gave up */
  VF_BOARD_LEFT    /* it destroyed its group */
} vf_board_state;

enum { VF_BOARD_ROOM = 640 }; /* bytes that a member can give in a call */

/* What is seen of a member. */
typedef struct vf_board_sight {
  vf_board_state state;
  bool ended;               /* its process is no more */
  uint64_t number;          /* of the call it is in, or was in */
  char call[VF_CALL_NAME];  /* its name */
  char text[VF_GROUP_TEXT]; /* of its last failure; "": there was none */
} vf_board_sight;

/* Makes the board; collective, while the group is made. Where there is no shared memory the group goes without. */
vf_status vf_board_make(vf_group *group);
void vf_board_free(vf_group *group);

/* Show what this member does. Without a board they do nothing. */
void vf_board_call(vf_group *group, uint64_t number, const char *call);
void vf_board_state_is(vf_group *group, vf_board_state state);
void vf_board_text(vf_group *group, const char *text);

/* False: nothing is known of it, or it is just changing. */
bool vf_board_look(vf_group *group, int rank, vf_board_sight *sight);

/* True if all members see the parts of all others: the same on each of them. */
bool vf_board_is_whole(const vf_group *group);

/* Gives the others something of the call with that number; once a call, and all members do so in each call in which one does. */
void vf_board_give(vf_group *group, uint64_t number, const void *data, size_t bytes);

/* The data that a member gave in the call with that number; NULL: the member has not begun this call. The data stay until the
 * member gives something in a later call. */
const void *vf_board_given(const vf_group *group, int rank, uint64_t number);

#endif
