#include "state.h"

#define STAY VF_COPY_NONE
#define H2D VF_COPY_TO_DEVICE
#define D2H VF_COPY_TO_HOST
#define HOST VF_STATE_HOST
#define DEVICE VF_STATE_DEVICE
#define BOTH VF_STATE_BOTH

/* All transitions: [state][side of the access][read, write, update]. */
static const vfi_transition transitions[VF_STATE_COUNT][2][3] = {
  [VF_STATE_HOST] = {
    [VF_HOST]   = { { STAY, HOST }, { STAY, HOST },   { STAY, HOST } },
    [VF_DEVICE] = { { H2D, BOTH },  { STAY, DEVICE }, { H2D, DEVICE } },
  },
  [VF_STATE_DEVICE] = {
    [VF_HOST]   = { { D2H, BOTH },    { STAY, HOST },   { D2H, HOST } },
    [VF_DEVICE] = { { STAY, DEVICE }, { STAY, DEVICE }, { STAY, DEVICE } },
  },
  [VF_STATE_BOTH] = {
    [VF_HOST]   = { { STAY, BOTH }, { STAY, HOST },   { STAY, HOST } },
    [VF_DEVICE] = { { STAY, BOTH }, { STAY, DEVICE }, { STAY, DEVICE } },
  },
  /* The copy brings what the side lacks; after a read the other side still lacks the rest. */
  [VF_STATE_MIXED] = {
    [VF_HOST]   = { { D2H, HOST },   { STAY, HOST },   { D2H, HOST } },
    [VF_DEVICE] = { { H2D, DEVICE }, { STAY, DEVICE }, { H2D, DEVICE } },
  },
};

vfi_transition vfi_state_access(vfi_state state, vf_side side, vf_intent intent, bool whole)
{
  if (intent == VF_WRITE && !whole) intent = VF_UPDATE;
  return transitions[state][side][intent - VF_READ];
}

bool vfi_state_valid(vfi_state state, vf_side side)
{
  return state == VF_STATE_BOTH || state == (side == VF_HOST ? VF_STATE_HOST : VF_STATE_DEVICE);
}
