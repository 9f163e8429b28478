"""The verdicts of a file (check_file.py) with a proof on a device, by a viewfab that this program installs from the build.

check_on_device.py DEVICE BUILD PROGRAM FILE FOLDER
Skips (77) where the device, a compiler or fparser is missing. With VF_TEST_GPU_REQUIRED the device alone may not be missing."""
from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = {"cuda": ("gfortran", "gcov", "make", "objcopy", "nvcc"), "hip": ("gfortran", "gcov", "make", "objcopy", "hipcc")}


def missing(device: str, build: Path) -> str:
    if importlib.util.find_spec("fparser") is None:
        return "fparser"
    found = next((p for p in NEEDED[device] if shutil.which(p) is None and not Path(f"/usr/local/cuda/bin/{p}").exists()), "")
    return found or ("" if (build / "cmake_install.cmake").exists() else "the build folder")


def main() -> int:
    device, build, program, file, folder = sys.argv[1:6]
    what = missing(device, Path(build))
    if what:
        print(f"skipped: {what} is not here")
        return 77
    sys.path.insert(0, str(Path(program).parent))
    from viewfab_translate.devices import NODES
    if not Path(NODES[device]).exists():
        print(f"no device: {NODES[device]} is not here")
        return 1 if os.environ.get("VF_TEST_GPU_REQUIRED") else 77
    prefix = Path(folder).parent / "prefix_of_devices"
    made = subprocess.run(["cmake", "--install", build, "--prefix", str(prefix)], capture_output=True, text=True)
    if made.returncode:
        print(made.stdout, made.stderr)
        return 1
    folders = [os.path.dirname(subprocess.run(["g++", "-print-file-name=libstdc++.so"], capture_output=True, text=True).stdout.strip())]
    library = ":".join(filter(None, [os.environ.get("LIBRARY_PATH", ""), *folders]))
    run = subprocess.run([sys.executable, str(Path(__file__).with_name("check_file.py")), program, file, folder, "--device", device],
                         env=dict(os.environ, VIEWFAB_PREFIX=str(prefix), LIBRARY_PATH=library))
    text = (Path(folder) / "report.txt").read_text() if (Path(folder) / "report.txt").exists() else ""
    if f" and {device}" not in text:
        print(f"no proof has run on {device}")
        return 1
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
