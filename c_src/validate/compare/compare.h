/* Comparison of the results of port and original in one array. */
#ifndef VIEWFAB_VALIDATE_COMPARE_COMPARE_H
#define VIEWFAB_VALIDATE_COMPARE_COMPARE_H

#include "../ledger.h"
#include "../images/room.h"
#include "slack.h"

/* The three states of an array, each of the layout's bytes. If the kernel only writes an array, before holds just the
 * elements that the kernel does not own; the other elements held vf_unwritten() when port and original began. Beyond
 * the window they hold nothing of use. */
typedef struct vf_states {
  const char *before, *original, *port;
  bool only_written;
  const int *ghosts;       /* [3] layers in which the original may do more than the port; NULL: none */
  const vf_window *window; /* NULL: the whole array */
  vf_room *room;           /* NULL: the comparison takes memory of its own */
  const vf_slack *slack;   /* differences that rounding explains beside the tolerance; NULL: none */
} vf_states;

/* Elements of one sort: their number, and the first of them in column order. */
typedef struct vf_elements {
  int64_t count, first;
} vf_elements;

typedef struct vf_comparison {
  int64_t compared, different, failed; /* owned elements; failed: beyond the tolerance */
  int64_t both_nan;                    /* owned elements that are a NaN on both sides, with other bits */
  int64_t first_failed;
  int64_t low[4], high[4]; /* box around the failed elements, in the layout's counting */
  double magnitude;        /* largest value that the original wrote */
  vf_worst worst;          /* of the failed elements, by absolute difference */
  vf_elements explained;   /* passed by rounding alone */
  double explained_error;  /* the largest difference of the explained elements, */
  int64_t explained_worst; /* its element, */
  double explained_slack;  /* and the largest difference that would have been allowed */
  vf_elements unjudged;    /* failed, and would pass if rounding could explain anything */
  double unjudged_change;  /* by how much the last places of inputs change the original there */
  vf_elements nan;         /* only the port has a NaN */
  vf_elements unwritten, unwritten_by_both;
  vf_elements left_alone;   /* failed, and the port did nothing to them */
  vf_elements outside;      /* changed by the port without owning them */
  int64_t first_far;        /* first far element, not of the other colour */
  vf_elements other_colour; /* among them: of the colour that the call leaves alone */
  vf_elements truncated;    /* changed by the original without owning them, at the start of a sweep with a truncating
                             * mod */
  vf_elements original_outside;                /* changed by both elsewhere without owning them, or by the original in
                                                * its permitted surplus */
  vf_elements untouched;                       /* by the original alone */
  int64_t untouched_other_colour;              /* among them: of the colour that the call leaves alone */
  int64_t untouched_low[4], untouched_high[4]; /* box around them, in the layout's counting */
  vf_tally tally[2];
} vf_comparison;

/* Value of owned elements of a write-only array before a checked call: a NaN with a payload of its own, so that
 * unwritten elements are recognised. */
uint64_t vf_unwritten(vf_type type);

/* Compares all elements of the layout, or of the window within it.
 *   number  of the call, from 1
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_compare(const vf_call *call, const vf_checked *checked, const vf_box_list *list, const vf_layout *layout,
                     const vf_states *states, const vf_tolerance *tolerance, int64_t number, vf_comparison *comparison);

/* Adds the elements of another part of the same array. */
void vf_elements_merge(vf_elements *to, const vf_elements *from);

/* Compares two numbers, results of a reduction. Returns true if they agree. */
bool vf_compare_results(double port, double original, const vf_tolerance *tolerance, int64_t call, vf_tally *tally);

/* Splits an element's number into the user's index, and back. */
void vf_layout_index(const vf_layout *layout, int64_t element, int64_t index[4]);
int64_t vf_layout_element(const vf_layout *layout, const int64_t index[4]);

/* The value of an element, whatever its type; 1 for a true logical. */
double vf_element_value(vf_type type, const char *state, int64_t element);

/* The same as text, with all its digits; T or F. Returns the text. */
enum { VF_ELEMENT_TEXT = 32 };
const char *vf_element_text(char text[VF_ELEMENT_TEXT], vf_type type, const char *state, int64_t element);

#endif
