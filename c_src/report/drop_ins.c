/* Legacy symbols in both forms of the report. */
#include "summary.h"

#include "../coherence/coherence.h"
#include "../relink/heap_blocks.h"
#include "../relink/known.h"
#include "../relink/region.h"
#include "../relink/stay.h"

static int64_t count_of(const int64_t *counter) { return __atomic_load_n(counter, __ATOMIC_RELAXED); }

static void add_symbol(vfi_text *text, const vfi_symbol *symbol)
{
  const int64_t calls = vfi_symbol_calls(symbol), stayed = vfi_symbol_stayed(symbol);
  const int64_t unknown = count_of(&symbol->unknown_arrays);
  vfi_text_add(text, "  %-20s %9lld   %s", symbol->name, (long long)calls, symbol->kernel->description.name);
  if (!symbol->has_original) vfi_text_add(text, ", without its original");
  if (!calls) vfi_text_add(text, ", redirected, 0 calls: does the program call it from its own source file?");
  if (stayed) vfi_text_add(text, ", %lld by the original", (long long)stayed);
  vfi_text_add(text, "\n");
  if (unknown)
    vfi_text_add(
        text,
        "    %lld array%s of memory that is not known, copied for the call: vf_memory_register, or ALLOCATOR of "
        "viewfab_relink\n",
        (long long)unknown, unknown > 1 ? "s" : "");
}

void vfi_text_drop_ins(vfi_text *text, const vf_counters *counters)
{
  bool any = false, stayed = false;
  for (const vfi_symbol *symbol = vfi_symbol_first(); symbol; symbol = vfi_symbol_behind(symbol)) {
    if (!vfi_symbol_matters(symbol)) continue;
    if (!any) vfi_text_add(text, "  %-20s %9s   kernel\n", "legacy symbol", "calls");
    any = true;
    stayed = stayed || vfi_symbol_stayed(symbol) > 0;
    add_symbol(text, symbol);
  }
  if (stayed)
    vfi_text_add(text, "  by the original: on the host nothing has to move, and no check was asked for; VF_MODE=device "
                       "runs the port\n");
  const vfi_offload_moved moved = vfi_offload_moves();
  if (moved.regions)
    vfi_text_add(text, "  %d region%s of vf_offload_begin: %lld bytes to the device, %lld to the host before the end\n",
                 moved.regions, moved.regions > 1 ? "s" : "", (long long)moved.to_device, (long long)moved.to_host);
  if (!any || !vfi_coherence_serves()) return;
  vfi_text_add(text, "  VF_COHERENCE=auto: %lld allocations beside known memory stayed on the device between calls",
               (long long)vfi_heap_blocks_made());
  if (counters)
    vfi_text_add(text, "; copies in all: %lld bytes to the device, %lld to the host",
                 (long long)counters->bytes_to_device, (long long)counters->bytes_to_host);
  vfi_text_add(text, "\n");
}

void vfi_json_drop_ins(vfi_text *text)
{
  bool any = false;
  for (const vfi_symbol *symbol = vfi_symbol_first(); symbol; symbol = vfi_symbol_behind(symbol)) {
    if (!vfi_symbol_matters(symbol)) continue;
    vfi_text_add(text,
                 "%s\n  {\"name\": \"%s\", \"kernel\": \"%s\", \"calls\": %lld, \"by_original\": %lld, "
                 "\"unknown_arrays\": %lld, "
                 "\"original\": %s}",
                 any ? "," : "", symbol->name, symbol->kernel->description.name, (long long)vfi_symbol_calls(symbol),
                 (long long)vfi_symbol_stayed(symbol), (long long)count_of(&symbol->unknown_arrays),
                 symbol->has_original ? "true" : "false");
    any = true;
  }
}
