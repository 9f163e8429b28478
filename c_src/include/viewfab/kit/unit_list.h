/* Translation unit of the generator: the kernels of this run. Needs VF_KERNELS(X), X(<kernel>) for each; VF_TEMPLATES,
 * the folder of the templates of loops in quotes, if the generator is to write loops; VF_UNITS, the units for GPUs: for
 * each "<unit>_cuda.cu", "<kernel>", ..., NULL, and a comma. */
#include <viewfab/backend.h>
#include <viewfab/backend/column_description.h>

#define VF_DECLARE(name)                                       \
  extern const vfi_kernel_description vf_##name##_description; \
  extern const char vf_##name##_file[];
VF_KERNELS(VF_DECLARE)

#define VF_LISTED(name) &vf_##name##_description,
extern const vfi_kernel_description *const vfi_kernel_list[];
const vfi_kernel_description *const vfi_kernel_list[] = { VF_KERNELS(VF_LISTED) NULL };

#define VF_COLUMNS_OF(name) extern const vfi_column_description vf_##name##_columns;
VF_KERNELS(VF_COLUMNS_OF)
#define VF_LISTED_COLUMNS(name) &vf_##name##_columns,
extern const vfi_column_description *const vfi_kernel_columns[];
const vfi_column_description *const vfi_kernel_columns[] = { VF_KERNELS(VF_LISTED_COLUMNS) NULL };

#define VF_FILE(name) vf_##name##_file,
extern const char *const vfi_kernel_files[];
const char *const vfi_kernel_files[] = { VF_KERNELS(VF_FILE) NULL };

/* The units for GPUs: the name of each unit, its kernels and NULL. */
#ifndef VF_UNITS
#define VF_UNITS
#endif
extern const char *const vfi_device_units[];
const char *const vfi_device_units[] = { VF_UNITS NULL };

#ifndef VF_TEMPLATES
#define VF_TEMPLATES NULL
#endif
extern const char *const vfi_template_folder;
const char *const vfi_template_folder = VF_TEMPLATES;
