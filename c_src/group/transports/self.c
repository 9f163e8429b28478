/* A rank and itself: its ghosts are copied as between any boxes, and nothing travels. */
#include "../transport.h"

static vf_status connect(vf_group *group, const bool *wanted, bool *reached, char (*why)[VF_WHY])
{
  (void)wanted;
  (void)why;
  reached[group->rank] = true;
  return VF_OK;
}

static vf_status grow(vf_group *group, const size_t *put, const size_t *take)
{
  (void)group;
  (void)put;
  (void)take;
  return VF_OK;
}

static vf_status nothing(vfi_link *link, const vfi_note *note)
{
  (void)link;
  (void)note;
  return VF_OK;
}

static void drop(vf_group *group) { (void)group; }

const vfi_transport vfi_transport_self = { .name = "self",
                                           .gives = "this process",
                                           .connect = connect,
                                           .grow = grow,
                                           .begin = nothing,
                                           .send = nothing,
                                           .receive = nothing,
                                           .drop = drop };
