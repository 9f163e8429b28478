#!/usr/bin/env python3
"""Builds the site: the guide, and a reference from the comments, lists and error texts of the sources.

The site needs mkdocs-material (requirements.txt) and a build of viewfab with the Fortran module. Nothing is loaded from a network.
Versions lie side by side in the folder of the site, with versions.json as the list of the menu in the head of each page.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from viewfab_site import c_reference, error_texts, examples, fortran_reference, guide, lists

ROOT = Path(__file__).resolve().parents[1]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", type=Path, required=True, help="build folder of viewfab, with its Fortran module")
    parser.add_argument("--out", type=Path, required=True, help="folder of the site; each version is a folder in it")
    parser.add_argument("--pages-only", action="store_true", help="write the pages, and do not run mkdocs")
    return parser.parse_args()


def version():
    return re.search(r"project\(viewfab VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class Site:
    def __init__(self, build, pages):
        self.build, self.pages = build, pages
        self.guide = guide.Guide(ROOT, pages)
        self.examples = examples.Examples(ROOT, lambda file: self.guide.link_to(file).replace("](../", "](../../"))
        self.nav = []

    def write(self, name, content):
        path = self.pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def entry(self, title, page, level=1):
        self.nav.append("    " * level + f"  - {json.dumps(title)}: {page}")

    def group(self, title, level=1):
        self.nav.append("    " * level + f"  - {title}:")

    def write_guide(self):
        self.write("index.md", self.guide.page(ROOT / "README.md"))
        for page in sorted((ROOT / "porting_guide").glob("*.md")):
            self.write(page.name, self.guide.page(page))
        shutil.copytree(ROOT / "porting_guide/figures", self.pages / "figures")

    def write_fortran(self):
        reference = fortran_reference.Reference(ROOT, self.build, self.examples)
        places = reference.places()
        codes = {name: f"../status.md#{name}" for name in lists.status_codes(ROOT)}
        self.group("Fortran")
        for page, title, _ in fortran_reference.PAGES:
            self.write(f"reference/fortran/{page}.md", reference.page(page, {**places, **codes}))
            self.entry(title, f"reference/fortran/{page}.md", 2)
        if reference.undocumented:
            raise SystemExit(f"build_site: procedures without a comment: {', '.join(reference.undocumented)}")

    def write_c(self):
        headers = sorted((ROOT / "c_src/include/viewfab").glob("*.h"))
        read = {header: c_reference.read_header(header) for header in headers}
        read = {header: content for header, content in read.items() if content[1]}
        links = {name: f"../status.md#{name}" for name in lists.status_codes(ROOT)}
        for header, (_, entries) in read.items():
            links.update({entry.name: f"{header.stem}.md#{entry.name}" for entry in entries})
        self.group("C")
        for header, (head, entries) in read.items():
            functions = [entry for entry in entries if entry.kind == "function"]
            silent = [entry.name for entry in functions if not entry.comment.parts]
            if silent:
                raise SystemExit(f"build_site: functions without a comment: {', '.join(silent)}")
            self.write(f"reference/c/{header.stem}.md", c_reference.page(header, head, entries, links, self.examples))
            self.entry(header.name, f"reference/c/{header.stem}.md", 2)

    def write_kernels(self):
        self.group("Stock kernels")
        for title, name in [("Kernels of viewfab", "viewfab"), ("Kernels of viewfab_boxlib", "viewfab_boxlib")]:
            source = next(self.build.glob(f"c_src/**/{name}_kernels.md"), None)
            if not source:
                raise SystemExit(f"build_site: {self.build} has no {name}_kernels.md; build viewfab there first")
            parts = re.split(r"^(?=## )", source.read_text(), flags=re.M)
            pages = [parts[0].replace("# Kernels", f"# {title}")]
            for part in parts[1:]:
                kernel = part.split()[1]
                example = self.examples.of_procedure(kernel) if name == "viewfab" else None
                pages.append(part + (f"\n{example}\n\n" if example else ""))
            self.write(f"reference/kernels/{name}.md", "".join(pages).replace("](../", "](../"))
            self.entry(title, f"reference/kernels/{name}.md", 2)

    def check_names(self):
        """Each name that the module viewfab exports is on a page of the reference, as a heading or in a table of constants."""
        written = "".join(page.read_text() for page in (self.pages / "reference").rglob("*.md")).lower()
        marked = set(re.findall(r"\{ #(\w+) \}|id=\"(\w+)\"|^## (vf_\w+)", written, re.M))
        known = {name for found in marked for name in found if name}
        exported = set((ROOT / "tests/build/fortran_names.txt").read_text().split())
        if exported - known:
            raise SystemExit(f"build_site: the reference does not have {', '.join(sorted(exported - known))}")

    def write_errors(self):
        meanings = {name: words for name, (_, words) in lists.status_codes(ROOT).items()}
        self.group("Error texts")
        for page, title, content in error_texts.pages(ROOT, meanings):
            self.write(f"reference/errors/{page}.md", content)
            self.entry(title, f"reference/errors/{page}.md", 2)

    def write_all(self):
        self.write_guide()
        self.write_fortran()
        self.write_c()
        self.write_kernels()
        for title, page, content in [("Programs", "programs", lists.programs_page(ROOT)),
                                     ("Environment variables", "environment", lists.environment_page(ROOT)),
                                     ("Status codes", "status", lists.status_page(ROOT))]:
            self.write(f"reference/{page}.md", content)
            self.entry(title, f"reference/{page}.md")
        self.write_errors()
        self.check_names()
        self.entry("Glossary", "glossary.md")
        self.guide.write_sources(self.pages)


def search_from_disk(site):
    """Puts a script of our own in place of the address from which the pages would load the frame for the search worker."""
    address = "https://unpkg.com/iframe-worker/shim"
    shutil.copy(Path(__file__).parent / "offline_worker.js", site / "assets/offline_worker.js")
    for page in site.rglob("*.html"):
        source = page.read_text()
        top = "../" * (len(page.relative_to(site).parts) - 1)
        if address not in source:
            raise SystemExit(f"build_site: {page} does not load {address}; is this another version of mkdocs-material?")
        page.write_text(source.replace(address, f"{top}assets/offline_worker.js"))


def write_versions(out, name):
    """The list of versions, newest first, and a first page that leads to the newest."""
    def key(folder):
        return [int(n) for n in re.findall(r"\d+", folder)]
    found = sorted({p.parent.name for p in out.glob("*/index.html")} | {name}, key=key, reverse=True)
    (out / "versions.json").write_text(json.dumps([{"version": v, "title": v, "aliases": []} for v in found]) + "\n")
    (out / "index.html").write_text(f'<!DOCTYPE html>\n<meta charset="utf-8">\n<title>viewfab</title>\n'
                                    f'<meta http-equiv="refresh" content="0; url={found[0]}/index.html">\n'
                                    f'<a href="{found[0]}/index.html">viewfab {found[0]}</a>\n')


def main():
    options = arguments()
    out, name = options.out.resolve(), version()
    work = out / "pages"
    shutil.rmtree(work, ignore_errors=True)
    site = Site(options.build.resolve(), work / "docs")
    site.write_all()
    settings = (Path(__file__).parent / "mkdocs.yml").read_text()
    for word, value in [("@PAGES@", str(work / "docs")), ("@SITE@", str(out / name)), ("@VERSION@", name),
                        ("@REFERENCE@", "\n".join(site.nav))]:
        settings = settings.replace(word, value)
    (work / "mkdocs.yml").write_text(settings)
    missing = sorted(set(site.examples.missing))
    if missing:
        raise SystemExit(f"build_site: the guide, the examples and the tests have no call of {', '.join(missing)}")
    print(f"build_site: {len(list((work / 'docs').rglob('*.md')))} pages")
    if options.pages_only:
        return 0
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean", "-f", str(work / "mkdocs.yml")]
    code = subprocess.run(command, check=False, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}).returncode
    if code == 0:
        search_from_disk(out / name)
        write_versions(out, name)
        shutil.rmtree(work)
    return code


if __name__ == "__main__":
    sys.exit(main())
