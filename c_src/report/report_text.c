#include <math.h>
#include <string.h>

#include <viewfab/report.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../group/summary.h"
#include "../validate/ledger.h"
#include "../validate/old_values.h"
#include "report.h"
#include "summary.h"
#include "../core/text.h"

static void add_worst(vfi_text *text, const vfi_ledger *ledger)
{
  static const char *const measures[VF_MEASURES] = { "absolute", "relative", "ULP" };
  for (int m = 0; m < VF_MEASURES; m++) {
    const vfi_worst *worst = vfi_summary_worst(ledger, m);
    if (!worst) continue;
    if (worst->axes[0]) {
      vfi_text_add(text, "    worst %-8s %-10.4g '%s' at %s, call %lld: port %.17g, original %.17g\n", measures[m],
                   worst->error, worst->label, worst->axes, (long long)worst->call, worst->port, worst->original);
      continue;
    }
    vfi_text_add(text,
                 "    worst %-8s %-10.4g '%s' at (%lld, %lld, %lld) component %lld, call %lld: port %.17g, original "
                 "%.17g\n",
                 measures[m], worst->error, worst->label, (long long)worst->index[0], (long long)worst->index[1],
                 (long long)worst->index[2], (long long)worst->index[3], (long long)worst->call, worst->port,
                 worst->original);
  }
}

/* "by ULP: 0-9 120, 1e1-1e2 3", or no text without differences; zeros of two signs are 0 ULP apart. */
void vfi_text_histogram(vfi_text *text, const vfi_tally *tally)
{
  bool any = false;
  for (int d = 0; d < VF_ULP_DECADES; d++) {
    if (!tally->decades[d]) continue;
    if (d == VF_ULP_DECADES - 1)
      vfi_text_add(text, "%s1e%d and more %lld", any ? ", " : "; by ULP: ", d, (long long)tally->decades[d]);
    else if (d == 0) vfi_text_add(text, "; by ULP: 0-9 %lld", (long long)tally->decades[d]);
    else vfi_text_add(text, "%s1e%d-1e%d %lld", any ? ", " : "; by ULP: ", d, d + 1, (long long)tally->decades[d]);
    any = true;
  }
}

static void add_tallies(vfi_text *text, const vfi_ledger *ledger)
{
  for (int l = 0; l < vfi_summary_lines(ledger); l++) {
    vfi_summary_of line;
    if (!vfi_summary_line(ledger, l, &line)) continue;
    if (line.result) vfi_text_add(text, "    result%s%s", line.named ? " " : "", line.named ? line.label : "");
    else if (line.others) vfi_text_add(text, "    others (more than %d views), ", VF_MAX_STATISTICS);
    else vfi_text_add(text, "    '%s', ", line.label);
    if (!line.result) vfi_text_add(text, "%s", vfi_summary_cells(ledger));
    if (line.colour >= 0) vfi_text_add(text, " of colour %d", line.colour);
    vfi_text_add(text, ": %lld compared, %lld with other bits, %lld beyond the tolerance",
                 (long long)line.tally.compared, (long long)line.tally.different, (long long)line.tally.failed);
    vfi_text_histogram(text, &line.tally);
    vfi_text_add(text, "\n");
  }
}

void vfi_text_findings(vfi_text *text, const vfi_ledger *ledger)
{
  for (int f = 0; f < ledger->finding_count; f++) {
    const vfi_finding *finding = &ledger->findings[f];
    vfi_text_add(text, "    %s (call %lld%s) %s", vfi_finding_fails(finding->kind) ? "WRONG" : "remark",
                 (long long)finding->first_call, finding->calls > 1 ? " and later ones" : "", finding->text);
    if (finding->largest_call > finding->first_call)
      vfi_text_add(text, ", most in call %lld", (long long)finding->largest_call);
    vfi_text_add(text, "\n");
  }
  if (ledger->findings_beyond)
    vfi_text_add(text, "    %s (from call %lld on) %s: %lld findings more than the report has room for\n",
                 ledger->failed_beyond ? "WRONG" : "remark", (long long)ledger->first_beyond, ledger->name,
                 (long long)ledger->findings_beyond);
}

static void add_kernel(vfi_text *text, const vfi_ledger *ledger)
{
  vfi_text_add(text, "  %-20s %9lld %9lld   %s", ledger->name, (long long)ledger->calls, (long long)ledger->checked,
               vfi_summary_verdict(ledger));
  if (ledger->empty) vfi_text_add(text, ", %lld calls without points", (long long)ledger->empty);
  if (ledger->in_original) vfi_text_add(text, ", %lld calls by the original alone", (long long)ledger->in_original);
  if (ledger->without_original)
    vfi_text_add(text, ", %lld calls by the port, since no original is registered",
                 (long long)ledger->without_original);
  vfi_text_add(text, "\n");
  if (ledger->checked)
    vfi_text_add(text, "    seconds in checked calls: original %.3g, port %.3g\n", ledger->seconds_original,
                 ledger->seconds_port);
  add_tallies(text, ledger);
  add_worst(text, ledger);
  if (ledger->kernel && ledger->kernel->far_scratch)
    vfi_text_add(text,
                 "    remark: scratch of %zu bytes a team lies in global memory: it does not fit beside its threads\n",
                 ledger->kernel->far_scratch);
  vfi_text_findings(text, ledger);
}

/* Findings about arrays of the host, apart from kernels. */
static void add_old_values(vfi_text *text)
{
  const vfi_ledger *found = vfi_old_values_found();
  if (!found) return;
  for (int f = 0; f < found->finding_count; f++)
    vfi_text_add(text, "  %s %s\n", vfi_finding_fails(found->findings[f].kind) ? "WRONG" : "remark",
                 found->findings[f].text);
}

/* "passed", with a hint at remarks in the report. */
static void add_verdict(vfi_text *text)
{
  const bool passed = !strcmp(vfi_summary_whole(), "passed");
  vfi_text_add(text, "viewfab validation: %s%s\n", vfi_summary_whole(),
               passed && vfi_old_values_found() ? ", with remarks on arrays of the host" : "");
}

vf_status vf_report_text(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vfi_fail(VF_ERROR_NULL, "vf_report_text: buffer is NULL");
  vfi_text text = { .buffer = buffer, .size = size };
  if (size) buffer[0] = 0;
  vf_counters counters;
  const bool counted = vfi_context_default_is_open() && !vf_counters_get(NULL, &counters);
  vfi_lock();
  add_verdict(&text);
  vfi_text_add(&text, "  %-20s %9s %9s   verdict\n", "kernel", "calls", "checked");
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger)) {
    if (ledger->routine) continue;
    if (ledger->calls) add_kernel(&text, ledger);
  }
  vfi_unmet unmet;
  for (int n = 0; vfi_summary_unmet(n, &unmet); n++) vfi_text_add(&text, "  %-20s %s\n", unmet.kernel, unmet.text);
  add_old_values(&text);
  vfi_text_routines(&text);
  vfi_text_drop_ins(&text, counted ? &counters : NULL);
  vfi_groups_text(&text);
  if (text.used < size) vfi_report_is_told();
  vfi_unlock();
  if (needed) *needed = text.used + 1;
  return VF_OK;
}
