#include "routines.h"

#include "../validate/routine/routine.h"
#include "summary.h"

static const char *const measures[VF_MEASURES] = { "absolute", "relative", "ulp" };

/* Index of a view; numbers have none. */
static void add_place(vf_text *text, const vf_worst *worst)
{
  if (worst->axes[0]) {
    vf_text_add(text, " at %s", worst->axes);
    return;
  }
  vf_text_add(text, " at (%lld, %lld, %lld) component %lld", (long long)worst->index[0], (long long)worst->index[1],
              (long long)worst->index[2], (long long)worst->index[3]);
}

static void add_subject(vf_text *text, const vf_subject *subject)
{
  const vf_tally *tally = &subject->tally;
  if (!tally->compared) return;
  vf_text_add(text, "    %s'%s': %lld compared, %lld with other bits, %lld beyond the tolerance",
              subject->is_value ? "number " : "", subject->label, (long long)tally->compared,
              (long long)tally->different, (long long)tally->failed);
  vf_text_histogram(text, tally);
  vf_text_add(text, "\n");
  for (int m = 0; m < VF_MEASURES; m++) {
    const vf_worst *worst = &tally->worst[m];
    if (worst->error <= 0) continue;
    vf_text_add(text, "      worst %-8s %-10.4g", m == VF_ULP ? "ULP" : measures[m], worst->error);
    if (!subject->is_value) add_place(text, worst);
    vf_text_add(text, ", call %lld: port %.17g, original %.17g\n", (long long)worst->call, worst->port,
                worst->original);
  }
}

static void add_routine(vf_text *text, const vf_ledger *ledger)
{
  const vf_routine *routine = ledger->routine;
  vf_text_add(text, "  %-20s %9lld %9lld   %s", ledger->name, (long long)ledger->calls, (long long)ledger->checked,
              vf_summary_verdict(ledger));
  if (ledger->empty) vf_text_add(text, ", %lld calls that put nothing to the test", (long long)ledger->empty);
  if (ledger->in_original) vf_text_add(text, ", %lld calls by the original alone", (long long)ledger->in_original);
  if (ledger->without_original)
    vf_text_add(text, ", %lld calls by the port, since no original has run", (long long)ledger->without_original);
  if (routine->elsewhere)
    vf_text_add(text, ", %lld calls not checked, since another thread was in a checked routine",
                (long long)routine->elsewhere);
  vf_text_add(text, "\n");
  if (ledger->checked)
    vf_text_add(text, "    seconds in checked calls: original %.3g, port %.3g\n", ledger->seconds_original,
                ledger->seconds_port);
  for (int s = 0; s < routine->subject_count; s++) add_subject(text, &routine->subjects[s]);
  const int64_t open = vf_routine_forgotten(ledger);
  const vf_routine_run *left = vf_routine_left(ledger);
  if (open)
    vf_text_add(text, "    WRONG: %lld call%s begun and not ended by vf_check_end\n", (long long)open,
                open > 1 ? "s" : "");
  if (left)
    vf_text_add(text, "    remark: call %lld was left by an error, and is not checked: %s\n", (long long)left->call,
                left->left);
  vf_text_findings(text, ledger);
}

void vf_text_routines(vf_text *text)
{
  bool any = false;
  for (const vf_ledger *ledger = vf_summary_next(NULL); ledger; ledger = vf_summary_next(ledger)) {
    const bool named = (ledger->settings.own & VF_OWN_MODE) && ledger->settings.mode != VF_MODE_DEVICE;
    if (!ledger->routine || (!ledger->calls && !named && !ledger->finding_count)) continue;
    if (!any) vf_text_add(text, "  %-20s %9s %9s   verdict\n", "routine", "calls", "checked");
    any = true;
    add_routine(text, ledger);
  }
}

static void add_json_worst(vf_text *text, const vf_subject *subject)
{
  vf_text_add(text, ", \"worst\": {");
  for (int m = 0; m < VF_MEASURES; m++) {
    const vf_worst *worst = &subject->tally.worst[m];
    vf_text_add(text, "%s\"%s\": {\"error\": ", m ? ", " : "", measures[m]);
    vf_json_number(text, worst->error);
    if (worst->error > 0) {
      if (worst->axes[0]) {
        vf_text_add(text, ", \"axes\": ");
        vf_json_string(text, worst->axes);
      }
      if (!subject->is_value)
        vf_text_add(text, ", \"index\": [%lld, %lld, %lld], \"component\": %lld", (long long)worst->index[0],
                    (long long)worst->index[1], (long long)worst->index[2], (long long)worst->index[3]);
      vf_text_add(text, ", \"call\": %lld, \"port\": ", (long long)worst->call);
      vf_json_number(text, worst->port);
      vf_text_add(text, ", \"original\": ");
      vf_json_number(text, worst->original);
    }
    vf_text_add(text, "}");
  }
  vf_text_add(text, "}");
}

static void add_json_subjects(vf_text *text, const vf_routine *routine)
{
  bool any = false;
  vf_text_add(text, ", \"comparisons\": [");
  for (int s = 0; s < routine->subject_count; s++) {
    const vf_subject *subject = &routine->subjects[s];
    if (!subject->tally.compared) continue;
    vf_text_add(text, "%s{\"%s\": ", any ? ", " : "", subject->is_value ? "number" : "view");
    vf_json_string(text, subject->label);
    vf_text_add(text, ", \"compared\": %lld, \"different\": %lld, \"failed\": %lld, \"ulp_decades\": [",
                (long long)subject->tally.compared, (long long)subject->tally.different,
                (long long)subject->tally.failed);
    for (int d = 0; d < VF_ULP_DECADES; d++)
      vf_text_add(text, "%s%lld", d ? ", " : "", (long long)subject->tally.decades[d]);
    vf_text_add(text, "]");
    add_json_worst(text, subject);
    vf_text_add(text, "}");
    any = true;
  }
  vf_text_add(text, "]");
}

void vf_json_routines(vf_text *text)
{
  static const char *const modes[] = { "device", "original", "check" };
  bool any = false;
  for (const vf_ledger *ledger = vf_summary_next(NULL); ledger; ledger = vf_summary_next(ledger)) {
    if (!ledger->routine || (!ledger->calls && !ledger->finding_count)) continue;
    vf_text_add(text, "%s\n  {\"name\": ", any ? "," : "");
    vf_json_string(text, ledger->name);
    vf_text_add(
        text,
        ", \"mode\": \"%s\", \"calls\": %lld, \"checked\": %lld, \"empty\": %lld, \"in_original\": %lld, "
        "\"without_original\": "
        "%lld, \"on_other_threads\": %lld, \"open\": %lld, \"verdict\": \"%s\", \"first_differing_call\": %lld, "
        "\"seconds_original\": %.6f, \"seconds_port\": %.6f",
        modes[ledger->settings.mode], (long long)ledger->calls, (long long)ledger->checked, (long long)ledger->empty,
        (long long)ledger->in_original, (long long)ledger->without_original, (long long)ledger->routine->elsewhere,
        (long long)vf_routine_forgotten(ledger), vf_summary_verdict(ledger), (long long)ledger->first_differing_call,
        ledger->seconds_original, ledger->seconds_port);
    add_json_subjects(text, ledger->routine);
    vf_json_findings(text, ledger);
    vf_text_add(text, "}");
    any = true;
  }
}
