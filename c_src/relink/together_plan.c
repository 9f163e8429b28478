#include "together_plan.h"

#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

enum { READS, WRITES };

/* Boxes from this length on, whose launch would have many blocks with nothing to do beside boxes thin in another
 * direction: blocks are as many for each box as the largest extents need. */
enum { LONG = 64, THIN = 8 };

enum { MOST_DEPENDENCES = 1 << 18 };

static bool is_array(const vfi_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }

static bool reaches(const vfi_reach *reach)
{
  for (int d = 0; d < 3; d++)
    if (reach->below[d] || reach->above[d]) return true;
  return false;
}

vf_status vfi_plan_begin(const vf_kernel *kernel, int most, vfi_plan *plan)
{
  int arrays = 0;
  for (int a = 0; a < kernel->description.argument_count; a++) arrays += is_array(&kernel->description.arguments[a]);
  *plan = (vfi_plan){ .most = most };
  plan->group = malloc((size_t)most * sizeof *plan->group);
  plan->uses = malloc((size_t)most * 2 * (size_t)arrays * sizeof *plan->uses); /* an update reads and writes */
  if (plan->group && plan->uses) return VF_OK;
  vfi_plan_end(plan);
  return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for a plan of %d calls", kernel->description.name, most);
}

void vfi_plan_end(vfi_plan *plan)
{
  free(plan->group);
  free(plan->uses);
  free(plan->dependences);
  *plan = (vfi_plan){ 0 };
}

/* True if a value has the same bits in two calls; structures may have gaps. */
static bool same_value(const vfi_argument_description *argument, const vf_value *p, const vf_value *q)
{
  const size_t count = (size_t)argument->count;
  if (argument->type == VF_ARGUMENT_BOX) return !memcmp(&p->box, &q->box, sizeof p->box);
  if (argument->type == VF_ARGUMENT_BOUNDARY)
    return !memcmp(p->boundary.kind, q->boundary.kind, sizeof p->boundary.kind) &&
           p->boundary.order == q->boundary.order &&
           !memcmp(p->boundary.distance, q->boundary.distance, sizeof p->boundary.distance);
  switch (vfi_value_traits_of(argument->type)->numbers) {
    case VF_NUMBERS_REAL: return !memcmp(p->numbers, q->numbers, count * sizeof p->numbers[0]);
    case VF_NUMBERS_INTEGER: return !memcmp(p->integers, q->integers, count * sizeof p->integers[0]);
    case VF_NUMBERS_LOGICAL: return p->truth == q->truth;
    default: return false;
  }
}

/* True if two calls can be one launch. */
static bool alike(const vfi_joined *p, const vfi_joined *q)
{
  const vfi_kernel_description *kernel = &p->call->kernel->description;
  if (p->thin != q->thin || p->call->selector != q->call->selector || p->checked.type != q->checked.type ||
      p->checked.components != q->checked.components)
    return false;
  for (int a = 0; a < kernel->argument_count; a++)
    if (!p->checked.operands[a] != !q->checked.operands[a]) return false;
  for (int a = 0; !kernel->values_by_box && a < kernel->argument_count; a++)
    if (!is_array(&kernel->arguments[a]) &&
        !same_value(&kernel->arguments[a], &p->call->arguments[a].value, &q->call->arguments[a].value))
      return false;
  return true;
}

/* Points of one colour depend on no point of the same colour, at any place of a field: around the points of another
 * call, a call reads only the other colour. */
static bool of_one_colour(const vfi_joined *p, const vfi_joined *q)
{
  return vfi_is_coloured(&p->call->kernel->description) &&
         !memcmp(p->checked.operands, q->checked.operands,
                 (size_t)p->call->kernel->description.argument_count * sizeof p->checked.operands[0]) &&
         alike(p, q);
}

static bool meet(const vfi_planned_use *p, const vfi_planned_use *q)
{
  return p->record == q->record ? vfi_boxes_meet(&p->region, &q->region)
                                : vfi_regions_meet(p->record, &p->region, q->record, &q->region);
}

/* Without memory for the note the plan is right, and serves only one order of its calls. */
static void note_dependence(vfi_plan *plan, int earlier, int later)
{
  const vfi_dependence *last = plan->dependence_count ? &plan->dependences[plan->dependence_count - 1] : NULL;
  if (!plan->all_noted || (last && last->earlier == earlier && last->later == later)) return;
  if (plan->dependence_count == plan->dependence_room) {
    const int more = plan->dependence_room ? 2 * plan->dependence_room : 64;
    vfi_dependence *grown = more <= MOST_DEPENDENCES ? realloc(plan->dependences, (size_t)more * sizeof *grown) : NULL;
    plan->all_noted = grown != NULL;
    if (!grown) return;
    plan->dependences = grown;
    plan->dependence_room = more;
  }
  plan->dependences[plan->dependence_count++] = (vfi_dependence){ earlier, later };
}

/* The last group with a call that has to run before the use; at least `latest`. */
static int last_before(vfi_plan *plan, const vfi_planned_use *use, int other_kind, int latest)
{
  const vfi_joined *call = &plan->calls[use->call];
  for (int u = use->record->array->plan_use[other_kind]; u >= 0; u = plan->uses[u].next) {
    const vfi_planned_use *other = &plan->uses[u];
    const vfi_joined *earlier = &plan->calls[other->call];
    if (other->call == use->call || !meet(use, other)) continue;
    if (use->kind != other_kind && use->argument == other->argument && of_one_colour(call, earlier)) continue;
    note_dependence(plan, other->call, use->call);
    if (earlier->group > latest) latest = earlier->group;
  }
  return latest;
}

static void add_use(vfi_plan *plan, uint64_t number, int call, int argument, int kind, const vf_box *region)
{
  const vfi_record *record = vfi_checked_record(&plan->calls[call].checked, argument, 0);
  vfi_array *array = record->array;
  if (array->plan != number) {
    array->plan = number;
    array->plan_use[READS] = array->plan_use[WRITES] = -1;
  }
  plan->uses[plan->use_count] = (vfi_planned_use){ record, *region, call, argument, kind, array->plan_use[kind] };
  array->plan_use[kind] = plan->use_count++;
}

/* Notes the arrays used by a call. Returns the last group with a call that has to run before this call; -1: none. An
 * update without a reach reads no more than it writes. */
static int add_uses(vfi_plan *plan, uint64_t number, int call)
{
  const vfi_joined *joined = &plan->calls[call];
  const vfi_kernel_description *kernel = &joined->call->kernel->description;
  const bool around = vfi_layers_around(kernel);
  const int first = plan->use_count;
  int latest = -1;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_argument_description *argument = &kernel->arguments[a];
    if (!joined->checked.operands[a]) continue;
    const vfi_use use = vfi_checked_use(joined->call, &joined->checked, a, 0);
    const vf_box *box = joined->call->boxes;
    const bool reads_around = reaches(&argument->reach) && !around;
    if (argument->intent == VF_ARGUMENT_READ || (argument->intent == VF_ARGUMENT_UPDATE && reads_around)) {
      const vf_box region = vfi_region_of(&use, box);
      add_use(plan, number, call, a, READS, &region);
    }
    if (argument->intent == VF_ARGUMENT_READ) continue;
    const vf_box region = reads_around ? vfi_region_mapped(&use, box) : vfi_region_of(&use, box);
    add_use(plan, number, call, a, WRITES, &region);
  }
  for (int u = first; u < plan->use_count; u++) {
    const vfi_planned_use *use = &plan->uses[u];
    latest = last_before(plan, use, WRITES, latest);
    if (use->kind == WRITES) latest = last_before(plan, use, READS, latest);
  }
  return latest;
}

static unsigned thin_directions(const vfi_joined *joined)
{
  const vf_box *box = joined->call->boxes;
  int64_t length[3], longest = 0;
  unsigned thin = 0;
  if (joined->checked.context->backend->aliases_host) return 0;
  for (int d = 0; d < 3; d++) {
    length[d] = (int64_t)box->upper[d] - box->lower[d] + 1;
    if (length[d] > longest) longest = length[d];
  }
  for (int d = 0; d < 3 && longest >= LONG; d++)
    if (length[d] <= longest / THIN) thin |= 1u << d;
  return thin;
}

static void put(vfi_plan *plan, int call, int group)
{
  vf_group *to = &plan->group[group];
  plan->calls[call].group = group;
  plan->calls[call].next = -1;
  if (group == plan->groups) {
    *to = (vf_group){ call, call, 1 };
    plan->groups++;
    return;
  }
  plan->calls[to->last].next = call;
  to->last = call;
  to->count++;
}

/* A call goes to the last group of its like behind all groups of its dependences. The call overtakes the groups behind,
 * and depends on none of them. */
void vfi_plan_make(vfi_plan *plan, vfi_joined *calls, int count, bool alone)
{
  static uint64_t plans;
  const uint64_t number = ++plans;
  plan->calls = calls;
  plan->groups = plan->use_count = 0;
  plan->dependence_count = 0;
  plan->all_noted = true;
  for (int c = 0; c < count; c++) {
    vfi_joined *joined = &calls[c];
    if (joined->idle) continue;
    int group = plan->groups;
    joined->group = -1;
    joined->thin = alone ? 0 : thin_directions(joined);
    const int latest = add_uses(plan, number, c);
    for (int g = plan->groups - 1; g > latest && group == plan->groups && !alone; g--)
      if (alike(&calls[plan->group[g].first], joined)) group = g;
    put(plan, c, group);
  }
}

bool vfi_plan_is_in_order(const vfi_plan *plan, const vfi_made_when *when)
{
  for (int d = 0; d < plan->dependence_count; d++)
    if (when[plan->dependences[d].earlier].last >= when[plan->dependences[d].later].first) return false;
  return plan->all_noted;
}
