/* One datagram a descriptor. Sends and receives take turns, so that full queues on both sides come to an end. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "descriptor_post.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "../../core/seconds.h"

typedef struct letter {
  uint64_t token, round;
  int64_t from;
} letter;

static socklen_t place_of(const vfi_post_address *address, struct sockaddr_un *place)
{
  memset(place, 0, sizeof *place);
  place->sun_family = AF_UNIX;
  const size_t length = strnlen(address->name, sizeof address->name);
  memcpy(place->sun_path + 1, address->name, length); /* a name that begins with 0 names no file */
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

static bool refused(vfi_descriptor_post *post, const char *call, char *why)
{
  snprintf(why, VF_POST_TEXT, "%s: %s", call, strerror(errno));
  vfi_post_close(post);
  return false;
}

bool vfi_post_open(vfi_descriptor_post *post, char why[VF_POST_TEXT])
{
  static unsigned opened;
  struct sockaddr_un place;
  memset(post, 0, sizeof *post);
  post->socket = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (post->socket < 0) return refused(post, "socket", why);
  const int on = 1; /* the system says who sends */
  if (setsockopt(post->socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on)) return refused(post, "setsockopt", why);
  uint64_t chance[2];
  if (getrandom(chance, sizeof chance, 0) != (ssize_t)sizeof chance) return refused(post, "getrandom", why);
  post->address.token = chance[0];
  snprintf(post->address.name, sizeof post->address.name, "viewfab_%d_%u_%08x", (int)getpid(), opened++,
           (unsigned)chance[1]);
  const socklen_t length = place_of(&post->address, &place);
  if (bind(post->socket, (const struct sockaddr *)&place, length)) return refused(post, "bind", why);
  return true;
}

void vfi_post_close(vfi_descriptor_post *post)
{
  if (post->socket >= 0) close(post->socket);
  post->socket = -1;
  post->address.name[0] = 0;
}

/* 0, or an error of the system; EAGAIN: the queue of the receiver is full. */
static int send_one(const vfi_descriptor_post *post, const vfi_post_address *to, const letter *text, int descriptor)
{
  struct sockaddr_un place;
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } beside = { { 0 } };
  struct iovec words = { (void *)text, sizeof *text };
  struct msghdr message = { .msg_name = &place,
                            .msg_namelen = place_of(to, &place),
                            .msg_iov = &words,
                            .msg_iovlen = 1,
                            .msg_control = beside.bytes,
                            .msg_controllen = sizeof beside.bytes };
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
  return sendmsg(post->socket, &message, MSG_NOSIGNAL) < 0 ? errno : 0;
}

/* Arrived descriptors belong to this process, from any sender: the process keeps the descriptor of its request, and
 * closes the rest. */
static void take_rights(const struct cmsghdr *head, int *descriptor, int *count)
{
  const size_t bytes = head->cmsg_len - CMSG_LEN(0);
  for (size_t at = 0; at + sizeof(int) <= bytes; at += sizeof(int)) {
    int one;
    memcpy(&one, CMSG_DATA(head) + at, sizeof one);
    if (++*count == 1) *descriptor = one;
    else close(one);
  }
}

static bool is_own_user(const struct cmsghdr *head)
{
  struct ucred sender;
  if (head->cmsg_len != CMSG_LEN(sizeof sender)) return false;
  memcpy(&sender, CMSG_DATA(head), sizeof sender);
  return sender.uid == geteuid();
}

/* False: nothing has come. descriptor -1: the message is not a letter with one descriptor from a process of this
 * user. */
static bool take_one(const vfi_descriptor_post *post, letter *text, int *descriptor)
{
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } beside = { { 0 } };
  struct iovec words = { text, sizeof *text };
  struct msghdr message = {
    .msg_iov = &words, .msg_iovlen = 1, .msg_control = beside.bytes, .msg_controllen = sizeof beside.bytes
  };
  int count = 0;
  bool own_user = false;
  *descriptor = -1;
  memset(text, 0, sizeof *text);
  const ssize_t got = recvmsg(post->socket, &message, MSG_CMSG_CLOEXEC);
  if (got < 0) return false;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET) continue;
    if (head->cmsg_type == SCM_RIGHTS) take_rights(head, descriptor, &count);
    else if (head->cmsg_type == SCM_CREDENTIALS) own_user = is_own_user(head);
  }
  const bool whole = got == (ssize_t)sizeof *text && !(message.msg_flags & (MSG_CTRUNC | MSG_TRUNC));
  if (count == 1 && whole && own_user) return true;
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
  return true;
}

enum { UNREACHED = -2 };

/* Stores arrived descriptors at their places; drops letters of strangers and of other rounds. */
static int take_all(const vfi_descriptor_post *post, int rank, int ranks, const bool *wanted, uint64_t round, int *got)
{
  letter text = { 0 };
  int descriptor, taken = 0;
  while (take_one(post, &text, &descriptor)) {
    const bool ours = text.token == post->address.token && text.round == round && text.from >= 0 && text.from < ranks &&
                      text.from != rank && wanted[text.from] && got[text.from] == -1 && descriptor >= 0;
    if (ours) {
      got[text.from] = descriptor;
      taken++;
    } else if (descriptor >= 0) close(descriptor);
  }
  return taken;
}

bool vfi_post_swap(vfi_descriptor_post *post, int rank, int ranks, const bool *wanted,
                   const vfi_post_address *addresses, uint64_t round, int descriptor, int *got, double seconds,
                   char why[VF_POST_TEXT])
{
  const double end = vfi_seconds() + seconds;
  int to = 0, missing = 0;
  for (int r = 0; r < ranks; r++) {
    got[r] = -1;
    missing += wanted[r] && r != rank;
  }
  why[0] = 0;
  while (to < ranks || missing > 0) {
    bool full = false;
    for (; to < ranks && !full; to++) {
      if (to == rank || !wanted[to]) continue;
      const letter text = { addresses[to].token, round, rank };
      const int error = send_one(post, &addresses[to], &text, descriptor);
      full = error == EAGAIN || error == ENOBUFS;
      if (full) break;
      if (!error) continue;
      if (!why[0]) snprintf(why, VF_POST_TEXT, "sending a descriptor to rank %d: %s", to, strerror(error));
      if (got[to] >= 0) continue;
      got[to] = UNREACHED; /* if this process cannot reach a rank, the rank cannot reach this process either */
      missing--;
    }
    missing -= take_all(post, rank, ranks, wanted, round, got);
    if (to == ranks && missing == 0) break;
    if (seconds > 0 && vfi_seconds() > end) break;
    struct pollfd some = { post->socket, POLLIN, 0 };
    (void)poll(&some, 1, full ? 1 : 20);
  }
  for (int r = 0; r < ranks; r++) {
    if (got[r] == UNREACHED) got[r] = -1;
    if (r != rank && wanted[r] && got[r] < 0 && !why[0])
      snprintf(why, VF_POST_TEXT, "no descriptor came from rank %d within %g s", r, seconds);
  }
  return !why[0] && to == ranks;
}
