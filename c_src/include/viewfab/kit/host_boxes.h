/* Included by host.h: the launcher, which goes through the boxes of a call. */
static void VF_TYPED(_host_box_of_)(const vf_launch *launch, const vf_bundle bundle, int b)
{
  if (!vf_has_points(&launch->boxes[b])) return;
  VF_TYPED(_host_box_)(launch, launch->sets ? vf_bundle_placed(bundle, vf_sets_of(launch->sets), b) : bundle, b);
}

/* No clause `if` on one loop for both ways: OpenMP starts new threads, each time, for a region inside one of a single
 * thread. */
int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  if (!launch->sets || launch->box_count < VF_PARALLEL_BOXES) {
    for (int b = 0; b < launch->box_count; b++) VF_TYPED(_host_box_of_)(launch, bundle, b);
    return 0;
  }
#pragma omp parallel for schedule(dynamic)
  for (int b = 0; b < launch->box_count; b++) VF_TYPED(_host_box_of_)(launch, bundle, b);
  return 0;
}
