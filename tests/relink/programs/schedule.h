/* Random programs of legacy calls on fields that lie in memory without gaps. */
#ifndef VIEWFAB_TESTS_RELINK_SCHEDULE_H
#define VIEWFAB_TESTS_RELINK_SCHEDULE_H

#include <stddef.h>

enum { FIELDS = 6, COMPONENTS = 3, MOST_ENTRIES = 1 << 10, MOST_PHASES = 12 };

/* Memory of all fields together, and of each its cells with their components. */
typedef struct field {
  int lo[3], hi[3];
  size_t first, cells; /* of a single component */
} field;
extern field fields[FIELDS];
extern size_t pool_size;

typedef enum kind {
  COPY,
  PLUS,
  MINUS,
  SET,
  SPREAD,      /* the Poisson operator: reads the neighbouring cells */
  TO_MEMORY,   /* packs a box into consecutive elements */
  FROM_MEMORY, /* and back */
  LARGEST,     /* the largest magnitude; the program waits for this result */
  FREE,        /* the program unregisters the memory of the field, and the host gives new values */
  GIVE,        /* the program registers the memory again */
  GIVE_PARTS   /* the same, of each component or of the last component alone */
} kind;

/* A call on a tile. */
typedef struct entry {
  kind kind;
  int thread, to, from, to_component, from_component, components;
  int lo[3], hi[3], at[3]; /* of the tile; at: the low corner in the source */
  int layers[3];           /* the number of tiles of the call in a direction; 0: any number */
  double value;
} entry;

/* The rules for the programs of a test. */
typedef struct rules {
  int threads, calls; /* calls: largest number of calls of a kind in a row */
  unsigned kinds;     /* bits */
  int few_fields;     /* the number of fields; with few fields calls depend on each other */
  int overlapping;    /* one call of so many is on boxes that share cells in place of tiles; 0: no call
                       * is */
} rules;

/* Calls that follow each other in the program, [count]. */
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
