"""grammar.py PAGE -l | PAGE FILE...

Read the rules of regalloc-print(5) out of PAGE, in the notation that it has,
and see whether each FILE is a row of texts of the forms that its name lists
behind dots: NAME.FORM.FORM.  A line for each file that is not: the first line
that matches nothing, and where in it.  -l lists the forms of the page.

Rules do not call themselves, so that a text is matched by a nondeterministic
automaton, made of a form's rules with all names replaced: in time that goes
with the length of the text.
"""

import os
import re
import sys

TOKEN = re.compile(
    r"""\s*(?:(?P<text>'[^']*'|"[^"]*")|/(?P<regex>(?:[^/]|(?<=\\)/)+)/"""
    r"""|(?P<name>[a-z][a-z-]*)|(?P<sign>[][(){}|]))""")


def displays(lines):
    """The displays of a page that show no command's output, as plain text."""
    command, inside = False, None
    for line in lines:
        if line.startswith(".Dl"):
            command = True
        elif line.startswith(".Bd"):
            inside = None if command else []
            command = False
        elif line.startswith(".Ed"):
            if inside:
                yield "".join(inside)
            inside = None
        elif inside is not None:
            inside.append(re.sub(r"^\\&", "", line).replace("\\e", "\\"))


def rules_read(page):
    """Rules by name, each a list of tokens."""
    rules = {}
    for text in displays(page):
        for rule in re.split(r"\n(?! )", text):
            if not rule.strip():
                continue
            name, _, right = rule.partition(" = ")
            assert name not in rules, "two rules " + name
            rules[name] = tokens(name, right)
    return rules


def tokens(rule, text):
    found, at = [], 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        assert match, f"rule {rule}: what is {text[at:at + 20]!r}?"
        found.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return found


class Automaton:
    """States are numbers; edges[s] is a list of (kind, what, to), kind being
    text, regex, nl or empty."""

    def __init__(self, rules):
        self.rules = rules
        self.edges = []
        self.calls = []

    def state(self):
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, start, end, kind="empty", what=None):
        self.edges[start].append((kind, what, end))

    def name(self, rule, start):
        """The automaton of RULE from START on; returns its end."""
        assert rule in self.rules, "no rule " + rule
        assert rule not in self.calls, rule + " calls itself"
        self.calls.append(rule)
        items = list(self.rules[rule])
        end = self.choice(items, start)
        assert not items, f"rule {rule}: what closes nothing?"
        self.calls.pop()
        return end

    def choice(self, items, start):
        end = self.state()
        while True:
            self.edge(self.sequence(items, start), end)
            if not items or items[0] != ("sign", "|"):
                return end
            items.pop(0)

    def sequence(self, items, start):
        while items and items[0] not in (("sign", "|"), ("sign", ")"),
                                         ("sign", "]"), ("sign", "}")):
            start = self.item(items, start)
        return start

    def item(self, items, start):
        kind, what = items.pop(0)
        if kind == "name" and what != "nl":
            return self.name(what, start)
        if kind != "sign":
            end = self.state()
            if kind == "text":
                self.edge(start, end, "text", what[1:-1])
            elif kind == "regex":
                self.edge(start, end, "regex", re.compile(what))
            else:
                self.edge(start, end, "nl")
            return end
        first, last = self.state(), self.state()
        self.edge(start, first)
        end = self.choice(items, first)
        assert items.pop(0)[1] == {"(": ")", "[": "]", "{": "}"}[what]
        self.edge(end, first if what == "{" else last)
        if what != "(":
            self.edge(first, last)
        return last


def line_match(edges, states, line):
    """Where STATES lead by LINE, and how far into it anything went."""
    work = [(0, s) for s in states]
    seen, ends, far = set(work), set(), 0
    while work:
        at, state = work.pop()
        far = max(far, at)
        for kind, what, to in edges[state]:
            if kind == "nl":
                if at == len(line):
                    ends.add(to)
                continue
            if kind == "text":
                if not line.startswith(what, at):
                    continue
                new = (at + len(what), to)
            elif kind == "regex":
                match = what.match(line, at)
                if not match:
                    continue
                new = (match.end(), to)
            else:
                new = (at, to)
            if new not in seen:
                seen.add(new)
                work.append(new)
    return ends, far


def closed(edges, states):
    """STATES and what nothing leads to from them."""
    work = list(states)
    found = set(work)
    while work:
        for kind, _, to in edges[work.pop()]:
            if kind == "empty" and to not in found:
                found.add(to)
                work.append(to)
    return found


def file_match(automata, path):
    """What is wrong with the file; None: nothing."""
    forms = os.path.basename(path).split(".")[1:]
    edges, start, final = automata(tuple(forms))
    states, memo = frozenset([start]), {}
    with open(path, encoding="utf-8", errors="surrogateescape") as text:
        lines = text.read().split("\n")
    if lines.pop() != "":
        return f"{path}: no end of line"
    for number, line in enumerate(lines, 1):
        key = states, line
        if key not in memo:
            ends, far = line_match(edges, states, line)
            memo[key] = frozenset(ends), far
        states, far = memo[key]
        if not states:
            return f"{path}:{number}:{far + 1}: {line}"
    if final not in closed(edges, states):
        return f"{path}:{len(lines)}: ends too early"
    return None


def main(page, *files):
    with open(page, encoding="utf-8") as lines:
        rules = rules_read(lines)
        lines.seek(0)
        forms = [line[4:].strip() for line in lines
                 if line.startswith(".Ss ") and line[4:].strip() in rules]
    if files == ("-l",):
        print(*forms, sep="\n")
        return 0
    made = {}

    def automata(wanted):
        """Texts of the forms WANTED, any number of times."""
        if wanted not in made:
            a = Automaton(rules)
            start, final = a.state(), a.state()
            end = start
            for form in wanted:
                end = a.name(form, end)
            a.edge(end, start)
            a.edge(start, final)
            made[wanted] = a.edges, start, final
        return made[wanted]

    wrong = [said for said in (file_match(automata, f) for f in files) if said]
    for said in wrong:
        print(said)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
