"""Procedures and variables that no given file has: the programs of the proof get stand-ins. The legacy routine and the changed routine
then call procedures that do nothing and give 0, so that the loops between the calls still run."""
from __future__ import annotations

import re
import subprocess
from pathlib import Path

NAME = "standins.c"


def missing_in(output: str) -> list:
    """Names that the linker did not find. A pass of a kernel in the other precision is not built, and stays without an address; the
    code of a module is asked for. The functions of slow threads are in the programs with threads alone."""
    found = set(re.findall(r"undefined reference to [`'‘]([A-Za-z_]\w*)['’]", output))
    return sorted(n for n in found if not re.fullmatch(r"vf_\w+_host_(float|double)", n) and "_MOD_" not in n and not n.rstrip("_").endswith("_of_the_proof"))


def called_in(folder: Path) -> set:
    """Names that the objects of the code call; other names are variables."""
    objects = [str(o) for o in folder.glob("*.o")]
    run = subprocess.run(["objdump", "-r", *objects], capture_output=True, text=True, errors="replace")
    return set(re.findall(r"(?m)(?:PLT32|CALL26|JUMP26)\s+(\w+)", run.stdout))


def write(folder: Path, missing: list) -> list:
    """Writes the stand-ins. Gives the names of the procedures in Fortran, for the report."""
    called = called_in(folder)
    lines = ["/* A result in the register of whole numbers, and in the register of real numbers. */",
             "struct nothing { long whole; double number; };"]
    for n in missing:
        if n in called:
            lines.append(f"struct nothing {n}(void) {{ struct nothing zero = {{0, 0}}; return zero; }}")
        else:
            lines.append(f"char {n}[1 << 20] __attribute__((aligned(64)));")
    (folder / NAME).write_text("\n".join(lines) + "\n")
    return [plain(n) for n in missing if n in called]


def plain(symbol: str) -> str:
    """find_rho of find_rho_."""
    return symbol.rstrip("_")
