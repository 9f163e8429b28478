#include "a_group.h"
#include "testing.h"

vf_group *make_group(void)
{
  vf_group *group = NULL;
  must(vf_group_create_alone(NULL, &group));
  return group;
}
