/* Writes the units of kernels for GPUs. A unit has one kernel or several kernels, each in float and in double, and each in a
 * namespace of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

static const char *device;

const char *device_in_hand(void) { return device; }

static const vfi_kernel_description *kernel_of(const char *name)
{
  for (const vfi_kernel_description *const *kernel = vfi_kernel_list; *kernel; kernel++)
    if (!strcmp((*kernel)->name, name)) return *kernel;
  fprintf(stderr, "viewfab generator: there is no kernel %s for a unit\n", name);
  exit(1);
}

/* The first lines of a unit. names: its kernels, ended by NULL. */
static void put_head(const char *const *names)
{
  static const char *const headers[][2] = { { "remote", "plain_remote" }, { "lines", "plain_lines" },
                                            { "results", "gpu_lanes" },   { "ghosts", "gpu_ghosts" },
                                            { "columns", "gpu_columns" }, { "tiles", "gpu_tiles" } };
  put("/* Generated from %s", file_name(kernel_of(names[0])));
  for (int n = 1; names[n]; n++)
    if (strcmp(file_path(kernel_of(names[n])), file_path(kernel_of(names[n - 1]))) != 0)
      put_item(", ", "\n * ", file_name(kernel_of(names[n])));
  put("; do not edit: loops for GPUs by %s. */\n", strcmp(device, "hip") ? "CUDA" : "HIP");
  if (!strcmp(device, "hip")) put("#define VIEWFAB_GPU_HIP\n");
  put("#include <viewfab/kit/device.h>\n");
  for (size_t h = 0; h < sizeof headers / sizeof *headers; h++)
    for (int n = 0; names[n]; n++)
      if (loop_condition_holds(headers[h][0], kernel_of(names[n]))) {
        put("#include <viewfab/kit/%s.h>\n", headers[h][1]);
        break;
      }
}

/* The device of a unit, from the end of its name: "relax_cuda.cu". */
static void take_device(const char *unit) { device = strstr(unit, "_hip.") ? "hip" : "cuda"; }

void write_device_units(const char *folder)
{
  static const char *const reals[] = {
#define REAL(NAME, word, number, c, epsilon) #c,
    VF_REAL_TYPE_LIST(REAL)
#undef REAL
  };
  for (const char *const *unit = vfi_device_units; *unit; unit++) {
    const char *const name = *unit++;
    take_device(name);
    put_head(unit);
    for (; *unit; unit++)
      for (int pass = 0; pass < VF_PASS_COUNT; pass++) {
        writing(kernel_of(*unit));
        put("\n");
        fill_template("namespace.cu.in", kernel_of(*unit), reals[pass]);
      }
    writing(NULL);
    indent_composed();
    save(folder, name);
    device = NULL;
  }
}
