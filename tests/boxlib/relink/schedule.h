/* Random programs of legacy calls on fields that lie in memory one behind the other. */
#ifndef VIEWFAB_TESTS_RELINK_SCHEDULE_H
#define VIEWFAB_TESTS_RELINK_SCHEDULE_H

#include <stddef.h>

enum { FIELDS = 6, COMPONENTS = 3, MOST_ENTRIES = 1 << 10, MOST_PHASES = 12 };

/* Memory of all fields together, and of each its cells with their components. */
typedef struct field {
  int lo[3], hi[3];
  size_t first, cells; /* of one component */
} field;
extern field fields[FIELDS];
extern size_t pool_size;

typedef enum kind {
  COPY,
  PLUS,
  MINUS,
  SET,
  SPREAD,      /* the Poisson operator, which reads the cells around */
  TO_MEMORY,   /* a box to elements that lie one behind the other */
  FROM_MEMORY, /* and back */
  LARGEST,     /* the largest magnitude, which the program waits for */
  FREE,        /* the memory of the field is not known any more; the host gives it other values */
  GIVE,        /* it is known again */
  GIVE_PARTS   /* the same, of each component or the last one by itself */
} kind;

/* A call on a tile. */
typedef struct entry {
  kind kind;
  int thread, to, from, to_component, from_component, components;
  int lo[3], hi[3], at[3]; /* of the tile; at: the low corner in the source */
  int layers[3];           /* that tiles of the call have in a direction; 0: any number */
  double value;
} entry;

/* Which programs there are. */
typedef struct rules {
  int threads, calls; /* at most so many calls of a kind one behind the other */
  unsigned kinds;     /* bits */
  int few_fields;     /* calls are on so many fields, so that they depend on each other */
  int overlapping;    /* one call of so many is on boxes that share cells in place of tiles; 0: none */
} rules;

/* Calls that come one behind the other in the program, [count]. */
typedef struct phase {
  entry entries[MOST_ENTRIES / MOST_PHASES];
  int count;
} phase;

typedef struct schedule {
  phase phases[MOST_PHASES];
  int count;
} schedule;

void random_begin(unsigned seed);
int random_below(int limit);

/* Fields with other extents in each direction and each field, in a random order in memory without gaps. */
void make_fields(void);

void make_schedule(const rules *rules, schedule *made);

/* The phases in another order; the entries of each phase in another order. */
void shuffle_phases(schedule *schedule);
void shuffle_entries(schedule *schedule);

#endif
