#include "ranks.h"

#include <others_with_bounds_kernels.h>
#include <test_bounds_kernels.h>

/* An array of so many directions, each -9 .. 9. With `components` two components follow. */
static vf_view *array(vf_type type, int directions, bool components, const char *label)
{
  int64_t extents[4];
  int lower[4];
  for (int d = 0; d < 4; d++) {
    extents[d] = d < directions ? 19 : 2;
    lower[d] = d < directions ? -9 : 1;
  }
  vf_view *view = NULL;
  return vf_view_create(NULL, type, directions + components, extents, lower, label, &view) ? NULL : view;
}

static vf_view *of_plane(void) { return array(VF_REAL64, 2, true, "plane"); }
static vf_view *of_volume(void) { return array(VF_REAL64, 3, true, "volume"); }

static bool planes(void)
{
  const vf_box box = { { -3, -2 }, { 4, 3 } };
  vf_view *const profile = array(VF_REAL64, 1, false, "profile");
  double sum;
  if (vf_plane_five(&box, of_plane(), of_plane()) || vf_plane_nine(&box, of_plane(), of_plane())) return false;
  for (int colour = 0; colour < 2; colour++)
    if (vf_plane_relax(&box, of_plane(), colour)) return false;
  if (vf_metric_divergence(&box, of_plane(), of_plane(), profile, profile, of_plane())) return false;
  if (vf_cells_from_nodes(&box, of_plane(), of_plane())) return false;
  if (vf_nodes_from_faces(&box, of_plane(), of_plane(), of_plane(), of_plane())) return false;
  if (vf_nodes_from_cells(&box, of_plane(), of_plane())) return false;
  if (vf_staggered_flux(&box, of_plane(), of_plane(), of_plane(), of_plane(), 0.5)) return false;
  for (int direction = 0; direction < 2; direction++)
    if (vf_faces_from_nodes(&box, of_plane(), of_plane(), of_plane(), direction)) return false;
  return !vf_plane_sum(&box, of_plane(), &sum);
}

static bool lower_ranks(void)
{
  const vf_box plane = { { -3, -2 }, { 4, 3 } }, box = { { -3, -2, -1 }, { 4, 3, 2 } };
  vf_view *const profile = array(VF_REAL64, 1, false, "profile"), *const flat = array(VF_REAL64, 2, false, "flat");
  vf_view *const integers = array(VF_INT32, 2, false, "integers"), *const places = array(VF_INT32, 1, false, "places");
  if (vf_mass_coordinate(&box, of_volume(), profile, array(VF_REAL64, 1, true, "profiles"), flat,
                         array(VF_REAL64, 0, true, "weights"), of_volume()))
    return false;
  if (vf_other_order(&box, of_volume(), of_volume())) return false;
  if (vf_table_lookup(&plane, profile, integers, flat, places, array(VF_REAL64, 2, false, "found"))) return false;
  if (vf_column_pressure(&plane, array(VF_REAL64, 3, false, "density"), profile, array(VF_REAL64, 3, false, "pressure"), -9,
                         8))
    return false;
  return !vf_column_mass(&plane, array(VF_REAL64, 3, false, "density"), profile, array(VF_REAL64, 2, false, "mass"), -9, 9);
}

static bool vertices(void)
{
  const vf_box line = { { -3 }, { 4 } }, box = { { -3, -2, -1 }, { 4, 3, 2 } };
  vf_view *const coarse = array(VF_REAL64, 1, true, "coarse"), *const fine = array(VF_REAL64, 1, true, "fine");
  if (vf_line_upwind(&line, coarse, fine) || vf_thirds(&line, coarse, fine)) return false;
  return !vf_vertex_interpolate(&line, coarse, fine) && !vf_vertex_restrict(&box, of_volume(), of_volume());
}

static bool tiles(void)
{
  const vf_box line = { { -6 }, { 7 } };
  vf_view *const from = array(VF_REAL64, 1, true, "from"), *const to = array(VF_REAL64, 1, true, "to");
  double total, peak;
  vf_place place;
  return !vf_clipped_peaks(&line, from, to, array(VF_INT32, 1, true, "above"), -1, 1) &&
         !vf_windowed_sum(&line, array(VF_REAL64, 1, false, "a"), to, 10, 3) &&
         !vf_windowed_total(&line, to, 5, 20, &total, &peak, &place) && !vf_tile_halo_beyond_its_reach(&line, from, to, 1, 0);
}

bool right_loops(void) { return planes() && lower_ranks() && vertices() && tiles(); }

vf_status wrong_profile(void)
{
  const vf_box one = { { 0, 0, 0 }, { 0, 0, 0 } };
  return vf_reads_profile_beyond(&one, of_volume(), array(VF_REAL64, 1, false, "profile"), of_volume());
}

vf_status wrong_plane(void)
{
  const vf_box one = { { 1, 1 }, { 1, 1 } };
  return vf_reads_plane_beyond(&one, of_plane(), of_plane());
}

vf_status wrong_line(void)
{
  const vf_box one = { { 0 }, { 0 } };
  return vf_writes_other_row(&one, array(VF_REAL64, 1, true, "line"));
}

vf_status wrong_tile(enum wrong_tile wrong)
{
  const vf_box one = { { 0 }, { 0 } };
  vf_view *const from = array(VF_REAL64, 1, false, "from"), *const to = array(VF_REAL64, 1, false, "to");
  if (wrong == WRONG_WINDOW) return vf_tile_window_too_wide(&one, from, to);
  return vf_tile_halo_beyond_its_reach(&one, from, to, wrong == WRONG_HALO ? 2 : 0, wrong == WRONG_WRITE);
}
