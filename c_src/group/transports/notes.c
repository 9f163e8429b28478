/* Notes of exchanges, a ring for each sender. A sender far ahead has overwritten notes that the other end still needs:
 * such notes are not compared. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/error.h"
#include "../window.h"
#include "peer_memory.h"

enum { RING = 16 };

/* Notes from another rank for a rank. A note is whole if its number is the number of the exchange before and after the
 * read. */
typedef struct shown {
  struct {
    _Atomic uint64_t number;
    vfi_note note;
  } ring[RING];
} shown;

typedef struct expectation {
  uint64_t compared; /* up to this number */
  vfi_note ring[RING];
} expectation;

struct vfi_notes {
  vfi_window *window;
  expectation *expected; /* [ranks] */
};

vf_status vfi_notes_make(vf_group *group, vfi_notes **made)
{
  static const char call[] = "vf_group_create";
  vfi_notes *notes = calloc(1, sizeof *notes);
  expectation *expected = calloc((size_t)group->ranks, sizeof *expected);
  vfi_window *window = NULL;
  *made = NULL;
  vf_status status = notes && expected ? VF_OK : vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for links", call);
  status = vfi_group_agree(group, call, 0, status);
  if (!status && vfi_window_create_host(group, call, (size_t)group->ranks * sizeof(shown), &window)) {
    status = group->broken ? VF_ERROR_PEER : VF_OK;
    window = NULL;
  }
  if (status || !window) {
    free(notes);
    free(expected);
    return status;
  }
  *notes = (vfi_notes){ .window = window, .expected = expected };
  *made = notes;
  return VF_OK;
}

void vfi_notes_free(vfi_notes *notes)
{
  if (!notes) return;
  vfi_window_release(notes->window);
  free(notes->expected);
  free(notes);
}

static shown *shown_to(const vfi_notes *notes, int rank, int by)
{
  char *part = notes->window->parts[rank];
  return part ? (shown *)(void *)part + by : NULL;
}

void vfi_notes_give(vfi_notes *notes, int rank, const vfi_note *note)
{
  shown *there = notes ? shown_to(notes, rank, notes->window->group->rank) : NULL;
  if (!there) return;
  const size_t at = note->number % RING;
  atomic_store_explicit(&there->ring[at].number, 0, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  there->ring[at].note = *note;
  atomic_store_explicit(&there->ring[at].number, note->number, memory_order_release);
}

/* False before the note with this number arrives. *whole becomes true if no later note has replaced the note. */
static bool look(shown *here, uint64_t number, vfi_note *note, bool *whole)
{
  const size_t at = number % RING;
  const uint64_t before = atomic_load_explicit(&here->ring[at].number, memory_order_acquire);
  *whole = false;
  if (before < number) return false;
  *note = here->ring[at].note;
  atomic_thread_fence(memory_order_acquire);
  *whole = before == number && atomic_load_explicit(&here->ring[at].number, memory_order_relaxed) == number;
  return true;
}

vf_status vfi_notes_compare(vfi_notes *notes, vfi_link *link, const vfi_note *expected)
{
  shown *here = notes ? shown_to(notes, link->group->rank, link->rank) : NULL;
  if (!here) return VF_OK;
  expectation *own = &notes->expected[link->rank];
  own->ring[expected->number % RING] = *expected;
  if (expected->number > own->compared + RING) own->compared = expected->number - RING;
  while (own->compared < expected->number) {
    const uint64_t number = own->compared + 1;
    vfi_note theirs;
    bool whole = false;
    if (!look(here, number, &theirs, &whole)) break;
    own->compared = number;
    const vfi_note *mine = &own->ring[number % RING];
    const vf_status status = whole && mine->number == number ? vfi_link_compare(link, mine, &theirs) : VF_OK;
    if (status) return status;
  }
  return VF_OK;
}

const char *vfi_notes_what(const vfi_notes *notes, int rank, uint64_t number)
{
  const vfi_note *note = notes ? &notes->expected[rank].ring[number % RING] : NULL;
  return note && note->number == number ? note->what : "";
}
