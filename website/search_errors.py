#!/usr/bin/env python3
"""Searches the built site for error texts as programs print them. The first hit of each search must lead to the right page.

The index is the index of the pages, and the search is lunr with whole words; the pages also find beginnings of words."""
import argparse
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

from lunr import lunr

# A printed text, and the page that explains it
SEARCHES = [
    ("vf_gsrb_poisson: box (0:7, 0:7, 0:7) needs elements (-1:8, -1:8, -1:8) of 'phi' (argument phi), which spans "
     "(1:10, 1:10, 1:10)",
     "getting_started.html#errors"),
    ("the newest values would be lost: release of 'hn': the newest values are on the device; sync_d2h first, or release with "
     "discard",
     "getting_started.html#notes"),
    ("'b' overlaps 'a', which is live, and does not lie inside it; release 'a' first (or wrap the larger array first)",
     "port_step_by_step.html#wrapping-the-same-array-twice"),
    ("relax.h:9: error: viewfab: a /= b divides a by b in C; write a != b to compare", "fortran_to_body.html"),
    ("relax.h:6: error: viewfab: this line of VF_ARGUMENTS lacks the backslash at its end: WRITE(...) follows",
     "kernel_files.html#mistakes-that-the-build-finds"),
    ("vf_check_end: 'phi' was written after the original of routine 'relax' had run; the loop belongs behind the port",
     "validation.html#a-routine-of-several-kernels"),
    ("viewfab_gsrb_poisson_4.h5 is cut off: only 4096 bytes of the capture are there", "validation.html#capture-and-replay"),
    ("vf_remote_numbers: 'x': index 900, at place 7 of the list, is none of 1:800", "remote_views.html#checks"),
    ("place 9 of the set 'phi', which has 4 boxes", "sets.html#limits"),
    ("the components of TYPE field_type are PRIVATE, so that the module of its views cannot use them",
     "getting_started.html#the-arrays-of-a-derived-type"),
]


class LinksBehind(HTMLParser):
    """The addresses of the links behind the heading with an anchor, until the next heading."""

    def __init__(self, anchor):
        super().__init__()
        self.anchor, self.inside, self.links = anchor, False, []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if re.fullmatch(r"h[1-6]", tag):
            self.inside = values.get("id") == self.anchor
        elif self.inside and tag == "a" and values.get("href"):
            self.links.append(values["href"])


def leads_to(site, location, page):
    """True if the found place is the page, or has a link to it."""
    if location == page:
        return True
    name, _, anchor = location.partition("#")
    parser = LinksBehind(anchor)
    parser.feed((site / name).read_text())
    return any(link.lstrip("./") == page for link in parser.links)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site", type=Path, help="folder of a version of the site")
    site = parser.parse_args().site
    stored = json.loads((site / "search/search_index.json").read_text())
    separator = re.compile(stored["config"]["separator"])
    documents = [{**d, "title": separator.sub(" ", d["title"]), "text": separator.sub(" ", d["text"])} for d in stored["docs"]]
    weighted = [(document, {"boost": document.get("boost", 1)}) for document in documents]
    index = lunr(ref="location", fields=[{"field_name": "title", "boost": 1000}, "text"], documents=weighted)
    wrong = 0
    for text, page in SEARCHES:
        found = index.search(" ".join(w for w in re.findall(r"[A-Za-z0-9_]+", text) if not w.isdigit()))
        first = found[0]["ref"] if found else "nothing"
        if not found or not leads_to(site, first, page):
            wrong += 1
            print(f"{text}\n    finds {first}, which does not lead to {page}")
    print(f"{len(SEARCHES) - wrong} of {len(SEARCHES)} searches among {len(documents)} places lead to the right page")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
