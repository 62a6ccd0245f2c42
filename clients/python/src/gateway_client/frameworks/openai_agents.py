"""Lets people decide about the interruptions of the OpenAI Agents SDK."""

from __future__ import annotations

import inspect
from typing import Any, Coroutine, List, Mapping, Optional, Tuple, Union, overload

from .._answers import Answered
from .._async_gateway import AsyncGateway
from .._gateway import Gateway
from ._tool_calls import HelperOptions, ToolCall, UndecidedError, args_of, ask_all, asking_about, refusal_of
from ._tool_calls import required, with_client

__all__ = ["UndecidedError", "answer_interruptions"]


@overload
def answer_interruptions(
    gateway: Gateway,
    state: Any,
    *,
    run_id: Optional[str] = ...,
    wait_sec: Optional[float] = ...,
    question: Optional[Mapping[str, Any]] = ...,
) -> bool: ...


@overload
def answer_interruptions(
    gateway: AsyncGateway,
    state: Any,
    *,
    run_id: Optional[str] = ...,
    wait_sec: Optional[float] = ...,
    question: Optional[Mapping[str, Any]] = ...,
) -> Coroutine[Any, Any, bool]: ...


def answer_interruptions(
    gateway: Union[Gateway, AsyncGateway],
    state: Any,
    *,
    run_id: Optional[str] = None,
    wait_sec: Optional[float] = None,
    question: Optional[Mapping[str, Any]] = None,
) -> Union[bool, Coroutine[Any, Any, bool]]:
    """Lets people decide about the interruptions of a `RunState`, such as `result.to_state()`. Returns whether there were any.

    The state has the decisions: run the agent again with it. Raises `UndecidedError` when no one decides in time; the
    state has the other decisions, and can be stored and tried again. With `AsyncGateway` the call is awaited.

    run_id: the id of the run, unique for 24 hours. With it, a restarted agent finds its questions again.
    wait_sec: how long to wait for all decisions. Default: until all questions are closed.
    question: fields of each question, such as `channel_id` or `ttl_sec`.
    """
    options = HelperOptions(run_id, wait_sec, question)
    return with_client(gateway, lambda client: _answer(client, state, options))


async def _answer(gateway: AsyncGateway, state: Any, options: HelperOptions) -> bool:
    items: List[Any] = list(state.get_interruptions())
    calls = [_call_of(item) for item in items]
    results = await ask_all(gateway, [asking_about(call, options) for call in calls], options) if calls else []
    decided: List[Tuple[Any, ToolCall, Any]] = list(zip(items, calls, results))
    # Those with a decision first: the state keeps them when another one has none.
    for item, call, result in sorted(decided, key=lambda each: not isinstance(each[2], Answered)):
        refusal = await refusal_of(gateway, required(result), call)
        if refusal is None:
            state.approve(item)
        elif "rejection_message" in inspect.signature(state.reject).parameters:
            state.reject(item, rejection_message=refusal)
        else:
            state.reject(item)
    return bool(items)


def _call_of(item: Any) -> ToolCall:
    """The raw item is an object or a mapping, with `call_id` or `id`."""
    raw = item.raw_item

    def field(name: str) -> Any:
        return raw.get(name) if isinstance(raw, Mapping) else getattr(raw, name, None)

    name = getattr(item, "tool_name", None) or field("name") or "tool"
    return ToolCall(
        str(field("call_id") or field("id") or ""), name, args_of(field("arguments")), ("approve", "reject")
    )
