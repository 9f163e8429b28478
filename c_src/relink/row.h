/* A row of symbols.h after its reading: a list of words, and each word tells the meaning of a parameter of a legacy call.
 * The comments show the spelling of each kind of word in symbols.h. */
#ifndef VIEWFAB_RELINK_ROW_H
#define VIEWFAB_RELINK_ROW_H

#include <stdbool.h>

enum { VF_MOST_PARAMETERS = 160, VF_MOST_WORDS = 64, VF_WORD_LENGTH = 24, VF_MOST_CONDITIONS = 2, VF_MOST_CHOICES = 2 };

typedef enum vfi_legacy_form { VF_FORM_FAB, VF_FORM_BOX } vfi_legacy_form;

typedef enum vfi_word_kind {
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
} vfi_word_kind;

typedef enum vfi_word_extent { VF_EXTENT_COMPONENTS, VF_EXTENT_MEMORY, VF_EXTENT_THREE } vfi_word_extent;

/* A condition of a word: an integer of the call equals a number of a list, or no number of the list (differs). */
typedef struct vfi_legacy_condition {
  char name[VF_WORD_LENGTH]; /* of a value, or which */
  int parameter;
  bool differs; /* true: the integer equals no number of the list */
  int count, numbers[VF_MOST_CHOICES];
} vfi_legacy_condition;

typedef struct vfi_legacy_word {
  vfi_word_kind kind;
  char name[VF_WORD_LENGTH];  /* of the argument, or of a first result */
  char other[VF_WORD_LENGTH]; /* of the second argument, of the copied array, of a second result; or "" */
  int direction;              /* -1: in all calls */
  vfi_word_extent extent;     /* of an array */
  double number;              /* of a constant */
  int first, count;           /* parameters of the call; count 0 if the call passes nothing */
  int condition_count;        /* 0: the kernel always looks at the argument; otherwise only if all conditions hold */
  vfi_legacy_condition conditions[VF_MOST_CONDITIONS];
} vfi_legacy_word;

typedef struct vfi_legacy_row {
  int word_count, parameter_count;
  bool directions; /* a legacy call is three calls of the kernel, one for each direction */
  bool gives;      /* the function gives a number back */
  vfi_legacy_word words[VF_MOST_WORDS];
} vfi_legacy_row;

/* Reads the words of a row. False for a wrong word, with the word in *wrong; tests ask for every row. */
bool vfi_legacy_row_read(vfi_legacy_form form, const char *order, vfi_legacy_row *row, const char **wrong);

/* True if a call with these parameters looks at the argument of a word. */
bool vfi_legacy_word_is_read(const vfi_legacy_word *word, void *const *parameters);

#endif
