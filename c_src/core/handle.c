#include "handle.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "text.h"

typedef struct slot {
  struct vfi_operand *operand; /* NULL: free */
  uint32_t generation, next_free;
} slot;

/* The label of the last use of a slot. */
typedef char slot_label[VF_LABEL_LENGTH];

/* Slots stand in blocks at fixed addresses; apart from their labels, so that calls on many views find them in few lines
 * of a cache. Slot 0 stands for no slot. */
enum { BLOCK_SLOTS = 256, BLOCKS = 4096, NO_SLOT = 0 };
static slot *blocks[BLOCKS];
static slot_label *labels[BLOCKS];
static uint32_t slots = 1, free_slot = NO_SLOT;
static uint64_t ended;

static slot *slot_at(uint32_t place) { return &blocks[place / BLOCK_SLOTS][place % BLOCK_SLOTS]; }
static char *label_at(uint32_t place) { return labels[place / BLOCK_SLOTS][place % BLOCK_SLOTS]; }
static uint32_t place_of(const vf_view *handle) { return (uint32_t)(uintptr_t)handle; }

static vf_view *handle_of(uint32_t place)
{
  return (vf_view *)((uintptr_t)place | (uintptr_t)slot_at(place)->generation << 32);
}

/* The slot of a handle, with its present contents; NULL without such a slot. */
static slot *slot_of(const vf_view *handle)
{
  const uint32_t place = place_of(handle);
  return place > NO_SLOT && place < slots ? slot_at(place) : NULL;
}

struct vfi_operand *vfi_handle_operand(const vf_view *handle)
{
  const slot *s = slot_of(handle);
  return s && s->generation == (uint32_t)((uintptr_t)handle >> 32) ? s->operand : NULL;
}

struct vfi_operand *vfi_handle_get(const vf_view *handle, const char *who)
{
  struct vfi_operand *operand = vfi_handle_operand(handle);
  if (operand) return operand;
  const slot *s = slot_of(handle);
  if (!handle) vfi_fail(VF_ERROR_NULL, "%s: the view is not set (never wrapped, or released)", who);
  else
    vfi_fail(VF_ERROR_NULL, "%s: the view was released%s%s%s", who, s ? " (its label was '" : "",
             s ? vfi_handle_label(handle) : "", s ? "' or the slot was used again)" : "");
  return NULL;
}

vf_status vfi_handle_take(struct vfi_operand *operand, const char *label, vf_view **handle)
{
  uint32_t place = free_slot;
  if (place == NO_SLOT) {
    const uint32_t block = slots / BLOCK_SLOTS;
    if (block < BLOCKS && !labels[block]) labels[block] = calloc(BLOCK_SLOTS, sizeof(slot_label));
    if (block < BLOCKS && labels[block] && !blocks[block]) blocks[block] = calloc(BLOCK_SLOTS, sizeof(slot));
    if (block >= BLOCKS || !blocks[block])
      return vfi_fail(VF_ERROR_MEMORY, "no host memory for another view (%u are live)", slots - 1);
    place = slots++;
    slot_at(place)->generation = 1;
  } else {
    free_slot = slot_at(place)->next_free;
  }
  slot *s = slot_at(place);
  s->operand = operand;
  vfi_text_copy_label(label_at(place), sizeof(slot_label), label);
  *handle = handle_of(place);
  return VF_OK;
}

uint64_t vfi_handles_ended(void) { return ended; }

void vfi_handle_give(const vf_view *handle)
{
  ended++;
  slot *s = slot_of(handle);
  s->operand = NULL;
  s->generation++;
  s->next_free = free_slot;
  free_slot = place_of(handle);
}

const char *vfi_handle_label(const vf_view *handle) { return label_at(place_of(handle)); }

vf_view *vfi_handle_next(const vf_view *handle)
{
  for (uint32_t place = place_of(handle) + 1; place < slots; place++)
    if (slot_at(place)->operand) return handle_of(place);
  return NULL;
}
