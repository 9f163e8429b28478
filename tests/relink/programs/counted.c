/* The report counts the calls of a legacy symbol since the last reset. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/report.h>

#include "legacy.h"

int original_calls;

static void call(int times)
{
  static double x[6 * 5 * 4];
  int lo[3] = { 1, 0, -1 }, hi[3] = { 6, 4, 2 }, components = 1;
  double value = 3;
  for (int c = 0; c < times; c++) SPELLED(fort_fab_setval)(lo, hi, x, lo, hi, &components, &value);
}

static void expect(int calls)
{
  static char text[1 << 16];
  char line[80];
  size_t needed = 0;
  snprintf(line, sizeof line, "  %-20s %9d   ", "fort_fab_setval", calls);
  const vf_status status = vf_report_text(text, sizeof text, &needed);
  if (!status && strstr(text, line)) return;
  printf("not said: %s\n%s\n", line, text);
  exit(1);
}

int main(void)
{
  call(5);
  expect(5);
  if (vf_report_reset()) return 1;
  call(3);
  expect(3);
  return 0;
}
