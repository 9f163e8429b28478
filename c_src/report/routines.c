/* The routines in both forms of the report, and functions shared with the report of kernels. */
#include "../validate/routine/routine.h"
#include "json.h"
#include "summary.h"

static const char *const measures[VF_MEASURES] = { "absolute", "relative", "ulp" };

/* Index of a view; numbers have none. */
static void add_place(vfi_text *text, const vfi_worst *worst)
{
  if (worst->axes[0]) {
    vfi_text_add(text, " at %s", worst->axes);
    return;
  }
  vfi_text_add(text, " at (%lld, %lld, %lld) component %lld", (long long)worst->index[0], (long long)worst->index[1],
               (long long)worst->index[2], (long long)worst->index[3]);
}

static void add_subject(vfi_text *text, const vfi_subject *subject)
{
  const vfi_tally *tally = &subject->tally;
  if (!tally->compared) return;
  vfi_text_add(text, "    %s'%s': %lld compared, %lld with other bits, %lld beyond the tolerance",
               subject->is_value ? "number " : "", subject->label, (long long)tally->compared,
               (long long)tally->different, (long long)tally->failed);
  vfi_text_histogram(text, tally);
  vfi_text_add(text, "\n");
  for (int m = 0; m < VF_MEASURES; m++) {
    const vfi_worst *worst = &tally->worst[m];
    if (worst->error <= 0) continue;
    vfi_text_add(text, "      worst %-8s %-10.4g", m == VF_ULP ? "ULP" : measures[m], worst->error);
    if (!subject->is_value) add_place(text, worst);
    vfi_text_add(text, ", call %lld: port %.17g, original %.17g\n", (long long)worst->call, worst->port,
                 worst->original);
  }
}

static void add_routine(vfi_text *text, const vfi_ledger *ledger)
{
  const vfi_routine *routine = ledger->routine;
  vfi_text_add(text, "  %-20s %9lld %9lld   %s", ledger->name, (long long)ledger->calls, (long long)ledger->checked,
               vfi_summary_verdict(ledger));
  if (ledger->empty) vfi_text_add(text, ", %lld calls that put nothing to the test", (long long)ledger->empty);
  if (ledger->in_original) vfi_text_add(text, ", %lld calls by the original alone", (long long)ledger->in_original);
  if (ledger->without_original)
    vfi_text_add(text, ", %lld calls by the port, since no original has run", (long long)ledger->without_original);
  if (routine->elsewhere)
    vfi_text_add(text, ", %lld calls not checked, since another thread was in a checked routine",
                 (long long)routine->elsewhere);
  vfi_text_add(text, "\n");
  if (ledger->checked)
    vfi_text_add(text, "    seconds in checked calls: original %.3g, port %.3g\n", ledger->seconds_original,
                 ledger->seconds_port);
  for (int s = 0; s < routine->subject_count; s++) add_subject(text, &routine->subjects[s]);
  const int64_t open = vfi_routine_forgotten(ledger);
  const vfi_routine_run *left = vfi_routine_left(ledger);
  if (open)
    vfi_text_add(text, "    WRONG: %lld call%s begun and not ended by vf_check_end\n", (long long)open,
                 open > 1 ? "s" : "");
  if (left)
    vfi_text_add(text, "    remark: call %lld was left by an error, and is not checked: %s\n", (long long)left->call,
                 left->left);
  vfi_text_findings(text, ledger);
}

void vfi_text_routines(vfi_text *text)
{
  bool any = false;
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger)) {
    const bool named = (ledger->settings.chosen & VF_CHOSEN_MODE) && ledger->settings.mode != VF_MODE_DEVICE;
    if (!ledger->routine || (!ledger->calls && !named && !ledger->finding_count)) continue;
    if (!any) vfi_text_add(text, "  %-20s %9s %9s   verdict\n", "routine", "calls", "checked");
    any = true;
    add_routine(text, ledger);
  }
}

static void add_json_worst(vfi_text *text, const vfi_subject *subject)
{
  vfi_text_add(text, ", \"worst\": {");
  for (int m = 0; m < VF_MEASURES; m++) {
    const vfi_worst *worst = &subject->tally.worst[m];
    vfi_text_add(text, "%s\"%s\": {\"error\": ", m ? ", " : "", measures[m]);
    vfi_json_number(text, worst->error);
    if (worst->error > 0) {
      if (worst->axes[0]) {
        vfi_text_add(text, ", \"axes\": ");
        vfi_json_string(text, worst->axes);
      }
      if (!subject->is_value)
        vfi_text_add(text, ", \"index\": [%lld, %lld, %lld], \"component\": %lld", (long long)worst->index[0],
                     (long long)worst->index[1], (long long)worst->index[2], (long long)worst->index[3]);
      vfi_text_add(text, ", \"call\": %lld, \"port\": ", (long long)worst->call);
      vfi_json_number(text, worst->port);
      vfi_text_add(text, ", \"original\": ");
      vfi_json_number(text, worst->original);
    }
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "}");
}

static void add_json_subjects(vfi_text *text, const vfi_routine *routine)
{
  bool any = false;
  vfi_text_add(text, ", \"comparisons\": [");
  for (int s = 0; s < routine->subject_count; s++) {
    const vfi_subject *subject = &routine->subjects[s];
    if (!subject->tally.compared) continue;
    vfi_text_add(text, "%s{\"%s\": ", any ? ", " : "", subject->is_value ? "number" : "view");
    vfi_json_string(text, subject->label);
    vfi_text_add(text, ", \"compared\": %lld, \"different\": %lld, \"failed\": %lld, \"ulp_decades\": [",
                 (long long)subject->tally.compared, (long long)subject->tally.different,
                 (long long)subject->tally.failed);
    for (int d = 0; d < VF_ULP_DECADES; d++)
      vfi_text_add(text, "%s%lld", d ? ", " : "", (long long)subject->tally.decades[d]);
    vfi_text_add(text, "]");
    add_json_worst(text, subject);
    vfi_text_add(text, "}");
    any = true;
  }
  vfi_text_add(text, "]");
}

void vfi_json_routines(vfi_text *text)
{
  static const char *const modes[] = { "device", "original", "check" };
  bool any = false;
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger)) {
    if (!ledger->routine || (!ledger->calls && !ledger->finding_count)) continue;
    vfi_text_add(text, "%s\n  {\"name\": ", any ? "," : "");
    vfi_json_string(text, ledger->name);
    vfi_text_add(
        text,
        ", \"mode\": \"%s\", \"calls\": %lld, \"checked\": %lld, \"empty\": %lld, \"in_original\": %lld, "
        "\"without_original\": "
        "%lld, \"on_other_threads\": %lld, \"open\": %lld, \"verdict\": \"%s\", \"first_differing_call\": %lld, "
        "\"seconds_original\": %.6f, \"seconds_port\": %.6f",
        modes[ledger->settings.mode], (long long)ledger->calls, (long long)ledger->checked, (long long)ledger->empty,
        (long long)ledger->in_original, (long long)ledger->without_original, (long long)ledger->routine->elsewhere,
        (long long)vfi_routine_forgotten(ledger), vfi_summary_verdict(ledger), (long long)ledger->first_differing_call,
        ledger->seconds_original, ledger->seconds_port);
    add_json_subjects(text, ledger->routine);
    vfi_json_findings(text, ledger);
    vfi_text_add(text, "}");
    any = true;
  }
}
