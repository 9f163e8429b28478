/* A row of symbols.h, read: what each parameter of a legacy call is. */
#ifndef VIEWFAB_DROP_IN_ROW_H
#define VIEWFAB_DROP_IN_ROW_H

#include <stdbool.h>

enum { VF_MOST_PARAMETERS = 160, VF_MOST_WORDS = 64, VF_WORD_LENGTH = 24 };

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
  VF_WORD_ZERO,        /* zero */
  VF_WORD_DERIVED,     /* #name */
  VF_WORD_UNUSED,      /* -, *- */
  VF_WORD_CONSTANT,    /* name=1.5 */
  VF_WORD_SAME_BOX,    /* name=box */
  VF_WORD_COPY,        /* name=copy(other) */
  VF_WORD_GIVES        /* gives=a,b */
} vf_word_kind;

typedef enum vf_word_extent { VF_EXTENT_COMPONENTS, VF_EXTENT_MEMORY, VF_EXTENT_THREE } vf_word_extent;

typedef struct vf_legacy_word {
  vf_word_kind kind;
  char name[VF_WORD_LENGTH];  /* of the argument, or of a first result */
  char other[VF_WORD_LENGTH]; /* of the second argument, of the array that is copied, of a second result; or "" */
  int direction;              /* -1: in all calls */
  vf_word_extent extent;      /* of an array */
  double number;              /* of a constant */
  int first, count;           /* parameters of the call; count 0 where it passes nothing */
} vf_legacy_word;

typedef struct vf_legacy_row {
  int word_count, parameter_count;
  bool directions; /* three calls */
  bool gives;      /* the function gives a number back */
  vf_legacy_word words[VF_MOST_WORDS];
} vf_legacy_row;

/* Reads the words of a row. False where they are none, with the word in *wrong; tests ask for every row. */
bool vf_legacy_row_read(vf_legacy_form form, const char *order, vf_legacy_row *row, const char **wrong);

#endif
