"""All the checks of the kit, by how often they are made, and how they are run."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from skali.core import Game, derive_seed
from skali.kit import (
    barriers,
    conservation,
    coverage,
    forced,
    judging,
    legality,
    notation,
    observing,
    perft,
    pictures,
    results,
    sagas,
    saving,
    secrecy,
    shapes,
    simultaneous,
    talk,
    teaching,
    wording,
)
from skali.kit.configurations import Configuration
from skali.kit.play import Record, Spot, play, sampled

SpotCheck = Callable[[Spot], None]
RecordCheck = Callable[[Record], None]
GameCheck = Callable[[Game], None]

EVERY_STEP: list[SpotCheck] = [legality.awaited_seats_have_moves, legality.picks_are_the_list]

SAMPLED: list[SpotCheck] = [
    legality.core_refuses_first,
    legality.legal_moves_apply,
    legality.refusals_cite_a_rule,
    legality.refused_moves_leave_no_trace,
    legality.generator_is_the_filtered_space,
    notation.legal_moves_round_trip,
    saving.load_restores_the_state,
    saving.load_restores_samples,
    saving.load_refuses_damage,
    saving.saved_data_is_detached,
    saving.copies_share_nothing,
    simultaneous.answers_commute,
    simultaneous.drafts_do_not_show,
    barriers.luck_raises_the_barrier,
    barriers.revelations_raise_the_barrier,
    barriers.drafts_show_no_luck,
    barriers.drafts_stop_at_the_barrier,
    barriers.commit_is_all_or_none,
    secrecy.views_are_data,
    secrecy.open_games_have_one_view,
    secrecy.samples_look_the_same,
    secrecy.sampling_uses_no_secrets,
    secrecy.samples_can_be_played,
    secrecy.events_tell_no_secrets,
    secrecy.not_asking_tells_no_secrets,
    observing.observations_fit_their_parts,
    pictures.pictures_can_be_drawn,
    judging.judgement_adds_up,
    judging.reasons_have_words,
    judging.stages_are_known_to_all,
    judging.features_fit_their_names,
    judging.forecasts_fit_their_names,
    talk.remarks_fit_the_talk,
    shapes.views_are_as_declared,
    shapes.prompts_are_as_declared,
    results.score_lines_cite_rules,
    wording.what_is_shown_has_words,
    wording.what_is_seen_has_words,
    wording.score_lines_have_one_name,
]

EVERY_GAME: list[RecordCheck] = [
    barriers.barrier_never_falls,
    forced.forced_moves_are_not_asked,
    judging.stages_never_fall,
    conservation.components_are_conserved,
    results.result_adds_up,
    wording.what_happens_has_words,
]

ONE_GAME: list[RecordCheck] = [
    saving.same_seed_same_game,
    saving.earlier_states_stay,
    sagas.saga_replays,
    sagas.damaged_saga_names_its_line,
    secrecy.samples_vary,
    secrecy.keys_follow_views,
    secrecy.stamps_follow_views,
    observing.observations_follow_views,
]

EVERY_RULES: list[GameCheck] = [
    notation.moves_round_trip,
    wording.words_are_complete,
    wording.languages_have_the_same_keys,
    wording.every_rule_has_a_sentence,
    teaching.guide_is_whole,
    teaching.pictures_are_true,
    teaching.lesson_can_be_played,
    teaching.terms_have_meanings,
    teaching.box_can_be_unpacked,
    shapes.shapes_are_shapes,
    perft.trees_are_as_counted,
    coverage.every_rule_has_a_test,
]

GAMES = ("search", "legal", "search")
SPOTS = 10  # in each game


def examine(configuration: Configuration, checks: Iterable[Callable[..., None]] | None = None) -> None:
    """Plays three games at a table and makes the checks (by default all); tells the first failure of each."""
    wanted: set[Callable[..., None]] = set(checks or [*EVERY_STEP, *SAMPLED, *EVERY_GAME, *ONE_GAME])
    failures: dict[str, str] = {}
    for number, by in enumerate(GAMES):
        seed = derive_seed(configuration, number)
        with noting(failures, "random_play", f"{configuration}, seed {seed}, by {by} moves"):
            record = play(configuration, seed, by)
            examine_record(record, wanted, failures, whole=number == 0)
    _tell(failures)


def examine_rules(game: Game, wanted: Iterable[GameCheck]) -> None:
    """Makes the checks that need no play."""
    failures: dict[str, str] = {}
    for check in wanted:
        with noting(failures, check.__name__, game.key):
            check(game)
    _tell(failures)


def examine_record(record: Record, wanted: set[Callable[..., None]], failures: dict[str, str], whole: bool) -> None:
    for check in EVERY_STEP:
        if check in wanted:
            for step in range(len(record.states)):
                _make(check, record.spot(step), failures)
    spots = sampled(record, SPOTS)
    for check in SAMPLED:
        if check in wanted:
            for spot in spots:
                _make(check, spot, failures)
    for each in EVERY_GAME + (ONE_GAME if whole else []):
        if each in wanted:
            _make(each, record, failures)


def _make(check: Callable[..., None], at: Spot | Record, failures: dict[str, str]) -> None:
    if check.__name__ not in failures:
        with noting(failures, check.__name__, str(at)):
            check(at)


def _tell(failures: dict[str, str]) -> None:
    if failures:
        raise AssertionError("\n".join(f"{name}: {message}" for name, message in failures.items()))


@contextmanager
def noting(failures: dict[str, str], name: str, where: str) -> Iterator[None]:
    """Keeps the first failure of each check; whatever else goes wrong in a game's code is a failure too."""
    try:
        yield
    except AssertionError as error:
        failures.setdefault(name, f"{where}: {error}")
    except Exception as error:
        failures.setdefault(name, f"{where}: {error!r} at {_line_of(error)}")


def _line_of(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else "?"
