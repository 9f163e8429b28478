"""A program of a proof that stops with an error before its end proves nothing, also if its checks say that there was nothing to check.

stopped_programs.py TRANSLATOR FOLDER"""
from __future__ import annotations

import sys
from pathlib import Path

NOTHING = "echo 'viewfab: validation checked nothing; exit status 3 as VF_REPORT_FAIL says' >&2\nexit 3\n"
PROGRAMS = {"its_end": ("echo 'x 5 0'\n" + NOTHING, "proved"),
            "before_the_counts": (NOTHING, "failed"),
            "error_stop": ("echo 'x 5 0'\necho 'ERROR STOP 1' >&2\n" + NOTHING, "failed"),
            "other_bits": ("echo 'x 5 2'\n" + NOTHING, "failed")}


def main() -> int:
    translator, folder = map(Path, sys.argv[1:3])
    sys.path.insert(0, str(translator))
    from viewfab_translate.proof_runs import Proof, run_case
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for name, (text, verdict) in PROGRAMS.items():
        program = (folder / name).resolve()
        program.write_text("#!/bin/sh\n" + text)
        program.chmod(0o755)
        proof = Proof("proved", "")
        run_case(program, ["1"], "alias", "", proof, [], False)
        if proof.verdict != verdict:
            wrong += 1
            print(f"{name}: {proof.verdict}, not {verdict}: {proof.text}")
    print(f"{len(PROGRAMS)} programs, {wrong} with another verdict than expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
