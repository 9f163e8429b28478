/* A failure with remote arrays on one rank fails on all ranks, and leaves the existing arrays usable. */
#include <viewfab/remote.h>

#include "ranks.h"

static void array_that_one_rank_refuses_is_made_on_none(void)
{
  vf_group *group = world();
  vf_remote *x = NULL;
  const bool odd = rank == ranks - 1;
  refused(vf_remote_create(group, VF_REAL64, odd ? -5 : 5, "x", &x), odd ? VF_ERROR_ARGUMENT : VF_ERROR_PEER,
          "a part of -5 elements");
  holds(!x);
  must(vf_remote_create(group, VF_REAL64, 5, "x", &x));
  must(vf_remote_fence(x));
  must(vf_remote_release(&x));
  must(vf_group_destroy(&group));
}

static void arrays_of_other_types_are_named(void)
{
  vf_group *group = world();
  vf_remote *x = NULL;
  const vf_status status = vf_remote_create(group, rank ? VF_REAL64 : VF_REAL32, 5, "x", &x);
  holds(status == VF_ERROR_PEER || ranks == 1);
  holds(ranks == 1 || strstr(vf_last_error(), "vf_remote_create of 'x'"));
  if (status == VF_OK) must(vf_remote_release(&x));
  vf_group_destroy(&group);
}

static void release_that_one_rank_refuses_leaves_the_array(void)
{
  vf_group *group = world();
  vf_remote *x = NULL;
  vf_view *view = NULL, *again = NULL;
  void *host = NULL;
  const int64_t length = 5;
  const bool odd = rank == ranks - 1;
  must(vf_remote_create(group, VF_REAL64, length, "x", &x));
  must(vf_remote_view(x, &view));
  must(vf_view_host_address(view, &host));
  must(vf_view_to_host(view, VF_READ));
  if (odd) must(vf_view_wrap(NULL, host, VF_REAL64, 1, &length, NULL, "again", VF_WRAP_JOIN, &again));
  refused(vf_remote_release(&x), odd ? VF_ERROR_STATE : VF_ERROR_PEER, "other views of its own part");
  holds(x);
  must(vf_remote_fence(x));
  must(vf_view_release(&again, true));
  must(vf_remote_release(&x));
  must(vf_group_destroy(&group));
}

static void group_with_a_remote_array_is_not_destroyed(void)
{
  vf_group *group = world();
  vf_remote *x = NULL;
  must(vf_remote_create(group, VF_INT64, 1, "x", &x));
  refused(vf_group_destroy(&group), VF_ERROR_STATE, "");
  holds(group);
  must(vf_remote_release(&x));
  must(vf_group_destroy(&group));
}

static void array_whose_context_was_closed_ends_alone(void)
{
  vf_group *group = world();
  vf_remote *x = NULL;
  vf_view *view = NULL;
  must(vf_remote_create(group, VF_REAL32, 7, "x", &x));
  must(vf_finalize());
  refused(vf_remote_view(x, &view), VF_ERROR_STATE, "its context was closed");
  refused(vf_remote_fence(x), VF_ERROR_STATE, "its context was closed");
  refused(vf_remote_release(&x), VF_ERROR_STATE, "");
  holds(!x);
  vf_group_destroy(&group);
}

static const claim_entry claims[] = {
  claim(array_that_one_rank_refuses_is_made_on_none),    claim(arrays_of_other_types_are_named),
  claim(release_that_one_rank_refuses_leaves_the_array), claim(group_with_a_remote_array_is_not_destroyed),
  claim(array_whose_context_was_closed_ends_alone),
};

RUN(claims)
