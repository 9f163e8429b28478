"""Captured calls of the code's own case: the kernels repeat each call, and give the bits that the captured call gave. A call captured
with VF_MODE=original has the results of the loops."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

from viewfab_translate import ir

PROGRAM = """#include <viewfab/replay.h>
#include <translated_kernel_table.h>
int main(int argc, char **argv)
{
  return vf_replay_main(argc, argv, (struct vf_kernel *const *const[]){ translated_kernel_table, NULL });
}
"""
MOST_ROUNDING = 1e-10  # of a sum, relative
RULES = ["replay.o: replay.c $(VIEWFAB_TABLE)", "\t$(CC) $(VIEWFAB_CPPFLAGS) -o $@ -c $<",
         "replay: replay.o $(needed)", "\tgfortran -no-pie -Wl,--unresolved-symbols=ignore-all -o $@ $^ $(VIEWFAB_REPLAY_LIBS)"]


def files_of(folder: str, kernel: str) -> list:
    """The captured calls of a kernel, by the names that viewfab gives the files."""
    stem = f"viewfab_{kernel}_"
    return sorted(f for f in Path(folder).glob(f"{stem}*.h5") if f.stem[len(stem):].isdigit()) if folder else []


def check_folder(folder: str) -> None:
    if folder and not Path(folder).is_dir():
        raise ir.Refusal(f"there is no folder {folder} with captured calls", 0, "", "environment")


def replay(program: Path, folder: str, kernels: list, devices: tuple) -> dict:
    """By the name of a kernel: (captured calls that have the same bits, text of the first that has not)."""
    out = {}
    for k in kernels:
        same, wrong = 0, ""
        for name in files_of(folder, k.name):
            texts = [run_one(program, name, device, k.has_sums) for device in ("host", *devices)]
            wrong = wrong or next((t for t in texts if t), "")
            same += not any(texts)
        out[k.name] = (same, wrong)
    return out


def run_one(program: Path, name: Path, device: str, sums: bool) -> str:
    """'' if the replay gives the captured bits. sums: the kernel adds in another order than the loops."""
    run = subprocess.run([str(program), "--device", device, "--repeat", "1", str(name.resolve())], capture_output=True, text=True,
                         errors="replace", cwd=program.parent)
    if not run.returncode or run.returncode == 1 and sums and rounds_alone(run.stdout):
        return ""
    lines = [s.strip() for s in (run.stdout + run.stderr).splitlines() if "differ" in s or "verdict" in s or "viewfab" in s]
    return f"captured call {name.name} on {device}: " + "; ".join(lines)[:300]


def rounds_alone(text: str) -> bool:
    """Results alone differ, by the rounding of many additions, and each result without a difference has the same place."""
    relative = [float(e) for e in re.findall(r"(?m)^  result.*, which differ by .*, relative (\S+),", text)]
    return bool(relative) and max(relative) <= MOST_ROUNDING and not re.search(r"(?m)^  .*: \d+ elements, \d+ differ|^  place of", text)
