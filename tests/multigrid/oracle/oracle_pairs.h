/* Levels of the host's engine beside the oracle's, the engine on every instruction set and team, and the cases. */
#ifndef VIEWFAB_TESTS_ORACLE_PAIRS_H
#define VIEWFAB_TESTS_ORACLE_PAIRS_H

#include "oracle_level.h"
#include "testing.h"

enum { PAIRS = 5, FIELDS = 6, FIELD_PHI = 0, FIELD_RHS, FIELD_A, FIELD_BX };

/* A level: the engine's level, the numbers given to it, and the oracle's result for these numbers. */
typedef struct pair {
  vfi_level level;
  oracle_level given, expected;
  double *blocks[FIELDS]; /* memory of the engine's fields, NaN wherever nothing was put */
  size_t numbers[FIELDS];
} pair;

/* A shape and its faces; faces: P periodic, N Neumann, R odd reflection, 1 .. 4 Dirichlet of this order on the face, M
 * of order -1, D Dirichlet of any order at a distance, W any weights; x low, y low, z low, x high, y high, z high. */
typedef struct oracle_case {
  int n[3];
  char faces[7];
  int parity;
  double omega;
  bool variable, whole_diagonal;
  bool mixed; /* rows and strides as a user's arrays have them */
} oracle_case;

/* The levels of the present case, the fine level first; made by next_case. */
extern pair pairs[PAIRS];
extern int levels;
extern oracle_case now;

/* Takes the next case: all shapes of the table and as many small random shapes, with both operators. number starts from
 * 0. Returns false after the last case. A case has as many levels as its even extents can be halved, at most
 * most_levels. */
bool next_case(int *number, int most_levels, bool mixed);
#define for_every_case(most_levels, mixed) for (int case_ = 0; next_case(&case_, most_levels, mixed);)

/* Makes a level for a single test. */
void make_case(const oracle_case *of, int most_levels);
void end_case(void); /* of make_case; next_case ends its own */

/* Memory of a field, with the strides and the place that engine.h promises to an engine, or with strides that a user's
 * array may have; numbers: the count of numbers. The caller frees it. */
double *oracle_field(const int n[3], bool mixed, vf_field *field, size_t *numbers);
/* A face of a kind of oracle_case, with n cells inside. */
vfi_face oracle_face(char kind, int n);

/* 0 .. 1, and 0 .. count - 1. */
double random_number(void);
int random_below(int count);

/* The engine with each set of instructions and with teams of each size that matters for so many cells; a few of the
 * combinations each time. */
vfi_engine *next_engine(int *number, int64_t cells);
#define on_every_engine(e, cells)      \
  for (int engine_ = 0; engine_ >= 0;) \
    for (vfi_engine * e; (e = next_engine(&engine_, cells));)
#define on_every_team(e) on_every_engine(e, (int64_t)now.n[0] * now.n[1] * now.n[2])

extern char oracle_running[64]; /* the present engine, for messages */

/* expected = given, for all levels. */
void reset_expected(void);
/* Engine's fields = given. */
void load(void);
/* A given array counts as not set: NaN. */
void forget(pair *p, int field);

/* All fields of all levels are as expected: the cells, and the ghosts of all but phi untouched. */
void expect_levels(const char *what);
void expect_number(const char *what, double got, double expected);
void succeed(int code, const char *what);

/* More fields with the shape of pairs[0]. */
typedef struct spare {
  vf_field field;
  double *block, *plain;
} spare;
spare make_spare(void);
void load_spare(spare *s, bool numbers); /* random numbers, or NaN */
void expect_spare(const char *what, const spare *s, const double *expected);
void end_spare(spare *s);

double *at_element(const vf_field *field, int i, int j, int k);

int open_engines(void **state);
int close_engines(void **state);
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_engines, close_engines)

#endif
