/* A library that auto_files loads while arrays are watched. */
#include <unistd.h>

ssize_t late_write(int file, const void *memory, size_t bytes);
ssize_t late_write(int file, const void *memory, size_t bytes) { return write(file, memory, bytes); }
