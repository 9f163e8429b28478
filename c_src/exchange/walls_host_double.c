#define VF_REAL double
#include "walls_host.h"
