"""Saving declared once: a layout lists what of a position is saved and within which bounds, and both writes and reads it.

A form turns one value into what JSON can hold and back, and refuses what is out of bounds. A field says where in the position its
values lie. Positions are written and read by name (getattr, setattr): this is never in the way of play.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Callable
from typing import Any

from mypy_extensions import i64, mypyc_attr

from skali.core.bits import full, members_of
from skali.core.options import Options
from skali.core.protocol import LoadError, State
from skali.core.reading import flag, list_of, one_of, set_of, within

# Forms: one value


@mypyc_attr(allow_interpreted_subclasses=True)
class Form(metaclass=ABCMeta):
    """How one value is saved."""

    @abstractmethod
    def write(self, value: Any) -> Any:
        """The value as JSON can hold it."""

    @abstractmethod
    def read(self, saved: Any, name: str) -> Any:
        """The value again; ``LoadError`` if it can't be."""


class Number(Form):
    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def write(self, value: Any) -> Any:
        return int(value)

    def read(self, saved: Any, name: str) -> Any:
        return within(saved, self.low, self.high, name)


class Flag(Form):
    def write(self, value: Any) -> Any:
        return bool(value)

    def read(self, saved: Any, name: str) -> Any:
        return flag(saved, name)


class Name(Form):
    """A number from 0 on, saved as its name."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def write(self, value: Any) -> Any:
        return self.names[int(value)]

    def read(self, saved: Any, name: str) -> Any:
        return one_of(saved, self.names, name)


class Members(Form):
    """A set of numbers below ``size``, held as bits, saved as a list."""

    def __init__(self, size: int) -> None:
        self.size = size

    def write(self, value: Any) -> Any:
        return members_of(value)

    def read(self, saved: Any, name: str) -> Any:
        return int(set_of(saved, self.size, name))


class Packed(Form):
    """So many numbers from 0 to ``high``, each in so many bits of one word, the first lowest; saved as a list."""

    def __init__(self, length: int, bits: int, high: int) -> None:
        self.length = length
        self.bits: i64 = bits
        self.high = high

    def write(self, value: Any) -> Any:
        word: i64 = value
        return [int((word >> (self.bits * at)) & full(self.bits)) for at in range(self.length)]

    def read(self, saved: Any, name: str) -> Any:
        word: i64 = 0
        for at, each in enumerate(list_of(saved, name, self.length)):
            word |= i64(within(each, 0, self.high, name)) << (self.bits * at)
        return int(word)


class Row(Form):
    """A list of values of one form, of a fixed length."""

    def __init__(self, length: int, form: Form) -> None:
        self.length = length
        self.form = form

    def write(self, value: Any) -> Any:
        return [self.form.write(each) for each in value]

    def read(self, saved: Any, name: str) -> Any:
        return [self.form.read(each, name) for each in list_of(saved, name, self.length)]


# Fields: where the values lie


@mypyc_attr(allow_interpreted_subclasses=True)
class Field(metaclass=ABCMeta):
    """One entry of the saved data."""

    def __init__(self, key: str) -> None:
        self.key = key

    @abstractmethod
    def write(self, position: Any) -> Any:
        """What is saved under the key."""

    @abstractmethod
    def read(self, position: Any, saved: Any) -> None:
        """Puts it back into the position."""


class Value(Field):
    """An attribute of the position, of the same name unless another is given."""

    def __init__(self, key: str, form: Form, attribute: str = "") -> None:
        super().__init__(key)
        self.form = form
        self.attribute = attribute or key

    def write(self, position: Any) -> Any:
        return self.form.write(getattr(position, self.attribute))

    def read(self, position: Any, saved: Any) -> None:
        setattr(position, self.attribute, self.form.read(saved, self.key))


class Items(Field):
    """So many entries, from ``first`` on, of a vec that has its length already."""

    def __init__(self, key: str, length: int, form: Form, attribute: str = "", first: int = 0) -> None:
        super().__init__(key)
        self.length = length
        self.form = form
        self.attribute = attribute or key
        self.first = first

    def write(self, position: Any) -> Any:
        items = getattr(position, self.attribute)
        return [self.form.write(items[self.first + at]) for at in range(self.length)]

    def read(self, position: Any, saved: Any) -> None:
        items = getattr(position, self.attribute)
        for at, each in enumerate(list_of(saved, self.key, self.length)):
            items[self.first + at] = self.form.read(each, self.key)


class Seats(Field):
    """A list with one set of entries for each seat; each entry is a vec of the position with a value for each seat."""

    def __init__(self, key: str, seats: int, forms: dict[str, Form]) -> None:
        super().__init__(key)
        self.seats = seats
        self.forms = forms

    def write(self, position: Any) -> Any:
        return [
            {name: form.write(getattr(position, name)[seat]) for name, form in self.forms.items()}
            for seat in range(self.seats)
        ]

    def read(self, position: Any, saved: Any) -> None:
        for seat, row in enumerate(list_of(saved, self.key, self.seats)):
            for name, form in self.forms.items():
                getattr(position, name)[seat] = form.read(row[name], f"{name} of seat {seat}")


class Luck(Field):
    """The random numbers to come: the position's ``rng``."""

    def __init__(self) -> None:
        super().__init__("rng")

    def write(self, position: Any) -> Any:
        return position.rng.to_list()

    def read(self, position: Any, saved: Any) -> None:
        position.rng.load(list_of(saved, "rng"))


class Special(Field):
    """What no form can say: written and read by functions of the game."""

    def __init__(self, key: str, write: Callable[[Any], Any], read: Callable[[Any, Any], None]) -> None:
        super().__init__(key)
        self.writer = write
        self.reader = read

    def write(self, position: Any) -> Any:
        return self.writer(position)

    def read(self, position: Any, saved: Any) -> None:
        self.reader(position, saved)


class Layout:
    """All that is saved of a position, in the order in which it is read back."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields

    def write(self, position: State, options: Options) -> dict[str, Any]:
        chosen = {name: getattr(options, name) for name in options.allowed()}
        data: dict[str, Any] = {"game": position.game().key, "options": chosen}
        for field in self.fields:
            data[field.key] = field.write(position)
        return data

    def read(self, position: State, data: dict[str, Any]) -> None:
        """Fills a new position; a ``LoadError`` says what is wrong."""
        with_errors_named(position, lambda: self._read(position, data))

    def _read(self, position: State, data: dict[str, Any]) -> None:
        for field in self.fields:
            if field.key not in data:
                raise LoadError(f"'{field.key}' is missing")
            field.read(position, data[field.key])


def with_errors_named(position: State, read: Callable[[], None]) -> None:
    """Runs what reads a position, and turns whatever goes wrong into a ``LoadError``."""
    try:
        read()
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        if isinstance(error, LoadError):
            raise
        raise LoadError(f"this is no position of {position.game().title}: {error!r}") from None


def must_have_a_choice(state: State) -> None:
    """Every awaited seat can move: without this a loaded game could stand still."""
    for seat in state.to_act():
        if not state.legal_moves(seat):
            raise LoadError(f"seat {seat} has nothing to decide")
