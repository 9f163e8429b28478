#include "axes.h"

#include <string.h>

#include "error.h"
#include "text.h"

vfi_axis_role vfi_axis_role_of(char name)
{
  switch (name) {
    case 'i':
    case 'j': return VF_ROLE_POINT;
    case 'k': return VF_ROLE_LEVEL;
    case 'c':
    case 'd': return VF_ROLE_PART;
    case 's':
    case 'q': return VF_ROLE_SPECIES;
    case 'b':
    case 'e': return VF_ROLE_BLOCK;
    default: return VF_ROLE_FREE;
  }
}

static const char *role_text(vfi_axis_role role)
{
  static const char *const texts[VF_ROLE_COUNT] = { "points", "levels", "parts", "species", "blocks", "free axes" };
  return texts[role];
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/* The place of a letter among the axes; -1: no axis has this letter. */
static int place_of(const vfi_axes *axes, char name)
{
  for (int a = 0; a < axes->rank; a++)
    if (axes->name[a] == name) return a;
  return -1;
}

static vf_status read_names(const char *names, int rank, const char *label, vfi_axes *axes)
{
  axes->rank = 0;
  for (const char *at = names; *at; at++) {
    if (*at == ' ') continue;
    if (!is_letter(*at))
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': axes '%s': the name '%c' is not a letter from a to z", label, names,
                      *at);
    if (is_letter(at[1]))
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': axes '%s': '%c%c' are two names without a blank between them", label,
                      names, *at, at[1]);
    if (place_of(axes, *at) >= 0)
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': axes '%s': the name '%c' is there twice", label, names, *at);
    if (axes->rank == VF_MAX_AXES)
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': axes '%s': more than %d names", label, names, VF_MAX_AXES);
    axes->name[axes->rank++] = *at;
  }
  if (axes->rank != rank)
    return vfi_fail(VF_ERROR_ARGUMENT, "'%s': axes '%s' are %d names for an array of rank %d", label, names, axes->rank,
                    rank);
  return VF_OK;
}

/* Refuses axes whose points are not the first axes, and axes of one role that are not neighbours. */
static vf_status check_order(const vfi_axes *axes, const char *names, const char *label)
{
  int last[VF_ROLE_COUNT];
  for (int role = 0; role < VF_ROLE_COUNT; role++) last[role] = -1;
  for (int a = 0; a < axes->rank; a++) {
    const vfi_axis_role role = vfi_axis_role_of(axes->name[a]);
    const int before = last[role];
    last[role] = a;
    if (role == VF_ROLE_FREE) continue;
    if (before >= 0 && before != a - 1)
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "'%s': axes '%s': the %s %c and %c are not beside each other; an array has them as one axis",
                      label, names, role_text(role), axes->name[before], axes->name[a]);
    if (role == VF_ROLE_POINT && before < 0 && a > 0)
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': axes '%s': the points %c come behind %c; they are the first index",
                      label, names, axes->name[a], axes->name[a - 1]);
  }
  return VF_OK;
}

vf_status vfi_axes_read(int rank, const int64_t *extents, const int *lower, const char *names, size_t element_size,
                        const char *label, vfi_axes *axes)
{
  memset(axes, 0, sizeof *axes);
  if (rank < 1 || rank > VF_MAX_AXES)
    return vfi_fail(VF_ERROR_ARGUMENT, "'%s': rank %d; with axes it may be 1 to %d", label, rank, VF_MAX_AXES);
  if (!extents) return vfi_fail(VF_ERROR_NULL, "'%s': extents is NULL", label);
  if (!names) return vfi_fail(VF_ERROR_NULL, "'%s': axes is NULL", label);
  vf_status status = read_names(names, rank, label, axes);
  if (!status) status = check_order(axes, names, label);
  if (status) return status;
  int64_t elements = 1, room = 1; /* room: the size of the other axes, also for an array without elements */
  for (int a = 0; a < rank; a++) {
    if (extents[a] < 0)
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': extent %lld of axis %c is negative", label, (long long)extents[a],
                      axes->name[a]);
    if (extents[a] > INT64_MAX / 8 || (extents[a] > 0 && room > INT64_MAX / 8 / extents[a]))
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': more elements than memory can hold", label);
    if (extents[a]) room *= extents[a];
    axes->lower[a] = lower ? lower[a] : 1;
    axes->extent[a] = extents[a];
    axes->stride[a] = elements;
    /* the origin of a span, at index 0, has an address of 64 bits as well */
    int64_t away;
    if (__builtin_mul_overflow(axes->lower[a], elements * (int64_t)element_size, &away) || away > INT64_MAX / 4 ||
        away < -(INT64_MAX / 4))
      return vfi_fail(VF_ERROR_ARGUMENT, "'%s': its bounds lie too far from 0 to be addressed (%lld of axis %c)", label,
                      (long long)axes->lower[a], axes->name[a]);
    elements *= extents[a];
  }
  return VF_OK;
}

/* "i j k e" */
static void add_names(vfi_text *text, const vfi_axes *axes)
{
  for (int a = 0; a < axes->rank; a++) vfi_text_add(text, "%s%c", a ? " " : "", axes->name[a]);
}

vf_status vfi_axes_select(vfi_axes *axes, const char *name, int64_t index, const char *label)
{
  char names[2 * VF_MAX_AXES + 1] = "";
  vfi_text text = { .buffer = names, .size = sizeof names };
  if (!name) return vfi_fail(VF_ERROR_NULL, "select of '%s': axis is NULL", label);
  if (axes->rank == 0)
    return vfi_fail(VF_ERROR_ARGUMENT, "select of '%s': it was wrapped without axes, so it has no axis %s", label,
                    name);
  add_names(&text, axes);
  const int a = name[0] && strspn(name + 1, " ") == strlen(name + 1) ? place_of(axes, name[0]) : -1;
  if (a < 0)
    return vfi_fail(VF_ERROR_ARGUMENT, "select of '%s': it has no axis '%s'; its axes are %s", label, name, names);
  if (axes->fixed[a])
    return vfi_fail(VF_ERROR_ARGUMENT, "select of '%s': of axis %c the index %lld is selected already", label,
                    axes->name[a], (long long)axes->index[a]);
  const int64_t last = axes->lower[a] + axes->extent[a] - 1;
  if (index < axes->lower[a] || index > last)
    return vfi_fail(VF_ERROR_ARGUMENT, "select of '%s': index %lld of axis %c, which has %lld:%lld", label,
                    (long long)index, axes->name[a], (long long)axes->lower[a], (long long)last);
  vfi_axes selected = *axes;
  selected.fixed[a] = true;
  selected.index[a] = index;
  vfi_directions directions;
  const vf_status status = vfi_axes_directions(&selected, label, &directions);
  if (!status) *axes = selected;
  return status;
}

/* The direction of an axis; the directions of the axes behind the blocks follow. */
static int direction_of(const vfi_axes *axes, int place)
{
  const vfi_axis_role role = vfi_axis_role_of(axes->name[place]);
  if (role == VF_ROLE_POINT) return 0;
  if (role == VF_ROLE_BLOCK) return 2;
  for (int a = 0; a < place; a++)
    if (vfi_axis_role_of(axes->name[a]) == VF_ROLE_BLOCK) return 3;
  return 1;
}

vf_status vfi_axes_directions(const vfi_axes *axes, const char *label, vfi_directions *directions)
{
  int count[VF_MAX_RANK] = { 0 }, d = 0;
  *directions =
      (vfi_directions){ .rank = 1, .lower = { 1, 1, 1, 1 }, .extent = { 1, 1, 1, 1 }, .pitch = { 1, 1, 1, 1 } };
  bool empty = false;
  for (int a = 0; a < axes->rank; a++) {
    empty = empty || axes->extent[a] == 0;
    if (axes->fixed[a]) { /* the elements of the axes around a selected axis have gaps */
      directions->pitch[d] *= axes->extent[a];
      directions->first += (axes->index[a] - axes->lower[a]) * axes->stride[a];
      continue;
    }
    d = direction_of(axes, a);
    if (directions->pitch[d] != directions->extent[d]) {
      if (d == 0)
        return vfi_fail(VF_ERROR_ARGUMENT,
                        "select of '%s': its points %c would not be neighbours in memory with %c selected", label,
                        axes->name[a], axes->name[a - 1]);
      int before = a - 1;
      while (axes->fixed[before]) before--;
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "select of '%s': with %c selected the axes %c and %c would not be neighbours in memory; the axes "
                      "between points and blocks, and the axes behind blocks, have to stay in one piece",
                      label, axes->name[a - 1], axes->name[before], axes->name[a]);
    }
    directions->lower[d] = count[d]++ ? 1 : axes->lower[a];
    directions->extent[d] *= axes->extent[a];
    directions->pitch[d] *= axes->extent[a];
    directions->rank = d + 1;
  }
  if (empty) directions->first = 0;
  if (directions->pitch[0] > INT32_MAX && directions->extent[1] != 1)
    return vfi_fail(VF_ERROR_ARGUMENT,
                    "'%s': %lld elements from one row of points to the next are more than a kernel walks", label,
                    (long long)directions->pitch[0]);
  return VF_OK;
}

vfi_axis_roles vfi_axes_by_role(const vfi_axes *axes)
{
  vfi_axis_roles roles;
  for (int role = 0; role < VF_ROLE_COUNT; role++) roles.of[role] = (vfi_axis){ .lower = 1, .extent = 1 };
  for (int a = 0; a < axes->rank; a++) {
    if (axes->fixed[a]) continue;
    const vfi_axis_role role = vfi_axis_role_of(axes->name[a]);
    vfi_axis *axis = &roles.of[role];
    if (!axis->there) {
      *axis = (vfi_axis){ axes->lower[a], axes->extent[a], axes->stride[a], true };
    } else if (role != VF_ROLE_FREE) {
      axis->lower = 1;
      axis->extent *= axes->extent[a];
    }
  }
  return roles;
}

bool vfi_axes_merged(const vfi_axes *axes, vfi_axis_role role, int64_t *lower, int64_t *extent, int64_t *stride)
{
  const vfi_axis axis = vfi_axes_by_role(axes).of[role];
  *lower = axis.lower;
  *extent = axis.extent;
  *stride = axis.stride;
  return axis.there;
}

char vfi_axes_open(const vfi_axes *axes)
{
  for (int a = 0; a < axes->rank; a++)
    if (!axes->fixed[a] && vfi_axis_role_of(axes->name[a]) == VF_ROLE_FREE) return axes->name[a];
  return 0;
}

bool vfi_axes_alike(const vfi_axes *p, const vfi_axes *q)
{
  if (p->rank != q->rank || p->rank == 0) return false;
  for (int a = 0; a < p->rank; a++)
    if (p->name[a] != q->name[a] || p->lower[a] != q->lower[a] || p->extent[a] != q->extent[a]) return false;
  return true;
}

bool vfi_axes_apart(const vfi_axes *p, const vfi_axes *q)
{
  for (int a = 0; a < p->rank; a++)
    if (p->fixed[a] && q->fixed[a] && p->index[a] != q->index[a]) return true;
  return false;
}

const char *vfi_axes_text(char text[VF_AXES_TEXT], const vfi_axes *axes, int64_t element)
{
  vfi_text out = { .buffer = text, .size = VF_AXES_TEXT };
  for (int a = 0; a < axes->rank; a++) {
    const int64_t extent = axes->extent[a] ? axes->extent[a] : 1;
    vfi_text_add(&out, "%s%c %lld", a ? ", " : "(", axes->name[a], (long long)(axes->lower[a] + element % extent));
    element /= extent;
  }
  vfi_text_add(&out, ")");
  return text;
}
