#!/usr/bin/env python3
"""Mutants of C files against the tests: see README.md."""

import argparse
import collections
import csv
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True

import operators  # noqa: E402

COLUMNS = ["folder", "file", "line", "operator", "before", "after", "result", "killed_by", "seconds"]


class Program:
    """One command of the tests: a whole test program where CTest has one test for each of its claims."""

    def __init__(self, name, command, environment, directory, target):
        self.name, self.command, self.environment, self.directory = name, command, environment, directory
        self.target = target
        self.seconds = 0.0


def limits(gibibytes):
    def apply():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (gibibytes << 30, gibibytes << 30))
    return apply


def run(command, directory, environment=None, timeout=None, gibibytes=64):
    """Exit status and output; a run over its time is ended with everything it started, and gives status None."""
    full = dict(os.environ, **(environment or {}))
    with subprocess.Popen(command, cwd=directory, env=full, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, preexec_fn=limits(gibibytes)) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, ""


class Workplace:
    """A copy of the tree, built without GPUs and with a shared library, so that a mutant costs its own compilation and one
    link. The checkout is never written."""

    def __init__(self, source, folder, options):
        self.source, self.folder, self.options = source, folder, options
        self.tree, self.build = os.path.join(folder, "tree"), os.path.join(folder, "build")
        self.built_hash = None

    def copy(self):
        listed = subprocess.run(["git", "-C", self.source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                check=True, capture_output=True).stdout.decode().split("\0")
        wanted = {name for name in listed if name and os.path.isfile(os.path.join(self.source, name))}
        for name in sorted(wanted):
            old, new = os.path.join(self.source, name), os.path.join(self.tree, name)
            with open(old, "rb") as file:
                content = file.read()
            if os.path.isfile(new):
                with open(new, "rb") as file:
                    if file.read() == content:
                        continue
            os.makedirs(os.path.dirname(new), exist_ok=True)
            with open(new, "wb") as file:
                file.write(content)
            shutil.copymode(old, new)
        for parent, _, files in os.walk(self.tree):
            for name in files:
                path = os.path.join(parent, name)
                if os.path.relpath(path, self.tree) not in wanted:
                    os.remove(path)

    def configure(self):
        command = ["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                   "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON", "-DVIEWFAB_CUDA=OFF", "-DVIEWFAB_HIP=OFF"]
        if shutil.which("ccache"):
            command += ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"]
        status, output = run(command + self.options, self.folder)
        if status:
            sys.exit(output)

    def make(self, targets, timeout=900):
        status, _ = run(["ninja", "-C", self.build, "-j", str(JOBS)] + targets, self.folder, timeout=timeout)
        return status == 0

    def listed(self):
        """Name, command, properties and folder of each test; CTest itself tells no commands that are not built yet."""
        word = r'"((?:[^"\\\\]|\\\\.)*)"'
        for folder, _, names in os.walk(os.path.join(self.build, "tests")):
            if "CTestTestfile.cmake" not in names:
                continue
            with open(os.path.join(folder, "CTestTestfile.cmake"), encoding="utf-8") as file:
                text = file.read()
            properties = {}
            for name, rest in re.findall(r"set_tests_properties\(\[=\[(.*?)\]=\] PROPERTIES (.*)\)", text):
                properties.setdefault(name, {}).update(re.findall(rf"(\w+) {word}", rest))
            for name, rest in re.findall(r"add_test\(\[=\[(.*?)\]=\] (.*)\)", text):
                own = properties.get(name, {})
                yield name, re.findall(word, rest), own, own.get("WORKING_DIRECTORY", folder)

    def tests(self, labels):
        """The programs of the tests with one of the labels."""
        programs = {}
        for name, command, properties, directory in self.listed():
            label = properties.get("LABELS", "")
            if label not in labels:
                continue
            environment = dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", "").split(";") if entry)
            inside = command[0].startswith(self.build + os.sep)
            subject = os.path.basename(command[0]).removeprefix("test_")
            if inside and len(command) == 2 and name == f"{subject}.{command[1]}.{label}":
                command, name = command[:1], f"{subject}.{label}"
            target = os.path.relpath(command[0], self.build) if inside else None
            programs.setdefault(name, Program(name, command, environment, directory, target))
        return list(programs.values())

    def built(self):
        """A hash of the library: a mutant that changes nothing of it is no mutant."""
        digest = hashlib.sha256()
        folder = os.path.join(self.build, "c_src")
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            if name.startswith("libviewfab.") and not os.path.islink(path):
                with open(path, "rb") as file:
                    digest.update(file.read())
        return digest.hexdigest()


class Order:
    """Which programs killed mutants of which file, to try these first; kept between runs."""

    def __init__(self, path):
        self.path = path
        self.kills = collections.Counter()
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                self.kills.update(json.load(file))

    def note(self, mutation, program):
        for scope in (mutation.path, os.path.dirname(mutation.path), ""):
            self.kills[f"{scope}|{program.name}"] += 1
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(self.kills, file, indent=0, sort_keys=True)

    def sorted(self, mutation, programs):
        stem = os.path.splitext(os.path.basename(mutation.path))[0]

        def worth(program):
            score = 0.1 + 2 * (stem in program.name)
            for scope, weight in ((mutation.path, 8), (os.path.dirname(mutation.path), 2), ("", 1)):
                score += weight * self.kills[f"{scope}|{program.name}"]
            return -score / (program.seconds + 0.1)
        return sorted(programs, key=worth)


def baseline(place, programs, quick):
    """Builds everything that is needed and times the tests; those that fail unmutated are left out, and named. Quick: those
    that passed in an earlier run are not run again."""
    kept = os.path.join(place.folder, "seconds.json")
    seconds = {}
    if os.path.isfile(kept):
        with open(kept, encoding="utf-8") as file:
            seconds = json.load(file)
    targets = sorted({p.target for p in programs if p.target})
    if not place.make(["viewfab"] + targets, timeout=7200):
        sys.exit("the tree does not build: ninja -C " + place.build)
    good = []
    for program in programs:
        if quick and program.name in seconds:
            program.seconds = seconds[program.name]
            good.append(program)
            continue
        begin = time.monotonic()
        status, output = run(program.command, program.directory, program.environment, 300)
        program.seconds = time.monotonic() - begin
        if status == 0:
            good.append(program)
            seconds[program.name] = program.seconds
        elif status != 77:
            print(f"left out, fails without a mutant: {program.name}\n{output[-400:]}", flush=True)
    place.built_hash = place.built()
    with open(kept, "w", encoding="utf-8") as file:
        json.dump(seconds, file, indent=0, sort_keys=True)
    print(f"{len(good)} programs, {sum(p.seconds for p in good):.0f} s", flush=True)
    return good


def judge(place, mutation, programs, order):
    """'killed', 'survived', 'not compiled', 'same code'; and by whom."""
    path = os.path.join(place.tree, mutation.path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text.split("\n")
    if lines[mutation.line - 1] != mutation.before:
        return "moved", ""
    lines[mutation.line - 1] = mutation.after
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        if not place.make(["viewfab"]):
            return "not compiled", ""
        if mutation.path.startswith(("c_src/core/", "c_src/exchange/", "c_src/kernels/", "c_src/backends/", "c_src/validate/",
                                     "c_src/report/", "c_src/multigrid/")) and place.built() == place.built_hash:
            return "same code", ""
        # A header of the kit costs most of the build, so that each program is built when its turn comes.
        piecewise = "/include/" in mutation.path
        if not piecewise and not place.make(sorted({p.target for p in programs if p.target})):
            return "not compiled", ""
        for program in order.sorted(mutation, programs):
            if piecewise and program.target and not place.make([program.target]):
                return "not compiled", ""
            status, _ = run(program.command, program.directory, program.environment, 5 + 5 * program.seconds)
            if status not in (0, 77):
                order.note(mutation, program)
                return "killed", program.name + (" (time)" if status is None else "")
        return "survived", ""
    finally:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def folder_of(path, roots):
    return max((root for root in roots if path == root or path.startswith(root.rstrip("/") + "/")), key=len)


def candidates(place, roots, skip):
    """{root: list of lines, each {operator: [Mutation]}}."""
    found = {root: [] for root in roots}
    for root in roots:
        base = os.path.join(place.tree, root)
        files = [base] if os.path.isfile(base) else sorted(
            os.path.join(parent, name) for parent, _, names in os.walk(base) for name in names if name.endswith((".c", ".h")))
        for file in files:
            path = os.path.relpath(file, place.tree)
            if any(word in path for word in skip) or folder_of(path, roots) != root:
                continue
            with open(file, encoding="utf-8") as stream:
                found[root] += operators.mutations(path, stream.read(), "generator" in path).values()
    return found


def draw(lines, generator, taken):
    """A random line, and a random operator of it; None when nothing new was found."""
    for _ in range(1000):
        by_operator = generator.choice(lines)
        mutation = generator.choice(by_operator[generator.choice(sorted(by_operator))])
        if mutation.key() not in taken:
            return mutation
    return None


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roots", nargs="*", help="FOLDER=COUNT or FILE=COUNT, in the tree: where the mutants are made")
    parser.add_argument("--source", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    parser.add_argument("--work", required=True, help="folder of the copy and its build; kept between runs")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--output", default="mutants.csv")
    parser.add_argument("--replay", help="mutants of this CSV file in place of random ones")
    parser.add_argument("--only", default="survived", help="with --replay: those with this result, or 'all'")
    parser.add_argument("--labels", default="host,mirror", help="labels of the tests")
    parser.add_argument("--tests", default="", help="only programs whose name holds one of these words, separated by commas")
    parser.add_argument("--without", default="", help="no programs whose name holds one of these words")
    parser.add_argument("--skip", default="gpu", help="no mutants in files whose path holds one of these words")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="one more option of CMake, such as -DVIEWFAB_FORTRAN=OFF")
    parser.add_argument("--quick", action="store_true", help="do not time tests again that passed in an earlier run")
    parser.add_argument("--list", action="store_true", help="print the mutants, and run nothing")
    return parser.parse_args()


def words(text):
    return [word for word in text.split(",") if word]


def replayed(path, only):
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if only in ("all", row["result"])]
    return [(row["folder"], operators.Mutation(row["file"], int(row["line"]), row["operator"], row["before"], row["after"]))
            for row in rows]


def moved(place, mutation):
    """The mutation at the line that its text stands in now, nearest to where it was."""
    with open(os.path.join(place.tree, mutation.path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    places = [n for n, line in enumerate(lines, 1) if line == mutation.before]
    if places:
        mutation.line = min(places, key=lambda n: abs(n - mutation.line))
    return mutation


def random_mutants(place, options, seed):
    """Yields (folder, mutation) without end for a folder; the caller tells what counted."""
    generator = random.Random(seed)
    wanted = {root: int(count) for root, count in (entry.split("=") for entry in options.roots)}
    lines = candidates(place, list(wanted), words(options.skip))
    taken = set()
    counted = collections.Counter()
    while True:
        open_roots = [root for root in wanted if counted[root] < wanted[root]]
        if not open_roots:
            return
        for root in open_roots:
            mutation = draw(lines[root], generator, taken)
            if not mutation:
                wanted[root] = 0
                continue
            taken.add(mutation.key())
            result = yield root, mutation
            counted[root] += result in ("killed", "survived")


def main():
    global JOBS
    options = arguments()
    JOBS = options.jobs
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    print(f"seed {seed}", flush=True)
    place = Workplace(os.path.abspath(options.source), os.path.abspath(options.work), options.option)
    os.makedirs(place.tree, exist_ok=True)
    place.copy()
    if options.list:
        stream = random_mutants(place, options, seed)
        root, mutation = next(stream)
        while True:
            print(f"{mutation.path}:{mutation.line} {mutation.operator}\n- {mutation.before}\n+ {mutation.after}")
            try:
                root, mutation = stream.send("killed")
            except StopIteration:
                return
    place.configure()
    chosen, without = words(options.tests), words(options.without)
    programs = [p for p in place.tests(words(options.labels))
                if (not chosen or any(word in p.name for word in chosen)) and not any(word in p.name for word in without)]
    programs = baseline(place, programs, options.quick)
    order = Order(os.path.join(place.folder, "order.json"))
    totals = collections.defaultdict(collections.Counter)
    with open(options.output, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()

        def one(folder, mutation):
            begin = time.monotonic()
            result, by = judge(place, mutation, programs, order)
            totals[folder][result] += 1
            writer.writerow(dict(zip(COLUMNS, [folder, mutation.path, mutation.line, mutation.operator, mutation.before,
                                               mutation.after, result, by, f"{time.monotonic() - begin:.1f}"])))
            file.flush()
            print(f"{result:12} {mutation.path}:{mutation.line} {mutation.operator}  {by}", flush=True)
            if result == "survived":
                print(f"    - {mutation.before.strip()}\n    + {mutation.after.strip()}", flush=True)
            return result

        if options.replay:
            for folder, mutation in replayed(options.replay, options.only):
                one(folder, moved(place, mutation))
        else:
            stream = random_mutants(place, options, seed)
            folder, mutation = next(stream)
            try:
                while True:
                    folder, mutation = stream.send(one(folder, mutation))
            except StopIteration:
                pass
    for folder, counts in sorted(totals.items()):
        print(f"{folder}: {counts['killed']} of {counts['killed'] + counts['survived']} killed; "
              f"{counts['not compiled']} did not compile, {counts['same code']} gave the same code")


JOBS = 1
if __name__ == "__main__":
    main()
