"""c1.py FILE...

Is each FILE, written by -emit c1, in the form that C1Visualizer reads, and does
what it refers to exist?  A line for the first thing in each that is not so.

In a compilation stand a graph, two lists of intervals, another graph.  Edges,
dominators and predecessors are of the same graph and say the same.  Numbers of
instructions ascend in the first graph and are even, or -1, as of copies that
happen at one time; the second has those of the first, once, or -1.  Intervals have one number each; whom they were split from, their hint and
the instructions that use them exist; ranges ascend and do not touch; a use is in
a range or at its end.
"""

import re
import sys

WORD = r"[A-Za-z0-9_|:*-]+"
TEXT = r'"[^"]*"'
BLOCK_LINES = [
    ("name", TEXT), ("from_bci", r"-1|\d+"), ("to_bci", r"-1|\d+"),
    ("predecessors", rf"({TEXT}( {TEXT})*)?"),
    ("successors", rf"({TEXT}( {TEXT})*)?"),
    ("xhandlers", rf"({TEXT}( {TEXT})*)?"), ("flags", r'("ex")?'),
    ("dominator?", TEXT), ("loop_index", r"-1|\d+"), ("loop_depth", r"\d+"),
    ("first_lir_id?", r"\d+"), ("last_lir_id?", r"\d+")]
INTERVAL = re.compile(
    rf'  (\d+) ({WORD}) ({TEXT}) (\d+) (-1|\d+)((?: \[\d+, \d+\[)+)'
    rf'((?: \d+ [NLSM])*) ({TEXT})')


class Wrong(Exception):
    pass


def need(true, *what):
    if not true:
        raise Wrong(" ".join(str(w) for w in what))


class Reader:
    def __init__(self, text):
        need(text.endswith("\n") or not text, "no end of line")
        self.lines = text.split("\n")[:-1]
        self.at = 0

    def ends(self):
        return self.at == len(self.lines)

    def peek(self, line):
        return not self.ends() and self.lines[self.at] == line

    def line(self, regex):
        need(not self.ends(), "ends before", regex)
        match = re.fullmatch(regex, self.lines[self.at])
        need(match, self.lines[self.at], "is not", regex)
        self.at += 1
        return match


def block_read(r):
    block = {}
    r.line("  begin_block")
    for key, value in BLOCK_LINES:
        name = key.rstrip("?")
        if key != name and not r.lines[r.at].startswith(f"    {name} "):
            continue
        blank = "" if value.endswith(")?") else " "
        match = r.line(rf"    {name}(?:{blank or ' ?'}({value}))")
        block[name] = match[1]
    r.line("    begin_LIR")
    block["code"] = []
    while not r.peek("    end_LIR"):
        match = r.line(r"      (-1|\d+) (.*\S) <\|@")
        need("<|" not in match[2], "the end's sign inside", match[2])
        block["code"].append(int(match[1]))
    r.line("    end_LIR")
    r.line("  end_block")
    return block


def graph_read(r, name):
    blocks = []
    r.line("begin_cfg")
    r.line(f'  name "{name}"')
    while not r.peek("end_cfg"):
        blocks.append(block_read(r))
    r.line("end_cfg")
    names = [b["name"] for b in blocks]
    need(len(set(names)) == len(names), "two blocks of one name")
    edges = []
    for b in blocks:
        for to in re.findall(TEXT, b["successors"] + b["xhandlers"]):
            need(to in names, "no block", to)
            edges.append((b["name"], to))
        need(b.get("dominator", names[0]) in names, "no", b.get("dominator"))
        need((b["loop_index"] == "-1") == (b["loop_depth"] == "0"),
             "loop of", b["name"])
    for b in blocks:
        preds = re.findall(TEXT, b["predecessors"])
        need(sorted(preds) == sorted(f for f, to in edges if to == b["name"]),
             "predecessors of", b["name"])
    return blocks


def ranges_check(number, text):
    ranges = [(int(a), int(b))
              for a, b in re.findall(r"\[(\d+), (\d+)\[", text)]
    for a, b in ranges:
        need(a < b, "range of", number)
    for (_, end), (start, _) in zip(ranges, ranges[1:]):
        need(end < start, "ranges of", number, "are not in order")
    return ranges


def intervals_read(r, name, numbers):
    found = {}
    r.line("begin_intervals")
    r.line(f'  name "{name}"')
    while not r.peek("end_intervals"):
        m = r.line(INTERVAL)
        need(m[1] not in found, "two intervals", m[1])
        found[m[1]] = m
        ranges = ranges_check(m[1], m[6])
        uses = [int(u) for u in re.findall(r"\d+", m[7])]
        need(uses == sorted(set(uses)), "uses of", m[1], "are not in order")
        need((m[2] == "fixed") <= (not uses), "uses of fixed", m[1])
        for use in uses:
            need(use in numbers, "no instruction", use)
            need(any(a <= use <= b for a, b in ranges),
                 m[1], "is not live at its use", use)
    r.line("end_intervals")
    for m in found.values():
        need(m[4] in found and found[m[4]][4] == m[4], "no", m[4])
        need(m[5] == "-1" or m[5] in found, "no hint", m[5])
        need(m[5] != m[1], m[1], "is its own hint")
    return found


def compilation_read(r):
    r.line("begin_compilation")
    name = r.line(f"  name ({TEXT})")[1]
    need(r.line(f"  method ({TEXT})")[1] == name, "method of", name)
    r.line("  date 0")
    r.line("end_compilation")
    if r.ends() or r.peek("begin_compilation"):
        return
    numbers, last = set(), -1
    for b in graph_read(r, "Before allocation"):
        need(int(b["first_lir_id"]) > last, "numbers of", b["name"])
        last = int(b["first_lir_id"])
        for n in b["code"]:
            need(n == -1 or n % 2 == 0 and n > last, "number", n)
            last = max(n, last)
            numbers.add(n)
        need(last <= int(b["last_lir_id"]), "last number of", b["name"])
        last = int(b["last_lir_id"])
    before = intervals_read(r, "Before allocation", numbers)
    after = intervals_read(r, "After allocation", numbers)
    for m in after.values():
        need(m[2] == "fixed" or re.fullmatch(
            r'"%\S+ (\$\S+|%stack\.\d+)"', m[3]), "place of", m[1])
        need(m[2] != "fixed" or m[0] == before[m[1]][0], "fixed", m[1])
    seen = set()
    for b in graph_read(r, "After allocation"):
        for n in b["code"]:
            need(n < 0 or n in numbers and n not in seen, "number", n)
            seen.add(n)


def wrong(path):
    with open(path, encoding="utf-8") as file:
        r = Reader(file.read())
    try:
        need(not r.ends(), "empty")
        while not r.ends():
            compilation_read(r)
    except Wrong as why:
        return f"{path}:{r.at + 1}: {why}"
    return None


said = [w for w in map(wrong, sys.argv[1:]) if w]
print(*said, sep="\n", end="\n" if said else "")
sys.exit(bool(said))
