#define VF_KERNEL count_marked
#define VF_SUMMARY "Counts visits of marked cells: visits = visits + 1 where mark is not 0"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)       \
  READ(int, mark, shared(same), reach(0), "0 or 1")    \
  READ(real, weight, same, reach(0), "gives the kind") \
  UPDATE(int, visits, shared(same), reach(0), "how often")

VF_BODY(i, j, k, n) { VF_AT(visits, i, j, k, n) += VF_AT(mark, i, j, k, n) != 0; }
