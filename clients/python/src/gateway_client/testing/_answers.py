import json
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Optional, Sequence, Union, cast

from .._answers import Person
from .._prompts import Record
from ._refusals import FakeGatewayError

# What becomes of a question. A text is a decision, the label of a button, or a free text where the question takes one. A mapping is
# {"decision": "approve"}, {"decision": "reject", "reason": …}, {"decision": "edit", "args": …}, {"decision": "respond", "text": …},
# {"option": …}, {"text": …} or {"expired": "ttl" or "undeliverable"}, with "by": Person for another person than the tester. A reason of
# None gives none; by default the person gives one where the question asks for it, so that nothing has to wait for it.
GivenAnswer = Union[str, Mapping[str, Any]]

# None: the question stays pending.
AnswerFunction = Callable[[Record], Optional[GivenAnswer]]

# A function; patterns for the name of the action, or the text of a question without an action; or rules with "action", "text" (patterns)
# and "answer" (also a function). The first one that fits answers. A pattern must fit the whole text; `*` stands for any characters.
Answers = Union[AnswerFunction, Mapping[str, GivenAnswer], Sequence[Mapping[str, Any]]]

# Names questions: by an id, a number, a pattern as in `Answers`, or a function.
Which = Union[str, int, Callable[[Record], bool]]

_TESTER = Person("tester", "tester")
_REASON = "The tester gives this reason."


@dataclass(frozen=True)
class ReadAnswer:
    """An answer as the record has it."""

    type: str
    value: str
    by: Person
    reason: Optional[str] = None
    args: Optional[Mapping[str, Any]] = None
    text: Optional[str] = None


def answer_to(answers: Answers, prompt: Record) -> Optional[GivenAnswer]:
    if callable(answers):
        return answers(prompt)
    action = prompt.get("action")
    if isinstance(answers, Mapping):
        subject = "action" if action else "text"
        answers = [{subject: pattern, "answer": answer} for pattern, answer in answers.items()]
    for rule in answers:
        fits_action = "action" not in rule or (action is not None and _fits(rule["action"], action["name"]))
        if fits_action and ("text" not in rule or _fits(rule["text"], prompt["text"])):
            answer: Any = rule["answer"]
            return cast(Optional[GivenAnswer], answer(prompt) if callable(answer) else answer)
    return None


def is_named(which: Which, prompt: Record) -> bool:
    if callable(which):
        return which(prompt)
    if isinstance(which, int):
        return bool(prompt["prompt_num"] == which)
    if re.fullmatch(r"#[0-9]+", which):
        return bool(prompt["id"] == which)
    action = prompt.get("action")
    return _fits(which, action["name"] if action else prompt["text"])


def read_answer(prompt: Record, given: GivenAnswer) -> ReadAnswer:
    """Reads an answer to a question. Raises `FakeGatewayError` for one that no person could give."""
    answer = _from_text(prompt, given) if isinstance(given, str) else given
    by = answer.get("by", _TESTER)
    if "decision" in answer:
        return _read_decision(prompt, answer, by)
    if "option" in answer:
        if answer["option"] not in prompt["options"]:
            raise _not_offered(prompt, answer["option"])
        return ReadAnswer("option", answer["option"], by)
    if not prompt["allow_text"]:
        raise _not_offered(prompt, answer["text"])
    typed = [label for label in prompt["options"] if _same_words(label) == _same_words(answer["text"])]
    option = typed if len(typed) == 1 else [label for label in typed if label == answer["text"]]
    return ReadAnswer("option", option[0], by) if option else ReadAnswer("text", answer["text"], by)


def _read_decision(prompt: Record, answer: Mapping[str, Any], by: Person) -> ReadAnswer:
    value = answer["decision"]
    if value not in (prompt.get("decisions") or []):
        raise _not_offered(prompt, value)
    if value == "edit":
        return ReadAnswer("decision", value, by, args=answer["args"])
    if value == "respond":
        return ReadAnswer("decision", value, by, text=answer["text"])
    asked = prompt["ask_reason"]
    is_asked = asked == "always" or (asked == "on_reject" and value == "reject")
    reason = answer.get("reason", _REASON if is_asked else None)
    args = (prompt["action"] or {}).get("args") if value == "approve" else None
    return ReadAnswer("decision", value, by, reason=reason, args=args)


def _from_text(prompt: Record, text: str) -> Mapping[str, Any]:
    labels = prompt.get("labels") or {}
    for value in prompt.get("decisions") or []:
        if text not in (value, labels.get(value)):
            continue
        if value in ("edit", "respond"):
            missing = "args" if value == "edit" else "text"
            raise FakeGatewayError(f'{prompt["id"]} needs more: {{"decision": "{value}", "{missing}": …}}.')
        return {"decision": value}
    if text in prompt["options"]:
        return {"option": text}
    if prompt["allow_text"]:
        return {"text": text}
    raise _not_offered(prompt, text)


def _fits(pattern: str, text: str) -> bool:
    parts = ".*".join(re.escape(part) for part in pattern.split("*"))
    return re.fullmatch(parts, text, re.DOTALL) is not None


def _same_words(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text).lower().strip())


def _not_offered(prompt: Record, value: Any) -> FakeGatewayError:
    offered = [json.dumps(each) for each in prompt.get("decisions") or prompt["options"]]
    offered += ["a text"] if prompt["allow_text"] else []
    takes = ", ".join(offered) or "no answer"
    return FakeGatewayError(f"{json.dumps(value)} is no answer to {prompt['id']}, which takes {takes}.")
