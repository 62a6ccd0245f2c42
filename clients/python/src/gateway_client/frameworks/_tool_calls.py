from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Coroutine, Dict, List, Mapping, Optional, Sequence, TypeVar, Union, cast

from .._answers import Answer, Answered, Decision, Expired, Outcome, Pending
from .._async_gateway import AsyncGateway
from .._blocking import run
from .._errors import GatewayError
from .._gateway import Gateway
from .._prompts import DecisionValue, decision_fields

T = TypeVar("T")
Client = Union[Gateway, AsyncGateway]


class UndecidedError(Exception):
    """No one decided: the question expired, or the wait is over. This is not a "no". `outcome.prompt_id` is the question."""

    def __init__(self, outcome: Union[Expired, Pending]) -> None:
        super().__init__(f"No one has decided about {outcome.prompt_id}: it is {outcome.status}.")
        self.outcome = outcome


@dataclass(frozen=True)
class ToolCall:
    """A call that a model wants to make, and that a person must decide about."""

    id: str
    name: str
    args: Mapping[str, Any]
    decisions: Sequence[DecisionValue]
    summary: Optional[str] = None


@dataclass(frozen=True)
class Asking:
    """A question of a helper, and its idempotency key."""

    prompt: Mapping[str, Any]
    key: str


@dataclass(frozen=True)
class HelperOptions:
    """What the helpers take besides the client."""

    run_id: Optional[str]
    wait_sec: Optional[float]
    question: Optional[Mapping[str, Any]]


def with_client(
    client: Client, work: Callable[[AsyncGateway], Coroutine[Any, Any, T]]
) -> Union[T, Coroutine[Any, Any, T]]:
    """Does the work with either client: at once with `Gateway`, when it is awaited with `AsyncGateway`."""
    return work(client) if isinstance(client, AsyncGateway) else run(work(client._calls))


async def ask_all(gateway: AsyncGateway, asking: Sequence[Asking], options: HelperOptions) -> List[Any]:
    """Asks all questions at once, and waits for all answers. In place of a question that was refused is its error."""
    results: List[Any] = await gateway.ask_all(
        [each.prompt for each in asking],
        idempotency_keys=[each.key for each in asking],
        wait_sec=options.wait_sec,
    )
    return results


def required(result: Union[Outcome[Answer], Exception]) -> Answered[Answer]:
    """The answer, or the reason why there is none as an exception."""
    if isinstance(result, Exception):
        raise result
    if not isinstance(result, Answered):
        raise UndecidedError(result)
    return result


def asking_about(call: ToolCall, options: HelperOptions) -> Asking:
    """The question about a call."""
    offered: List[DecisionValue] = [value for value in call.decisions if value != "edit" or call.args]
    action: Any = {"name": call.name, "args": call.args, "summary": call.summary}
    prompt = decision_fields(action, offered, options.question or {})
    return Asking(prompt, question_key(options.run_id, call.id, [call.name, call.args]))


async def refusal_of(gateway: AsyncGateway, answered: Answered[Answer], call: ToolCall) -> Optional[str]:
    """Why a call must not run, for the model. None: it may run now, after `edit` with the changed arguments.

    Uses the approval, so call it right before the call runs.
    """
    answer = cast("Decision[DecisionValue]", answered.answer)
    if answer.value == "reject":
        return answer.reason or "A person rejected this call."
    args = answer.args if answer.value == "edit" else call.args
    try:
        # The key is random. So a reply with `replayed` answers the first request of this very call.
        await gateway.consume(answered.prompt_id, action={"name": call.name, "args": args})
        return None
    except GatewayError as error:
        if error.status != 409 or error.retryable:
            raise
        return f"{_REFUSALS.get(error.code or '', error.body['detail'])} This call was not run."


_REFUSALS = {
    "already_consumed": "The approval was used already.",
    "approval_lapsed": "The approval has lapsed.",
    "approval_withdrawn": "The approval was taken back.",
    "action_changed": "The approval is for another action.",
    "prompt_not_approved": "There is no approval.",
}


def args_of(given: Any) -> Dict[str, Any]:
    """The arguments of a call as an action has them. The model writes them as JSON, which may not be valid."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            pass
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else {"input": given}


def question_key(run_id: Optional[str], call_id: str, given: Any) -> str:
    """The key of a question about a call, random without `run_id`.

    The input is a part of it, so that an id that is used again does not find another answer.
    """
    if run_id is None:
        return str(uuid.uuid4())
    digest = hashlib.sha256(json.dumps(given, sort_keys=True, default=str).encode()).hexdigest()
    return f"{run_id}:{call_id}:{digest[:32]}"
