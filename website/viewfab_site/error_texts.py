"""Pages of all error texts in the sources. Each text is a heading, and leads to the part of the guide that explains it."""
import ast
import hashlib
import re
from collections import defaultdict

from . import text

# first part of a path, page, title, and the part of the guide that explains the texts of these files; the first row that fits holds
TOPICS = [
    ("c_src/generator/type_views", "types", "Views of a derived type", "getting_started.md#the-arrays-of-a-derived-type"),
    ("c_src/generator/reader/fortran.c", "kernel_files", "Kernel files", "fortran_to_body.md"),
    ("c_src/generator", "kernel_files", "Kernel files", "kernel_files.md#mistakes-that-the-build-finds"),
    ("c_src/include/viewfab/kit/remote", "remote", "Remote arrays", "remote_views.md#in-a-kernel-file"),
    ("c_src/include/viewfab/kit/tiles", "kernel_files", "Kernel files", "windows.md#the-file"),
    ("c_src/include/viewfab/kit/column", "columns", "Columns and teams", "columns_and_teams.md#mistakes-that-the-build-finds"),
    ("c_src/include/viewfab/kit/bounds", "bounds", "Bounds checking", "kernel_files.md#bounds-checking"),
    ("c_src/include/viewfab", "kernel_files", "Kernel files", "kernel_files.md#mistakes-that-the-build-finds"),
    ("c_src/core/axes", "views", "Views", "getting_started.md#indices-with-names"),
    ("c_src/core/bounds", "bounds", "Bounds checking", "kernel_files.md#bounds-checking"),
    ("c_src/core/columns", "columns", "Columns and teams", "columns_and_teams.md#mistakes-that-a-call-finds"),
    ("c_src/core/set", "sets", "Sets", "sets.md#limits"),
    ("c_src/core/device", "device", "Devices", "getting_started.md#choosing-the-device"),
    ("c_src/core/context", "device", "Devices", "getting_started.md#choosing-the-device"),
    ("c_src/core/open_contexts", "device", "Devices", "getting_started.md#choosing-the-device"),
    ("c_src/backends", "device", "Devices", "getting_started.md#choosing-the-device"),
    ("c_src/core/registry", "views", "Views", "port_step_by_step.md#wrapping-the-same-array-twice"),
    ("c_src/core/access", "views", "Views", "port_step_by_step.md#which-call-when"),
    ("c_src/core/state", "views", "Views", "port_step_by_step.md#the-state-table"),
    ("c_src/core/view", "views", "Views", "getting_started.md#notes"),
    ("c_src/core/flight", "views", "Views", "copies_beside_kernels.md#who-waits-for-whom"),
    ("c_src/core/prefetch", "views", "Views", "copies_beside_kernels.md#single-copies"),
    ("c_src/core/shar", "views", "Views", "copies_beside_kernels.md#arrays-used-in-place"),
    ("c_src/core/chunks", "views", "Views", "copies_beside_kernels.md#a-loop-over-chunks"),
    ("c_src/core", "calls", "Calls of kernels and views", "getting_started.md#errors"),
    ("c_src/multigrid/ranks", "solver", "The solver", "multigrid.md#over-ranks"),
    ("c_src/multigrid", "solver", "The solver", "multigrid.md#problems-and-results"),
    ("c_src/remote", "remote", "Remote arrays", "remote_views.md#checks"),
    ("c_src/group/transports", "ranks", "Ranks", "ranks.md#transports"),
    ("c_src/group/window", "remote", "Remote arrays", "remote_views.md#how-elements-are-reached"),
    ("c_src/group", "ranks", "Ranks", "ranks.md#troubleshooting"),
    ("c_src/exchange", "ranks", "Ranks", "ranks.md#troubleshooting"),
    ("c_src/mpi", "ranks", "Ranks", "ranks.md#building"),
    ("c_src/relink/region", "relinking", "Relinked programs", "relinking.md#three-ways-of-moving-data"),
    ("c_src/relink/block", "relinking", "Relinked programs", "relinking.md#memory-that-is-known"),
    ("c_src/relink", "relinking", "Relinked programs", "relinking.md#what-a-call-does-not-look-at"),
    ("c_src/validate/capture", "replay", "Capture and replay", "validation.md#capture-and-replay"),
    ("c_src/programs/bisect", "bisection", "Bisection", "validation.md#bisection"),
    ("c_src/programs/viewfab_new", "new_project", "New projects", "new_project.md#the-next-steps"),
    ("c_src/programs", "replay", "Capture and replay", "validation.md#capture-and-replay"),
    ("c_src/validate/routine", "validation", "Validation", "validation.md#a-routine-of-several-kernels"),
    ("c_src/validate/findings", "validation", "Validation", "validation.md#what-is-found"),
    ("c_src/validate", "validation", "Validation", "validation.md#modes"),
    ("c_src/profile", "profile", "The profile", "profile.md"),
    ("c_src/coherence", "validation", "Validation", "validation.md#old-values-of-the-host"),
    ("c_src/report", "validation", "Validation", "validation.md#the-report"),
    ("fortran_bindings/viewfab_set", "sets", "Sets", "sets.md#limits"),
    ("fortran_bindings/viewfab_layout", "ranks", "Ranks", "ranks.md#from-a-serial-port-to-ranks"),
    ("fortran_bindings/viewfab_remote", "remote", "Remote arrays", "remote_views.md#in-a-kernel-file"),
    ("fortran_bindings/viewfab_solver", "solver", "The solver", "multigrid.md#problems-and-results"),
    ("fortran_bindings/viewfab_smooth", "solver", "The solver", "multigrid.md#problems-and-results"),
    ("fortran_bindings/viewfab_valid", "validation", "Validation", "validation.md#modes"),
    ("fortran_bindings/viewfab_routine", "validation", "Validation", "validation.md#a-routine-of-several-kernels"),
    ("fortran_bindings/viewfab_view", "views", "Views", "getting_started.md#notes"),
    ("fortran_bindings/viewfab_boxlib", "relinking", "Relinked programs", "relinking.md#memory-that-is-known"),
    ("fortran_bindings", "calls", "Calls of kernels and views", "getting_started.md#errors"),
    ("translator", "translator", "The translator", "translate.md#messages"),
]
# Functions whose text comes to the user, and the macros of the kit
CALLS = re.compile(r"\b(vfi_fail|vfi_error_report|vfi_group_refuse|vfi_set_refuse|vfi_layout_refuse|vfi_multigrid_refuse|"
                   r"vfi_column_fails|vfi_column_refuse\w*|vfi_shadow_refuse|vfi_guard_report|vfi_bounds_report|"
                   r"vfi_group_message_failure|refuse|refuse_at_the_end|refuse_file|fail|fail_at|failed|failure|refused|stop|"
                   r"missing|VF_ASSERT)\(|#define VF_REFUSAL ")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
PLACEHOLDER = re.compile(r"%[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|z|j|t)?[diouxXeEfgGcsp]")
ELLIPSIS = "…"


def plain(content):
    """A format as a text: places of values become an ellipsis."""
    content = content.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")
    content = PLACEHOLDER.sub(ELLIPSIS, content).replace("%%", "%")
    content = re.sub(rf"(?:{ELLIPSIS}\s*)+{ELLIPSIS}", ELLIPSIS, content)
    return " ".join(content.split()).strip()


def c_arguments(source, at):
    """The arguments of a call from behind its parenthesis, or the rest of a definition."""
    depth, begin, inside = 1, at, False
    while at < len(source) and depth:
        mark = source[at]
        if mark == "\\" and inside:
            at += 1
        elif mark == '"':
            inside = not inside
        elif not inside:
            depth += (mark == "(") - (mark == ")")
        at += 1
    return source[begin:at - 1]


def c_text(arguments):
    """The first text among the arguments; names between its pieces are values."""
    first = LITERAL.search(arguments)
    if not first:
        return None
    pieces, at, depth = [], first.start(), 0
    while at < len(arguments):
        literal = LITERAL.match(arguments, at)
        if literal:
            pieces.append(literal.group(1))
            at = literal.end()
            continue
        mark = arguments[at]
        depth += (mark == "(") - (mark == ")")
        if depth < 0 or (mark == "," and not depth) or mark in ";?":
            break
        if mark == ":":
            break
        if not mark.isspace() and mark != "\\" and (not pieces or pieces[-1] != ELLIPSIS):
            name = re.match(r"PRI\w+|#?\w+(?:\([^()]*\))?", arguments[at:])
            if name and not name.group().startswith("PRI"):
                pieces.append(ELLIPSIS)
            if name:
                at += len(name.group())
                continue
        at += 1
    return plain("".join(pieces))


def of_c(source):
    for call in CALLS.finditer(source):
        if call.group().startswith("#define"):
            line = re.match(r"(?:[^\n]*\\\n)*[^\n]*", source[call.end():]).group()
            yield c_text(line), None
            continue
        arguments = c_arguments(source, call.end())
        if not re.search(r"\bconst char \*", arguments):
            code = re.search(r"\bVF_ERROR_\w+", arguments)
            yield c_text(arguments), code.group() if code else None


def of_fortran(source):
    for call in re.finditer(r"\bvf_report\((VF_ERROR_\w+|\w+),((?:[^!\n]*&\n)*[^!\n]*)", source):
        pieces = re.findall(r"'((?:[^']|'')*)'|\"([^\"]*)\"|(//\s*&?\s*(?:&\s*)?[a-z]\w*)", call.group(2))
        joined = "".join(ELLIPSIS if value else (single.replace("''", "'") or double) for single, double, value in pieces)
        yield plain(joined), call.group(1) if call.group(1).startswith("VF_") else None


def of_python(source):
    for node in ast.walk(ast.parse(source)):
        named = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "Unprovable")
        if not named or not node.args:
            continue
        first = node.args[0]
        if isinstance(first, ast.JoinedStr):
            yield plain("".join(v.value if isinstance(v, ast.Constant) else ELLIPSIS for v in first.values)), None
        elif isinstance(first, ast.Constant):
            yield plain(str(first.value)), None


def of_shell(source):
    for found in re.finditer(r'\bstop "([^"]+)"', source):
        yield plain(re.sub(r"\$\{?#?\w+\}?", ELLIPSIS, found.group(1))), None


READERS = {".c": of_c, ".h": of_c, ".f90": of_fortran, ".fypp": of_fortran, ".py": of_python, ".sh": of_shell}


def topic_of(path):
    return next((t for t in TOPICS if path.startswith(t[0])), None)


def collect(root):
    """topic page -> rows (text, code, guide, file), each text once in a topic."""
    found = defaultdict(dict)
    for folder in ("c_src", "fortran_bindings", "translator/viewfab_translate"):
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix not in READERS or "/kernels/" in path or path.endswith("viewfab_missed_calls.sh"):
                continue
            for content, code in READERS[file.suffix](file.read_text()):
                letters = re.findall(r"[A-Za-z]{2,}", content or "")
                if len(letters) < 2 or " " not in content:
                    continue
                topic = topic_of(path)
                if not topic:
                    raise SystemExit(f"build_site: no row of TOPICS fits {path}, which has the error '{content}'")
                found[topic[1]].setdefault(content, (code, topic[3], path))
    return found


def pages(root, meanings):
    """(page, title, Markdown); `meanings` has the texts of the status codes."""
    titles = {page: title for _, page, title, _ in TOPICS}
    for page, rows in sorted(collect(root).items()):
        lines = ["---", "search:", "  boost: 3", "hide:", "  - toc", "---", f"# Error texts: {titles[page]}", "",
                 f"An ellipsis ({ELLIPSIS}) stands for a name or a number. "
                 "Each text leads to the part of the guide that explains it.", ""]
        for content, (code, guide, path) in sorted(rows.items()):
            anchor = "e" + hashlib.sha1(content.encode()).hexdigest()[:8]
            where = guide.split(".")[0].replace("_", " ") + (": " + guide.split("#")[1].replace("-", " ") if "#" in guide else "")
            status = f"`{code}` ({meanings[code]}). " if code in meanings else ""
            lines += [f"### {text.escape(content)} {{ #{anchor} }}", "",
                      f"{status}Explained in [{where}](../../{guide}). From `{path}`.", ""]
        yield page, titles[page], "\n".join(lines)
