#define WEIGHT 0.375d0
