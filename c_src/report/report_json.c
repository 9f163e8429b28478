#include <math.h>

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

void vf_json_string(vf_text *text, const char *string)
{
  vf_text_add(text, "\"");
  for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
    const int length = vf_text_character((const char *)c);
    if (*c == '"' || *c == '\\') vf_text_add(text, "\\%c", *c);
    else if (*c < 0x20 || length == 0 || *c == 0x7f)
      vf_text_add(text, "\\u%04x", *c); /* Latin-1 where it is no UTF-8 */
    else vf_text_add(text, "%.*s", length, (const char *)c);
    if (length > 1) c += length - 1;
  }
  vf_text_add(text, "\"");
}

/* JSON has no infinity and no NaN. */
void vf_json_number(vf_text *text, double number)
{
  if (isfinite(number)) vf_text_add(text, "%.17g", number);
  else vf_text_add(text, "\"%s\"", isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

static void add_worst(vf_text *text, const vf_ledger *ledger)
{
  static const char *const measures[VF_MEASURES] = { "absolute", "relative", "ulp" };
  vf_text_add(text, ", \"worst\": {");
  for (int m = 0; m < VF_MEASURES; m++) {
    const vf_worst *worst = vf_summary_worst(ledger, m);
    vf_text_add(text, "%s\"%s\": ", m ? ", " : "", measures[m]);
    if (!worst) {
      vf_text_add(text, "{\"error\": 0}");
      continue;
    }
    vf_text_add(text, "{\"error\": ");
    vf_json_number(text, worst->error);
    vf_text_add(text, ", \"view\": ");
    vf_json_string(text, worst->label);
    if (worst->axes[0]) {
      vf_text_add(text, ", \"axes\": ");
      vf_json_string(text, worst->axes);
    }
    vf_text_add(text, ", \"index\": [%lld, %lld, %lld], \"component\": %lld, \"call\": %lld, \"port\": ",
                (long long)worst->index[0], (long long)worst->index[1], (long long)worst->index[2],
                (long long)worst->index[3], (long long)worst->call);
    vf_json_number(text, worst->port);
    vf_text_add(text, ", \"original\": ");
    vf_json_number(text, worst->original);
    vf_text_add(text, "}");
  }
  vf_text_add(text, "}");
}

static void add_tallies(vf_text *text, const vf_ledger *ledger)
{
  bool any = false;
  vf_text_add(text, ", \"comparisons\": [");
  for (int l = 0; l < vf_summary_lines(ledger); l++) {
    vf_summary_of line;
    if (!vf_summary_line(ledger, l, &line)) continue;
    vf_text_add(text, "%s{\"view\": ", any ? ", " : "");
    vf_json_string(text, line.label);
    vf_text_add(text, ", \"others\": %s, \"cells\": \"%s\"", line.others ? "true" : "false", vf_summary_cells(ledger));
    if (line.colour >= 0) vf_text_add(text, ", \"colour\": %d", line.colour);
    vf_text_add(text, ", \"compared\": %lld, \"different\": %lld, \"failed\": %lld, \"ulp_decades\": [",
                (long long)line.tally.compared, (long long)line.tally.different, (long long)line.tally.failed);
    for (int d = 0; d < VF_ULP_DECADES; d++)
      vf_text_add(text, "%s%lld", d ? ", " : "", (long long)line.tally.decades[d]);
    vf_text_add(text, "]}");
    any = true;
  }
  vf_text_add(text, "]");
}

void vf_json_findings(vf_text *text, const vf_ledger *ledger)
{
  vf_text_add(text, ", \"findings\": [");
  for (int f = 0; f < ledger->finding_count; f++) {
    const vf_finding *finding = &ledger->findings[f];
    vf_text_add(text, "%s{\"fails\": %s, \"first_call\": %lld, \"calls\": %lld, \"text\": ", f ? ", " : "",
                vf_finding_fails(finding->kind) ? "true" : "false", (long long)finding->first_call,
                (long long)finding->calls);
    vf_json_string(text, finding->text);
    vf_text_add(text, "}");
  }
  vf_text_add(text, "], \"findings_beyond\": %lld", (long long)ledger->findings_beyond);
}

static void add_kernel(vf_text *text, const vf_ledger *ledger)
{
  static const char *const modes[] = { "device", "original", "check" };
  vf_text_add(text, "\n  {\"name\": ");
  vf_json_string(text, ledger->name);
  vf_text_add(text,
              ", \"mode\": \"%s\", \"calls\": %lld, \"checked\": %lld, \"empty\": %lld, \"in_original\": %lld, "
              "\"without_original\": "
              "%lld, \"original\": %s, \"verdict\": \"%s\", \"first_differing_call\": %lld, \"seconds_original\": "
              "%.6f, \"seconds_port\": %.6f",
              modes[ledger->settings.mode], (long long)ledger->calls, (long long)ledger->checked,
              (long long)ledger->empty, (long long)ledger->in_original, (long long)ledger->without_original,
              ledger->originals[0] || ledger->originals[1] ? "true" : "false", vf_summary_verdict(ledger),
              (long long)ledger->first_differing_call, ledger->seconds_original, ledger->seconds_port);
  if (ledger->kernel && ledger->kernel->far_scratch)
    vf_text_add(text, ", \"far_scratch\": %zu", ledger->kernel->far_scratch);
  add_worst(text, ledger);
  add_tallies(text, ledger);
  vf_json_findings(text, ledger);
  vf_text_add(text, "}");
}

vf_status vf_report_json(char *buffer, size_t size, size_t *needed)
{
  if (size && !buffer) return vf_fail(VF_ERROR_NULL, "vf_report_json: buffer is NULL");
  vf_text text = { .buffer = buffer, .size = size };
  if (size) buffer[0] = 0;
  vf_lock();
  vf_text_add(&text, "{\"viewfab\": \"%d.%d.%d\", \"verdict\": \"%s\", \"kernels\": [", VF_VERSION_MAJOR,
              VF_VERSION_MINOR, VF_VERSION_PATCH, vf_summary_whole());
  bool any = false;
  for (const vf_ledger *ledger = vf_summary_next(NULL); ledger; ledger = vf_summary_next(ledger)) {
    if (!ledger->calls || ledger->routine) continue;
    if (any) vf_text_add(&text, ",");
    add_kernel(&text, ledger);
    any = true;
  }
  vf_text_add(&text, "\n], \"unmet\": [");
  vf_unmet unmet;
  for (int n = 0; vf_summary_unmet(n, &unmet); n++) {
    vf_text_add(&text, "%s{\"kernel\": ", n ? ", " : "");
    vf_json_string(&text, unmet.kernel);
    vf_text_add(&text, ", \"text\": ");
    vf_json_string(&text, unmet.text);
    vf_text_add(&text, "}");
  }
  const bool old_failed = vf_old_values_found() && vf_ledger_failed(vf_old_values_found());
  const char *unfailed = vf_summary_outcome().wanted ? "passed" : "nothing checked";
  vf_text_add(&text, "], \"old_values\": {\"verdict\": \"%s\"", old_failed ? "failed" : unfailed);
  if (vf_old_values_found()) vf_json_findings(&text, vf_old_values_found());
  vf_text_add(&text, "}, \"routines\": [");
  vf_json_routines(&text);
  vf_text_add(&text, "\n], \"drop_ins\": [");
  vf_json_drop_ins(&text);
  vf_text_add(&text, "\n], \"groups\": [");
  vf_groups_json(&text);
  vf_text_add(&text, "\n]}\n");
  if (text.used < size) vf_report_is_told();
  vf_unlock();
  if (needed) *needed = text.used + 1;
  return VF_OK;
}
