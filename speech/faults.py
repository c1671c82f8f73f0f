"""Words for broken records: which fault, where, one sentence each. Not here: the game's own refusals."""

from __future__ import annotations

from typing import assert_never

from engine.table import BadRecord, Fault, Refused

from .house import echo
from .words import Words


class FaultText:
    """One language's words for what is wrong with a record."""

    def __init__(self, words: Words) -> None:
        self.words, self.t = words, words.t

    def record(self, name: str, bad: BadRecord, why: str) -> str:
        """Return one sentence naming the file and its fault; `why` words a refusal, "" without one."""
        # Translators: {file} is a file name, {fault} a sentence that says what is wrong with it.
        return self.t.gettext("{file}: {fault}").format(file=name, fault=self._fault(bad, why))

    def _fault(self, bad: BadRecord, why: str) -> str:
        t, facts = self.t, {**bad.facts, "why": why}
        code = facts.get("code")
        detail = self.words.system_error(code) if isinstance(code, int) else ""
        match bad.fault:
            case Fault.UNREADABLE:
                said = t.gettext("The file cannot be read: {detail}.")
            case Fault.TOO_BIG:
                said = t.gettext("The file is larger than {limit} megabytes and was not read.")
            case Fault.NOT_JSON if facts["line"]:
                said = t.gettext("This is no JSON: reading stopped at line {line}, column {column}.")
            case Fault.NOT_JSON:
                said = t.gettext("This is no JSON that can be read.")
            case Fault.NOT_A_RECORD:
                said = t.gettext("This is no record of a game.")
            case Fault.WRONG_VERSION:
                said = t.gettext("This version of records is not known; version {version} is.")
            case Fault.UNKNOWN_GAME:
                said = t.gettext("The record names a game that is not known.")
            case Fault.UNKNOWN_VARIANT:
                # Translators: {variant} is the name of a variant at hanab.live.
                said = t.gettext("The variant {variant} is not known here.")
            case Fault.WRONG_PLAYERS:
                said = t.gettext("The record must name {least} to {most} players.")
            case Fault.WRONG_NAME:
                said = t.gettext("The name of player {number} cannot be used.")
            case Fault.WRONG_OPTION if facts["most"] == 1:
                said = t.gettext("The option {option} must be true or false.")
            case Fault.WRONG_OPTION:
                said = t.gettext("The option {option} must be a number from 0 to {most}.")
            case Fault.WRONG_FIRST:
                said = t.gettext("The record does not say rightly who begins.")
            case Fault.UNKNOWN_CARD:
                said = t.gettext("Card {number} of the deck is not known.")
            case Fault.WRONG_DECK:
                said = t.gettext("The deck is not the full deck of {size} cards.")
            case Fault.WRONG_ACTION if "number" in facts:
                said = t.gettext("Action {number} is not written as an action.")
            case Fault.WRONG_ACTION:
                said = t.gettext("The action that was announced last is not written as an action.")
            case Fault.ILLEGAL_ACTION:
                # Translators: {why} is a sentence, said to the player who tried.
                said = t.gettext("Action {number} is not allowed: {why}")
            case _:
                assert_never(bad.fault)
        return said.format(**{**facts, "variant": echo(facts.get("variant", ""))}, detail=detail)


def refusal_in(bad: BadRecord) -> Refused | None:
    """Return the refusal that made a record bad, if one did."""
    refused = bad.facts.get("refused")
    return refused if isinstance(refused, Refused) else None
