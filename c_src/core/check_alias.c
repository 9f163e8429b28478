#include "check.h"
#include "error.h"
#include "region.h"
#include "text.h"

static bool is_written(const vfi_argument_description *argument) { return argument->intent != VF_ARGUMENT_READ; }

bool vfi_regions_meet(const vfi_record *p, const vf_box *p_region, const vfi_record *q, const vf_box *q_region)
{
  if (p->array != q->array || p->array->bytes == 0 || vfi_records_apart(p, q)) return false;
  int64_t cells = 1;
  bool same_layout = true;
  for (int d = 0; d < 3; d++) {
    same_layout = same_layout && p->lower[d] == q->lower[d] && p->upper[d] == q->upper[d] && p->pitch[d] == q->pitch[d];
    cells *= p->pitch[d];
  }
  if (p->axes.rank || q->axes.rank) /* if both have the same selected index, their boxes decide */
    return !(same_layout && p->offset == q->offset && p->base == q->base && vfi_axes_alike(&p->axes, &q->axes)) ||
           vfi_boxes_meet(p_region, q_region);
  const size_t component = (size_t)cells * vfi_type_size(p->array->type);
  const size_t distance = p->offset > q->offset ? p->offset - q->offset : q->offset - p->offset;
  if (!same_layout || distance % component) return true;
  return vfi_boxes_meet(p_region, q_region);
}

/* Refuses if argument a on box p and argument c on box q share elements. */
static vf_status check_alias(const vfi_call *call, const vfi_checked *checked, int a, int p_box, int c, int q_box)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  const vfi_record *p = vfi_checked_record(checked, a, p_box), *q = vfi_checked_record(checked, c, q_box);
  if (p->array != q->array) return VF_OK;
  if (vfi_box_is_empty(&call->boxes[p_box]) || vfi_box_is_empty(&call->boxes[q_box])) return VF_OK;
  const vfi_use p_use = vfi_checked_use(call, checked, a, p_box), q_use = vfi_checked_use(call, checked, c, q_box);
  const vf_box p_region = vfi_region_of(&p_use, &call->boxes[p_box]);
  const vf_box q_region = vfi_region_of(&q_use, &call->boxes[q_box]);
  const bool is_line = vfi_record_first_direction(p, &kernel->arguments[a].map) ||
                       vfi_record_first_direction(q, &kernel->arguments[c].map); /* its region has other directions */
  if (!is_line && !vfi_regions_meet(p, &p_region, q, &q_region)) return VF_OK;
  char p_text[VF_RANGE_TEXT], q_text[VF_RANGE_TEXT];
  return vfi_fail(VF_ERROR_ALIAS, "vf_%s: arguments %s and %s share elements: %s of '%s' and %s of '%s'", kernel->name,
                  kernel->arguments[a].name, kernel->arguments[c].name, vfi_box_text(p_text, &p_region), p->label,
                  vfi_box_text(q_text, &q_region), q->label);
}

/* Refuses if view p of argument a and view q of argument c share elements on their boxes. */
static vf_status check_pair(const vfi_call *call, const vfi_checked *checked, int a, int p, int c, int q)
{
  int first_p, end_p, first_q, end_q;
  vfi_operand_boxes(checked->operands[a], p, call->box_count, &first_p, &end_p);
  vfi_operand_boxes(checked->operands[c], q, call->box_count, &first_q, &end_q);
  vf_status status = VF_OK;
  for (int b = first_p; b < end_p && !status; b++)
    for (int e = first_q; e < end_q && !status; e++) status = check_alias(call, checked, a, b, c, e);
  return status;
}

/* Views of one operand share nothing with each other, so one walk along both lists finds every sharing pair. */
static vf_status check_arguments(const vfi_call *call, const vfi_checked *checked, int a, int c)
{
  const vfi_operand *p = checked->operands[a], *q = checked->operands[c];
  vf_status status = VF_OK;
  for (int v = 0, w = 0; v < p->count && w < q->count && !status;) {
    const vfi_operand_range *x = &p->ranges[v], *y = &q->ranges[w];
    if (x->begin < y->end && y->begin < x->end) status = check_pair(call, checked, a, x->place, c, y->place);
    if (x->end < y->end) v++;
    else w++;
  }
  return status;
}

vf_status vfi_check_aliases(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
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
