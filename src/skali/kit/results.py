"""The result: places, scores, and the sheet that explains them line by line."""

from skali.kit.play import Record, Spot


def score_lines_cite_rules(spot: Spot) -> None:
    """Every line of every score sheet, as anybody sees it, cites an entry of the ledger."""
    for viewer in spot.viewers:
        for seat in range(spot.seats):
            for line in spot.state.score_sheet(seat, viewer):
                known = line.rule in spot.game.rulebook.entries
                assert known, f"the score line '{line.key}' of seat {seat} cites {line.rule!r}: no such rule"


def result_adds_up(record: Record) -> None:
    """At the end the sheet adds up to the score for everybody, and the places are 1, 2, 2, 4 and the like."""
    end = record.states[-1]
    for seat in range(record.seats):
        for viewer in (*range(record.seats), -1):
            total = sum(line.points for line in end.score_sheet(seat, viewer) if line.summed)
            score = int(end.score(seat))
            assert total == score, (
                f"the sheet of seat {seat} that {viewer} sees adds up to {total}, the score is {score}"
            )
    places = end.ranking()
    assert len(places) == record.seats, f"{record.seats} seats, but the ranking is {places}"
    for seat, place in enumerate(places):
        better = sum(other < place for other in places)
        assert place == better + 1, f"seat {seat} has place {place} with {better} seats before it: {places}"
