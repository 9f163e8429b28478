#include "allocations.h"

static vfi_noted *root;

/* The number of noted allocations by a hash of their addresses: most calls of free end here. */
enum { PLACES = 1 << 14 };
static unsigned short noted[PLACES];

static size_t place_of(const void *address)
{
  const uint64_t page = (uint64_t)(uintptr_t)address >> 4;
  return (size_t)((page * 0x9e3779b97f4a7c15u) >> 50);
}

bool vfi_allocations_may_have(const void *address)
{
  return address && __atomic_load_n(&noted[place_of(address)], __ATOMIC_RELAXED);
}

/* Allocations before the address, and the others. */
static void split(vfi_noted *tree, const char *address, vfi_noted **before, vfi_noted **behind)
{
  while (tree)
    if (tree->of.begin < address) {
      *before = tree;
      before = &tree->right;
      tree = tree->right;
    } else {
      *behind = tree;
      behind = &tree->left;
      tree = tree->left;
    }
  *before = *behind = NULL;
}

static vfi_noted *merge(vfi_noted *before, vfi_noted *behind)
{
  vfi_noted *merged = NULL, **at = &merged;
  while (before && behind)
    if (before->priority > behind->priority) {
      *at = before;
      at = &before->right;
      before = before->right;
    } else {
      *at = behind;
      at = &behind->left;
      behind = behind->left;
    }
  *at = before ? before : behind;
  return merged;
}

vfi_noted *vfi_allocations_before(const char *address)
{
  vfi_noted *found = NULL;
  for (vfi_noted *at = root; at;)
    if (at->of.begin <= address) {
      found = at;
      at = at->right;
    } else {
      at = at->left;
    }
  return found;
}

vfi_noted *vfi_allocations_at(const char *begin)
{
  vfi_noted *found = vfi_allocations_before(begin);
  return found && found->of.begin == begin ? found : NULL;
}

vfi_noted *vfi_allocations_take(const char *begin)
{
  vfi_noted **at = &root;
  while (*at && (*at)->of.begin != begin) at = begin < (*at)->of.begin ? &(*at)->left : &(*at)->right;
  vfi_noted *found = *at;
  if (!found) return NULL;
  *at = merge(found->left, found->right);
  __atomic_sub_fetch(&noted[place_of(begin)], 1, __ATOMIC_RELAXED);
  return found;
}

void vfi_allocations_put(vfi_noted *fresh)
{
  vfi_noted *before, *behind;
  split(root, fresh->of.begin, &before, &behind);
  root = merge(merge(before, fresh), behind);
  __atomic_add_fetch(&noted[place_of(fresh->of.begin)], 1, __ATOMIC_RELAXED);
}

vfi_noted *vfi_allocations_take_overlapped(const char *begin, const char *end)
{
  vfi_noted *list = NULL, *old;
  while ((old = vfi_allocations_before(end - 1)) && old->of.begin + old->of.bytes > begin) {
    vfi_allocations_take(old->of.begin);
    old->left = list;
    list = old;
  }
  return list;
}
