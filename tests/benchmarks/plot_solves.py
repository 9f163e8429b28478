#!/usr/bin/env python3
"""Figure of the solves that bench_multigrid --csv has written: time per cell over problem size, a line for each operator
and box size, and how many times longer another code takes for the same problem.

    plot_solves.py solves.csv peers.csv figure.svg
"""
import csv
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.fonttype"] = "none"
matplotlib.rcParams["svg.hashsalt"] = "viewfab"  # the same file from the same numbers
import matplotlib.pyplot as plot

COLOURS = {"one box": "C0", "64^3": "C1", "32^3": "C2"}
STYLES = {"constant": "-", "variable": "--"}


def read(path):
    """{(operator, boxes): {cells: milliseconds}}"""
    lines = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            cells, box = int(row["cells"]), int(row["box"])
            boxes = "one box" if box == cells else f"{box}^3"
            lines.setdefault((row["operator"], boxes), {})[cells] = float(row["median_ms"])
    return lines


def label(operator, boxes):
    return f"{operator}, {boxes if boxes == 'one box' else 'boxes of $' + boxes + '$'}"


def axis_of_sizes(axis, sizes):
    axis.set_xscale("log", base=2)
    axis.set_xticks(sizes, [f"${n}^3$" for n in sizes])
    axis.minorticks_off()
    axis.set_xlabel("cells")
    axis.grid(True, alpha=0.3)


def main(solves_path, peers_path, figure_path):
    ours, peers = read(solves_path), read(peers_path)
    sizes = sorted({n for line in ours.values() for n in line})
    figure, (times, ratios) = plot.subplots(1, 2, figsize=(11, 4.5))
    for (operator, boxes), line in ours.items():
        style = {"color": COLOURS[boxes], "linestyle": STYLES[operator], "marker": "o", "markersize": 4}
        cells = sorted(line)
        times.plot(cells, [1e6 * line[n] / n**3 for n in cells], label=label(operator, boxes), **style)
    for (operator, boxes), line in peers.items():
        style = {"color": COLOURS[boxes], "linestyle": "", "marker": "x" if operator == "constant" else "+"}
        cells = sorted(line)
        times.plot(cells, [1e6 * line[n] / n**3 for n in cells], label=f"other: {label(operator, boxes)}", **style)
        both = [n for n in cells if n in ours.get((operator, boxes), {})]
        style["linestyle"] = STYLES[operator]
        ratios.plot(both, [line[n] / ours[operator, boxes][n] for n in both], label=label(operator, boxes), **style)
    times.set_yscale("log")
    times.set_ylabel("ns per cell, solve to 1e-10")
    ratios.axhline(1, color="black", linewidth=0.8)
    ratios.set_ylim(bottom=0)
    ratios.set_ylabel("time of the other framework / time of viewfab")
    for axis in (times, ratios):
        axis_of_sizes(axis, sizes)
        axis.legend(fontsize="x-small")
    figure.text(0.5, 0.005, "Other: the leading framework for such grids, measured by us on the same kind of GPU, best of its "
                "settings.", ha="center", fontsize="small")
    figure.tight_layout(rect=(0, 0.03, 1, 1))
    figure.savefig(figure_path, metadata={"Date": None})


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
