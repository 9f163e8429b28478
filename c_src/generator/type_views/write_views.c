/* Writes the module of the views of a TYPE. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "type.h"

enum { LINE_ROOM = 100 };

static FILE *out;
static const char *type_name; /* of the TYPE with the arrays, as the module names it */
static size_t column;

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
  char text[4096]; /* longer than a line of Fortran, and than any paragraph of this file */
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  fputs(text, out);
  for (const char *c = text; *c; c++) column = *c == '\n' ? 0 : column + 1;
}

/* Puts a word that must not be broken, on a new line if this line has no room. */
static void put_word(const char *format, const char *name)
{
  if (column + strlen(format) + strlen(name) > LINE_ROOM) put("&\n        ");
  put(format, name);
}

/* Puts before, the names of the views with a comma between, and after; on as many lines as needed. */
static void put_views(const type_found *type, const char *before, const char *format, const char *after)
{
  const char *separator = "";
  put("%s", before);
  for (int c = 0; c < type->count; c++) {
    if (type->components[c].passed_over) continue;
    put("%s", separator);
    put_word(format, type->components[c].name->text);
    separator = ", ";
  }
  put("%s\n", after);
}

static int views_of(const type_found *type)
{
  int count = 0;
  for (int c = 0; c < type->count; c++) count += !type->components[c].passed_over;
  return count;
}

/* Names of the written module: they would hide a TYPE of the same name. */
static bool is_own_name(const char *name)
{
  static const char *const names[] = {
    "self",      "object",      "label",       "join",          "ierr",      "discard", "access",
    "status",    "prefix",      "list",        "views",         "list_of",   "v",       "wrap_all",
    "wrap_each", "release_all", "all_to_host", "all_to_device", "those_set", "forget",  "vf_view",
    "vf_access", "vf_finish",   "let_go",      "c_int"
  };
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (same_name(names[n], name)) return true;
  return false;
}

static void put_head(const type_found *type)
{
  const char *name = type->name->text;
  put("! Views of the arrays of TYPE %s. Written by vf_wrap_type; do not edit.\n", name);
  put("module %s_views\n", name);
  put("  use, intrinsic :: iso_c_binding, only: c_int\n");
  put("  use viewfab_status, only: VF_OK\n");
  put("  use viewfab_errors, only: vf_finish\n");
  put("  use viewfab_field, only: let_go\n");
  put("  use viewfab, only: vf_access, vf_view, vf_views_release, vf_views_to_device, vf_views_to_host\n");
  if (type_name == name) put("  use %s, only: %s\n", type->module, name);
  else put("  use %s, only: %s => %s\n", type->module, type_name, name);
  put("  implicit none\n  private\n  public :: views_of_%s\n\n", name);
}

static void put_documentation(const type_found *type)
{
  put("  ! A view for each array, with the same name. A view is not set before wrap. After wrap a view is not set if\n"
      "  ! its array is not allocated, or its pointer points to nothing.\n");
  for (int c = 0; c < type->count; c++) {
    const component *passed = &type->components[c];
    if (passed->passed_over) put("  ! Without a view: %s (%s).\n", passed->name->text, passed->passed_over);
  }
  put("  !\n"
      "  ! wrap(object, label, join, ierr): makes each view a view of the array of the same name, with the lower\n"
      "  ! bounds of the array. A view that was set is released first. Wrap again after arrays were allocated anew.\n"
      "  !   object  with the arrays; has to live until release, and should have TARGET. Its pointers are\n"
      "  !           associated or nullified\n"
      "  !   label   text before the names of arrays in messages, as 'tile(2)%%'; default: no text\n"
      "  !   join    as for wrap of one view, for all views\n"
      "  !   ierr    as for wrap of one view. Views before the failed view are made.\n"
      "  ! to_host(access, ierr), to_device(access, ierr): as vf_views_to_host and vf_views_to_device, for all set\n"
      "  ! views.\n"
      "  ! release(discard, ierr): as vf_views_release, for all views: all or none.\n");
}

static void put_type(const type_found *type)
{
  put("  type :: views_of_%s\n", type->name->text);
  put_views(type, "    type(vf_view) :: ", "%s", "");
  put("  contains\n"
      "    procedure :: wrap => wrap_all\n"
      "    procedure :: release => release_all\n"
      "    procedure :: to_host => all_to_host\n"
      "    procedure :: to_device => all_to_device\n"
      "  end type\n\ncontains\n\n");
}

static void put_wrap(const type_found *type)
{
  const char *name = type->name->text;
  put("  subroutine wrap_all(self, object, label, join, ierr)\n");
  put("    class(views_of_%s), intent(inout) :: self\n", name);
  put("    type(%s), target, intent(inout) :: object\n", type_name);
  put("    character(*), intent(in), optional :: label\n"
      "    logical, intent(in), optional :: join\n"
      "    integer(c_int), intent(out), optional :: ierr\n"
      "    integer(c_int) :: status\n"
      "    if (present(label)) then\n"
      "      call wrap_each(self, object, label, join, status)\n"
      "    else\n"
      "      call wrap_each(self, object, '', join, status)\n"
      "    end if\n"
      "    call vf_finish(status, ierr)\n"
      "  end subroutine\n\n"
      "  subroutine wrap_each(self, object, prefix, join, status)\n");
  put("    class(views_of_%s), intent(inout) :: self\n", name);
  put("    type(%s), target, intent(inout) :: object\n", type_name);
  put("    character(*), intent(in) :: prefix\n"
      "    logical, intent(in), optional :: join\n"
      "    integer(c_int), intent(out) :: status\n"
      "    status = VF_OK\n");
}

static void put_wrap_of(const component *c)
{
  const char *name = c->name->text;
  const bool may_lack = c->sort != COMPONENT_FIXED;
  if (may_lack) put("    if (%s(object%%%s)) then\n", c->sort == COMPONENT_POINTER ? "associated" : "allocated", name);
  put("%s", may_lack ? "      " : "    ");
  put_word("call self%%%s%%wrap(", name);
  put_word("object%%%s, ", name);
  put_word("lbound(object%%%s, kind=c_int), ", name);
  put_word("prefix // '%s', ", name);
  put_word("join, status)%s\n", "");
  if (may_lack) put("    else\n      status = let_go(self%%%s)\n    end if\n", name);
  put("    if (status /= VF_OK) return\n");
}

static void put_moves(const type_found *type)
{
  static const char *const sides[] = { "host", "device" };
  for (int side = 0; side < 2; side++) {
    put("  subroutine all_to_%s(self, access, ierr)\n", sides[side]);
    put("    class(views_of_%s), intent(in) :: self\n", type->name->text);
    put("    type(vf_access), intent(in), optional :: access\n"
        "    integer(c_int), intent(out), optional :: ierr\n");
    put("    call vf_views_to_%s(those_set(self), access, ierr)\n  end subroutine\n\n", sides[side]);
  }
}

static void put_release(const type_found *type)
{
  const char *name = type->name->text;
  put("  subroutine release_all(self, discard, ierr)\n");
  put("    class(views_of_%s), intent(inout) :: self\n", name);
  put("    logical, intent(in), optional :: discard\n"
      "    integer(c_int), intent(out), optional :: ierr\n");
  put("    type(vf_view) :: views(%d)\n", views_of(type));
  put("    integer(c_int) :: status\n"
      "    views = list_of(self)\n"
      "    call vf_views_release(views, discard, status)\n"
      "    if (status == VF_OK) call forget(self)\n"
      "    call vf_finish(status, ierr)\n"
      "  end subroutine\n\n"
      "  ! Makes all views not set, as at first.\n"
      "  subroutine forget(self)\n");
  put("    class(views_of_%s), intent(out) :: self\n  end subroutine\n\n", name);
}

static void put_lists(const type_found *type)
{
  const char *name = type->name->text;
  put("  function list_of(self) result(list)\n");
  put("    class(views_of_%s), intent(in) :: self\n", name);
  put("    type(vf_view) :: list(%d)\n", views_of(type));
  put_views(type, "    list = [ ", "self%%%s", " ]");
  put("  end function\n\n  function those_set(self) result(list)\n");
  put("    class(views_of_%s), intent(in) :: self\n", name);
  put("    type(vf_view), allocatable :: list(:)\n");
  put("    type(vf_view) :: views(%d)\n    integer :: v\n", views_of(type));
  put("    views = list_of(self)\n"
      "    list = pack(views, [(views(v)%%is_set(), v = 1, size(views))])\n"
      "  end function\n\nend module\n");
}

void write_views(const type_found *type, const char *path)
{
  type_name = is_own_name(type->name->text) ? "type_of_object" : type->name->text;
  out = path ? fopen(path, "w") : stdout;
  if (out) {
    put_head(type);
    put_documentation(type);
    put_type(type);
    put_wrap(type);
    for (int c = 0; c < type->count; c++)
      if (!type->components[c].passed_over) put_wrap_of(&type->components[c]);
    put("  end subroutine\n\n");
    put_moves(type);
    put_release(type);
    put_lists(type);
  }
  if (!out || ferror(out) || fclose(out)) {
    fprintf(stderr, "%s: ", path ? path : "standard output");
    perror("write");
    exit(1);
  }
}
