#include "kernel_list.h"

#include <pthread.h>
#include <string.h>

#include <viewfab/backend.h>

/* By itself: a library may be loaded while a thread holds the lock of viewfab. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static vf_kernel *first;

void vf_kernel_enlist(vf_kernel *kernel)
{
  pthread_mutex_lock(&lock);
  kernel->next = first;
  first = kernel;
  pthread_mutex_unlock(&lock);
}

void vf_kernel_delist(vf_kernel *kernel)
{
  pthread_mutex_lock(&lock);
  vf_kernel **link = &first;
  while (*link && *link != kernel) link = &(*link)->next;
  if (*link) *link = kernel->next;
  pthread_mutex_unlock(&lock);
}

bool vf_kernel_is_listed(const char *name)
{
  pthread_mutex_lock(&lock);
  const vf_kernel *kernel = first;
  while (kernel && strcmp(kernel->description.name, name)) kernel = kernel->next;
  pthread_mutex_unlock(&lock);
  return kernel;
}
