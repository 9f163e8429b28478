/* Functions by their old names, for one release. */
#include <viewfab/viewfab.h>
#include <viewfab_kernels.h>

vf_status vf_context_set_tile(vf_context *context, const int tile[3]) { return vf_context_use_tile(context, tile); }

vf_status vf_set_value(const vf_box *box, vf_view *x, double value) { return vf_fill_value(box, x, value); }

vf_status vf_set_value_boxes(const vf_box *boxes, int box_count, vf_view *x, double value)
{
  return vf_fill_value_boxes(boxes, box_count, x, value);
}

vf_status vf_set_value_layout(const struct vf_layout *layout, vf_view *x, double value)
{
  return vf_fill_value_layout(layout, x, value);
}
