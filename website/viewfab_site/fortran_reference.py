"""Pages of the Fortran procedures by subject."""
import re
from dataclasses import dataclass

from . import fortran_source, text

# page, title, modules in the order of the page
PAGES = [
    ("context", "Context, errors and counters", ["viewfab_context", "viewfab_errors", "viewfab_status", "viewfab_c"]),
    ("views", "Views", ["viewfab_view_wrap", "viewfab_field", "viewfab_view_base", "viewfab_view", "viewfab_access",
                        "viewfab_views", "viewfab_views_wrap", "viewfab_chunks"]),
    ("boxes", "Boxes, boundaries, columns and places", ["viewfab_box", "viewfab_boundary", "viewfab_columns", "viewfab_place"]),
    ("validation", "Validation", ["viewfab_routine", "viewfab_validation"]),
    ("sets", "Sets", ["viewfab_set"]),
    ("queues", "Queues of kernels", ["viewfab_queues"]),
    ("ranks", "Groups, layouts and remote arrays", ["viewfab_group", "viewfab_mpi", "viewfab_layout", "viewfab_remote"]),
    ("solver", "The multigrid solver and smoothers", ["viewfab_solver", "viewfab_solver_c", "viewfab_smooth"]),
    ("relinking", "Relinked programs", ["viewfab_boxlib"]),
    ("old_names", "Old names, for one release", ["viewfab_deprecated"]),
]
# A view is built up from parts, whose procedures are procedures of vf_view; views and sets share the procedures of vf_field.
SHOWN_TYPE = {"vf_view_wrap": "vf_view", "vf_view_base": "vf_view"}
TYPES_OF = {"vf_field": ["vf_view", "vf_set", "vf_field"], "vf_view_wrap": ["vf_view"], "vf_view_base": ["vf_view"]}


@dataclass
class Entry:
    title: str   # vf_set%wrap
    anchor: str  # vf_set-wrap
    body: str


def signature(procedure, shown=None):
    statement = procedure.statement
    if shown:
        statement = statement.replace(procedure.name, shown, 1).replace("(self, ", "(").replace("(self)", "()")
    declarations = [d for d in procedure.declarations if ":: self" not in d]
    return "\n".join([statement] + ["  " + d for d in declarations])


def signatures(procedures, shown=None):
    """Signatures of specific procedures; procedures that differ in kind or rank alone are counted."""
    texts = []
    for procedure in procedures:
        if signature(procedure, shown) not in texts:
            texts.append(signature(procedure, shown))
    more = f"\n! and {len(texts) - 3} for other kinds and ranks" if len(texts) > 4 else ""
    return "```fortran\n" + "\n".join(texts[:3] if more else texts) + more + "\n```"


class Reference:
    def __init__(self, root, build, examples):
        self.examples = examples
        self.modules = {}
        made = build / "fortran_bindings"
        for path in [*sorted((root / "fortran_bindings").glob("*.f90")), *sorted(made.glob("*.f90")),
                     root / "fortran_bindings/mpi/viewfab_mpi.f90"]:
            module = fortran_source.read_module(path)
            self.modules[module.name] = module
        self.exported = set((root / "tests/build/fortran_names.txt").read_text().split())
        self.undocumented = []

    def is_public(self, module, name):
        if module.name in ("viewfab_mpi", "viewfab_boxlib"):
            return name in module.public and name.startswith("vf_")
        return name in self.exported

    def places(self):
        """Name -> page#anchor of everything on the pages."""
        found = {}
        for page, _, names in PAGES:
            for name in names:
                module = self.modules[name]
                for entry in [*module.interfaces, *module.procedures, *module.types, *module.constants]:
                    if self.is_public(module, entry):
                        found[entry] = f"{page}.md#{entry}"
                for derived in module.types.values():
                    for binding in derived.bindings:
                        shown = SHOWN_TYPE.get(derived.name, derived.name)
                        found[f"{shown}%{binding}"] = f"{page}.md#{shown}-{binding}"
        return found

    def entry(self, title, comment_lines, procedures, links, example, shown=None):
        """Each comment behind the signatures that it is for; a procedure without a comment belongs to the comment before."""
        groups = []
        for procedure in procedures:
            if not groups or (procedure.comment and procedure.comment != groups[-1][1] and groups[-1][0]):
                groups.append([[], procedure.comment])
            groups[-1][0].append(procedure)
            groups[-1][1] = groups[-1][1] or procedure.comment
        comments = [lines for lines in [comment_lines, *(comment for _, comment in groups)] if lines]
        if not comments:
            self.undocumented.append(title)
        parts = [text.markdown(text.parse(comment_lines), links, "fortran")] if comment_lines else []
        for members, comment in groups:
            parts.append(signatures(members, shown))
            if comment and comment != comment_lines:
                parts.append(text.markdown(text.parse(comment), links, "fortran"))
        if example:
            parts.append(example)
        return Entry(title, title.replace("%", "-"), "\n\n".join(parts))

    def of_type(self, module, derived, links):
        shown = SHOWN_TYPE.get(derived.name, derived.name)
        head = text.markdown(text.parse(derived.comment), links, "fortran")
        if shown == derived.name:
            body = head
            if derived.text[1:-1] and derived.name not in ("vf_view", "vf_set"):
                body = head + "\n\n```fortran\n" + "\n".join(line[2:] for line in derived.text) + "\n```"
            yield Entry(f"type {shown}", shown, body)
        elif head:
            yield Entry(f"{shown}: {', '.join(derived.bindings)}", f"{derived.name}", head)
        told = " ".join(derived.comment)
        for binding, specifics in derived.bindings.items():
            of_generic = any(binding in others for name, others in derived.bindings.items() if name != binding)
            silent = not any(module.procedures[s].comment for s in specifics if s in module.procedures)
            if of_generic and silent and not re.search(rf"\b{binding}\b", told):
                continue  # a specific procedure of a generic name, which has the text
            procedures = [module.procedures[s] for s in specifics if s in module.procedures]
            title = f"{shown}%{binding}"
            example = self.examples.of_binding(TYPES_OF.get(derived.name, [derived.name]), binding)
            entry = self.entry(title, [], procedures, links, example, title)
            if title in self.undocumented and re.search(rf"\b{binding}\b", told):
                self.undocumented.remove(title)
                entry.body += f"\n\nThe text of the [type](#{derived.name}) describes the arguments."
            yield entry

    def example(self, module, name):
        """Nobody should call the old names."""
        return None if module.name == "viewfab_deprecated" else self.examples.of_procedure(name)

    def of_module(self, module, links):
        for derived in module.types.values():
            if self.is_public(module, derived.name) or derived.name in SHOWN_TYPE:
                yield from self.of_type(module, derived, links)
        for interface in module.interfaces.values():
            if self.is_public(module, interface.name) and interface.name not in module.types:
                procedures = [module.procedures[s] for s in interface.specifics if s in module.procedures]
                example = self.example(module, interface.name)
                yield self.entry(interface.name, interface.comment, procedures, links, example, interface.name)
        for procedure in module.procedures.values():
            if self.is_public(module, procedure.name) and procedure.name not in module.interfaces:
                yield self.entry(procedure.name, [], [procedure], links, self.example(module, procedure.name))
        constants = {n: c for n, c in module.constants.items() if self.is_public(module, n)}
        if constants:
            rows = []
            for name, (declaration, comment) in constants.items():
                rows.append(f'| <span id="{name}"></span>`{declaration.split("::")[0].strip()}` | `{name}` | '
                            + text.inline(" ".join(comment), links) + " |")
            yield Entry(f"Constants of {module.name}", f"constants-of-{module.name}",
                        "| type | name | meaning |\n|---|---|---|\n" + "\n".join(rows))

    def page(self, page, links):
        _, title, names = next(p for p in PAGES if p[0] == page)
        lines = [f"# {title}", ""]
        for name in names:
            module = self.modules[name]
            if name not in ("viewfab_c", "viewfab_solver_c", "viewfab_status"):
                lines += [text.markdown(text.parse(module.comment), links, "fortran"), ""]
            for entry in self.of_module(module, links):
                lines += [f"## {entry.title} {{ #{entry.anchor} }}", "", entry.body, ""]
        return "\n".join(lines)
