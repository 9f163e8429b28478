#include "fab.H"

#include <cstdio>
#include <cstdlib>

extern "C" void *fab_alloc(std::size_t bytes)
{
  void *memory = std::malloc(bytes > 0 ? bytes : 1);
  if (memory == nullptr) {
    std::fprintf(stderr, "fab_alloc: no memory for %zu bytes\n", bytes);
    std::exit(2);
  }
  return memory;
}

extern "C" void fab_free(void *memory) { std::free(memory); }
