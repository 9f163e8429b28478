/* Included by host.h: the launcher, which goes through the boxes of a call. */
int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
#pragma omp parallel for schedule(dynamic) if (launch->sets && launch->box_count >= VF_PARALLEL_BOXES)
  for (int b = 0; b < launch->box_count; b++) {
    if (!vf_has_points(&launch->boxes[b])) continue;
    VF_TYPED(_host_box_)(launch, launch->sets ? vf_bundle_placed(bundle, *launch->sets, b) : bundle, b);
  }
  return 0;
}
