/* Comparison of the results of port and original: of two numbers, by every measure, and of one array. */
#ifndef VIEWFAB_VALIDATE_COMPARE_COMPARE_H
#define VIEWFAB_VALIDATE_COMPARE_COMPARE_H

#include "../images/window.h"
#include "../ledger.h"
#include "slack.h"

/* The workspace of a comparison: its memory. A comparison takes its workspace before the port runs, because a call must
 * change nothing if there is too little memory. */
typedef struct vfi_workspace {
  vfi_window_piece *pieces;                  /* of a window */
  unsigned char *dirty;                      /* [row or piece] */
  unsigned char *marks;                      /* [thread][element of a row] */
  struct vfi_comparison *parts;              /* [thread] */
  int64_t piece_count, dirty_count, longest; /* largest numbers with room */
  int threads;
} vfi_workspace;

/* The three states of an array, each of the layout's bytes. If the kernel only writes an array, before holds just the
 * elements that the kernel does not own; the other elements held vfi_unwritten() when port and original began. Beyond
 * the window they hold nothing of use. */
typedef struct vfi_states {
  const char *before, *original, *port;
  bool only_written;
  const int *ghosts;        /* [3] layers in which the original may do more than the port; NULL: none */
  const vfi_window *window; /* NULL: the whole array */
  vfi_workspace *workspace; /* NULL: the comparison takes memory of its own */
  const vfi_slack *slack;   /* differences that rounding explains beside the tolerance; NULL: none */
} vfi_states;

/* Elements of one sort: their number, and the first of them in column order. */
typedef struct vfi_elements {
  int64_t count, first;
} vfi_elements;

typedef struct vfi_comparison {
  int64_t compared, different, failed; /* owned elements; failed: beyond the tolerance */
  int64_t both_nan;                    /* owned elements that are a NaN on both sides, with other bits */
  int64_t first_failed;
  int64_t low[4], high[4]; /* box around the failed elements, in the layout's counting */
  double magnitude;        /* largest value that the original wrote */
  vfi_worst worst;         /* of the failed elements, by absolute difference */
  vfi_elements explained;  /* passed by rounding alone */
  double explained_error;  /* the largest difference of the explained elements, */
  int64_t explained_worst; /* its element, */
  double explained_slack;  /* and the largest difference that would have been allowed */
  vfi_elements unjudged;   /* failed, and would pass if rounding could explain anything */
  double unjudged_change;  /* by how much the last places of inputs change the original there */
  vfi_elements nan;        /* only the port has a NaN */
  vfi_elements unwritten, unwritten_by_both;
  vfi_elements left_alone;   /* failed, and the port did nothing to them */
  vfi_elements outside;      /* changed by the port without owning them */
  int64_t first_far;         /* first far element, not of the other colour */
  vfi_elements other_colour; /* among them: of the colour that the call leaves alone */
  vfi_elements truncated;    /* changed by the original without owning them, at the start of a sweep with a truncating
                             * mod */
  vfi_elements original_outside;               /* changed by both elsewhere without owning them, or by the original in
                                                * its permitted surplus */
  vfi_elements untouched;                      /* by the original alone */
  int64_t untouched_other_colour;              /* among them: of the colour that the call leaves alone */
  int64_t untouched_low[4], untouched_high[4]; /* box around them, in the layout's counting */
  vfi_tally tally[2];
} vfi_comparison;

/* Value of owned elements of a write-only array before a checked call: a NaN with a payload of its own, so that
 * unwritten elements are recognised. */
uint64_t vfi_unwritten(vf_type type);

/* Compares all elements of the layout, or of the window within it.
 *   number  of the call, from 1
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_compare(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                      const vf_layout *layout, const vfi_states *states, const vf_tolerance *tolerance, int64_t number,
                      vfi_comparison *comparison);

/* Adds the elements of another part of the same array. */
void vfi_elements_merge(vfi_elements *to, const vfi_elements *from);

/* Compares two numbers, results of a reduction. Returns true if they agree. */
bool vfi_compare_results(double port, double original, const vf_tolerance *tolerance, int64_t call, vfi_tally *tally);

/* Splits an element's number into the user's index, and back. */
void vfi_layout_index(const vf_layout *layout, int64_t element, int64_t index[4]);
int64_t vfi_layout_element(const vf_layout *layout, const int64_t index[4]);

/* The value of an element, whatever its type; 1 for a true logical. */
double vfi_element_value(vf_type type, const char *state, int64_t element);

/* The same as text, with all its digits; T or F. Returns the text. */
enum { VF_ELEMENT_TEXT = 32 };
const char *vfi_element_text(char text[VF_ELEMENT_TEXT], vf_type type, const char *state, int64_t element);

/* How much two numbers differ. Errors of the two values in pair, whose bits are port and original; infinite if one of
 * them is no number. */
void vfi_differences_of(vf_type type, uint64_t port, uint64_t original, const vfi_worst *pair,
                        double errors[VF_MEASURES]);

/* True if one of the measures allows the differences. magnitude is the reference of the scaled measure. */
bool vfi_differences_allowed(const double errors[VF_MEASURES], const vf_tolerance *allowed, double magnitude);

/* Counts values that differ. The caller decides if they fail. */
void vfi_differences_count(vfi_tally *tally, const double errors[VF_MEASURES], const vfi_worst *pair);

/* A workspace for a window in the rows of a layout. A workspace with some memory already grows. Errors:
 * VF_ERROR_MEMORY. */
vf_status vfi_workspace_take(vfi_workspace *workspace, const vfi_window *window, const vf_layout *layout, size_t size);
void vfi_workspace_give(vfi_workspace *workspace);

/* The number of pieces of a layout cut by a window; for a whole window the number of rows, and piece p is row p. The
 * workspace keeps the pieces of one layout at a time. */
int64_t vfi_workspace_pieces(vfi_workspace *workspace, const vfi_window *window, const vf_layout *layout, size_t size);
static inline vfi_window_piece vfi_workspace_piece(const vfi_workspace *workspace, const vfi_window *window,
                                                   const vf_layout *layout, int64_t p)
{
  return window->runs ? workspace->pieces[p] : (vfi_window_piece){ p, 0, layout->extent[0] };
}

/* Index of the calling thread's memory. */
int vfi_workspace_thread(void);

#endif
