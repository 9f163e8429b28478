#!/usr/bin/env python3
"""whole_suite.py <build folder> [<regular expression of test names>]: runs the tests on mirror memory under VF_CHECK=coherence,
and prints a line a test with reports, with the reported lines of sources. Tests with a setting of their own for
accesses of the host are left out. The tests have to be built; with -g the reports have lines. Run by hand: the table of
porting_guide/port_without_syncs.md is made from its output."""
import collections
import json
import os
import re
import subprocess
import sys

REPORT = re.compile(r"^viewfab: coherence: (.*)$", re.M)
PLACE = re.compile(r"([\w.]+\.\w+:\d+), in ([\w.]+)")
LIMIT = 300


def tests_of(build, wanted):
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1", "-L", "^mirror$"],
                             check=True, capture_output=True, text=True).stdout
    for test in json.loads(listing[listing.index("{"):])["tests"]:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        settings = dict(s.split("=", 1) for s in properties.get("ENVIRONMENT", []))
        if re.search(wanted, test["name"]) and "command" in test:
            yield test["name"], test["command"], settings, properties.get("WORKING_DIRECTORY", build)


def run(command, settings, folder, check):
    environment = {**os.environ, **settings}
    if check:
        environment["VF_CHECK"] = ",".join(filter(None, [settings.get("VF_CHECK"), "coherence"]))
    try:
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, errors="replace",
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return "hangs", ""
    return done.returncode, done.stdout + done.stderr


def short(report):
    """The access, and its line if the program has lines."""
    access = re.sub(r" at \(.*?\)|, whose.*| without an announcement.*|, and the newest.*", "", report.split("+0x")[0])
    place = PLACE.search(report)
    return access + (f": {place[1]}" if place else "")


def main():
    build, wanted = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "."
    counts = collections.Counter()
    for name, command, settings, folder in tests_of(build, wanted):
        given = [f"{key}={value}" for key, value in settings.items()] + command
        if any(re.search("VF_COHERENCE=|VF_CHECK=coherence|each_sync.sh", word) for word in given):
            counts["with a setting of its own"] += 1
            continue
        if not os.access(command[0], os.X_OK) and os.path.isabs(command[0]):
            counts["not built"] += 1
            continue
        status, output = run(command, settings, folder, True)
        reports = REPORT.findall(output)
        changed = status not in (0, 77) and run(command, settings, folder, False)[0] in (0, 77)
        counts["reported" if reports else "failed under the check alone" if changed else "not reported"] += 1
        if changed:
            print(f"{name}: fails under the check ({status})", flush=True)
        for what, number in collections.Counter(short(report) for report in reports).items():
            print(f"{name}: {what}" + (f" ({number} reports)" if number > 1 else ""), flush=True)
    print(", ".join(f"{number} {what}" for what, number in sorted(counts.items())))


if __name__ == "__main__":
    main()
