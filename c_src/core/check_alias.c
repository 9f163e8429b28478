#include "check.h"
#include "error.h"
#include "region.h"

static bool is_written(const vf_argument_description *argument) { return argument->intent != VF_ARGUMENT_READ; }

bool vf_regions_meet(const vf_record *p, const vf_box *p_region, const vf_record *q, const vf_box *q_region)
{
  if (p->array != q->array || p->array->bytes == 0 || vf_records_apart(p, q)) return false;
  int64_t cells = 1;
  bool same_layout = true;
  for (int d = 0; d < 3; d++) {
    same_layout = same_layout && p->lower[d] == q->lower[d] && p->upper[d] == q->upper[d] && p->pitch[d] == q->pitch[d];
    cells *= p->pitch[d];
  }
  if (p->axes.rank || q->axes.rank) /* boxes decide if both have the same selection */
    return !(same_layout && p->offset == q->offset && p->base == q->base && vf_axes_alike(&p->axes, &q->axes)) ||
           vf_boxes_meet(p_region, q_region);
  const size_t component = (size_t)cells * vf_type_size(p->array->type);
  const size_t distance = p->offset > q->offset ? p->offset - q->offset : q->offset - p->offset;
  if (!same_layout || distance % component) return true;
  return vf_boxes_meet(p_region, q_region);
}

/* Refuses if argument a on box p and argument c on box q share elements. */
static vf_status check_alias(const vf_call *call, const vf_checked *checked, int a, int p_box, int c, int q_box)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const vf_record *p = vf_checked_record(checked, a, p_box), *q = vf_checked_record(checked, c, q_box);
  if (p->array != q->array) return VF_OK;
  if (vf_box_is_empty(&call->boxes[p_box]) || vf_box_is_empty(&call->boxes[q_box])) return VF_OK;
  const vf_use p_use = vf_checked_use(call, checked, a, p_box), q_use = vf_checked_use(call, checked, c, q_box);
  const vf_box p_region = vf_region_of(&p_use, &call->boxes[p_box]);
  const vf_box q_region = vf_region_of(&q_use, &call->boxes[q_box]);
  const bool is_line = vf_record_first_direction(p, &kernel->arguments[a].map) ||
                       vf_record_first_direction(q, &kernel->arguments[c].map); /* its region has other directions */
  if (!is_line && !vf_regions_meet(p, &p_region, q, &q_region)) return VF_OK;
  char p_text[VF_RANGE_TEXT], q_text[VF_RANGE_TEXT];
  return vf_fail(VF_ERROR_ALIAS, "vf_%s: arguments %s and %s share elements: %s of '%s' and %s of '%s'", kernel->name,
                 kernel->arguments[a].name, kernel->arguments[c].name, vf_box_text(p_text, &p_region), p->label,
                 vf_box_text(q_text, &q_region), q->label);
}

/* Refuses if view p of argument a and view q of argument c share elements on their boxes. */
static vf_status check_pair(const vf_call *call, const vf_checked *checked, int a, int p, int c, int q)
{
  int first_p, end_p, first_q, end_q;
  vf_operand_boxes(checked->operands[a], p, call->box_count, &first_p, &end_p);
  vf_operand_boxes(checked->operands[c], q, call->box_count, &first_q, &end_q);
  vf_status status = VF_OK;
  for (int b = first_p; b < end_p && !status; b++)
    for (int e = first_q; e < end_q && !status; e++) status = check_alias(call, checked, a, b, c, e);
  return status;
}

/* Views of one operand share nothing with each other, so one walk along both lists finds every sharing pair. */
static vf_status check_arguments(const vf_call *call, const vf_checked *checked, int a, int c)
{
  const vf_operand *p = checked->operands[a], *q = checked->operands[c];
  vf_status status = VF_OK;
  for (int v = 0, w = 0; v < p->count && w < q->count && !status;) {
    const vf_operand_range *x = &p->ranges[v], *y = &q->ranges[w];
    if (x->begin < y->end && y->begin < x->end) status = check_pair(call, checked, a, x->place, c, y->place);
    if (x->end < y->end) v++;
    else w++;
  }
  return status;
}

vf_status vf_check_aliases(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  vf_status status = VF_OK;
  if (kernel->safe_in_place) return VF_OK;
  for (int a = 0; a < kernel->argument_count && !status; a++)
    for (int c = a + 1; c < kernel->argument_count && !status; c++) {
      if (!checked->operands[a] || !checked->operands[c]) continue;
      if (is_written(&kernel->arguments[a]) || is_written(&kernel->arguments[c]))
        status = check_arguments(call, checked, a, c);
    }
  return status;
}
