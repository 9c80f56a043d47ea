"""Phase 4: the cards of a battle, its outcome and the swap (EK-059 to EK-067, EK-073 to EK-079, EK-D6)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from skali.core.bits import bit, nth, popcount
from skali.core.protocol import Decision, Event, Prompt, State
from skali.games.eketorp import cards, hospital, moves, phases
from skali.games.eketorp.decisions import exchange
from skali.games.eketorp.position import EketorpPosition

EK_052_COST: Final = 52
EK_054_STOPPED: Final = 54
EK_059_FROM_HAND: Final = 59


class LayCard(Decision[EketorpPosition]):
    """Both are asked, also with one value in hand, so that nothing shows in the asking (EK-059)."""

    def count(self, position: EketorpPosition, seat: i64) -> i64:
        return popcount(cards.values_in(position.hand[seat]))

    def pick(self, position: EketorpPosition, seat: i64, n: i64) -> i64:
        return moves.CARD + (nth(cards.values_in(position.hand[seat]), n) >> 2)

    def fault(self, position: EketorpPosition, seat: i64, move: i64) -> i64:
        if move < moves.CARD:
            too_late = move == moves.STOP or exchange.can_exchange(position, seat)
            return EK_054_STOPPED if too_late else EK_052_COST
        return 0 if cards.count_of(position.hand[seat], move - moves.CARD + 1) else EK_059_FROM_HAND

    def play(self, position: EketorpPosition, seat: i64, move: i64, events: list[Event] | None) -> None:
        """A card is laid face down; the second one turns up both (EK-059)."""
        position.barriers += 1
        if seat == position.initiator:
            position.initiator_card = move - moves.CARD + 1
        else:
            position.opponent_card = move - moves.CARD + 1
        if position.initiator_card and position.opponent_card:
            resolve(position, events)
        elif events is not None:
            events.append(Event("card_laid", {"seat": seat}, rule="EK-059"))

    def prompt(self, position: EketorpPosition, seat: i64) -> Prompt:
        """The sentence depends on the side and on what is fought over."""
        data = {"other": int(position.other_side(seat))} | moves.place_data(position.place)
        if not position.is_siege():
            return Prompt("card_at_castle" if "castle" in data else "card_at_field", "EK-D6", data)
        del data["castle"]
        kind = "card_besieging" if seat == position.initiator else "card_defending"
        return Prompt(kind if position.home[position.opponent] else f"{kind}_empty", "EK-D6", data)


def resolve(position: EketorpPosition, events: list[Event] | None) -> None:
    """Reveal, hospital, swap, taking up the tray: in this order (EK-067). A siege is carried out by this (EK-074)."""
    before = position.copy() if events is not None else None
    siege = position.is_siege()
    defended = not siege or position.home[position.opponent] > 0
    difference = position.initiator_card
    if defended:
        difference -= position.opponent_card
    if siege:
        position.besieged |= bit(position.place - moves.STORAGE_FIELDS)
    position.damage = difference if difference >= 0 else -difference
    position.phase = phases.SIEGE_WON if siege and difference > 0 else phases.BATTLE_ENDED
    if events is not None:
        _tell(position, siege, defended, difference, before, events)
    if difference <= 0:
        hospital.enter(position, position.initiator, False, events)
    if difference >= 0 and defended:
        hospital.enter(position, position.opponent, siege, events)
    receive(position, position.initiator, position.initiator_card, position.opponent_card, events)
    receive(position, position.opponent, position.opponent_card, position.initiator_card, events)


def receive(position: EketorpPosition, seat: i64, played: i64, received: i64, events: list[Event] | None) -> None:
    """The other's card goes on the own tray; an empty hand takes up the tray (EK-063 to EK-066)."""
    hand = position.hand[seat] - cards.card(played)
    tray = position.tray[seat] + cards.card(received)
    if played >= cards.HIGH:
        position.promised &= ~bit(seat)
    if not hand:
        hand = tray
        tray = 0
        position.open_hands |= bit(seat)
        if events is not None:
            events.append(Event("took_up", {"seat": seat, "cards": cards.listed(hand)}, rule="EK-065"))
    position.hand[seat] = hand
    position.tray[seat] = tray


def _tell(
    position: EketorpPosition, siege: bool, defended: bool, difference: i64, before: State | None, events: list[Event]
) -> None:
    """What the cards decide, shown on the board as it was before anything follows from it."""
    laid = {"card": int(position.initiator_card), "other_card": int(position.opponent_card)}
    data = {"seat": position.initiator, "other": position.opponent, **laid, "damage": int(position.damage)}
    if not defended:
        events.append(Event("undefended", data, rule="EK-076", then=before))
    elif difference == 0:
        events.append(Event("tied", data, rule="EK-062", then=before))
    else:
        kind = ("siege" if siege else "fight") + ("_won" if difference > 0 else "_lost")
        events.append(Event(kind, data, rule="EK-060", then=before))
