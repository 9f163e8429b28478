"""The devices of a proof are those of the installed viewfab: devices.py TRANSLATOR FOLDER."""
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from viewfab_translate import ir  # noqa: E402
from viewfab_translate.devices import devices_of, make_variables  # noqa: E402


def prefix(name: str, text: str) -> Path:
    folder = Path(sys.argv[2]) / name / "share/viewfab"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "viewfab.mk").write_text(text)
    return Path(sys.argv[2]) / name


def refused(place: Path, device: str) -> str:
    try:
        devices_of(place, device)
    except ir.Refusal as refusal:
        return refusal.cause
    return ""


with_cuda = prefix("with_cuda", "VIEWFAB_CUDA ?= ON\nVIEWFAB_HIP ?= OFF\n")
without = prefix("without", "VIEWFAB_CUDA ?= OFF\nVIEWFAB_HIP ?= OFF\n")
claims = {
    "an asked device is taken": devices_of(with_cuda, "cuda") == ("cuda",),
    "the host alone can be asked for": devices_of(with_cuda, "host") == (),
    "a device that viewfab does not have is refused": "has no cuda" in refused(without, "cuda"),
    "nothing is there without devices": devices_of(without, "") == (),
    "kernels of a device of the proof are compiled": make_variables(("cuda",)) == ["VIEWFAB_HIP = OFF"],
    "kernels of other devices are not": make_variables(()) == ["VIEWFAB_CUDA = OFF", "VIEWFAB_HIP = OFF"],
}
for claim, holds in claims.items():
    if not holds:
        print("not so:", claim)
sys.exit(0 if all(claims.values()) else 1)
