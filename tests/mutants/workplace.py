"""The copy of the tree in which mutants are built, and the programs of its tests."""

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys

# gcov counts lines in this build; a seed in place of the time of day gives the same code the same bytes.
INSTRUMENTED = "--coverage -frandom-seed=viewfab"
OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON", "-DVIEWFAB_CUDA=OFF",
           "-DVIEWFAB_HIP=OFF", "-DVIEWFAB_BENCHMARKS=OFF", f"-DCMAKE_C_FLAGS={INSTRUMENTED}",
           f"-DCMAKE_Fortran_FLAGS={INSTRUMENTED}", "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG", "-DCMAKE_Fortran_FLAGS_RELEASE=-O1",
           "-DVIEWFAB_HOST_OPTIMISATION=-O1"]
# Runs on mutants count nothing: no folder can be made below a file.
UNCOUNTED = {"GCOV_PREFIX": "/dev/null", "GCOV_ERROR_FILE": "/dev/null"}
LIBRARY_FOLDERS = ("c_src", "fortran_bindings")


class Program:
    """One command of the tests: a whole test program where CTest has one test for each of its claims."""

    def __init__(self, name, command, environment, directory, targets):
        self.name, self.command, self.environment, self.directory = name, command, environment, directory
        self.targets = targets
        self.seconds = 0.0


def limits(gibibytes, processor_seconds):
    def apply():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if processor_seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (processor_seconds, processor_seconds))
        resource.setrlimit(resource.RLIMIT_AS, (gibibytes << 30, gibibytes << 30))
    return apply


def run(command, directory, environment=None, timeout=None, gibibytes=64, processor_seconds=None):
    """Exit status and output; a run over its time is ended with everything it started, and gives status None. A process
    has a limit of processor seconds: on a busy machine a run with progress goes on, and an endless loop ends soon."""
    full = dict(os.environ, **(environment or {}))
    with subprocess.Popen(command, cwd=directory, env=full, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, preexec_fn=limits(gibibytes, processor_seconds)) as process:
        try:
            output, _ = process.communicate(timeout=timeout)
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, ""


def digest_of(paths):
    digest = hashlib.sha256()
    for path in paths:
        if os.path.isfile(path):
            with open(path, "rb") as file:
                digest.update(file.read())
    return digest.hexdigest()


class Workplace:
    """A copy of the tree, built without GPUs and with shared libraries, so that a mutant costs its own compilation and one
    link. The checkout is never written."""

    def __init__(self, source, folder, options, jobs):
        self.source, self.folder, self.options, self.jobs = source, folder, options, jobs
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
        command = ["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja"] + OPTIONS
        if shutil.which("ccache"):
            command += ["-DCMAKE_C_COMPILER_LAUNCHER=ccache"]
        status, output = run(command + self.options, self.folder)
        if status:
            sys.exit(output)

    def make(self, targets, timeout=900):
        # The programs that write sources run in the build, and what they execute there is no test's.
        status, _ = run(["ninja", "-C", self.build, "-j", str(self.jobs)] + targets, self.folder, UNCOUNTED, timeout)
        return status == 0

    def listed(self):
        """Name, command, properties and folder of each test; CTest itself tells no commands that are not built yet."""
        word = r'"((?:[^"\\]|\\.)*)"'
        folders = [os.path.join(self.build, "tests")]
        for folder in folders:  # a folder's file names the folders in it; others are left from an earlier tree
            with open(os.path.join(folder, "CTestTestfile.cmake"), encoding="utf-8") as file:
                text = file.read()
            folders += [os.path.join(folder, inner) for inner in re.findall(rf"subdirs\({word}\)", text)]
            properties = {}
            for name, rest in re.findall(r"set_tests_properties\(\[=\[(.*?)\]=\] PROPERTIES (.*)\)", text):
                properties.setdefault(name, {}).update(re.findall(rf"(\w+) {word}", rest))
            for name, rest in re.findall(r"add_test\(\[=\[(.*?)\]=\] (.*)\)", text):
                own = properties.get(name, {})
                command = [re.sub(r"\\(.)", r"\1", argument) for argument in re.findall(word, rest)]
                yield name, command, own, own.get("WORKING_DIRECTORY", folder)

    def known_targets(self):
        _, output = run(["ninja", "-C", self.build, "-t", "targets", "all"], self.folder)
        return {line.rpartition(": ")[0] for line in output.splitlines()}

    def tests(self, labels):
        """The programs of the tests with one of the labels."""
        programs = {}
        known = self.known_targets()
        for name, command, properties, directory in self.listed():
            own = [label for label in properties.get("LABELS", "").split(";") if label in labels]
            if not own:
                continue
            environment = dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", "").split(";") if entry)
            inside = command[0].startswith(self.build + os.sep)
            subject = os.path.basename(command[0]).removeprefix("test_")
            if inside and len(command) == 2 and name == f"{subject}.{command[1]}.{own[0]}":
                command, name = command[:1], f"{subject}.{own[0]}"
            files = [path.removeprefix(self.build + os.sep) for word in command for path in re.findall(r"/[^;,:= ]+", word)]
            targets = [file for file in files if file in known]
            programs.setdefault(name, Program(name, command, environment, directory, targets))
        return list(programs.values())

    def files_of(self, program):
        """A hash of the files of a test's program; what belongs to the library is not the test's."""
        return digest_of(os.path.join(self.build, target) for target in program.targets if target.startswith("tests/"))

    def library_targets(self):
        return [folder + "/all" for folder in LIBRARY_FOLDERS]

    def libraries(self):
        """Files that the build makes of the library itself: shared libraries and programs."""
        for folder in LIBRARY_FOLDERS:
            for parent, _, names in os.walk(os.path.join(self.build, folder)):
                if "CMakeFiles" in parent:
                    continue
                for name in sorted(names):
                    path = os.path.join(parent, name)
                    if os.access(path, os.X_OK) and not os.path.islink(path):
                        yield path

    def built(self):
        """A hash of the library: a mutant that changes nothing of it is no mutant."""
        return digest_of(sorted(self.libraries()))
