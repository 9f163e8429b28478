! An array as legacy routines take it: its first element, then its six allocated bounds. In routines of real C bindings:
! the element, then low and high bounds.
#define ARRAY(x) x%v(x%at), x%lo(1), x%lo(2), x%lo(3), x%hi(1), x%hi(2), x%hi(3)
#define FAB(x) x%v(x%at), x%lo, x%hi
