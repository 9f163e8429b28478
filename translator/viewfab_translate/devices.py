"""Devices of a proof beside the host: each device that the installed viewfab has and this machine shows, or the asked device."""
from __future__ import annotations

import re
from pathlib import Path

from viewfab_translate import ir

NODES = {"cuda": "/dev/nvidiactl", "hip": "/dev/kfd"}


def devices_of(prefix: Path, asked: str) -> tuple:
    """The names of the devices. asked: one device, or '' for all that are there."""
    fragment = (prefix / "share/viewfab/viewfab.mk").read_text()
    built = [d for d in NODES if re.search(rf"(?m)^VIEWFAB_{d.upper()} \?= ON$", fragment)]
    if asked and asked != "host" and asked not in built:
        raise ir.Refusal(f"the viewfab in {prefix} has no {asked}", 0, f"build viewfab with VIEWFAB_{asked.upper()}=ON",
                         "environment")
    if asked:
        return tuple(d for d in built if d == asked)
    return tuple(d for d in built if Path(NODES[d]).exists())


def make_variables(devices: tuple) -> list:
    """Lines of the makefile: the fragment compiles kernels for the devices of the installed viewfab unless told otherwise."""
    return [f"VIEWFAB_{d.upper()} = OFF" for d in NODES if d not in devices]
