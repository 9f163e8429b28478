/* A row of symbols.h, read: the meaning of each parameter of a legacy call. */
#ifndef VIEWFAB_DROP_IN_ROW_H
#define VIEWFAB_DROP_IN_ROW_H

#include <stdbool.h>

enum { VF_MOST_PARAMETERS = 160, VF_MOST_WORDS = 64, VF_WORD_LENGTH = 24, VF_MOST_CONDITIONS = 2, VF_MOST_CHOICES = 2 };

typedef enum vf_legacy_form { VF_FORM_FAB, VF_FORM_BOX } vf_legacy_form;

typedef enum vf_word_kind {
  VF_WORD_ARRAY,       /* *name */
  VF_WORD_VALUE,       /* name */
  VF_WORD_LOW_CORNER,  /* name.lo */
  VF_WORD_HIGH_CORNER, /* name.hi */
  VF_WORD_FROM,        /* name.from */
  VF_WORD_LOWER,       /* lo */
  VF_WORD_UPPER,       /* hi */
  VF_WORD_COMPONENTS,  /* nc */
  VF_WORD_SELECTOR,    /* selector */
  VF_WORD_RESULT,      /* result */
  VF_WORD_WHICH,       /* which */
  VF_WORD_DERIVED,     /* #name */
  VF_WORD_UNUSED,      /* -name, *-name */
  VF_WORD_CONSTANT,    /* name=1.5 */
  VF_WORD_SAME_BOX,    /* name=box */
  VF_WORD_COPY,        /* name=copy(other) */
  VF_WORD_GIVES        /* gives=a,b */
} vf_word_kind;

typedef enum vf_word_extent { VF_EXTENT_COMPONENTS, VF_EXTENT_MEMORY, VF_EXTENT_THREE } vf_word_extent;

/* An integer of the call equals some number of a list; or no number of the list. */
typedef struct vf_legacy_condition {
  char name[VF_WORD_LENGTH]; /* of a value, or which */
  int parameter;
  bool differs; /* none of them */
  int count, numbers[VF_MOST_CHOICES];
} vf_legacy_condition;

typedef struct vf_legacy_word {
  vf_word_kind kind;
  char name[VF_WORD_LENGTH];  /* of the argument, or of a first result */
  char other[VF_WORD_LENGTH]; /* of the second argument, of the copied array, of a second result; or "" */
  int direction;              /* -1: in all calls */
  vf_word_extent extent;      /* of an array */
  double number;              /* of a constant */
  int first, count;           /* parameters of the call; count 0 if the call passes nothing */
  int condition_count;        /* 0: the kernel always looks at the argument; otherwise only if all conditions hold */
  vf_legacy_condition conditions[VF_MOST_CONDITIONS];
} vf_legacy_word;

typedef struct vf_legacy_row {
  int word_count, parameter_count;
  bool directions; /* three calls */
  bool gives;      /* the function gives a number back */
  vf_legacy_word words[VF_MOST_WORDS];
} vf_legacy_row;

/* Reads the words of a row. False for a wrong word, with the word in *wrong; tests ask for every row. */
bool vf_legacy_row_read(vf_legacy_form form, const char *order, vf_legacy_row *row, const char **wrong);

/* True if a call with these parameters looks at the argument of a word. */
bool vf_legacy_word_is_read(const vf_legacy_word *word, void *const *parameters);

#endif
