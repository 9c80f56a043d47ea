"""The rules ledger of a game, read from its Markdown: rules, decisions and worked examples by id."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """A numbered entry of the ledger. ``kind`` is ``rule``, ``decision`` or ``example``."""

    id: str
    kind: str
    title: str
    text: str
    marks: tuple[str, ...]
    section: str


class Rulebook:
    """All entries of a ledger, in its order."""

    def __init__(self, entries: list[Rule], prefix: str) -> None:
        self.prefix = prefix
        self.entries: dict[str, Rule] = {}
        for entry in entries:
            if entry.id in self.entries:
                raise ValueError(f"the ledger has {entry.id} twice")
            self.entries[entry.id] = entry
        self._decisions = {_number(rule.id): rule.id for rule in self.of_kind("decision")}

    @classmethod
    def parse(cls, text: str, prefix: str) -> Rulebook:
        rule = re.compile(rf"- \*\*({prefix}-\d{{3}}) (.+?)\.?\*\*\s*(.*)")
        example = re.compile(rf"- \*\*(EX-{prefix}-\d+[a-z]?)\b ?(.*?)\.?\*\*\s*(.*)")
        decision = re.compile(rf"\| ({prefix}-D\d+)\b ?([^|]*)\| (.*) \|")
        entries: list[Rule] = []
        section = ""
        open_entry: list[str] = []  # kind, id, title and the lines of the entry that is being read

        def close() -> None:
            if open_entry:
                kind, id, title, *lines = open_entry
                entries.append(_entry(kind, id, title, " ".join(lines), section))
                open_entry.clear()

        for line in text.splitlines():
            if line.startswith("## "):
                close()
                section = line[3:].strip()
            elif found := rule.match(line):
                close()
                open_entry.extend(("rule", *found.groups()))
            elif found := example.match(line):
                close()
                open_entry.extend(("example", *found.groups()))
            elif found := decision.match(line):
                close()
                cells = [cell.strip() for cell in found[3].split(" | ")]
                entries.append(_entry("decision", found[1], found[2].strip(), "; ".join(cells), section))
            elif open_entry and line.startswith("  ") and line.strip():
                open_entry.append(line.strip())
            else:
                close()
        close()
        return cls(entries, prefix)

    def of_kind(self, kind: str) -> list[Rule]:
        return [entry for entry in self.entries.values() if entry.kind == kind]

    def find(self, id: str) -> Rule:
        """The entry of an id, in any case and also without the game's letters; ``KeyError`` says what ids look like."""
        wanted = id.strip().upper()
        by_name = {entry.id.upper(): entry for entry in self.entries.values()}
        for candidate in (wanted, f"{self.prefix}-{wanted}", f"{self.prefix}-{wanted.zfill(3)}"):
            if candidate in by_name:
                return by_name[candidate]
        raise KeyError(f"there is no rule '{id}'; ids look like {', '.join(list(self.entries)[:2])}")

    def search(self, text: str) -> list[Rule]:
        """The entries in which every word of the text occurs."""
        words = text.casefold().split()
        return [
            entry
            for entry in self.entries.values()
            if all(word in f"{entry.id} {entry.title} {entry.text}".casefold() for word in words)
        ]

    def decision_id(self, number: int) -> str:
        return self._decisions[number]


def _entry(kind: str, id: str, title: str, text: str, section: str) -> Rule:
    marks = tuple(re.findall(r"\[(decision|clarified|data)\]", text))
    plain = re.sub(r"\s*\[(decision|clarified|data)\]", "", text).strip()
    return Rule(id, kind, title, plain, marks, section)


def _number(decision_id: str) -> int:
    return int(decision_id.rpartition("-D")[2])
