#include <viewfab/report.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../group/summary.h"
#include "../validate/ledger.h"
#include "../validate/old_values.h"
#include "json.h"
#include "report.h"
#include "summary.h"
#include "../core/text.h"

static void add_worst(vfi_text *text, const vfi_ledger *ledger)
{
  static const char *const measures[VF_MEASURES] = { "absolute", "relative", "ulp" };
  vfi_text_add(text, ", \"worst\": {");
  for (int m = 0; m < VF_MEASURES; m++) {
    const vfi_worst *worst = vfi_summary_worst(ledger, m);
    vfi_text_add(text, "%s\"%s\": ", m ? ", " : "", measures[m]);
    if (!worst) {
      vfi_text_add(text, "{\"error\": 0}");
      continue;
    }
    vfi_text_add(text, "{\"error\": ");
    vfi_json_number(text, worst->error);
    vfi_text_add(text, ", \"view\": ");
    vfi_json_string(text, worst->label);
    if (worst->axes[0]) {
      vfi_text_add(text, ", \"axes\": ");
      vfi_json_string(text, worst->axes);
    }
    vfi_text_add(text, ", \"index\": [%lld, %lld, %lld], \"component\": %lld, \"call\": %lld, \"port\": ",
                 (long long)worst->index[0], (long long)worst->index[1], (long long)worst->index[2],
                 (long long)worst->index[3], (long long)worst->call);
    vfi_json_number(text, worst->port);
    vfi_text_add(text, ", \"original\": ");
    vfi_json_number(text, worst->original);
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "}");
}

static void add_tallies(vfi_text *text, const vfi_ledger *ledger)
{
  bool any = false;
  vfi_text_add(text, ", \"comparisons\": [");
  for (int l = 0; l < vfi_summary_lines(ledger); l++) {
    vfi_summary_of line;
    if (!vfi_summary_line(ledger, l, &line)) continue;
    vfi_text_add(text, "%s{\"view\": ", any ? ", " : "");
    vfi_json_string(text, line.label);
    vfi_text_add(text, ", \"others\": %s, \"cells\": \"%s\"", line.others ? "true" : "false",
                 vfi_summary_cells(ledger));
    if (line.colour >= 0) vfi_text_add(text, ", \"colour\": %d", line.colour);
    vfi_text_add(text, ", \"compared\": %lld, \"different\": %lld, \"failed\": %lld, \"ulp_decades\": [",
                 (long long)line.tally.compared, (long long)line.tally.different, (long long)line.tally.failed);
    for (int d = 0; d < VF_ULP_DECADES; d++)
      vfi_text_add(text, "%s%lld", d ? ", " : "", (long long)line.tally.decades[d]);
    vfi_text_add(text, "]}");
    any = true;
  }
  vfi_text_add(text, "]");
}

void vfi_json_findings(vfi_text *text, const vfi_ledger *ledger)
{
  vfi_text_add(text, ", \"findings\": [");
  for (int f = 0; f < ledger->finding_count; f++) {
    const vfi_finding *finding = &ledger->findings[f];
    vfi_text_add(text, "%s{\"fails\": %s, \"first_call\": %lld, \"calls\": %lld, \"text\": ", f ? ", " : "",
                 vfi_finding_fails(finding->kind) ? "true" : "false", (long long)finding->first_call,
                 (long long)finding->calls);
    vfi_json_string(text, finding->text);
    vfi_text_add(text, "}");
  }
  vfi_text_add(text, "], \"findings_beyond\": %lld, \"pictures\": [", (long long)ledger->findings_beyond);
  vfi_json_pictures(text, ledger, false);
  vfi_text_add(text, "]");
}

static void add_kernel(vfi_text *text, const vfi_ledger *ledger)
{
  static const char *const modes[] = { "device", "original", "check" };
  vfi_text_add(text, "\n  {\"name\": ");
  vfi_json_string(text, ledger->name);
  vfi_text_add(text,
               ", \"mode\": \"%s\", \"calls\": %lld, \"checked\": %lld, \"empty\": %lld, \"in_original\": %lld, "
               "\"without_original\": "
               "%lld, \"original\": %s, \"verdict\": \"%s\", \"first_differing_call\": %lld, \"seconds_original\": "
               "%.6f, \"seconds_port\": %.6f",
               modes[ledger->settings.mode], (long long)ledger->calls, (long long)ledger->checked,
               (long long)ledger->empty, (long long)ledger->in_original, (long long)ledger->without_original,
               ledger->originals[0] || ledger->originals[1] ? "true" : "false", vfi_summary_verdict(ledger),
               (long long)ledger->first_differing_call, ledger->seconds_original, ledger->seconds_port);
  if (ledger->kernel && ledger->kernel->far_scratch)
    vfi_text_add(text, ", \"far_scratch\": %zu", ledger->kernel->far_scratch);
  add_worst(text, ledger);
  add_tallies(text, ledger);
  vfi_json_findings(text, ledger);
  vfi_text_add(text, "}");
}

vf_status vf_report_json(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vfi_fail(VF_ERROR_NULL, "vf_report_json: buffer is NULL");
  vfi_text text = { .buffer = buffer, .size = size };
  if (size) buffer[0] = 0;
  vfi_lock();
  vfi_text_add(&text, "{\"viewfab\": \"%d.%d.%d\", \"verdict\": \"%s\", \"kernels\": [", VF_VERSION_MAJOR,
               VF_VERSION_MINOR, VF_VERSION_PATCH, vfi_summary_whole());
  bool any = false;
  for (const vfi_ledger *ledger = vfi_summary_next(NULL); ledger; ledger = vfi_summary_next(ledger)) {
    if (!ledger->calls || ledger->routine) continue;
    if (any) vfi_text_add(&text, ",");
    add_kernel(&text, ledger);
    any = true;
  }
  vfi_text_add(&text, "\n], \"unmet\": [");
  vfi_unmet unmet;
  for (int n = 0; vfi_summary_unmet(n, &unmet); n++) {
    vfi_text_add(&text, "%s{\"kernel\": ", n ? ", " : "");
    vfi_json_string(&text, unmet.kernel);
    vfi_text_add(&text, ", \"text\": ");
    vfi_json_string(&text, unmet.text);
    vfi_text_add(&text, "}");
  }
  const bool old_failed = vfi_old_values_found() && vfi_ledger_failed(vfi_old_values_found());
  const char *unfailed = vfi_summary_outcome().wanted ? "passed" : "nothing checked";
  vfi_text_add(&text, "], \"old_values\": {\"verdict\": \"%s\"", old_failed ? "failed" : unfailed);
  if (vfi_old_values_found()) vfi_json_findings(&text, vfi_old_values_found());
  vfi_text_add(&text, "}, \"routines\": [");
  vfi_json_routines(&text);
  vfi_text_add(&text, "\n], \"drop_ins\": [");
  vfi_json_drop_ins(&text);
  vfi_text_add(&text, "\n], \"groups\": [");
  vfi_groups_json(&text);
  vfi_text_add(&text, "\n]}\n");
  if (text.used < size) vfi_report_is_told();
  vfi_unlock();
  if (needed) *needed = text.used + 1;
  return VF_OK;
}
