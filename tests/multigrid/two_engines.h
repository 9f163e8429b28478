/* The engine of a GPU beside the host's, with the same levels. */
#ifndef VIEWFAB_TESTS_TWO_ENGINES_H
#define VIEWFAB_TESTS_TWO_ENGINES_H

#include "level_fields.h"
#include "testing.h"

enum { HOST, TESTED, SIDES, MOST_LEVELS = 6 };

/* An engine and its levels, the fine level first. */
typedef struct side {
  vf_context *context;
  vfi_engine engine;
  level_store store;
  vfi_level level[MOST_LEVELS];
  vf_field extra; /* shaped as the fine level's */
  double *got;
} side;
extern side both[SIDES];

/* sides: D Dirichlet, N Neumann, R odd reflection, P periodic; x low, y low, z low, x high, y high, z high. */
typedef struct setting {
  int n[3];
  const char *sides;
  int order, parity;
  double omega;
} setting;
extern const setting settings[];
extern const int setting_count;

/* The setting and the operator of the present levels. */
extern const setting *now;
extern bool variable;

/* 0 .. 1, always the same sequence. */
double next_number(void);

/* The expression, written for the side s, its engine e and its functions t, on each of them. */
#define on_both(action)                                                           \
  for (int s_ = 0; s_ < SIDES; s_++) {                                            \
    side *const s = &both[s_];                                                    \
    const vfi_engine_table *const t = s->engine.ops;                              \
    vfi_engine *const e = &s->engine;                                             \
    (void)t;                                                                      \
    (void)e;                                                                      \
    const int code_ = (action);                                                   \
    if (code_) fail_msg("%s: %s", #action, s->engine.backend->error_text(code_)); \
  }

/* Makes the levels of both engines, as many as can be halved and at most `most`, and loads them. Returns their
 * number. */
int begin(const setting *c, bool of_variable, bool whole_diagonal, int most);
void end(void);

/* The same numbers into all fields of both fine levels. */
void load(void);

/* A statement over levels made for each setting and operator; levels is their number. */
#define for_settings_and_operators(most, whole)                           \
  for (int run_ = 0, levels = 0; run_ < 2 * setting_count; run_++, end()) \
    if ((levels = begin(&settings[run_ / 2], run_ % 2, whole, most)) > 0)

/* Fails with the setting, the cell and both values. */
void fail_at(const char *what, int i, int j, int k, double got, double expected);

/* The field at an offset in vfi_level has the same bits on both sides: its cells, and an extra element in direction
 * face. */
void expect_same(const char *what, int level, ptrdiff_t offset, int face);
#define expect_field(what, level, name) expect_same(what, level, offsetof(vfi_level, name), -1)
void expect_extra(const char *what);
void expect_numbers(const char *what, const double value[SIDES]);

int open_both(void **state);
int close_both(void **state);
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_both, close_both)

#endif
