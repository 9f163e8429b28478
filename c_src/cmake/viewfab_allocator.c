/* The wraps of one pair of allocation and release of a program; compiled into the program by viewfab_relink() and
 * viewfab_relink.mk:
 *   VF_ALLOCATE  void *VF_ALLOCATE(size_t bytes)
 *   VF_FREE      void VF_FREE(void *address)
 *   VF_FREE_SIZED  void VF_FREE_SIZED(void *address, size_t bytes), if releases of the same memory may pass its size, as in
 *                  C++; else undefined */
#include <viewfab/boxlib.h>

#define VF_JOIN_(a, b) a##b
#define VF_JOIN(a, b) VF_JOIN_(a, b)
#define VF_TEXT_(name) #name
#define VF_TEXT(name) VF_TEXT_(name)

void *VF_JOIN(__real_, VF_ALLOCATE)(size_t bytes);
void VF_JOIN(__real_, VF_FREE)(void *address);
void *VF_JOIN(__wrap_, VF_ALLOCATE)(size_t bytes);
void VF_JOIN(__wrap_, VF_FREE)(void *address);

void *VF_JOIN(__wrap_, VF_ALLOCATE)(size_t bytes)
{
  void *address = vf_allocator_again(VF_TEXT(VF_ALLOCATE), bytes);
  if (address) return address;
  address = VF_JOIN(__real_, VF_ALLOCATE)(bytes);
  vf_allocator_gave(VF_TEXT(VF_ALLOCATE), address, bytes);
  return address;
}

void VF_JOIN(__wrap_, VF_FREE)(void *address)
{
  if (vf_allocator_keeps(VF_TEXT(VF_FREE), address, VF_JOIN(__real_, VF_FREE))) return;
  VF_JOIN(__real_, VF_FREE)(address);
}

#ifdef VF_FREE_SIZED
void VF_JOIN(__real_, VF_FREE_SIZED)(void *address, size_t bytes);
void VF_JOIN(__wrap_, VF_FREE_SIZED)(void *address, size_t bytes);

void VF_JOIN(__wrap_, VF_FREE_SIZED)(void *address, size_t bytes)
{
  if (vf_allocator_keeps(VF_TEXT(VF_FREE_SIZED), address, VF_JOIN(__real_, VF_FREE))) return;
  VF_JOIN(__real_, VF_FREE_SIZED)(address, bytes);
}
#endif
