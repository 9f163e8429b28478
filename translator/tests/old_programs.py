"""A program that an earlier proof has built proves nothing, and lines whose runs nobody counted are not proved.

old_programs.py TRANSLATOR SOURCE FOLDER"""
import contextlib
import io
import subprocess
import sys

sys.path.insert(0, sys.argv[1])

from viewfab_translate import command, coverage, prove  # noqa: E402


def verdict() -> str:
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        command.main([sys.argv[2], "--out", sys.argv[3]])
    return text.getvalue()


def main() -> int:
    build, run = prove.build, subprocess.run
    first = verdict()
    prove.build = lambda folder, targets: subprocess.CompletedProcess([], 2, "", "Error: no compiler")
    stale = verdict()
    prove.build = build
    coverage.subprocess = type("Without", (), {"run": staticmethod(
        lambda args, **more: subprocess.CompletedProcess(args, 1, "", "") if args[0] == "gcov" else run(args, **more))})
    uncounted = verdict()
    wrong = [text for text, word in ((first, ": proved\n"), (stale, ": failed\n"), (uncounted, ": proved in part\n")) if word not in text]
    wrong += [text for text in (stale, uncounted) if ": proved\n" in text]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
