"""Occupations: the starting card, playing from the hand, drawing, and what played cards offer (OD-179 to OD-192)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from skali.core.moves import Moves
from skali.core.protocol import Event, Prompt
from skali.games.odin import conditions, effects, items, moves, phases, supply, triggers
from skali.games.odin.decisions import base
from skali.games.odin.decisions.base import OdinDecision
from skali.games.odin.position import OdinPosition

OD_036_NEW_WEAPON: Final = 36
OD_048_ONE_CARD: Final = 48
OD_180_ONLY_PLAYED: Final = 180
OD_181_ONE_BY_ONE: Final = 181
OD_192_TRIGGERS: Final = 192
OD_220_STARTING_CARD: Final = 220


class StartCard(OdinDecision):
    """The solo player chooses a starting occupation (OD-220)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.PLAY_CARD, moves.USE_CARD, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        is_card = moves.PLAY_CARD <= move < moves.USE_CARD
        offered = is_card and i64(position.cards[move - moves.PLAY_CARD]) == phases.UNDEALT
        return 0 if offered else OD_220_STARTING_CARD

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        supply.take_card(position, seat, move - moves.PLAY_CARD, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("start_card", "OD-D01")


class PlayInColumnFour(OdinDecision):
    """Before or after an action of the fourth column one card may be played, not both (OD-048). The frame holds 1 after it."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return base.is_between_effects(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        if not (position.frames.get(0) == 1 and position.card_before):
            fill_hand(position, out)
        out.add(moves.SKIP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0
        if position.frames.get(0) == 1 and position.card_before:
            return OD_048_ONE_CARD
        return hand_fault(position, move)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        before_action = position.frames.get(0) == 0
        position.frames.pop()
        if move != moves.SKIP:
            if before_action:
                position.card_before = True
            play_card(position, move - moves.PLAY_CARD, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("card_after" if position.frames.get(0) else "card_before", "OD-D08")


class PlayCards(OdinDecision):
    """Cards from the hand, one by one (OD-181, OD-D26). The frame holds how many more, and whether the first must be played."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return base.is_between_and_not_accepted(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        fill_hand(position, out)
        if position.frames.get(1) == 0 or out.count == 0:
            out.add(moves.STOP)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.STOP:
            return 0 if position.frames.get(1) == 0 or position.get(seat, items.HAND) == 0 else OD_181_ONE_BY_ONE
        return hand_fault(position, move)

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        frames = position.frames
        left = frames.get(0)
        frames.pop()
        if move == moves.STOP:
            return
        position.used = position.used or not position.pending
        if left > 1:
            frames.push(phases.ASK_PLAY, left - 1, 0)
        if position.space < 0:
            frames.push(phases.DO_TAUGHT)
        play_card(position, move - moves.PLAY_CARD, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("play", "OD-D26", {"left": int(position.frames.get(0))})


class PlayInsteadOfDrawing(OdinDecision):
    """99A: draw, or play a card that the chosen space does not need (OD-043, OD-247)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        out.add(moves.SKIP)
        if base.spares(position, items.HAND, 1, -1):
            fill_hand(position, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        if move == moves.SKIP:
            return 0
        fault = hand_fault(position, move)
        return fault if fault or base.spares(position, items.HAND, 1, -1) else base.OD_043_USABLE

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        if move == moves.SKIP:
            supply.draw_occupation(position, seat, events)
        else:
            play_card(position, move - moves.PLAY_CARD, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        return Prompt("draw", "OD-D07")


def draw(position: OdinPosition, events: list[Event] | None) -> None:
    """Draws into the hand; 99A may play a card instead, card by card (OD-247)."""
    left = position.frames.get(0)
    if left == 0:
        position.frames.pop()
        return
    position.frames.put(0, left - 1)
    seat = position.active
    if position.get(seat, items.HAND) and conditions.plays_trigger(position, seat, triggers.OCCUPATION_DRAWN):
        position.frames.push(phases.ASK_DRAW)
    else:
        supply.draw_occupation(position, seat, events)


# The hand


def fill_hand(position: OdinPosition, out: Moves) -> None:
    seat = position.active
    if position.get(seat, items.HAND) == 0:
        return
    cards = position.cards
    for card in range(len(cards)):
        if i64(cards[card]) == phases.IN_HAND + seat:
            out.add(moves.PLAY_CARD + card)


def hand_fault(position: OdinPosition, move: i64) -> i64:
    if not moves.PLAY_CARD <= move < moves.USE_CARD:
        return OD_181_ONE_BY_ONE
    held = i64(position.cards[move - moves.PLAY_CARD]) == phases.IN_HAND + position.active
    return 0 if held else OD_180_ONLY_PLAYED


def play_card(position: OdinPosition, card: i64, events: list[Event] | None) -> None:
    """Face up in front of the seat; its immediate effects at once (OD-179, OD-183)."""
    seat = position.active
    position.lay_out(seat, card)
    position.add(seat, items.HAND, -1)
    position.add(seat, items.CARD_POINTS, i64(position.tables.card_points[card]))
    position.barriers += 1
    if events is not None:
        events.append(Event("played", {"seat": int(seat), "card": position.tables.card_numbers[card]}))
    if card != position.tables.teacher:
        position.counts[items.CARDS_PLAYED] = i16(i64(position.counts[items.CARDS_PLAYED]) + 1)
    effects.fire(position, seat, triggers.AS_SOON_AS)
    table = position.tables.effects
    abilities = table.by_trigger[triggers.PLAYED]
    for at in range(len(abilities)):
        ability = i64(abilities[at])
        if i64(table.ability_card[ability]) == card:
            effects.run_program(position, seat, i64(table.ability_program[ability]), 0)


# What played cards offer


class Offers(OdinDecision):
    """Optional effects that wait; before an action only what keeps the space usable (OD-043). The frame holds the first of them."""

    def takes_anytime(self, position: OdinPosition) -> bool:
        return base.is_between_effects(position)

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        first = position.frames.get(0)
        table = position.tables.effects
        for at in range(first, position.offer_count):
            ability = i64(position.counts[items.OFFERS + at])
            if effects.offer_possible(position, seat, ability) and ability_keeps(position, ability):
                move = moves.USE_CARD + i64(table.ability_card[ability])
                if not any(out.at(index) == move for index in range(out.count)):
                    out.add(move)
        if not (position.pending and out.count and conditions.pending_fault(position)):
            out.add(moves.DONE)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        table = position.tables.effects
        wanted = move - moves.USE_CARD if moves.USE_CARD <= move < moves.EXCHANGE else i64(-1)
        any_use = False
        for at in range(position.frames.get(0), position.offer_count):
            ability = i64(position.counts[items.OFFERS + at])
            if effects.offer_possible(position, seat, ability) and ability_keeps(position, ability):
                any_use = True
                if i64(table.ability_card[ability]) == wanted:
                    return 0
        if move != moves.DONE:
            return OD_192_TRIGGERS
        unusable = position.pending and any_use and conditions.pending_fault(position) != 0
        return base.OD_043_USABLE if unusable else 0

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        first = position.frames.get(0)
        if move == moves.DONE:
            while position.offer_count > first:
                drop_last_offer(position)
            position.frames.pop()
            return
        table = position.tables.effects
        for at in range(first, position.offer_count):
            ability = i64(position.counts[items.OFFERS + at])
            if i64(table.ability_card[ability]) == move - moves.USE_CARD:
                for later in range(at + 1, position.offer_count):
                    position.counts[items.OFFERS + later - 1] = position.counts[items.OFFERS + later]
                drop_last_offer(position)
                effects.card_event(position, seat, move - moves.USE_CARD, events)
                effects.run_program(position, seat, i64(table.ability_program[ability]), effects.ACCEPTED)
                return

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        owners = position.tables.effects.ability_card
        waiting = range(int(position.frames.get(0)), int(position.offer_count))
        cards = [int(owners[int(position.counts[items.OFFERS + at])]) for at in waiting]
        return Prompt("offers", "OD-D27", {"cards": [position.tables.card_numbers[card] for card in cards]})


def ability_keeps(position: OdinPosition, ability: i64) -> bool:
    """Some way to use the effect leaves the space usable."""
    if not position.pending:
        return True
    table = position.tables.effects
    step = i64(table.program_first[i64(table.ability_program[ability])])
    ways = range(i64(table.step_first[step]), i64(table.step_first[step + 1]))
    return any(base.keeps_usable(position, operation) for operation in ways)


def drop_last_offer(position: OdinPosition) -> None:
    position.offer_count -= 1
    position.counts[items.OFFERS + position.offer_count] = i16(0)


class NewWeapon(OdinDecision):
    """38A: the weapon of the round, or wood, stone or ore instead (OD-036, OD-D04)."""

    def add_answers(self, position: OdinPosition, seat: i64, out: Moves, search: bool) -> None:
        self.add_allowed(position, seat, moves.CHOOSE, moves.CHOOSE + 4, out)

    def fault(self, position: OdinPosition, seat: i64, move: i64) -> i64:
        return 0 if moves.CHOOSE <= move < moves.CHOOSE + 4 else OD_036_NEW_WEAPON

    def play(self, position: OdinPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        position.frames.pop()
        if move == moves.CHOOSE:
            supply.draw_weapons(position, seat, 1, events)
        else:
            supply.gain(position, seat, items.WOOD + move - moves.CHOOSE - 1, 1, events)

    def prompt(self, position: OdinPosition, seat: i64) -> Prompt:
        ways = [{"get": {item: 1}} for item in ("weapon", "wood", "stone", "ore")]
        return Prompt("weapon", "OD-D04", {"ways": ways})
