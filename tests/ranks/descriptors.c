/* Descriptors of open files that processes of a host pass to each other. */
#include "ranks.h"

#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "descriptor_post.h"

enum { MOST = 8 };

typedef struct fixture {
  vfi_descriptor_post post;
  vfi_post_address addresses[MOST];
  bool wanted[MOST];
  int got[MOST];
  int ends[2]; /* of a pipe: ends[0] reads the bytes written to ends[1] */
  char why[VF_POST_TEXT];
} fixture;

static fixture opened(void)
{
  fixture f = { .why = "" };
  holds(ranks <= MOST);
  if (!vfi_post_open(&f.post, f.why)) give_up(__FILE__, __LINE__, "%s", f.why);
  MPI_Allgather(&f.post.address, sizeof f.post.address, MPI_BYTE, f.addresses, sizeof f.post.address, MPI_BYTE,
                MPI_COMM_WORLD);
  for (int r = 0; r < ranks; r++) f.wanted[r] = true;
  holds(!pipe(f.ends));
  return f;
}

static void closed(fixture *f)
{
  for (int r = 0; r < ranks; r++)
    if (f->got[r] >= 0) close(f->got[r]);
  close(f->ends[0]);
  close(f->ends[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  vfi_post_close(&f->post);
}

static bool swapped(fixture *f, uint64_t round, double limit)
{
  return vfi_post_swap(&f->post, rank, ranks, f->wanted, f->addresses, round, f->ends[1], f->got, limit, f->why);
}

/* Each writes its rank through the descriptors of the others. */
static void descriptors_of_all_arrive(void)
{
  fixture f = opened();
  for (uint64_t round = 1; round <= 3; round++) {
    bool come[MOST] = { false };
    if (!swapped(&f, round, 20)) give_up(__FILE__, __LINE__, "%s", f.why);
    for (int r = 0; r < ranks; r++) {
      const char word = (char)rank;
      if (r == rank) continue;
      holds(f.got[r] >= 0 && write(f.got[r], &word, 1) == 1);
      close(f.got[r]);
      f.got[r] = -1;
    }
    for (int n = 1; n < ranks; n++) {
      char word = -1;
      holds(read(f.ends[0], &word, 1) == 1 && word >= 0 && word < ranks && word != rank && !come[(int)word]);
      come[(int)word] = true;
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  closed(&f);
}

static void who_sends_nothing_is_named_in_time(void)
{
  fixture f = opened();
  for (int r = 0; r < ranks; r++) f.got[r] = -1;
  const double began = seconds();
  if (rank > 0) {
    holds(!swapped(&f, 1, 0.5));
    holds(seconds() - began >= 0.5 && seconds() - began < 5);
    holds(f.got[0] < 0 && strstr(f.why, "rank 0"));
  }
  closed(&f);
}

/* Rank 0 does not know the token of rank 1, and both come with another round at first. */
static void what_is_not_of_the_round_is_dropped(void)
{
  fixture f = opened();
  for (int r = 0; r < ranks; r++) {
    f.wanted[r] = r < 2;
    f.got[r] = -1;
  }
  if (rank == 0) f.addresses[1].token++;
  if (rank < 2) (void)swapped(&f, 7, 0.3);
  if (rank == 1) holds(f.got[0] < 0);
  for (int r = 0; r < ranks; r++)
    if (f.got[r] >= 0) close(f.got[r]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) f.addresses[1].token--;
  const int right = f.ends[1];
  if (rank == 0) { /* no other rank takes part in this round */
    f.ends[1] = STDERR_FILENO;
    (void)swapped(&f, 9, 0.3);
    f.ends[1] = right;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank < 2 && !swapped(&f, 8, 20)) give_up(__FILE__, __LINE__, "%s", f.why);
  if (rank == 1) holds(f.got[0] >= 0 && write(f.got[0], "\n", 1) == 1);
  MPI_Barrier(MPI_COMM_WORLD);
  struct pollfd here = { f.ends[0], POLLIN, 0 };
  if (rank == 0) holds(poll(&here, 1, 0) == 1);
  closed(&f);
}

static int open_descriptors(void)
{
  int count = 0;
  for (int d = 0; d < 1024; d++) count += fcntl(d, F_GETFD) >= 0;
  return count;
}

/* A datagram of any words with so many descriptors. Anyone who learns of the socket can send such a datagram. */
static void send_strange(const vfi_post_address *to, const void *words, size_t size, int descriptor, int count)
{
  enum { MANY = 253 }; /* the system's limit */
  struct sockaddr_un place = { .sun_family = AF_UNIX };
  union {
    char bytes[CMSG_SPACE(MANY * sizeof(int))];
    struct cmsghdr aligned;
  } beside = { { 0 } };
  struct iovec text = { (void *)words, size };
  memcpy(place.sun_path + 1, to->name, strlen(to->name));
  struct msghdr message = { .msg_name = &place,
                            .msg_namelen = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(to->name)),
                            .msg_iov = &text,
                            .msg_iovlen = 1 };
  if (count) {
    message.msg_control = beside.bytes;
    message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){ .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS };
    head->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    for (int d = 0; d < count; d++) memcpy(CMSG_DATA(head) + (size_t)d * sizeof(int), &descriptor, sizeof descriptor);
  }
  const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (from < 0 || sendmsg(from, &message, 0) != (ssize_t)size) _exit(9);
  close(from);
}

typedef struct letter {
  uint64_t token, round;
  int64_t from;
} letter;

/* Rank 0 sends an unrequested datagram to rank 1; then both swap. */
static void descriptors_that_were_not_asked_for_are_closed(void)
{
  static const int counts[] = { 0, 1, 2, 3, 4, 100, 253 };
  fixture f = opened();
  for (int r = 0; r < ranks; r++) {
    f.wanted[r] = r < 2;
    f.got[r] = -1;
  }
  const int before = open_descriptors();
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    const uint64_t round = 20 + c;
    /* the right token and round, so only the number of descriptors is wrong; with a single descriptor the round is
     * wrong */
    const letter right = { f.addresses[1].token, round - (counts[c] == 1), 0 };
    if (rank == 0) {
      send_strange(&f.addresses[1], "x", 1, f.ends[0], counts[c]);
      send_strange(&f.addresses[1], &right, sizeof right, f.ends[0], counts[c]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 2 && !swapped(&f, round, 20)) give_up(__FILE__, __LINE__, "%d: %s", counts[c], f.why);
    if (rank == 1) holds(write(f.got[0], "y", 1) == 1); /* the end for writes */
    for (int r = 0; r < ranks; r++) {
      if (f.got[r] >= 0) close(f.got[r]);
      f.got[r] = -1;
    }
    if (open_descriptors() != before)
      give_up(__FILE__, __LINE__, "%d descriptors were %d, after %d in a datagram", open_descriptors(), before,
              counts[c]);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  closed(&f);
}

/* Only the administrator can send as somebody else. */
static void letters_of_another_user_are_dropped(void)
{
  fixture f = opened();
  for (int r = 0; r < ranks; r++) {
    f.wanted[r] = r < 2;
    f.got[r] = -1;
  }
  if (rank == 0 && geteuid() == 0) {
    const letter right = { f.addresses[1].token, 5, 0 };
    const pid_t child = fork();
    if (child == 0) {
      if (setuid(65534)) _exit(8);
      send_strange(&f.addresses[1], &right, sizeof right, f.ends[0], 1);
      _exit(0);
    }
    int status = 0;
    holds(waitpid(child, &status, 0) == child && status == 0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) { /* this datagram comes before the datagram of rank 0 */
    if (!swapped(&f, 5, 20)) give_up(__FILE__, __LINE__, "%s", f.why);
    holds(write(f.got[0], "y", 1) == 1);
  } else if (rank == 0 && !swapped(&f, 5, 20)) give_up(__FILE__, __LINE__, "%s", f.why);
  MPI_Barrier(MPI_COMM_WORLD);
  closed(&f);
}

static void no_answer_from_a_closed_socket_is_waited_for(void)
{
  fixture f = opened();
  for (int r = 0; r < ranks; r++) f.got[r] = -1;
  if (rank == 0) vfi_post_close(&f.post);
  MPI_Barrier(MPI_COMM_WORLD);
  const double began = seconds();
  if (rank > 0) {
    for (int r = 1; r < ranks; r++) f.wanted[r] = false;
    holds(!swapped(&f, 1, 20));
    holds(seconds() - began < 5 && strstr(f.why, "rank 0"));
  }
  closed(&f);
}

static const claim_entry claims[] = {
  claim(descriptors_of_all_arrive),           claim(who_sends_nothing_is_named_in_time),
  claim(what_is_not_of_the_round_is_dropped), claim(descriptors_that_were_not_asked_for_are_closed),
  claim(letters_of_another_user_are_dropped), claim(no_answer_from_a_closed_socket_is_waited_for),
};
RUN(claims)
