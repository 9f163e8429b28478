/* The loops of kernels: plain C, from the templates in loops/. A template is text with
 *   @word@            a text of the kernel in hand
 *   @if WORD, @else, @end   lines of their own around lines that are for some kernels */
#ifndef VIEWFAB_GENERATOR_LOOPS_H
#define VIEWFAB_GENERATOR_LOOPS_H

#include <viewfab/backend/column_description.h>

#include "generator.h"

/* The folder of the templates; NULL: the generator writes no loops. */
extern const char *const vfi_template_folder;

/* Composes the text of a template for a kernel.
 *   real  type of the pass, "float" or "double" */
void fill_template(const char *name, const vfi_kernel_description *kernel, const char *real);

/* Puts the text of a word of a template; false: there is no such word. */
bool put_loop_word(const char *word, const vfi_kernel_description *kernel, const char *real);

/* The same for the parameters of functions and the arguments of their calls. */
bool put_parameter_word(const char *word, const vfi_kernel_description *kernel, const char *real);

/* The same for the words of builds with checked bounds. */
bool put_bounds_word(const char *word, const vfi_kernel_description *kernel);

/* The guards of the accesses of a point vfi_at.
 *   of_halo  of a point in a halo of a tile, which reads the elements of all points; false: of a point of the call */
void put_guards_of_point(const vfi_kernel_description *kernel, bool of_halo);

/* The guard of a remote array, which is the same in all boxes. */
void put_guard_of_remote(const char *name, int argument);

/* The guards of a box, in a build with checked bounds. */
void put_guards_of_box(const vfi_kernel_description *kernel);

/* The operation on a result in C: "VF_REDUCTION_SUM". */
const char *result_operation(const vfi_result_description *result);

/* The same for the words of kernels with results. */
bool put_result_word(const char *word, const vfi_kernel_description *kernel, const char *real);

/* The same for the words of kernels with lines. */
bool put_line_word(const char *word, const vfi_kernel_description *kernel, const char *real);

/* The same for the words of kernels over columns. */
bool put_column_word(const char *word, const vfi_kernel_description *kernel, const char *real);

/* The phases of kernels over columns, teams and tiles, in the order of vfi_kernel_list. */
extern const vfi_column_description *const vfi_kernel_columns[];

/* The type of elements in C; and of a value in a body, valid until the next call. */
const char *element_in_c(vfi_argument_type type, const char *real);
const char *value_in_c(const vfi_argument_description *argument, const char *real);

/* The values of lines are computed around each point; false: along rows, or there are no lines. */
bool has_lines_around(const vfi_kernel_description *kernel);

/* True if remote arrays have several forms. */
bool has_forms(const vfi_kernel_description *kernel);

/* Indices of an array in a body; and true if the last of them counts components that the array does not have. */
int index_count(const vfi_kernel_description *kernel, const vfi_argument_description *argument);
bool lacks_components(const vfi_kernel_description *kernel, const vfi_argument_description *argument);

/* The arguments of a call of the function of a line at point i: "vfi_x, j, k, n, 0, 0, box, x, x_stride2".
 *   in_point  the call is in the function of a point; false: in a loop */
void put_line_call_arguments(const vfi_kernel_description *kernel, const char *real, const char *i, bool in_point);

/* Arguments of a kernel: all; or the arguments of a function of a line, which takes no arrays that the kernel writes. */
typedef enum argument_group { ALL_ARGUMENTS, OF_LINES } argument_group;

/* The form of parameters: the words before each parameter, the text before the name of a pointer, the text that
 * breaks a line, the arguments, and true for functions of loops, false for functions of bodies. */
typedef struct parameter_form {
  const char *unused, *pointer, *broken;
  argument_group group;
  bool in_loops;
} parameter_form;

/* The last index of an array with a stride from the launch: of all indices but the components that the array lacks. */
int last_stride(const vfi_kernel_description *kernel, const vfi_argument_description *argument);

/* The parameter of an array, without its strides, and of a value; the words are those of a form. */
void put_pointer_parameter(const vfi_argument_description *argument, const char *real, const char *unused,
                           const char *pointer, const char *broken);
void put_number_parameter(const vfi_argument_description *argument, const char *real, const char *unused,
                          const char *broken);

/* Parameters for the arguments of a kernel over boxes: arrays, and values. */
void put_parameters(const vfi_kernel_description *kernel, const char *real, const parameter_form *form);

/* The source of the arguments of a call: spans and guards of a launch; parameters; parameters, but the guards of a
 * point. */
typedef struct argument_source {
  const char *origin, *remote_origin, *remote, *guard;
  bool spans;
} argument_source;

extern const argument_source from_launch, from_parameters, from_point;

/* The address of an array among the arguments of a call. */
void put_origin(const vfi_argument_description *argument, const char *real, const argument_source *from,
                const char *broken);

/* The arguments of a call with such parameters. */
void put_arguments(const vfi_kernel_description *kernel, const char *real, const argument_source *from,
                   argument_group group, const char *broken);

/* The arguments of a call of the function of a point: "i, j, k, n, 0, 0, box, x, x_stride2". */
void put_point_arguments(const vfi_kernel_description *kernel, const char *real);

/* True if lines behind "@if condition" are for the kernel. */
bool loop_condition_holds(const char *condition, const vfi_kernel_description *kernel);

/* The template of a kernel's host loops. */
const char *host_template(const vfi_kernel_description *kernel);

/* The template of a kernel's loops for GPUs. */
const char *device_template(const vfi_kernel_description *kernel);

/* The device of the unit in hand, "cuda" or "hip"; NULL: the host. */
const char *device_in_hand(void);

/* The words for the parameters of kernels. */
bool put_device_parameter_word(const char *word, const vfi_kernel_description *kernel, const char *real);

/* The type of the stride of the index d from 2 on, in loops of the device in hand or of the host. */
const char *stride_in_c(const vfi_kernel_description *kernel, int d);

/* As put_loop_word and loop_condition_holds, for templates of GPUs alone. */
bool put_device_word(const char *word, const vfi_kernel_description *kernel, const char *real);
bool device_condition_holds(const char *condition, const vfi_kernel_description *kernel);

/* The values of an argument: pattern begins the statement, "const double h = ", and of is the vf_value. */
void put_value(const vfi_argument_description *argument, const char *begin, const char *of, const char *real);

/* The units for GPUs of this run, as in kit/unit_list.h; and the files of these units. */
extern const char *const vfi_device_units[];
void write_device_units(const char *folder);

/* Indents the composed text, as C. */
void indent_composed(void);

/* <kernel>_host_float.c and <kernel>_host_double.c. */
void write_host_loops(const vfi_kernel_description *kernel, const char *folder);

#endif
