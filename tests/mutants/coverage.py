"""Which programs execute a line: gcov's counters after one run of each program."""

import glob
import hashlib
import json
import os
import shutil
import struct
import subprocess

from workplace import LIBRARY_FOLDERS

COUNTED = (".c", ".h", ".f90")


def words_of(data, order):
    return struct.unpack(f"{order}{len(data) // 4}I", data)


def counters(path):
    """The counters of an object as bytes, without what tells one run from another; None where nothing was executed. After
    each tag stands a length in bytes; counters that are all 0 have a negative length and no values."""
    with open(path, "rb") as file:
        data = file.read()
    order = "<" if data[:4] == b"adcg" else ">"
    kept, executed, at = [], False, 16
    while at + 8 <= len(data):
        tag, length = struct.unpack_from(order + "Ii", data, at)
        if tag == 0:
            break
        end = at + 8 + max(length, 0)
        if tag >> 24 == 0x01 or tag >> 16 == 0x01a1:
            kept.append(data[at:end])
            executed = executed or (tag != 0x01000000 and length > 0)
        at = end
    return hashlib.sha1(b"".join(kept)).hexdigest() if executed else None


class Coverage:
    """lines[file][line]: a bit for each program that executes the line; lines without code are left out."""

    def __init__(self, place):
        self.place = place
        self.path = os.path.join(place.folder, "coverage.json")
        self.folder = os.path.join(place.folder, "counters")
        self.names = []
        self.lines = {}
        self.seen = {}
        self.sources = {}  # digests of the files when their lines were noted

    def link_notes(self):
        """Makes a folder like the build's, in which runs leave their counters and gcov finds its notes beside them."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for note in glob.iglob(os.path.join(self.place.build, "**", "*.gcno"), recursive=True):
            link = self.folder + note
            os.makedirs(os.path.dirname(link), exist_ok=True)
            os.symlink(note, link)

    def clear(self):
        """Removes what a run left."""
        for parent, _, names in os.walk(self.folder):
            for name in names:
                if name.endswith(".gcda"):
                    os.remove(os.path.join(parent, name))

    def environment(self):
        return {"GCOV_PREFIX": self.folder}

    def executed(self):
        """{(file, line): executed} after a run. Objects with the counters of an earlier run are not looked at again."""
        fresh, keys = {}, []
        for parent, _, names in os.walk(self.folder):
            for name in names:
                if not name.endswith(".gcda"):
                    continue
                path = os.path.join(parent, name)
                found = counters(path)
                if found:
                    keys.append((path, found))
                    if keys[-1] not in self.seen:
                        fresh[path] = found
        for path, rows in self.read(sorted(fresh)):
            self.seen[(path, fresh[path])] = rows
        return [row for key in keys for row in self.seen.get(key, ())]

    def read(self, paths):
        """Of each file of counters: [(source, line, executed)]."""
        for first in range(0, len(paths), 200):
            some = paths[first:first + 200]
            done = subprocess.run(["gcov", "--json-format", "--stdout"] + some, cwd=self.place.build, capture_output=True,
                                  check=False)
            answers = {}
            for line in done.stdout.splitlines():
                if line.startswith(b"{"):
                    answer = json.loads(line)
                    answers[answer["data_file"]] = answer
            for path in some:
                if path in answers:
                    yield path, self.rows(answers[path])

    def rows(self, answer):
        found = []
        for source in answer["files"]:
            path = os.path.relpath(os.path.join(answer["current_working_directory"], source["file"]), self.place.tree)
            if path.startswith("..") or not path.endswith(COUNTED) or path.startswith("tests/"):
                continue
            found += [(path, line["line_number"], line["count"] > 0) for line in source["lines"]]
        return found

    def note_code(self):
        """Takes the lines of all objects of the library, so that lines of code that nothing executes are known."""
        notes = [path for folder in LIBRARY_FOLDERS
                 for path in glob.iglob(os.path.join(self.place.build, folder, "**", "*.gcno"), recursive=True)]
        for _, rows in self.read(sorted(notes)):
            for path, line, _ in rows:
                self.lines.setdefault(path, {}).setdefault(line, 0)

    def note(self, name):
        """Takes what the last run left as the lines of this program."""
        if name not in self.names:
            self.names.append(name)
        bit = 1 << self.names.index(name)
        for lines in self.lines.values():
            for line in lines:
                lines[line] &= ~bit
        for path, line, executed in self.executed():
            lines = self.lines.setdefault(path, {})
            lines[line] = lines.get(line, 0) | (bit if executed else 0)
        self.clear()

    def digest(self, path):
        """Of a file of the library in its present state; "" if the file is gone."""
        place = os.path.join(self.place.tree, path)
        if not os.path.isfile(place):
            return ""
        with open(place, "rb") as file:
            return hashlib.sha1(file.read()).hexdigest()

    def save(self):
        for path in self.lines:
            self.sources.setdefault(path, self.digest(path))
        plain = {path: {line: f"{bits:x}" for line, bits in lines.items()} for path, lines in self.lines.items()}
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"programs": self.names, "lines": plain, "sources": self.sources}, file)

    def load(self):
        if not os.path.isfile(self.path):
            return False
        with open(self.path, encoding="utf-8") as file:
            kept = json.load(file)
        self.names, self.sources = kept["programs"], kept.get("sources", {})
        self.lines = {path: {int(line): int(bits, 16) for line, bits in lines.items()} for path, lines in kept["lines"].items()}
        return True

    def of(self, path, line):
        """Names of the programs that execute a line. A line without code of its own (a table, a macro, a declaration) has the
        programs of its file, as has each line of a file that has changed since; a file without code (words, macros) has all."""
        lines = self.lines.get(path)
        if not lines:
            return set(self.names)
        bits = lines.get(line)
        if bits is None or self.sources.get(path, "") not in ("", self.digest(path)):
            bits = 0
            for other in lines.values():
                bits |= other
        return {name for n, name in enumerate(self.names) if bits >> n & 1}
