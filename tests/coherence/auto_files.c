/* VF_COHERENCE=auto beside system calls that read and write the memory of arrays. */
#include "auto.h"

#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

static void expect_in_file(int file, double value)
{
  double *read_back = malloc(bytes);
  must_hold(pread(file, read_back, bytes, 0) == (ssize_t)bytes);
  assert_int_equal(wrong_values(read_back, LONG, value, 0), 0);
  free(read_back);
}

/* A claim for a call that takes old memory and writes a file. */
#define WRITES_FILE(name, call)             \
  static void name(void **state)            \
  {                                         \
    (void)state;                            \
    device_line array = filled_on_device(); \
    const int file = new_file();            \
    must_hold((call) == (ssize_t)bytes);    \
    expect_in_file(file, 3);                \
    close(file);                            \
    drop(&array);                           \
  }
WRITES_FILE(write_takes_the_newest_values, write(file, array.values, bytes))
WRITES_FILE(pwrite_takes_the_newest_values, pwrite(file, array.values, bytes, 0))
WRITES_FILE(writev_takes_the_newest_values,
            writev(file, &(struct iovec){ .iov_base = array.values, .iov_len = bytes }, 1))

static void fwrite_takes_the_newest_values(void **state)
{
  (void)state;
  device_line array = filled_on_device();
  const int file = new_file();
  FILE *stream = fdopen(dup(file), "w");
  must_hold(stream && fwrite(array.values, sizeof(double), LONG, stream) == LONG && !fclose(stream));
  expect_in_file(file, 3);
  close(file);
  drop(&array);
}

/* A file with the values 8. */
static int file_of_eights(void)
{
  const int file = new_file();
  double *eights = malloc(bytes);
  for (int64_t n = 0; n < LONG; n++) eights[n] = 8;
  must_hold(write(file, eights, bytes) == (ssize_t)bytes && lseek(file, 0, SEEK_SET) == 0);
  free(eights);
  return file;
}

#define READS_FILE(name, call)                                   \
  static void name(void **state)                                 \
  {                                                              \
    (void)state;                                                 \
    device_line array = filled_on_device();                      \
    const int file = file_of_eights();                           \
    must_hold((call) == (ssize_t)bytes);                         \
    must(vf_add_constant(&array.all, array.view, 1));            \
    assert_int_equal(wrong_values(array.values, LONG, 9, 0), 0); \
    close(file);                                                 \
    drop(&array);                                                \
  }
READS_FILE(read_reaches_the_next_kernel, read(file, array.values, bytes))
READS_FILE(pread_reaches_the_next_kernel, pread(file, array.values, bytes, 0))
READS_FILE(readv_reaches_the_next_kernel, readv(file, &(struct iovec){ .iov_base = array.values, .iov_len = bytes }, 1))

static void fread_reaches_the_next_kernel(void **state)
{
  (void)state;
  device_line array = filled_on_device();
  const int file = file_of_eights();
  FILE *stream = fdopen(dup(file), "r");
  must_hold(stream && fread(array.values, sizeof(double), LONG, stream) == LONG && !fclose(stream));
  must(vf_add_constant(&array.all, array.view, 1));
  assert_int_equal(wrong_values(array.values, LONG, 9, 0), 0);
  close(file);
  drop(&array);
}

static void a_library_loaded_later_writes_the_newest_values(void **state)
{
  (void)state;
  void *library = dlopen("liblate_writer.so", RTLD_NOW);
  if (!library) fail_msg("%s", dlerror());
  ssize_t (*late_write)(int, const void *, size_t);
  void *found = dlsym(library, "late_write");
  memcpy(&late_write, &found, sizeof late_write);
  device_line array = filled_on_device();
  const int file = new_file();
  must_hold(late_write(file, array.values, bytes) == (ssize_t)bytes);
  expect_in_file(file, 3);
  close(file);
  drop(&array);
  dlclose(library);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
    auto_claim(write_takes_the_newest_values),
    auto_claim(pwrite_takes_the_newest_values),
    auto_claim(writev_takes_the_newest_values),
    auto_claim(fwrite_takes_the_newest_values),
    auto_claim(read_reaches_the_next_kernel),
    auto_claim(pread_reaches_the_next_kernel),
    auto_claim(readv_reaches_the_next_kernel),
    auto_claim(fread_reaches_the_next_kernel),
    auto_claim(a_library_loaded_later_writes_the_newest_values),
  };
  return run_claims(argc, argv, "auto_files", tests, sizeof tests / sizeof tests[0]);
}
