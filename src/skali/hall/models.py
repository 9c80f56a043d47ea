"""The shapes of the REST API, for validation, OpenAPI and the typed client of the browser."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, model_validator

Language = Literal["en", "fr", "nl"]
Status = Literal["waiting", "playing", "over", "ended", "closed", "damaged"]
Name = Annotated[str, Field(max_length=200)]
AgentName = Annotated[str, Field(max_length=40)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def is_text(cls, data: Any) -> Any:
        """JSON can name half a character, which no text has: it could be neither stored nor sent on."""
        try:
            orjson.dumps(data)
        except TypeError:
            raise ValueError("there is a character or a number in this that cannot be stored") from None
        return data


class ErrorBody(BaseModel):
    error: str
    message: str
    rule: str | None = None
    at: int | None = None


# Requests


class Nothing(Body):
    pass


class MeRequest(Body):
    name: Name
    language: Language = "en"


class QuickRequest(Body):
    game: Annotated[str, Field(max_length=60)]
    seats: int | None = None
    bots: AgentName = "medium"
    options: dict[str, str] = Field(default_factory=dict, max_length=40)


class LessonRequest(Body):
    game: Annotated[str, Field(max_length=60)]
    again: bool = False
    """From the beginning, although one was begun."""


class PlayerRequest(Body):
    kind: Literal["me", "open", "bot", "local"]
    agent: AgentName = "medium"
    name: Name = ""


class ClockRequest(Body):
    base: Annotated[float, Field(ge=1, le=60 * 60 * 24 * 60)]
    increment: Annotated[float, Field(ge=0, le=60 * 60 * 24)] = 0


class TableRequest(Body):
    game: Annotated[str, Field(max_length=60)]
    seats: int | None = None
    options: dict[str, str] = Field(default_factory=dict, max_length=40)
    players: Annotated[list[PlayerRequest], Field(max_length=12)] | None = None
    listed: bool = True
    spectators: bool = True
    undo: Literal["agree", "barrier", "off"] = "agree"
    clock: ClockRequest | None = None
    pass_and_play: bool = False
    stand_in: AgentName = "medium"
    aids: dict[str, str] = Field(default_factory=dict, max_length=40)
    hints: bool = False
    language: Language = "en"


class SitRequest(Body):
    name: Name = ""
    key: Annotated[str, Field(max_length=80)] = ""


class NameRequest(Body):
    name: Name


class AgentRequest(Body):
    agent: AgentName = "medium"


class MuteRequest(Body):
    seat: int | None = None
    name: Name = ""
    on: bool = True


class SettingsRequest(Body):
    listed: bool | None = None
    spectators: bool | None = None


class SagaRequest(Body):
    saga: str


# Answers


class GuestInfo(BaseModel):
    id: str
    name: str
    language: Language


class MeAnswer(BaseModel):
    guest: GuestInfo | None


class OptionValue(BaseModel):
    value: str
    words: str


class OptionInfo(BaseModel):
    name: str
    words: str
    default: str
    seats: list[int]
    values: list[OptionValue]


class BotInfo(BaseModel):
    key: str
    agent: str
    rating: int
    games: int


class GameInfo(BaseModel):
    key: str
    title: str
    blurb: str
    goal: str
    guide: bool
    lesson: bool
    seats: list[int]
    rules_version: str
    components: str
    options: list[OptionInfo]
    aids: list[OptionInfo]
    bots: list[BotInfo]


class GamesAnswer(BaseModel):
    games: list[GameInfo]
    version: str
    compiled: bool


class WordsAnswer(BaseModel):
    language: Language
    tables: dict[str, dict[str, str]]


class RuleInfo(BaseModel):
    id: str
    kind: str
    title: str
    text: str
    words: str
    marks: list[str]
    section: str


class RulesAnswer(BaseModel):
    game: str
    rules: list[RuleInfo]


class GuideBlock(BaseModel):
    kind: Literal["text", "item", "table", "diagram"]
    text: str
    rules: list[str]
    rows: list[list[str]]
    diagram: str


class GuideChapter(BaseModel):
    key: str
    title: str
    prompts: list[str]
    blocks: list[GuideBlock]


class GuideAnswer(BaseModel):
    game: str
    title: str
    goal: str
    language: Language
    chapters: list[GuideChapter]
    lesson: bool
    box: bool


class TermInfo(BaseModel):
    key: str
    forms: list[str]
    text: str


class TermsAnswer(BaseModel):
    terms: list[TermInfo]


class BoxLine(BaseModel):
    words: str
    rules: list[str]


class BoxAnswer(BaseModel):
    setup: list[BoxLine]
    pad: list[BoxLine]
    options: list[str]
    """The names of the options that change something at a real table of this size."""


class ComponentsAnswer(BaseModel):
    game: str
    digest: str
    components: dict[str, Any]


class SeatInfo(BaseModel):
    seat: int
    kind: Literal["open", "person", "bot"]
    name: str | None
    agent: str | None
    stand_in: str | None
    level: str | None
    online: bool
    local: bool
    host: bool


class TableOption(BaseModel):
    name: str
    words: str
    value: str
    value_words: str


class OfferInfo(BaseModel):
    kind: Literal["undo", "end"]
    by: int
    needs: list[int]
    agreed: list[int]
    words: str


class LuckInfo(BaseModel):
    number: str
    nonce: str
    commitment: str


class KnownInfo(BaseModel):
    name: str
    seat: int | None
    seats: list[int]
    luck: Literal["no", "before", "now"]
    words: list[str]


class DeviceInfo(BaseModel):
    seat: int
    name: str
    this: bool


class AimInfo(BaseModel):
    rule: str
    words: str


class ResultInfo(BaseModel):
    scores: list[int]
    ranking: list[int]
    winners: list[int]
    by: Literal["rules", "agreement"]
    seed: str
    nonce: str
    commitment: str
    lucks: list[LuckInfo]
    known: list[KnownInfo]
    aim: AimInfo | None


class ClockSetting(BaseModel):
    base: float
    increment: float


class ReachInfo(BaseModel):
    url: str
    qr: str


class TableInfo(BaseModel):
    id: str
    game: str
    title: str
    rules_version: str
    components: str
    options: list[TableOption]
    aids: list[TableOption]
    status: Status
    seats: list[SeatInfo]
    mine: list[int]
    host: bool
    listed: bool
    spectators: bool
    undo: Literal["agree", "barrier", "off"]
    clock: ClockSetting | None
    pass_and_play: bool
    stand_in: str
    lesson: bool
    hints: bool
    commitment: str
    known: list[KnownInfo]
    devices: list[DeviceInfo]
    created: float
    offer: OfferInfo | None
    rematch: str | None
    result: ResultInfo | None
    muted: bool
    cannot_go_on: str | None
    reach: ReachInfo


class TableAnswer(BaseModel):
    table: TableInfo


class TableCard(BaseModel):
    id: str
    game: str
    title: str
    status: Status
    lesson: bool
    seats: list[SeatInfo]
    created: float
    since: float
    progress: str
    open: int
    spectators: bool
    your_turn: bool
    mine: list[int]
    result: ResultInfo | None


class TablesAnswer(BaseModel):
    tables: list[TableCard]


class LobbyAnswer(BaseModel):
    tables: list[TableCard]
    page: int
    pages: int


class LinkAnswer(BaseModel):
    url: str
    key: str


class MoveInfo(BaseModel):
    move: int
    data: dict[str, Any]
    notation: str
    words: str


class RemarkInfo(BaseModel):
    remark: int
    data: dict[str, Any]
    notation: str
    words: str


class PromptInfo(BaseModel):
    kind: str
    decision: str
    data: dict[str, Any]
    default_answer: str = ""
    part: bool = False
    words: str


class LessonStepInfo(BaseModel):
    number: int
    words: str
    at: list[str]
    rules: list[str]
    asks: bool


class LessonInfo(BaseModel):
    steps: list[LessonStepInfo]
    of: int
    allowed: list[str] | None
    feedback: str
    done: bool


class DiagramMark(BaseModel):
    at: str
    sign: str


class DiagramAnswer(BaseModel):
    game: str
    name: str
    seat: int
    part: Literal["board", "holdings"]
    size: list[int]
    marks: list[DiagramMark]
    players: list[str]
    options: dict[str, str]
    view: dict[str, Any]
    prompt: PromptInfo | None
    legal: list[MoveInfo]
    text: str


class PositionInfo(BaseModel):
    moment: int
    number: str
    view: dict[str, Any] | None
    prompt: PromptInfo | None
    legal: list[MoveInfo]
    remarks: list[RemarkInfo]
    undo: Literal["free", "ask", "no"]
    over: bool
    lesson: LessonInfo | None = None


class LogLine(BaseModel):
    moment: int
    number: str
    kind: str
    data: dict[str, Any]
    rule: str
    words: str
    notice: bool = False
    then: dict[str, Any] | None = None
    pause: bool = False


class LogPart(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    start: Annotated[int, Field(alias="from")]
    lines: list[LogLine]


class ChatLine(BaseModel):
    name: str
    seat: int
    text: str
    time: float
    remark: RemarkInfo | None


class ClockInfo(BaseModel):
    left: list[float]
    running: list[int]
    time: float


class WelcomeAnswer(BaseModel):
    type: Literal["welcome"]
    n: int
    seat: int
    table: TableInfo
    position: PositionInfo
    log: LogPart
    chat: list[ChatLine]
    clock: ClockInfo | None
    time: float


class ScoreLineInfo(BaseModel):
    key: str
    points: int
    rule: str
    data: dict[str, Any]
    summed: bool
    words: str
    detail: str
    rule_words: str


class ReasonInfo(BaseModel):
    kind: Literal["score", "part"]
    """``score`` is certain, by the score sheet; ``part`` is what the bots expect, compared with the other moves."""
    points: float
    words: str


class HintInfo(MoveInfo):
    reasons: list[ReasonInfo]


class HintAnswer(BaseModel):
    moves: list[HintInfo]


class BecauseAnswer(BaseModel):
    because: HintInfo | None


class SheetsAnswer(BaseModel):
    sheets: list[list[ScoreLineInfo]]


class WhyAnswer(BaseModel):
    legal: bool
    rule: str
    words: str
    data: dict[str, Any]
    notation: str


class MomentInfo(BaseModel):
    moment: int
    number: str
    lines: list[LogLine]
    scores: list[int]
    view: dict[str, Any] | None = None


class MomentsAnswer(BaseModel):
    moments: list[MomentInfo]


class EarlierInfo(BaseModel):
    table: str
    score: int
    at: float
    same: bool
    options: str


class EarlierAnswer(BaseModel):
    results: list[EarlierInfo]


class MomentAnswer(BaseModel):
    moment: int
    number: str
    of: int
    view: dict[str, Any]
    prompt: PromptInfo
    lines: list[LogLine]
    sheets: list[list[ScoreLineInfo]]


class DrawingAnswer(BaseModel):
    moment: int
    text: str
    svg: str


class HealthAnswer(BaseModel):
    status: str
    database: str
    tables: int
    connections: int
    version: str
