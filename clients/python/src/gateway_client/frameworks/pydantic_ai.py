"""Lets people decide about the deferred tool calls of Pydantic AI that require an approval."""

from __future__ import annotations

from typing import Any, Coroutine, Dict, Mapping, Optional, Sequence, Union, cast, overload

from .._answers import Decision
from .._async_gateway import AsyncGateway
from .._gateway import Gateway
from .._prompts import DecisionValue
from ._tool_calls import HelperOptions, ToolCall, UndecidedError, args_of, ask_all, asking_about, refusal_of
from ._tool_calls import required, with_client

__all__ = ["UndecidedError", "answer_approvals"]

_DEFAULT: Sequence[DecisionValue] = ("approve", "reject", "edit")


@overload
def answer_approvals(
    gateway: Gateway,
    requests: Any,
    *,
    decisions: Sequence[DecisionValue] = ...,
    run_id: Optional[str] = ...,
    wait_sec: Optional[float] = ...,
    question: Optional[Mapping[str, Any]] = ...,
) -> Any: ...


@overload
def answer_approvals(
    gateway: AsyncGateway,
    requests: Any,
    *,
    decisions: Sequence[DecisionValue] = ...,
    run_id: Optional[str] = ...,
    wait_sec: Optional[float] = ...,
    question: Optional[Mapping[str, Any]] = ...,
) -> Coroutine[Any, Any, Any]: ...


def answer_approvals(
    gateway: Union[Gateway, AsyncGateway],
    requests: Any,
    *,
    decisions: Sequence[DecisionValue] = _DEFAULT,
    run_id: Optional[str] = None,
    wait_sec: Optional[float] = None,
    question: Optional[Mapping[str, Any]] = None,
) -> Any:
    """Lets people decide about the `approvals` of `DeferredToolRequests`. Returns `DeferredToolResults` with their decisions.

    Its `calls`, which other programs run, are left to you. Raises `UndecidedError` when no one decides in time. With
    `AsyncGateway` the call is awaited.

    decisions: some of `approve`, `reject` and `edit`. Default: all of them.
    run_id: the id of the run, unique for 24 hours. With it, a restarted agent finds its questions again.
    wait_sec: how long to wait for all decisions. Default: until all questions are closed.
    question: fields of each question, such as `channel_id` or `ttl_sec`.
    """
    options = HelperOptions(run_id, wait_sec, question)
    return with_client(gateway, lambda client: _answer(client, requests, decisions, options))


async def _answer(
    gateway: AsyncGateway, requests: Any, decisions: Sequence[DecisionValue], options: HelperOptions
) -> Any:
    from pydantic_ai.tools import DeferredToolResults, ToolApproved, ToolDenied  # type: ignore[import-not-found]

    calls = [ToolCall(each.tool_call_id, each.tool_name, args_of(each.args), decisions) for each in requests.approvals]
    results = await ask_all(gateway, [asking_about(call, options) for call in calls], options) if calls else []
    # All have a decision before the first approval is used: who tries again after `UndecidedError` finds the approvals unused.
    answered = [required(each) for each in results]
    approvals: Dict[str, Any] = {}
    for call, each in zip(calls, answered):
        refusal = await refusal_of(gateway, each, call)
        answer = cast("Decision[DecisionValue]", each.answer)
        if refusal is not None:
            approvals[call.id] = ToolDenied(message=refusal)
        elif answer.value == "edit":
            approvals[call.id] = ToolApproved(override_args=dict(answer.args or {}))
        else:
            approvals[call.id] = ToolApproved()
    return DeferredToolResults(approvals=approvals)
