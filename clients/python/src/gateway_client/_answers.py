from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, Literal, Mapping, Optional, Sequence, Union

from ._prompts import DecisionValue, Record

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Value = TypeVar("Value", bound=DecisionValue, default=DecisionValue, covariant=True)
else:
    from typing import TypeVar

    Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True)
class OptionAnswer:
    """A person pressed a button, or wrote a text that equals its label except for case and spaces."""

    value: str
    type: Literal["option"] = "option"
    attachments: Sequence[Record] = ()
    """What the person sent with it, where the question has `allow_attachments`."""


@dataclass(frozen=True)
class TextAnswer:
    """A person wrote a free text."""

    value: str
    """Empty: the person sent files without a text."""
    type: Literal["text"] = "text"
    attachments: Sequence[Record] = ()
    """What the person sent with it, where the question has `allow_attachments`."""


@dataclass(frozen=True)
class Decision(Generic[Value]):
    """A person's decision about an action: one of those that were asked for."""

    value: Value
    reason: Optional[str] = None
    """The words that the person gave with the decision. None: none."""
    args: Optional[Mapping[str, Any]] = None
    """The arguments to use: as asked for after `approve`, as changed after `edit`, None otherwise."""
    text: Optional[str] = None
    """What the person wrote after `respond`."""
    type: Literal["decision"] = "decision"
    action_digest: Optional[str] = None
    """Of the action with the arguments to use. None: there are none to use, or the question has no action."""


Answer = Union[OptionAnswer, TextAnswer, Decision[DecisionValue]]
A = TypeVar("A", bound=Answer, covariant=True)


@dataclass(frozen=True)
class Person:
    """A person on a chat platform, or an operator in the console."""

    id: str
    username: Optional[str]


@dataclass(frozen=True)
class Answered(Generic[A]):
    prompt_id: str
    answer: A
    answered_by: Optional[Person]
    """None: a policy decided when the time was over, or a rule or a standing approval did."""
    prompt: Record
    status: Literal["answered"] = "answered"


@dataclass(frozen=True)
class Expired:
    """The question is closed without an answer. This is not a "no": no one decided."""

    prompt_id: str
    reason: Literal["ttl", "cancelled", "undeliverable"]
    """`ttl`: not answered in time. `undeliverable`: it did not reach the chat; `detail` has the platform's reason."""
    detail: Optional[str]
    prompt: Record
    status: Literal["expired"] = "expired"


@dataclass(frozen=True)
class Pending:
    """The time of the wait is over and the question is still open. `wait_for_answer` with its id continues."""

    prompt_id: str
    status: Literal["pending"] = "pending"


# What became of a question.
Outcome = Union[Answered[A], Expired, Pending]


def outcome_of(prompt: Record) -> Outcome[Answer]:
    """The outcome that a record shows."""
    prompt_id = prompt["id"]
    if prompt["state"] == "pending":
        return Pending(prompt_id)
    if prompt["state"] == "expired":
        return Expired(prompt_id, prompt.get("closed_reason") or "ttl", prompt.get("closed_detail"), prompt)
    person_id = prompt["answered_by_id"]
    person = None if person_id is None else Person(person_id, prompt["answered_by_username"])
    return Answered(prompt_id, _answer_of(prompt), person, prompt)


def _answer_of(prompt: Record) -> Answer:
    decision = prompt.get("decision")
    if decision:
        return Decision(
            decision["value"],
            decision["reason"],
            decision["args"],
            decision["text"],
            action_digest=decision.get("action_digest"),
        )
    kind = OptionAnswer if prompt["answer_type"] == "option" else TextAnswer
    return kind(prompt["answer"], attachments=prompt.get("answer_attachments", ()))


_DEFAULT_REASON_WAIT_SEC = 120


def words_due_at(prompt: Record) -> float:
    """Until when the words of the person who decided can still come, in seconds since 1970. 0: none are awaited."""
    decision, asked = prompt.get("decision"), prompt.get("ask_reason")
    if not decision or decision["reason"] is not None or prompt["answered_at"] is None:
        return 0
    if prompt.get("decided_by") not in (None, "person"):
        return 0
    value = decision["value"]
    if not (asked == "always" and value in ("approve", "reject") or asked == "on_reject" and value == "reject"):
        return 0
    answered_at = datetime.fromisoformat(prompt["answered_at"].replace("Z", "+00:00")).timestamp()
    wait_sec = prompt.get("reason_wait_sec")
    return answered_at + (_DEFAULT_REASON_WAIT_SEC if wait_sec is None else wait_sec)
