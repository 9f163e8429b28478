/* What the instances of a phase do with the elements that a team has in common, on the host: scratch, and arrays that it
 * writes. Beside each element is a word that says which instance wrote it last, in which phase, and who reads it in this
 * one. An access is a write where the element has another value after the body; a store of the value that was there counts
 * as a read. */
#ifndef VIEWFAB_KIT_BOUNDS_SHADOW_H
#define VIEWFAB_KIT_BOUNDS_SHADOW_H

typedef struct vf_shadow_word {
  const void *address;
  uint64_t bits;             /* before the body that runs */
  int run;                   /* of the body that touched it last */
  int written_in, writer[2]; /* phase, 0: not yet; point and level */
  int read_in, readers, reader[2][2];
} vf_shadow_word;

typedef struct vf_shadow {
  vf_shadow_word *words;
  int *touched; /* by the body that runs */
  int touched_count;
  bool is_scratch, is_real;
} vf_shadow;

static inline size_t vf_shadow_count(const vf_column_shape *shape, int points, int levels)
{
  size_t count = shape->parts ? (size_t)shape->parts : 1;
  if (shape->points) count *= (size_t)points;
  if (shape->levels) count *= (size_t)levels + (shape->levels == 2);
  return count;
}

static inline size_t vf_shadow_bytes_of(const vf_column_shape *shape, int points, int levels)
{
  const size_t bytes = vf_shadow_count(shape, points, levels) * (sizeof(vf_shadow_word) + sizeof(int));
  return (bytes + 15) / 16 * 16;
}

/* Before the first phase, where bytes have so much room. */
static inline void vf_shadow_lay(vf_shadow *shadow, const vf_column_guard *guard, char *bytes, bool is_real)
{
  const vf_instance *here = guard->here;
  const size_t count = vf_shadow_count(&guard->shape, here->last_point - here->first_point + 1, here->levels);
  shadow->words = (vf_shadow_word *)bytes;
  shadow->touched = (int *)(bytes + count * sizeof(vf_shadow_word));
  shadow->touched_count = 0;
  shadow->is_scratch = guard->argument < 0;
  shadow->is_real = is_real;
  memset(bytes, 0, count * sizeof(vf_shadow_word));
}

/* What scratch holds that nothing has written. A NaN keeps these digits through arithmetic, but for its sign. */
static inline uint64_t vf_unwritten(int size) { return size == 8 ? 0x7ff9d0e5b2c48a6fu : 0x7fd9d0e5u; }

static inline void vf_scratch_unwrite(char *begin, size_t count, int size)
{
  const uint64_t bits = vf_unwritten(size);
  const uint32_t few = (uint32_t)bits;
  for (size_t e = 0; e < count; e++)
    memcpy(begin + e * (size_t)size, size == 8 ? (const void *)&bits : &few, (size_t)size);
}

static inline bool vf_is_unwritten(uint64_t bits, int size, bool is_real)
{
  const uint64_t sign = is_real ? (uint64_t)1 << (8 * size - 1) : 0;
  return (bits & ~sign) == vf_unwritten(size);
}

static inline int vf_shadow_number(const vf_column_guard *guard, const vf_column_index *index)
{
  const vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  int number = 0;
  for (int d = 2; d >= 0; d--) number = number * (last.at[d] - first.at[d] + 1) + index->at[d] - first.at[d];
  return number;
}

static inline vf_column_index vf_shadow_index(const vf_column_guard *guard, int number)
{
  const vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  vf_column_index index;
  for (int d = 0; d < 3; d++) {
    const int extent = last.at[d] - first.at[d] + 1;
    index.at[d] = first.at[d] + number % extent;
    number /= extent;
  }
  index.at[3] = guard->here->block;
  return index;
}

static inline void vf_shadow_refuse(const vf_column_guard *guard, vf_column_fault fault, int number, const int *other)
{
  const vf_column_index first = vf_column_first(guard), last = vf_column_last(guard);
  const vf_column_index index = vf_shadow_index(guard, number);
  vf_column_report(guard, fault, &index, &first, &last, other);
}

/* The address of an element is asked for, to read it or to write it. */
VF_ONE_COPY void vf_shadow_access(const vf_column_guard *guard, const vf_column_index *index, const void *address,
                                  int size)
{
  vf_shadow *shadow = guard->shadow;
  const int number = vf_shadow_number(guard, index);
  vf_shadow_word *word = &shadow->words[number];
  const uint64_t bits = vf_bits_at(address, size);
  if (word->run != guard->here->run) {
    word->run = guard->here->run;
    word->address = address;
    word->bits = bits;
    shadow->touched[shadow->touched_count++] = number;
    return;
  }
  /* a second time, and nothing was stored: one of the two reads */
  if (shadow->is_scratch && !word->written_in && bits == vf_unwritten(size))
    vf_shadow_refuse(guard, VF_FAULT_UNWRITTEN, number, NULL);
}

static inline bool vf_is_other(const vf_instance *here, const int *point_and_level)
{
  const bool by_point = here->kind != VF_INSTANCE_LEVELS;
  const bool by_level = here->kind == VF_INSTANCE_POINTS || here->kind == VF_INSTANCE_LEVELS;
  return (by_point && point_and_level[0] != here->point) || (by_level && point_and_level[1] != here->level);
}

static inline void vf_shadow_note_read(vf_shadow_word *word, const vf_instance *here)
{
  if (word->read_in != here->phase) word->readers = 0;
  word->read_in = here->phase;
  if (word->readers == 2 || (word->readers == 1 && !vf_is_other(here, word->reader[0]))) return;
  word->reader[word->readers][0] = here->point;
  word->reader[word->readers][1] = here->level;
  word->readers++;
}

/* After a body: what it did with the elements that it touched. */
VF_ONE_COPY void vf_shadow_settle(const vf_column_guard *guard, int size)
{
  const vf_instance *here = guard->here;
  vf_shadow *shadow = guard->shadow;
  for (int t = 0; t < shadow->touched_count; t++) {
    const int number = shadow->touched[t];
    vf_shadow_word *word = &shadow->words[number];
    const uint64_t bits = vf_bits_at(word->address, size);
    const bool wrote = bits != word->bits;
    const vf_column_index index = vf_shadow_index(guard, number);
    if (wrote && !shadow->is_scratch && !vf_column_owns(guard, &index)) vf_column_refuse_write(guard, &index);
    if (word->written_in == here->phase && vf_is_other(here, word->writer))
      vf_shadow_refuse(guard, wrote ? VF_FAULT_WRITE_RACE : VF_FAULT_READ_RACE, number, word->writer);
    if (shadow->is_scratch && !word->written_in && vf_is_unwritten(bits, size, shadow->is_real))
      vf_shadow_refuse(guard, VF_FAULT_UNWRITTEN, number, NULL);
    if (!wrote) {
      vf_shadow_note_read(word, here);
      continue;
    }
    for (int r = 0; word->read_in == here->phase && r < word->readers; r++)
      if (vf_is_other(here, word->reader[r]))
        vf_shadow_refuse(guard, VF_FAULT_WRITE_AFTER_READ, number, word->reader[r]);
    word->written_in = here->phase;
    word->writer[0] = here->point;
    word->writer[1] = here->level;
  }
  shadow->touched_count = 0;
}

#endif
