#include "together_plan.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

enum { READS, WRITES };

/* Boxes from this length on, whose launch would have many blocks with nothing to do beside boxes thin in another
 * direction: blocks are as many for each box as the largest extents need. */
enum { LONG = 64, THIN = 8 };

enum { MOST_DEPENDENCES = 1 << 18 };

static bool is_array(const vf_argument_description *argument) { return argument->intent != VF_ARGUMENT_VALUE; }

static bool reaches(const vf_reach *reach)
{
  for (int d = 0; d < 3; d++)
    if (reach->below[d] || reach->above[d]) return true;
  return false;
}

vf_status vf_plan_begin(const vf_kernel *kernel, int most, vf_plan *plan)
{
  int arrays = 0;
  for (int a = 0; a < kernel->description.argument_count; a++) arrays += is_array(&kernel->description.arguments[a]);
  *plan = (vf_plan){ .most = most };
  plan->group = malloc((size_t)most * sizeof *plan->group);
  plan->uses = malloc((size_t)most * 2 * (size_t)arrays * sizeof *plan->uses); /* an update reads and writes */
  if (plan->group && plan->uses) return VF_OK;
  vf_plan_end(plan);
  return vf_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for a plan of %d calls", kernel->description.name, most);
}

void vf_plan_end(vf_plan *plan)
{
  free(plan->group);
  free(plan->uses);
  free(plan->dependences);
  *plan = (vf_plan){ 0 };
}

/* True if a value has the same bits in two calls; structures may have gaps. */
static bool same_value(const vf_argument_description *argument, const vf_value *p, const vf_value *q)
{
  const size_t count = (size_t)argument->count;
  if (argument->type == VF_ARGUMENT_BOX) return !memcmp(&p->box, &q->box, sizeof p->box);
  if (argument->type == VF_ARGUMENT_BOUNDARY)
    return !memcmp(p->boundary.kind, q->boundary.kind, sizeof p->boundary.kind) &&
           p->boundary.order == q->boundary.order &&
           !memcmp(p->boundary.distance, q->boundary.distance, sizeof p->boundary.distance);
  switch (vf_value_traits_of(argument->type)->numbers) {
    case VF_NUMBERS_REAL: return !memcmp(p->numbers, q->numbers, count * sizeof p->numbers[0]);
    case VF_NUMBERS_INTEGER: return !memcmp(p->integers, q->integers, count * sizeof p->integers[0]);
    case VF_NUMBERS_LOGICAL: return p->truth == q->truth;
    default: return false;
  }
}

/* True if two calls can be one launch. */
static bool alike(const vf_joined *p, const vf_joined *q)
{
  const vf_kernel_description *kernel = &p->call->kernel->description;
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
static bool of_one_colour(const vf_joined *p, const vf_joined *q)
{
  return vf_is_coloured(&p->call->kernel->description) &&
         !memcmp(p->checked.operands, q->checked.operands,
                 (size_t)p->call->kernel->description.argument_count * sizeof p->checked.operands[0]) &&
         alike(p, q);
}

static bool meet(const vf_planned_use *p, const vf_planned_use *q)
{
  return p->record == q->record ? vf_boxes_meet(&p->region, &q->region)
                                : vf_regions_meet(p->record, &p->region, q->record, &q->region);
}

/* Without memory for the note the plan is right, and serves only one order of its calls. */
static void note_dependence(vf_plan *plan, int earlier, int later)
{
  const vf_dependence *last = plan->dependence_count ? &plan->dependences[plan->dependence_count - 1] : NULL;
  if (!plan->all_noted || (last && last->earlier == earlier && last->later == later)) return;
  if (plan->dependence_count == plan->dependence_room) {
    const int more = plan->dependence_room ? 2 * plan->dependence_room : 64;
    vf_dependence *grown = more <= MOST_DEPENDENCES ? realloc(plan->dependences, (size_t)more * sizeof *grown) : NULL;
    plan->all_noted = grown != NULL;
    if (!grown) return;
    plan->dependences = grown;
    plan->dependence_room = more;
  }
  plan->dependences[plan->dependence_count++] = (vf_dependence){ earlier, later };
}

/* The last group with a call that has to run before the use; at least `latest`. */
static int last_before(vf_plan *plan, const vf_planned_use *use, int other_kind, int latest)
{
  const vf_joined *call = &plan->calls[use->call];
  for (int u = use->record->array->plan_use[other_kind]; u >= 0; u = plan->uses[u].next) {
    const vf_planned_use *other = &plan->uses[u];
    const vf_joined *earlier = &plan->calls[other->call];
    if (other->call == use->call || !meet(use, other)) continue;
    if (use->kind != other_kind && use->argument == other->argument && of_one_colour(call, earlier)) continue;
    note_dependence(plan, other->call, use->call);
    if (earlier->group > latest) latest = earlier->group;
  }
  return latest;
}

static void add_use(vf_plan *plan, uint64_t number, int call, int argument, int kind, const vf_box *region)
{
  const vf_record *record = vf_checked_record(&plan->calls[call].checked, argument, 0);
  vf_array *array = record->array;
  if (array->plan != number) {
    array->plan = number;
    array->plan_use[READS] = array->plan_use[WRITES] = -1;
  }
  plan->uses[plan->use_count] = (vf_planned_use){ record, *region, call, argument, kind, array->plan_use[kind] };
  array->plan_use[kind] = plan->use_count++;
}

/* Notes the arrays used by a call. Returns the last group with a call that has to run before this call; -1: none. An
 * update without a reach reads no more than it writes. */
static int add_uses(vf_plan *plan, uint64_t number, int call)
{
  const vf_joined *joined = &plan->calls[call];
  const vf_kernel_description *kernel = &joined->call->kernel->description;
  const bool around = vf_layers_around(kernel);
  const int first = plan->use_count;
  int latest = -1;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vf_argument_description *argument = &kernel->arguments[a];
    if (!joined->checked.operands[a]) continue;
    const vf_use use = vf_checked_use(joined->call, &joined->checked, a, 0);
    const vf_box *box = joined->call->boxes;
    const bool reads_around = reaches(&argument->reach) && !around;
    if (argument->intent == VF_ARGUMENT_READ || (argument->intent == VF_ARGUMENT_UPDATE && reads_around)) {
      const vf_box region = vf_region_of(&use, box);
      add_use(plan, number, call, a, READS, &region);
    }
    if (argument->intent == VF_ARGUMENT_READ) continue;
    const vf_box region = reads_around ? vf_region_mapped(&use, box) : vf_region_of(&use, box);
    add_use(plan, number, call, a, WRITES, &region);
  }
  for (int u = first; u < plan->use_count; u++) {
    const vf_planned_use *use = &plan->uses[u];
    latest = last_before(plan, use, WRITES, latest);
    if (use->kind == WRITES) latest = last_before(plan, use, READS, latest);
  }
  return latest;
}

static unsigned thin_directions(const vf_joined *joined)
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

static void put(vf_plan *plan, int call, int group)
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
void vf_plan_make(vf_plan *plan, vf_joined *calls, int count, bool alone)
{
  static uint64_t plans;
  const uint64_t number = ++plans;
  plan->calls = calls;
  plan->groups = plan->use_count = 0;
  plan->dependence_count = 0;
  plan->all_noted = true;
  for (int c = 0; c < count; c++) {
    vf_joined *joined = &calls[c];
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

bool vf_plan_is_in_order(const vf_plan *plan, const vf_made_when *when)
{
  for (int d = 0; d < plan->dependence_count; d++)
    if (when[plan->dependences[d].earlier].last >= when[plan->dependences[d].later].first) return false;
  return plan->all_noted;
}
