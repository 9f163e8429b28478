#include <math.h>
#include <string.h>

#include <viewfab/report.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../group/summary.h"
#include "../validate/ledger.h"
#include "../validate/old_values.h"
#include "drop_ins.h"
#include "report.h"
#include "routines.h"
#include "summary.h"
#include "../core/text.h"

static void add_worst(vf_text *text, const vf_ledger *ledger)
{
  static const char *const measures[VF_MEASURES] = { "absolute", "relative", "ULP" };
  for (int m = 0; m < VF_MEASURES; m++) {
    const vf_worst *worst = vf_summary_worst(ledger, m);
    if (!worst) continue;
    if (worst->axes[0]) {
      vf_text_add(text, "    worst %-8s %-10.4g '%s' at %s, call %lld: port %.17g, original %.17g\n", measures[m],
                  worst->error, worst->label, worst->axes, (long long)worst->call, worst->port, worst->original);
      continue;
    }
    vf_text_add(text,
                "    worst %-8s %-10.4g '%s' at (%lld, %lld, %lld) component %lld, call %lld: port %.17g, original "
                "%.17g\n",
                measures[m], worst->error, worst->label, (long long)worst->index[0], (long long)worst->index[1],
                (long long)worst->index[2], (long long)worst->index[3], (long long)worst->call, worst->port,
                worst->original);
  }
}

/* "by ULP: 0-9 120, 1e1-1e2 3", where anything differs; zeros of two signs are 0 ULP apart. */
void vf_text_histogram(vf_text *text, const vf_tally *tally)
{
  bool any = false;
  for (int d = 0; d < VF_ULP_DECADES; d++) {
    if (!tally->decades[d]) continue;
    if (d == VF_ULP_DECADES - 1)
      vf_text_add(text, "%s1e%d and more %lld", any ? ", " : "; by ULP: ", d, (long long)tally->decades[d]);
    else if (d == 0) vf_text_add(text, "; by ULP: 0-9 %lld", (long long)tally->decades[d]);
    else vf_text_add(text, "%s1e%d-1e%d %lld", any ? ", " : "; by ULP: ", d, d + 1, (long long)tally->decades[d]);
    any = true;
  }
}

static void add_tallies(vf_text *text, const vf_ledger *ledger)
{
  for (int l = 0; l < vf_summary_lines(ledger); l++) {
    vf_summary_of line;
    if (!vf_summary_line(ledger, l, &line)) continue;
    if (line.result) vf_text_add(text, "    result%s%s", line.named ? " " : "", line.named ? line.label : "");
    else if (line.others) vf_text_add(text, "    others (more than %d views), ", VF_MAX_STATISTICS);
    else vf_text_add(text, "    '%s', ", line.label);
    if (!line.result) vf_text_add(text, "%s", vf_summary_cells(ledger));
    if (line.colour >= 0) vf_text_add(text, " of colour %d", line.colour);
    vf_text_add(text, ": %lld compared, %lld with other bits, %lld beyond the tolerance",
                (long long)line.tally.compared, (long long)line.tally.different, (long long)line.tally.failed);
    vf_text_histogram(text, &line.tally);
    vf_text_add(text, "\n");
  }
}

void vf_text_findings(vf_text *text, const vf_ledger *ledger)
{
  for (int f = 0; f < ledger->finding_count; f++) {
    const vf_finding *finding = &ledger->findings[f];
    vf_text_add(text, "    %s (call %lld%s) %s", vf_finding_fails(finding->kind) ? "WRONG" : "remark",
                (long long)finding->first_call, finding->calls > 1 ? " and later ones" : "", finding->text);
    if (finding->largest_call > finding->first_call)
      vf_text_add(text, ", most in call %lld", (long long)finding->largest_call);
    vf_text_add(text, "\n");
  }
  if (ledger->findings_beyond)
    vf_text_add(text, "    %s (from call %lld on) %s: %lld findings more than the report has room for\n",
                ledger->failed_beyond ? "WRONG" : "remark", (long long)ledger->first_beyond, ledger->name,
                (long long)ledger->findings_beyond);
}

static void add_kernel(vf_text *text, const vf_ledger *ledger)
{
  vf_text_add(text, "  %-20s %9lld %9lld   %s", ledger->name, (long long)ledger->calls, (long long)ledger->checked,
              vf_summary_verdict(ledger));
  if (ledger->empty) vf_text_add(text, ", %lld calls without points", (long long)ledger->empty);
  if (ledger->in_original) vf_text_add(text, ", %lld calls by the original alone", (long long)ledger->in_original);
  if (ledger->without_original)
    vf_text_add(text, ", %lld calls by the port, since no original is registered", (long long)ledger->without_original);
  vf_text_add(text, "\n");
  if (ledger->checked)
    vf_text_add(text, "    seconds in checked calls: original %.3g, port %.3g\n", ledger->seconds_original,
                ledger->seconds_port);
  add_tallies(text, ledger);
  add_worst(text, ledger);
  if (ledger->kernel && ledger->kernel->far_scratch)
    vf_text_add(text,
                "    remark: scratch of %zu bytes a team lies in global memory: it does not fit beside its threads\n",
                ledger->kernel->far_scratch);
  vf_text_findings(text, ledger);
}

/* What was found of arrays of the host, whatever kernels did. */
static void add_old_values(vf_text *text)
{
  const vf_ledger *found = vf_old_values_found();
  if (!found) return;
  for (int f = 0; f < found->finding_count; f++)
    vf_text_add(text, "  %s %s\n", vf_finding_fails(found->findings[f].kind) ? "WRONG" : "remark",
                found->findings[f].text);
}

/* "passed", and whether a look at what follows is worth while. */
static void add_verdict(vf_text *text)
{
  const bool passed = !strcmp(vf_summary_whole(), "passed");
  vf_text_add(text, "viewfab validation: %s%s\n", vf_summary_whole(),
              passed && vf_old_values_found() ? ", with remarks on arrays of the host" : "");
}

vf_status vf_report_text(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vf_fail(VF_ERROR_NULL, "vf_report_text: buffer is NULL");
  vf_text text = { .buffer = buffer, .size = size };
  if (size) buffer[0] = 0;
  vf_lock();
  add_verdict(&text);
  vf_text_add(&text, "  %-20s %9s %9s   verdict\n", "kernel", "calls", "checked");
  for (const vf_ledger *ledger = vf_summary_next(NULL); ledger; ledger = vf_summary_next(ledger)) {
    if (ledger->routine) continue;
    if (ledger->calls) add_kernel(&text, ledger);
  }
  vf_unmet unmet;
  for (int n = 0; vf_summary_unmet(n, &unmet); n++) vf_text_add(&text, "  %-20s %s\n", unmet.kernel, unmet.text);
  add_old_values(&text);
  vf_text_routines(&text);
  vf_text_drop_ins(&text);
  vf_groups_text(&text);
  if (text.used < size) vf_report_is_told();
  vf_unlock();
  if (needed) *needed = text.used + 1;
  return VF_OK;
}
