/* Shadows of the elements that a team shares, on the host: scratch, and arrays that the team writes. Beside each
 * element stands a word with the last writing instance, its phase, and the readers of the present phase. An access
 * counts as a write if the body changes the value of the element; a store of the old value counts as a read. */
#ifndef VIEWFAB_KIT_BOUNDS_SHADOW_H
#define VIEWFAB_KIT_BOUNDS_SHADOW_H

typedef struct vfi_shadow_word {
  const void *address;
  uint64_t bits;             /* before the running body */
  int run;                   /* number of the last body with an access */
  int written_in, writer[2]; /* phase of the last write, 0: none; point and level of the writer */
  int read_in, readers, reader[2][2];
} vfi_shadow_word;

typedef struct vfi_shadow {
  vfi_shadow_word *words;
  int *touched; /* numbers of the elements that the running body touched */
  int touched_count;
  bool is_scratch, is_real;
} vfi_shadow;

static inline size_t vfi_shadow_count(const vfi_column_shape *shape, int points, int levels)
{
  size_t count = shape->parts ? (size_t)shape->parts : 1;
  if (shape->points) count *= (size_t)points;
  if (shape->levels) count *= (size_t)levels + (shape->levels == 2);
  return count;
}

static inline size_t vfi_shadow_bytes_of(const vfi_column_shape *shape, int points, int levels)
{
  const size_t bytes = vfi_shadow_count(shape, points, levels) * (sizeof(vfi_shadow_word) + sizeof(int));
  return (bytes + 15) / 16 * 16;
}

/* Makes an empty shadow before the first phase. bytes has vfi_shadow_bytes_of bytes of room. */
static inline void vfi_shadow_lay(vfi_shadow *shadow, const vfi_column_guard *guard, char *bytes, bool is_real)
{
  const vfi_instance *here = guard->here;
  const size_t count = vfi_shadow_count(&guard->shape, here->last_point - here->first_point + 1, here->levels);
  shadow->words = (vfi_shadow_word *)bytes;
  shadow->touched = (int *)(bytes + count * sizeof(vfi_shadow_word));
  shadow->touched_count = 0;
  shadow->is_scratch = guard->argument < 0;
  shadow->is_real = is_real;
  memset(bytes, 0, count * sizeof(vfi_shadow_word));
}

/* The bits of scratch before any write. A NaN keeps these digits through arithmetic, but for its sign. */
static inline uint64_t vfi_unwritten(int size) { return size == 8 ? 0x7ff9d0e5b2c48a6fu : 0x7fd9d0e5u; }

static inline void vfi_scratch_unwrite(char *begin, size_t count, int size)
{
  const uint64_t bits = vfi_unwritten(size);
  const uint32_t few = (uint32_t)bits;
  for (size_t e = 0; e < count; e++)
    memcpy(begin + e * (size_t)size, size == 8 ? (const void *)&bits : &few, (size_t)size);
}

static inline bool vfi_is_unwritten(uint64_t bits, int size, bool is_real)
{
  const uint64_t sign = is_real ? (uint64_t)1 << (8 * size - 1) : 0;
  return (bits & ~sign) == vfi_unwritten(size);
}

static inline int vfi_shadow_number(const vfi_column_guard *guard, const vfi_column_index *index)
{
  const vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  int number = 0;
  for (int d = 2; d >= 0; d--) number = number * (last.at[d] - first.at[d] + 1) + index->at[d] - first.at[d];
  return number;
}

static inline vfi_column_index vfi_shadow_index(const vfi_column_guard *guard, int number)
{
  const vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  vfi_column_index index;
  for (int d = 0; d < 3; d++) {
    const int extent = last.at[d] - first.at[d] + 1;
    index.at[d] = first.at[d] + number % extent;
    number /= extent;
  }
  index.at[3] = guard->here->block;
  return index;
}

static inline void vfi_shadow_refuse(const vfi_column_guard *guard, vfi_column_fault fault, int number,
                                     const int *other)
{
  const vfi_column_index first = vfi_column_first(guard), last = vfi_column_last(guard);
  const vfi_column_index index = vfi_shadow_index(guard, number);
  vfi_column_report(guard, fault, &index, &first, &last, other);
}

/* A body asks for the address of an element, to read or to write the element. */
VF_ONE_COPY void vfi_shadow_access(const vfi_column_guard *guard, const vfi_column_index *index, const void *address,
                                   int size)
{
  vfi_shadow *shadow = guard->shadow;
  const int number = vfi_shadow_number(guard, index);
  vfi_shadow_word *word = &shadow->words[number];
  const uint64_t bits = vfi_bits_at(address, size);
  if (word->run != guard->here->run) {
    word->run = guard->here->run;
    word->address = address;
    word->bits = bits;
    shadow->touched[shadow->touched_count++] = number;
    return;
  }
  /* a second access without a change between: the body reads the element */
  if (shadow->is_scratch && !word->written_in && bits == vfi_unwritten(size))
    vfi_shadow_refuse(guard, VF_FAULT_UNWRITTEN, number, NULL);
}

static inline bool vfi_is_other(const vfi_instance *here, const int *point_and_level)
{
  const bool by_point = here->kind != VF_INSTANCE_LEVELS;
  const bool by_level = here->kind == VF_INSTANCE_POINTS || here->kind == VF_INSTANCE_LEVELS;
  return (by_point && point_and_level[0] != here->point) || (by_level && point_and_level[1] != here->level);
}

static inline void vfi_shadow_note_read(vfi_shadow_word *word, const vfi_instance *here)
{
  if (word->read_in != here->phase) word->readers = 0;
  word->read_in = here->phase;
  if (word->readers == 2 || (word->readers == 1 && !vfi_is_other(here, word->reader[0]))) return;
  word->reader[word->readers][0] = here->point;
  word->reader[word->readers][1] = here->level;
  word->readers++;
}

/* After a body: checks and records its reads and writes of the touched elements. */
VF_ONE_COPY void vfi_shadow_settle(const vfi_column_guard *guard, int size)
{
  const vfi_instance *here = guard->here;
  vfi_shadow *shadow = guard->shadow;
  for (int t = 0; t < shadow->touched_count; t++) {
    const int number = shadow->touched[t];
    vfi_shadow_word *word = &shadow->words[number];
    const uint64_t bits = vfi_bits_at(word->address, size);
    const bool wrote = bits != word->bits;
    const vfi_column_index index = vfi_shadow_index(guard, number);
    if (wrote && !shadow->is_scratch && !vfi_column_owns(guard, &index)) vfi_column_refuse_write(guard, &index);
    if (word->written_in == here->phase && vfi_is_other(here, word->writer))
      vfi_shadow_refuse(guard, wrote ? VF_FAULT_WRITE_RACE : VF_FAULT_READ_RACE, number, word->writer);
    if (shadow->is_scratch && !word->written_in && vfi_is_unwritten(bits, size, shadow->is_real))
      vfi_shadow_refuse(guard, VF_FAULT_UNWRITTEN, number, NULL);
    if (!wrote) {
      vfi_shadow_note_read(word, here);
      continue;
    }
    for (int r = 0; word->read_in == here->phase && r < word->readers; r++)
      if (vfi_is_other(here, word->reader[r]))
        vfi_shadow_refuse(guard, VF_FAULT_WRITE_AFTER_READ, number, word->reader[r]);
    word->written_in = here->phase;
    word->writer[0] = here->point;
    word->writer[1] = here->level;
  }
  shadow->touched_count = 0;
}

#endif
