"""Lets people answer the interrupts of LangGraph, also those of `HumanInTheLoopMiddleware` of LangChain."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Coroutine, Dict, List, Mapping, Optional, Sequence, Union, cast, overload

from .._answers import Answer, Answered, Decision
from .._async_gateway import AsyncGateway
from .._gateway import Gateway
from .._prompts import DecisionValue
from ._tool_calls import (
    Asking,
    HelperOptions,
    ToolCall,
    UndecidedError,
    args_of,
    ask_all,
    asking_about,
    question_key,
    refusal_of,
    required,
    with_client,
)

__all__ = ["UndecidedError", "answer_interrupts", "human_node"]

Resume = Optional[Dict[str, Any]]


@overload
def answer_interrupts(
    gateway: Gateway,
    result: Any,
    *,
    run_id: Optional[str] = ...,
    wait_sec: Optional[float] = ...,
    question: Optional[Mapping[str, Any]] = ...,
) -> Resume: ...


@overload
def answer_interrupts(
    gateway: AsyncGateway,
    result: Any,
    *,
    run_id: Optional[str] = ...,
    wait_sec: Optional[float] = ...,
    question: Optional[Mapping[str, Any]] = ...,
) -> Coroutine[Any, Any, Resume]: ...


def answer_interrupts(
    gateway: Union[Gateway, AsyncGateway],
    result: Any,
    *,
    run_id: Optional[str] = None,
    wait_sec: Optional[float] = None,
    question: Optional[Mapping[str, Any]] = None,
) -> Union[Resume, Coroutine[Any, Any, Resume]]:
    """Lets people answer the interrupts of a graph. Returns the value for `Command(resume=…)`, or None if there are none.

    An interrupt is that of `HumanInTheLoopMiddleware`, a text, or a question such as `{"text": …, "options": […]}`; the
    latter two are resumed with the text of the answer. Raises `UndecidedError` when no one answers in time: the graph
    stays interrupted. With `AsyncGateway` the call is awaited.

    run_id: the id of the run, unique for 24 hours. With it, a restarted agent finds its questions again.
    wait_sec: how long to wait for all answers. Default: until all questions are closed.
    question: fields of each question, such as `channel_id` or `ttl_sec`.
    """
    options = HelperOptions(run_id, wait_sec, question)
    return with_client(gateway, lambda client: _answer(client, result, options))


def human_node(
    field: str, question: Union[str, Mapping[str, Any], Callable[[Any], Any]]
) -> Callable[[Any], Dict[str, Any]]:
    """A node of a graph that asks a question, and stores the text of the answer in a field of the state.

    question: a text, its fields, or a function of the state that returns one of these. The graph needs a checkpointer.
    """

    def ask(state: Any) -> Dict[str, Any]:
        from langgraph.types import interrupt  # type: ignore[import-not-found]

        return {field: interrupt(question(state) if callable(question) else question)}

    return ask


async def _answer(gateway: AsyncGateway, result: Any, options: HelperOptions) -> Resume:
    interrupts = result.get("__interrupt__") if isinstance(result, Mapping) else getattr(result, "interrupts", None)
    asked = [_questions_of(each, options) for each in interrupts or []]
    if not asked:
        return None
    results = await ask_all(gateway, [question for each in asked for question in each.asking], options)
    # All are answered before the first approval is used: who tries again after `UndecidedError` finds the approvals unused.
    answered = [required(each) for each in results]
    resume: Dict[str, Any] = {}
    for each in asked:
        own, answered = answered[: len(each.asking)], answered[len(each.asking) :]
        if each.calls is None:
            resume[each.id] = own[0].answer.value
        else:
            resume[each.id] = {"decisions": [await _decision(gateway, *pair) for pair in zip(own, each.calls)]}
    return resume


@dataclass(frozen=True)
class _Asked:
    """The questions of an interrupt."""

    id: str
    asking: Sequence[Asking]
    calls: Optional[Sequence[ToolCall]]
    """None: it is a question without an action."""


def _questions_of(interrupt: Any, options: HelperOptions) -> _Asked:
    interrupt_id, value = str(interrupt.id), interrupt.value
    if isinstance(value, Mapping) and "action_requests" in value:
        calls = _calls_of(interrupt_id, cast("Mapping[str, Any]", value))
        return _Asked(interrupt_id, [asking_about(call, options) for call in calls], calls)
    question = {"text": value} if isinstance(value, str) else value
    if not isinstance(question, Mapping) or not isinstance(question.get("text"), str):
        raise TypeError("An interrupt must be a text, a question with a text, or one of HumanInTheLoopMiddleware.")
    common = {name: each for name, each in (options.question or {}).items() if name in ("channel_id", "ttl_sec")}
    prompt = {"allow_text": not question.get("options"), **common, **question}
    return _Asked(interrupt_id, [Asking(prompt, question_key(options.run_id, interrupt_id, question))], None)


def _calls_of(interrupt_id: str, review: Mapping[str, Any]) -> List[ToolCall]:
    allowed = {config["action_name"]: config["allowed_decisions"] for config in review["review_configs"]}
    return [
        ToolCall(
            f"{interrupt_id}-{index}",
            action["name"],
            args_of(action["args"]),
            cast("Sequence[DecisionValue]", allowed.get(action["name"], [])),
            _summary_of(action.get("description") or ""),
        )
        for index, action in enumerate(review["action_requests"])
    ]


async def _decision(gateway: AsyncGateway, answered: Answered[Answer], call: ToolCall) -> Dict[str, Any]:
    answer = cast("Decision[DecisionValue]", answered.answer)
    if answer.value == "respond":
        return {"type": "respond", "message": answer.text}
    refusal = await refusal_of(gateway, answered, call)
    if refusal is not None:
        return {"type": "reject", "message": refusal}
    if answer.value == "edit":
        return {"type": "edit", "edited_action": {"name": call.name, "args": answer.args}}
    return {"type": "approve"}


def _summary_of(description: str) -> Optional[str]:
    """Without what the middleware writes by itself: the name and the arguments, which the question shows anyway."""
    own = re.split(r"\n\nTool: [^\n]{0,500}\nArgs: ", description, maxsplit=1)[0]
    return None if own in ("", "Tool execution requires approval") else own
