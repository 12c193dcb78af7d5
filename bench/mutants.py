"""Would a test notice? Breaks a rule somewhere, runs the tests, and says which broken rules nobody noticed.

    python bench/mutants.py --rulebook threeplains --mutants 20 --seed 1
    python bench/mutants.py --rulebook regiments --mutants 5 --seed 7 --only wounds/
    python bench/mutants.py --rulebook threeplains --mutants 20 --seed 1 --list     what would be broken
    python bench/mutants.py --rulebook threeplains --mutants 60 --seed 1 --map /tmp/reached.json

A place is chosen by the seed among all in rule code: `<` becomes `<=`, a number one more or one less, `and` becomes
`or`, a `not` goes. Tests that name the rules of the function run first, then those that read its module, then all
others of the rulebook, until one fails. It all happens in a copy of the tree; whatever killed a mutant is run once
on the sound copy, too, so that a test that fails anyway kills nobody. With a map only those tests run that come to
the broken function: it is written if there is none (bench/reached.py), which takes as long as two runs of them,
and serves every seed until functions get other names; tests that are gone since are left out. Ends with 1 if a
mutant survived, with 2 if nothing could be tried. Some survivors break nothing: where no play can tell the
difference, none has to be killed. Modules that only speak about the game, suggest orders or play it referee nothing
and are left out, and so do drawings. So are the words of a refusal or of the log, numbers in them included: what is
said of a verdict changes none, and tests of words have other aims. So is how large a tolerance is, and the
difference between `<` and `<=` at it: it is there because no place on the table is that exact.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import unified_diff
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
BOOKS = Path("src/warhost/rulebooks")
LEFT_OUT = {
    "tactics", "telling", "events", "judging", "page", "tips", "terms", "names", "view", "ghosts", "manners",
    "spokesman", "everyday", "drafts", "field_sheet", "record_sheet", "hero_command", "asking", "situation",
    "drawing", "verdicts", "flaws", "rulebook", "cards", "palette", "ideas", "aims", "thinking", "ramming",
    "looting",
}  # fmt: skip
"""What speaks about the game instead of refereeing it, who plays it, and what is only suggested to him."""
TOLERANCES = {"TOUCH", "HAIR", "SLACK", "ROUNDING", "STRAIGHT", "ASIDE", "LEVEL", "CLOSELY", "SAME_FACING"}
"""Lengths that are told apart by nothing but rounding."""
OTHER = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
}  # fmt: skip
CITED = re.compile(r"\[([a-z]+(?:\.[a-z0-9_]+)+)\]")
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.M)
GONE = re.compile(r"^ERROR: not found: (.+)$", re.M)
VERDICTS = ("killed", "survived", "late", "unsound")


class Mutant(NamedTuple):
    """One place and what stands there instead."""

    path: Path  # below the root
    line: int
    start: int  # in the text of the file
    end: int
    new: str
    rules: frozenset[str]  # cited by the function it is in
    functions: frozenset[str]  # that function, or those that go by the number
    sound: str  # the file as it stood

    @property
    def broken(self) -> str:
        return self.sound[: self.start] + self.new + self.sound[self.end :]


class Trial(NamedTuple):
    """What became of a mutant: who killed it, if anybody did."""

    mutant: Mutant
    verdict: str  # killed, survived, late (the tests took too long), unsound (they fail anyway)
    by: str = ""


# --- where -----------------------------------------------------------------------------------------------------


def rule_code(book: str) -> list[Path]:
    """The modules of a rulebook that referee."""
    files = sorted((ROOT / BOOKS / book).rglob("*.py"))
    inside = [file.relative_to(ROOT) for file in files]
    return [path for path in inside if not LEFT_OUT & {*path.with_suffix("").parts[len(BOOKS.parts) + 1 :]}]


def mutants_of(path: Path, text: str) -> list[Mutant]:
    """All that could be broken in functions that cite a rule, and in the numbers that they go by."""
    found: dict[tuple[int, int, str], Mutant] = {}
    tree, starts = ast.parse(text), _line_starts(text)
    everything = list(_functions(tree))
    citing = [(name, one) for name, one in everything if _cited(one)]
    bodies = [(node, _cited(one), frozenset({name})) for name, one in citing for node in one.body]
    for node in tree.body:
        if isinstance(node, ast.Assign):
            targets = [one for target in node.targets for one in ast.walk(target)]
            names = {one.id for one in targets if isinstance(one, ast.Name)}
            rules = frozenset[str]().union(*(_cited(one) for _, one in citing if names & _names(one)))
            readers = frozenset(name for name, one in everything if names & _names(one))
            bodies += [(node, rules, readers)] if rules else []
    for node, rules, functions in bodies:
        for line, start, end, new in _places(node, text, starts):
            found[start, end, new] = Mutant(path, line, start, end, new, rules, functions, text)
    return [found[key] for key in sorted(found)]


def _functions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """All functions with their qualified names."""
    for child in ast.iter_child_nodes(node):
        name = f"{within}{child.name}" if isinstance(child, ast.FunctionDef | ast.ClassDef) else ""
        if isinstance(child, ast.FunctionDef):
            yield name, child
        if name:
            yield from _functions(child, f"{name}.<locals>." if isinstance(child, ast.FunctionDef) else f"{name}.")


def _cited(function: ast.FunctionDef) -> frozenset[str]:
    return frozenset(CITED.findall(ast.get_docstring(function) or ""))


def _names(within: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(within) if isinstance(node, ast.Name)}


Place = tuple[int, int, int, str]
"""Its line, where it starts and ends in the text, and what is written there instead."""


def _places(body: ast.AST, text: str, starts: Sequence[int]) -> Iterator[Place]:
    for node in _refereeing(body):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER:
            old, new = OTHER[type(node.ops[0])]
            if old.strip("=") == new.strip("=") and TOLERANCES & _names(node):
                continue
            yield from _between(node.left, node.comparators[0], old, new, text, starts)
        elif isinstance(node, ast.BoolOp):
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            yield from _between(node.values[0], node.values[1], *words, text, starts)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield from _here(node, "not ", "", text, starts)
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            for other in (node.value + 1, node.value - 1) if node.value else (1,):
                yield from _here(node, str(node.value), str(other), text, starts)


def _refereeing(body: ast.AST) -> Iterator[ast.AST]:
    """All of it but assertions, which tell the types and where no play comes, words, and sizes of tolerances."""
    tolerance = isinstance(body, ast.Assign) and any(TOLERANCES & _names(target) for target in body.targets)
    if not isinstance(body, ast.Assert | ast.JoinedStr) and not tolerance:
        yield body
        for child in ast.iter_child_nodes(body):
            yield from _refereeing(child)


def _here(node: ast.expr, old: str, new: str, text: str, starts: Sequence[int]) -> Iterator[Place]:
    """The node itself, or its first word. The parser counts bytes: behind odd letters nothing is found."""
    start = starts[node.lineno - 1] + node.col_offset
    if text.startswith(old, start):
        yield node.lineno, start, start + len(old), new


def _between(
    left: ast.expr, right: ast.expr, old: str, new: str, text: str, starts: Sequence[int]
) -> Iterator[Place]:
    """The sign or word between two operands."""
    assert left.end_lineno is not None and left.end_col_offset is not None
    start = starts[left.end_lineno - 1] + left.end_col_offset
    at = text.find(old, start, starts[right.lineno - 1] + right.col_offset)
    if at >= 0:
        yield text.count("\n", 0, at) + 1, at, at + len(old), new


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def drawn(book: str, count: int, seed: str, only: str) -> list[Mutant]:
    """So many, chosen by the seed; every place as likely as any other."""
    chance = Random(seed)
    everything = [
        mutant
        for path in rule_code(book)
        if only in str(path)
        for mutant in mutants_of(path, (ROOT / path).read_text())
    ]
    return chance.sample(everything, min(count, len(everything)))


# --- which tests ---------------------------------------------------------------------------------------------


def in_order(root: Path, book: str, mutant: Mutant) -> list[list[str]]:
    """Test files in three waves: those that name its rules, those that read its module, all others."""
    module = ".".join(mutant.path.with_suffix("").parts[1:])
    named, readers, others = list[str](), list[str](), list[str]()
    for file in sorted((root / "tests" / book).rglob("test_*.py")):
        text, name = file.read_text(), str(file.relative_to(root))
        if any(f'"{rule}"' in text for rule in mutant.rules):
            named.append(name)
        elif re.search(rf"\b{re.escape(module)}\b", text):
            readers.append(name)
        else:
            others.append(name)
    return [wave for wave in (named, readers, others) if wave]


Reached = Mapping[str, Sequence[str]]
"""The tests that come to each function, by its path and qualified name."""


def written(file: Path, book: str) -> Reached:
    """The map of a rulebook, made first if there is none."""
    if not file.exists():
        print(f"which tests come where is written into {file} ...", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "reached", "--reached", str(file), "-m", "not slow"]
        known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "bench"), str(ROOT / "src")])}
        subprocess.run([*command, f"tests/{book}"], cwd=ROOT, env=known, stdout=subprocess.DEVNULL, check=False)
    reached: Reached = json.loads(file.read_text())
    return reached


def coming_by(root: Path, reached: Reached, mutant: Mutant) -> list[list[str]]:
    """Tests in two waves, of those that come to what is broken: in files that name its rules, and in others."""
    found = dict.fromkeys(
        test for name in sorted(mutant.functions) for test in reached.get(f"{mutant.path}:{name}", ())
    )
    files = {test.partition("::")[0] for test in found}
    texts = {file: (root / file).read_text() for file in files if (root / file).exists()}
    named = {file for file, text in texts.items() if any(f'"{rule}"' in text for rule in mutant.rules)}
    waves = [[test for test in found if test.partition("::")[0] in part] for part in (named, files - named)]
    return [wave for wave in waves if wave]


# --- trying it out -------------------------------------------------------------------------------------------


class Copy:
    """A copy of the tree in which rules may be broken."""

    def __init__(self, folder: Path, limit: float):
        self.folder, self.limit = folder, limit
        unwanted = shutil.ignore_patterns(".git", ".venv*", "__pycache__", "*_cache", "node_modules")
        shutil.copytree(ROOT, folder, ignore=unwanted, dirs_exist_ok=True)

    def tried(self, mutant: Mutant, waves: list[list[str]]) -> Trial:
        """Break it, run the tests wave by wave, and mend it again."""
        file = self.folder / mutant.path
        file.write_text(mutant.broken)
        verdict, by = "survived", ""
        try:
            for wave in waves:
                verdict, by = self.run(wave)
                if verdict != "survived":
                    break
        finally:
            file.write_text(mutant.sound)
        if verdict == "killed" and self.run([by] if by else wave)[0] != "survived":
            verdict = "unsound"
        return Trial(mutant, verdict, by)

    def run(self, tests: list[str]) -> tuple[str, str]:
        """Whether these tests kill what stands in the copy now, and the first that does."""
        chosen = self.folder / "chosen-tests"  # more than a command line holds
        chosen.write_text("\n".join(tests))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
        command.append(f"@{chosen}")
        known = {**os.environ, "PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(
                command, cwd=self.folder, env=known, timeout=self.limit, capture_output=True, text=True
            )
        except subprocess.TimeoutExpired:
            return "late", ""
        if ran.returncode in (0, 5):  # 5: all tests of these files are slow ones
            return "survived", ""
        left = still_there(tests, GONE.findall(ran.stderr))
        if len(left) < len(tests):
            return self.run(left) if left else ("survived", "")
        failed = FAILED.search(ran.stdout)
        return "killed", failed[1] if failed else ""


def still_there(tests: Sequence[str], gone: Sequence[str]) -> list[str]:
    """The tests of an older map without those that have another name by now, whole or only in brackets."""
    return [one for one in tests if not any(name.endswith((one, one.partition("[")[0])) for name in gone)]


def diff(mutant: Mutant) -> str:
    name = str(mutant.path)
    old, new = mutant.sound.splitlines(keepends=True), mutant.broken.splitlines(keepends=True)
    return "".join(unified_diff(old, new, name, name, n=1))


def report(trials: Sequence[Trial]) -> int:
    """Say what is left to be mended; the exit status."""
    found = {verdict: [trial for trial in trials if trial.verdict == verdict] for verdict in VERDICTS}
    for trial in (*found["survived"], *found["late"]):
        print(f"\n{trial.verdict}: {trial.mutant.path}:{trial.mutant.line}\n{diff(trial.mutant)}", end="")
    for trial in found["unsound"]:
        print(f"\nfails on sound rules, too: {trial.by or 'the tests of this mutant'}")
    killed, survived = len(found["killed"]), len(found["survived"])
    judged = killed + survived
    if not judged:
        print("nothing could be tried")
        return 2
    undecided = f"; {len(trials) - judged} undecided" if judged < len(trials) else ""
    print(f"\n{killed} of {judged} mutants killed ({100 * killed // judged} %), {survived} survived{undecided}")
    return 1 if survived else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebook", required=True, help="whose rules are broken, such as threeplains")
    parser.add_argument("--mutants", type=int, default=20, help="how many (default: %(default)s)")
    parser.add_argument("--seed", default="1", help="the same seed breaks the same places (default: %(default)s)")
    parser.add_argument("--only", default="", metavar="PART", help="only in paths with this in them")
    parser.add_argument("--limit", type=float, default=600, help="seconds for a wave of tests (default: 600)")
    parser.add_argument("--map", type=Path, metavar="FILE", help="run only tests that come to what is broken")
    parser.add_argument("--list", action="store_true", help="only show what would be broken")
    given = parser.parse_args()
    if not (ROOT / BOOKS / given.rulebook).is_dir():
        parser.error(f"no rulebook is called {given.rulebook!r}")
    chosen = drawn(given.rulebook, given.mutants, given.seed, given.only)
    if given.list:
        for mutant in chosen:
            print(diff(mutant))
        return 0
    waves = partial(in_order, ROOT, given.rulebook)
    if given.map is not None:
        waves = partial(coming_by, ROOT, written(given.map, given.rulebook))
    with TemporaryDirectory() as folder:
        return report(list(_trials(Copy(Path(folder), given.limit), chosen, waves)))


def _trials(
    copy: Copy, chosen: Sequence[Mutant], waves: Callable[[Mutant], list[list[str]]]
) -> Iterator[Trial]:  # fmt: skip
    for number, mutant in enumerate(chosen, 1):
        started = monotonic()
        print(f"[{number}/{len(chosen)}] {mutant.path}:{mutant.line} ...", end=" ", flush=True)
        trial = copy.tried(mutant, waves(mutant))
        print(f"{trial.verdict} {f'by {trial.by} ' if trial.by else ''}({monotonic() - started:.0f} s)", flush=True)
        yield trial


if __name__ == "__main__":
    sys.exit(main())
