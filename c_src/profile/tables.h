/* The tables of the profile. The lock vfi_profile_lock protects all tables. A table without room keeps its entries, and counts
 * later entries in vfi_profile.lost. */
#ifndef VIEWFAB_PROFILE_TABLES_H
#define VIEWFAB_PROFILE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "../core/handle.h"

/* Seconds in classes: eight classes for each factor of two, from a nanosecond on. */
enum { VF_PROFILE_CLASSES = 8 * 40 };

/* A launch with fewer bytes is small: most of its time is the cost of a call. */
enum { VF_PROFILE_SMALL = 256 << 10 };

/* A copy with fewer bytes is small: most of its time is the cost of its wait. */
enum { VF_PROFILE_SMALL_COPY = 16 << 10 };

/* Launches whose points, or lists of copies whose bytes, have the same power of two. */
typedef struct vfi_profile_size {
  int64_t timed, untimed;
  int64_t bytes; /* of the timed ones */
  double seconds;
} vfi_profile_size;

enum { VF_PROFILE_SIZES = 48 };
typedef struct vfi_profile_kernel {
  char name[64];
  int64_t calls, launches, bytes; /* bytes: the declared elements, once for each read and once for each write */
  double seconds, worst;          /* of launches */
  int64_t small_launches, small_bytes;
  double small_seconds;
  double overhead; /* of calls: their seconds without launches and copies */
  uint32_t classes[VF_PROFILE_CLASSES];
  int64_t untimed; /* launches of them without a time of their own */
  int64_t events;  /* launches that got events */
  vfi_profile_size sizes[VF_PROFILE_SIZES];
} vfi_profile_kernel;

/* A request for data at a place of the code: return addresses, the innermost first. The loops between the request and the next
 * call of viewfab belong to the site. */
enum { VF_PROFILE_FRAMES = 10 };
typedef struct vfi_profile_site {
  void *frames[VF_PROFILE_FRAMES];
  int depth;
  int64_t visits;
  double host_seconds;
  int64_t releases;    /* visits behind which views were released */
  double left_seconds; /* the part of host_seconds behind these releases: the loops may stand in any routine */
  double longest;      /* of these times */
  int until;           /* 1 + the site of the call at the end of the longest; 0: none */
  int64_t waits;       /* of the code for a queue */
  double idle_seconds; /* of the device behind these waits */
  int64_t joinable;    /* small copies behind another request of the site, without work between both */
  double joinable_seconds;
  char routine[96], file[256]; /* known from vfi_profile_name_sites on */
  int line;                    /* 0: not known */
  const void *place;           /* the address of the request in the routine; sites without a line differ by it */
  int request;                 /* the number in its routine; 0: the site has a line, or the routine has no other */
  int routine_site;            /* the first site of the same routine; known from then on too */
} vfi_profile_site;

/* False: only the end of loops behind a request. */
static inline bool vfi_profile_has_asked(const vfi_profile_site *site) { return site->visits || site->waits; }

/* Who asks for an array: a kernel, as its number, or a site, as -1 minus its number. */
typedef int32_t vfi_profile_who;
static inline vfi_profile_who vfi_profile_site_who(int site) { return -1 - site; }
static inline bool vfi_profile_is_site(vfi_profile_who who) { return who < 0; }
static inline int vfi_profile_site_of(vfi_profile_who who) { return -1 - who; }

enum { VF_PROFILE_NOBODY = INT32_MAX };

typedef struct vfi_profile_array {
  char label[VF_LABEL_LENGTH];
  int64_t bytes;
  bool lacked_memory;     /* the array has got device memory */
  double memory_seconds;  /* for this memory */
  vfi_profile_who writer; /* the last site with a request to write on the host */
} vfi_profile_array;

/* Copies of the arrays of one label in one direction, forced by an asker. A copy to the device also has a writer: the
 * site of the last request to write on the host. */
typedef struct vfi_profile_copy {
  char label[VF_LABEL_LENGTH];
  bool to_device;
  vfi_profile_who who, writer; /* writer: of copies to the device, or VF_PROFILE_NOBODY */
  int64_t copies, bytes;
  double seconds;
  int64_t same; /* copies that brought the same values again */
  double same_seconds;
  int64_t needless; /* copies to a side that was up to date */
  double needless_seconds;
  int64_t refused, refused_bytes; /* copies of arrays whose page lock was refused */
  double refused_seconds;
  int64_t locked_bytes; /* of copies of page-locked arrays */
  double locked_seconds;
} vfi_profile_copy;

/* One need of an array, in the order of the program: from these needs the gain of a port is computed. */
typedef struct vfi_profile_need {
  int32_t array;
  vfi_profile_who who;
  uint8_t side, intent, whole;
} vfi_profile_need;

/* Waits of the host for other ranks, by the name of the call of all ranks. */
typedef struct vfi_profile_wait {
  char call[64];
  int64_t waits;
  double seconds;
} vfi_profile_wait;

/* One bar of the timeline. Bars that find no room become parts of their neighbours. */
typedef enum vfi_profile_lane { VF_LANE_HOST, VF_LANE_COPY, VF_LANE_KERNEL, VF_LANES } vfi_profile_lane;
typedef struct vfi_profile_event {
  double begin, end;
  vfi_profile_lane lane;
  int32_t what; /* number of a site, copy row or kernel */
  int64_t bytes;
  int32_t queue; /* of a kernel: number of a queue; 0: the own queue of a context */
  int32_t parts; /* 1, or the number of bars in this bar */
} vfi_profile_event;

enum { VF_PROFILE_QUEUES = 32, VF_PROFILE_QUEUE_LABEL = 64 };

typedef struct vfi_profile_tables {
  vfi_profile_kernel *kernels;
  vfi_profile_site *sites;
  vfi_profile_array *arrays;
  vfi_profile_copy *copies;
  vfi_profile_wait *waits;
  vfi_profile_need *needs;
  vfi_profile_event *events;
  int kernel_count, site_count, array_count, copy_count, wait_count, need_count, event_count;
  int openings;           /* of devices, after the first */
  double opening_seconds; /* of these openings */
  int64_t lost;           /* entries without room */
  double begin, end;      /* of the run, as vfi_seconds has it */
  double copy_rate;       /* bytes a second of a copy on the device, read and write counted; 0: not measured */
  double host_rate;       /* of a copy on the host by a single thread */
  int64_t evictions, evicted_bytes; /* arrays that left the device because memory was short */
  bool has_bounds;                  /* a kernel was built with VIEWFAB_BOUNDS */
  bool has_copies;                  /* the device has memory of its own */
  bool is_gpu;
  char device[64];
  char queues[VF_PROFILE_QUEUES][VF_PROFILE_QUEUE_LABEL]; /* labels of queues with timed kernels, from number 1 on */
  int queue_count;
} vfi_profile_tables;

extern vfi_profile_tables vfi_profile;

void vfi_profile_lock(void);
void vfi_profile_unlock(void);

/* Makes room for a new entry: tables grow by doubling from 64 entries on. False: no room, and the entry counts as lost. Lock held.
 * VF_PROFILE_ROOM(events, event_count, 9) asks for the table vfi_profile.events of at most 9 entries. */
bool vfi_profile_room(void **table, size_t size, int count, int most);
#define VF_PROFILE_ROOM(table, count, most) \
  vfi_profile_room((void **)&vfi_profile.table, sizeof *vfi_profile.table, vfi_profile.count, most)

/* The number of an entry, made at the first use; -1: no room. */
int vfi_profile_find_kernel(const char *name);
int vfi_profile_find_site(void *const *frames, int depth);
int vfi_profile_find_copy(const char *label, bool to_device, vfi_profile_who who, vfi_profile_who writer);
int vfi_profile_find_wait(const char *call);

/* The number of a queue by its label; 0: the own queue of a context (NULL), or no room. */
int vfi_profile_find_queue(const char *label);
int vfi_profile_add_array(const char *label, int64_t bytes);

void vfi_profile_add_need(const vfi_profile_need *need);

/* Adds a bar behind the bars of its row: bars.c. */
void vfi_profile_add_event(const vfi_profile_event *event);

/* Joins all sites with the same routine, file and line, and the rows of their copies; sites without a line are the same at the
 * same place of their routine. Then finds the sites of each routine. Sites differ before by the calls around them, as in a
 * recursive routine. Without memory the tables stay as they are. */
void vfi_profile_join_sites(void);

/* Notes the seconds of a launch. */
void vfi_profile_add_launch(vfi_profile_kernel *kernel, int64_t points, int64_t bytes, double seconds);

/* The place of a number among sizes. */
int vfi_profile_octave(int64_t number);

/* True if the next launch, or the next list of copies, shall have a time. timed: how many of its kind have a time. The first have
 * one, further ones while these times take less than a two-hundredth of the run, and then one of 64, chosen at random since codes
 * launch in patterns. Lock held. */
bool vfi_profile_times_next(int64_t timed);

/* Notes a launch without a time. */
void vfi_profile_add_untimed(vfi_profile_kernel *kernel, int64_t points);

/* Adds the launches without a time: each counts with the means of the timed launches of its size, or of all. */
void vfi_profile_count_untimed(vfi_profile_kernel *kernel);

/* The median of the launches, within 10 %. */
double vfi_profile_median(const vfi_profile_kernel *kernel);

#endif
