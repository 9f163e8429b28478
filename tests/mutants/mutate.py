#!/usr/bin/env python3
"""Mutants of the library against its tests: see README.md."""

import argparse
import collections
import csv
import json
import os
import random
import re
import signal
import sys
import time

sys.dont_write_bytecode = True

import operators  # noqa: E402
from coverage import Coverage  # noqa: E402
from workplace import UNCOUNTED, Workplace, run  # noqa: E402

COLUMNS = ["folder", "file", "line", "operator", "before", "after", "result", "killed_by", "programs", "seconds"]
COUNTING = ("killed", "survived", "capped", "not executed")
# A change of such a file costs most of the build, so that each program is built when its turn comes.
FAR_REACHING = ("c_src/include/", "c_src/kernels/", "c_src/generator/", "c_src/relink/boxlib/kernels/")
GENERATORS = {"c_src/generator/type_views/": ["vf_wrap_type"], "c_src/generator/": ["viewfab_kernel_reader", "viewfab_generator"],
              "c_src/relink/boxlib/generate": ["viewfab_boxlib_generate"]}


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
            for scope, weight in ((mutation.path, 8), (os.path.dirname(mutation.path), 2), ("", 0.1)):
                score += weight * self.kills[f"{scope}|{program.name}"]
            return -score / (program.seconds + 0.1)
        return sorted(programs, key=worth)


def counted(coverage, program):
    """Seconds of a run of which the lines are noted; None where it fails."""
    coverage.clear()
    begin = time.monotonic()
    status, output = run(program.command, program.directory, {**program.environment, **coverage.environment()}, 300)
    seconds = time.monotonic() - begin
    if status == 0:
        coverage.note(program.name)
        return seconds
    if status != 77:
        print(f"left out, fails without a mutant: {program.name}\n{output[-400:]}", flush=True)
    return None


def noted(path, key):
    if not os.path.isfile(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file).get(key, {})


def baseline(place, programs, quick):
    """Builds everything, runs each program once, and notes how long it takes and what it executes; programs that fail
    unmutated are left out, and named. Quick: of programs that are the same files, what an earlier run noted is taken."""
    coverage = Coverage(place)
    kept = os.path.join(place.folder, "programs.json")
    if not place.make(["all"], timeout=14400):
        sys.exit("the tree does not build: ninja -C " + place.build)
    coverage.link_notes()
    quick = quick and coverage.load()
    seconds, files = (noted(kept, "seconds"), noted(kept, "files")) if quick else ({}, {})
    if not quick:
        coverage.note_code()
    for program in programs:
        own = place.files_of(program)
        if program.name not in seconds or files.get(program.name) != own:
            seconds[program.name], files[program.name] = counted(coverage, program), own
    coverage.save()
    with open(kept, "w", encoding="utf-8") as file:
        json.dump({"seconds": seconds, "files": files}, file, indent=0, sort_keys=True)
    good = [program for program in programs if seconds[program.name] is not None]
    for program in good:
        program.seconds = seconds[program.name]
    place.built_hash = place.built()
    print(f"{len(good)} programs, {sum(p.seconds for p in good):.0f} s", flush=True)
    return good, coverage


class Judge:
    """Builds a mutant and runs the programs that execute its line."""

    def __init__(self, place, programs, coverage, order, most_seconds):
        self.place, self.programs, self.coverage, self.order, self.most = place, programs, coverage, order, most_seconds

    def chosen(self, mutation):
        """What executes the line. Programs that only the build runs, to write sources, are seen by any test."""
        names = self.coverage.of(mutation.path, mutation.line)
        if not names and self.generators(mutation):
            names = set(self.coverage.names)
        return [program for program in self.programs if program.name in names]

    @staticmethod
    def generators(mutation):
        return next((targets for path, targets in GENERATORS.items() if mutation.path.startswith(path)), None)

    def __call__(self, mutation):
        """The result, who killed the mutant, and how many programs ran."""
        path = os.path.join(self.place.tree, mutation.path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.split("\n")
        if lines[mutation.line - 1] != mutation.before:
            return "moved", "", ""
        programs = self.order.sorted(mutation, self.chosen(mutation))
        lines[mutation.line - 1] = mutation.after
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
            result = self.built(mutation, programs)
            if not result and not programs:
                result = "not executed", ""
            return (*result, "0") if result else self.tried(mutation, programs)
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            if self.generators(mutation):  # the build runs the mutant, which may write any file
                self.place.copy()

    def built(self, mutation, programs):
        """None if the mutant is there to be tried."""
        generators = self.generators(mutation)
        if generators and not self.place.make(generators):
            return "not compiled", ""
        targets = self.place.library_targets()
        if not mutation.path.startswith(FAR_REACHING):
            targets = targets + sorted({target for p in programs for target in p.targets})
        if not self.place.make(targets):
            return ("killed", "the build") if generators else ("not compiled", "")
        return ("same code", "") if self.place.built() == self.place.built_hash else None

    def tried(self, mutation, programs):
        """A program whose time does not fit into what is left of the most seconds is left out, and later ones that fit run."""
        piecewise = mutation.path.startswith(FAR_REACHING)
        spent, ran = 0.0, 0
        for program in programs:
            if spent + program.seconds > self.most and ran:
                continue
            begin = time.monotonic()
            ran += 1
            if piecewise and program.targets and not self.place.make(program.targets):
                self.order.note(mutation, program)
                return "killed", "the build of " + program.name, f"{ran} of {len(programs)}"
            status, _ = run(program.command, program.directory, {**program.environment, **UNCOUNTED}, 20 + 10 * program.seconds,
                            processor_seconds=int(5 + 5 * program.seconds))
            spent += time.monotonic() - begin
            if status not in (0, 77):
                self.order.note(mutation, program)
                late = status in (None, -signal.SIGXCPU, -signal.SIGKILL)
                return "killed", program.name + (" (time)" if late else ""), f"{ran} of {len(programs)}"
        return "survived" if ran == len(programs) else "capped", "", f"{ran} of {len(programs)}"


def folder_of(path, roots):
    return max((root for root in roots if path == root or path.startswith(root.rstrip("/") + "/")), key=len)


def candidates(place, roots, skip):
    """{root: list of lines, each {operator: [Mutation]}}."""
    found = {root: [] for root in roots}
    for root in roots:
        base = os.path.join(place.tree, root)
        files = [base] if os.path.isfile(base) else sorted(
            os.path.join(parent, name) for parent, _, names in os.walk(base) for name in names
            if name.endswith((".c", ".h", ".f90")))
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
            taken.add(mutation.key())
            return mutation
    return None


def random_mutants(place, options, seed):
    """Yields (folder, mutation); the caller sends the result, which tells if the mutant counts. Folders with a number have as
    many of their own; those without share --count by their lines."""
    generator = random.Random(seed)
    wanted = dict((entry.split("=") + [""])[:2] for entry in options.roots)
    lines = candidates(place, list(wanted), words(options.skip))
    pools = [([root], int(count)) for root, count in wanted.items() if count]
    common = [root for root, count in wanted.items() if not count]
    if common:
        pools.append((common, options.count))
    taken = set()
    for roots, count in pools:
        pool = [line for root in roots for line in lines[root]]
        counted = 0
        while counted < count and pool:
            mutation = draw(pool, generator, taken)
            if not mutation:
                break
            result = yield folder_of(mutation.path, roots), mutation
            counted += result in COUNTING


def words(text):
    return [word for word in text.split(",") if word]


def rows_of(path):
    if not os.path.isfile(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def mutation_of(row):
    return operators.Mutation(row["file"], int(row["line"]), row["operator"], row["before"], row["after"])


def moved(place, mutation):
    """The mutation at the line that its text stands in now, nearest to where it was."""
    with open(os.path.join(place.tree, mutation.path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    places = [n for n, line in enumerate(lines, 1) if line == mutation.before]
    if places:
        mutation.line = min(places, key=lambda n: abs(n - mutation.line))
    return mutation


class Record:
    """The CSV file and the counts. What an ended run recorded is not tried again with --resume."""

    def __init__(self, path, resume):
        known = rows_of(path) if resume else []
        self.known = {mutation_of(row).key(): row for row in known}
        self.totals = collections.defaultdict(collections.Counter)
        self.file = open(path, "w", newline="", encoding="utf-8")
        self.writer = csv.DictWriter(self.file, COLUMNS)
        self.writer.writeheader()
        self.writer.writerows(known)
        self.file.flush()

    def take(self, folder, mutation, judge):
        row = self.known.get(mutation.key())
        if not row:
            begin = time.monotonic()
            result, by, programs = judge(mutation)
            row = dict(zip(COLUMNS, [folder, mutation.path, mutation.line, mutation.operator, mutation.before, mutation.after,
                                     result, by, programs, f"{time.monotonic() - begin:.1f}"]))
            self.writer.writerow(row)
            self.file.flush()
            print(f"{result:12} {mutation.path}:{mutation.line} {mutation.operator}  {by}", flush=True)
            if result in COUNTING[1:]:
                print(f"    - {mutation.before.strip()}\n    + {mutation.after.strip()}", flush=True)
        self.totals[folder][row["result"]] += 1
        return row["result"]

    def summary(self):
        for folder, counts in sorted(self.totals.items()):
            print(f"{folder}: {counts['killed']} of {sum(counts[result] for result in COUNTING)} killed, "
                  + ", ".join(f"{counts[result]} {result}" for result in COUNTING[1:] + ("not compiled", "same code", "moved")))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("roots", nargs="*", metavar="FOLDER[=COUNT]", help="where to draw mutants, and how many that count")
    parser.add_argument("--count", type=int, default=100, help="mutants of all folders without a number of their own")
    parser.add_argument("--source", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    parser.add_argument("--work", required=True, help="folder of the copy and its build; kept between runs")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--output", default="mutants.csv")
    parser.add_argument("--resume", action="store_true", help="mutants that --output tells of are not tried again")
    parser.add_argument("--replay", help="mutants of this CSV file in place of random ones")
    parser.add_argument("--only", default="survived", help="with --replay: those with one of these results, or 'all'")
    parser.add_argument("--labels", default="host,mirror", help="labels of the tests")
    parser.add_argument("--tests", default="", help="only programs whose name holds one of these words, separated by commas")
    parser.add_argument("--without", default="", help="no programs whose name holds one of these words")
    parser.add_argument("--skip", default="gpu", help="no mutants in files whose path holds one of these words")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--most-seconds", type=float, default=300, help="of test programs, for one mutant")
    parser.add_argument("--option", action="append", default=[], help="one more option of CMake, such as -DVIEWFAB_FORTRAN=OFF")
    parser.add_argument("--quick", action="store_true", help="take times and lines of programs from an earlier run")
    parser.add_argument("--list", action="store_true", help="print the mutants, and run nothing")
    return parser.parse_args()


def each(stream, take):
    """Drives a stream of mutants that wants to know each result."""
    try:
        folder, mutation = next(stream)
        while True:
            folder, mutation = stream.send(take(folder, mutation))
    except StopIteration:
        pass


def show(_, mutation):
    print(f"{mutation.path}:{mutation.line} {mutation.operator}\n- {mutation.before}\n+ {mutation.after}")
    return "killed"


def main():
    options = arguments()
    seed = options.seed if options.seed is not None else random.randrange(1 << 30)
    print(f"seed {seed}", flush=True)
    place = Workplace(os.path.abspath(options.source), os.path.abspath(options.work), options.option, options.jobs)
    os.makedirs(place.tree, exist_ok=True)
    place.copy()
    if options.list:
        each(random_mutants(place, options, seed), show)
        return
    place.configure()
    chosen, without = words(options.tests), words(options.without)
    programs = [p for p in place.tests(words(options.labels))
                if (not chosen or any(word in p.name for word in chosen)) and not any(word in p.name for word in without)]
    programs, coverage = baseline(place, programs, options.quick)
    judge = Judge(place, programs, coverage, Order(os.path.join(place.folder, "order.json")), options.most_seconds)
    record = Record(options.output, options.resume)
    if options.replay:
        for row in rows_of(options.replay):
            if options.only == "all" or row["result"] in words(options.only):
                record.take(row["folder"], moved(place, mutation_of(row)), judge)
    else:
        each(random_mutants(place, options, seed), lambda folder, mutation: record.take(folder, mutation, judge))
    record.summary()


if __name__ == "__main__":
    main()
