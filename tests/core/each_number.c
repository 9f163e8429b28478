/* The forms for vectors of functions of the C library: each number of a vector gets the bits of the function. */
#include "common.h"

#include <math.h>

#include <viewfab/kit/each_number.h>

#if defined(__GNUC__) && defined(__x86_64__)

typedef float floats_4 __attribute__((vector_size(16)));
typedef float floats_8 __attribute__((vector_size(32)));
typedef float floats_16 __attribute__((vector_size(64)));
typedef double doubles_2 __attribute__((vector_size(16)));
typedef double doubles_4 __attribute__((vector_size(32)));
typedef double doubles_8 __attribute__((vector_size(64)));

/* A form for vectors, with its numbers in memory, and the function itself. */
typedef struct form {
  const char *name;
  char letter; /* b: SSE2, c: AVX, d: AVX2, e: AVX-512 */
  int lanes;
  bool single;
  void (*of_vector)(void *x, const void *y);
  void (*of_number)(void *x, const void *y);
} form;

#define VECTORS_OF_ONE(letter, lanes, vector, type, target, function)           \
  extern target vector _ZGV##letter##N##lanes##v_vfi_each_##function(vector x); \
  target static void letter##_of_##function(void *x, const void *y)             \
  {                                                                             \
    vector numbers;                                                             \
    (void)y;                                                                    \
    memcpy(&numbers, x, sizeof numbers);                                        \
    numbers = _ZGV##letter##N##lanes##v_vfi_each_##function(numbers);           \
    memcpy(x, &numbers, sizeof numbers);                                        \
  }
#define VECTORS_OF_TWO(letter, lanes, vector, type, target, function)                      \
  extern target vector _ZGV##letter##N##lanes##vv_vfi_each_##function(vector x, vector y); \
  target static void letter##_of_##function(void *x, const void *y)                        \
  {                                                                                        \
    vector numbers, others;                                                                \
    memcpy(&numbers, x, sizeof numbers);                                                   \
    memcpy(&others, y, sizeof others);                                                     \
    numbers = _ZGV##letter##N##lanes##vv_vfi_each_##function(numbers, others);             \
    memcpy(x, &numbers, sizeof numbers);                                                   \
  }
#define SSE2
#define AVX __attribute__((target("avx")))
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512f")))
#define OF_TYPES(X, function)                     \
  X(b, 4, floats_4, float, SSE2, function##f)     \
  X(c, 8, floats_8, float, AVX, function##f)      \
  X(d, 8, floats_8, float, AVX2, function##f)     \
  X(e, 16, floats_16, float, AVX512, function##f) \
  X(b, 2, doubles_2, double, SSE2, function)      \
  X(c, 4, doubles_4, double, AVX, function)       \
  X(d, 4, doubles_4, double, AVX2, function) X(e, 8, doubles_8, double, AVX512, function)
#define DEFINE_OF_ONE(name, function)                                                                       \
  static void of_##function(void *x, const void *y) { (void)y, *(double *)x = function(*(double *)x); }     \
  static void of_##function##f(void *x, const void *y) { (void)y, *(float *)x = function##f(*(float *)x); } \
  OF_TYPES(VECTORS_OF_ONE, function)
#define DEFINE_OF_TWO(name, function)                                                                                 \
  static void of_##function(void *x, const void *y) { *(double *)x = function(*(double *)x, *(const double *)y); }    \
  static void of_##function##f(void *x, const void *y) { *(float *)x = function##f(*(float *)x, *(const float *)y); } \
  OF_TYPES(VECTORS_OF_TWO, function)
VF_FUNCTIONS_OF_ONE(DEFINE_OF_ONE)
VF_FUNCTIONS_OF_TWO(DEFINE_OF_TWO)

#define ROW(letter, lanes, vector, type, target, function) \
  { #function, #letter[0], lanes, sizeof(type) == sizeof(float), letter##_of_##function, of_##function },
#define ROWS(name, function) OF_TYPES(ROW, function)
static const form forms[] = { VF_FUNCTIONS_OF_ONE(ROWS) VF_FUNCTIONS_OF_TWO(ROWS) };

static bool processor_has(char letter)
{
  return letter == 'e'   ? __builtin_cpu_supports("avx512f")
         : letter == 'd' ? __builtin_cpu_supports("avx2")
         : letter == 'c' ? __builtin_cpu_supports("avx")
                         : true;
}

/* Numbers of all sorts, so that the numbers of a vector differ: signed zeros, and numbers outside of domains and ranges. */
static const double numbers[] = { 0.5,  -0.0, 1.25,  3,    -2.5, 0.0,   1e-3, 700,   -745, 1,   -1,
                                  1e30, 88,   -0.99, 1e-9, 17,   -1e-5, 0.1,  1e-42, 2.75, -310 };
enum { NUMBERS = sizeof numbers / sizeof *numbers, APART = 8, MOST_LANES = 16 };

/* Numbers from place `first` on. */
static void fill(void *place, const form *form, int first)
{
  for (int lane = 0; lane < form->lanes; lane++) {
    const double number = numbers[(first + lane) % NUMBERS];
    if (form->single) ((float *)place)[lane] = (float)number;
    else ((double *)place)[lane] = number;
  }
}

static void each_number_of_a_vector_has_the_bits_of_the_function(void **state)
{
  (void)state;
  for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
    const form *const form = &forms[f];
    const size_t size = form->single ? sizeof(float) : sizeof(double);
    if (!processor_has(form->letter)) continue;
    for (int first = 0; first < NUMBERS; first++) {
      double found[MOST_LANES], expected[MOST_LANES], second[MOST_LANES];
      fill(found, form, first);
      fill(expected, form, first);
      fill(second, form, first + APART);
      form->of_vector(found, second);
      for (int lane = 0; lane < form->lanes; lane++) {
        const size_t place = (size_t)lane * size;
        form->of_number((char *)expected + place, (char *)second + place);
        if (memcmp((char *)found + place, (char *)expected + place, size) != 0)
          fail_msg("%s, vectors '%c': number %d of the vector that begins with %g", form->name, form->letter, lane,
                   numbers[first]);
      }
    }
  }
}

static void a_number_alone_has_the_bits_of_the_function(void **state)
{
  (void)state;
  for (int first = 0; first < NUMBERS; first++) {
    const double x = numbers[first], y = numbers[(first + APART) % NUMBERS];
    const double power[2] = { vfi_each_pow(x, y), pow(x, y) }, root[2] = { vfi_each_exp(x), exp(x) };
    const float single[2] = { vfi_each_powf((float)x, (float)y), powf((float)x, (float)y) };
    assert_memory_equal(&power[0], &power[1], sizeof *power);
    assert_memory_equal(&root[0], &root[1], sizeof *root);
    assert_memory_equal(&single[0], &single[1], sizeof *single);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_number_of_a_vector_has_the_bits_of_the_function),
    cmocka_unit_test(a_number_alone_has_the_bits_of_the_function),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) { return 77; }

#endif
