from __future__ import annotations

import inspect
import math
import uuid
from typing import TYPE_CHECKING, Any, Callable, Coroutine, List, Mapping, Optional, Sequence, Union, cast

from ._answers import Answer, Outcome, Pending
from ._connection import Connection
from ._errors import GatewayConnectionError, GatewayError, RetryableError
from ._options import OnCreated
from ._prompts import PromptCreated
from ._timing import check_seconds
from ._waiting import cancelled_by_interrupt, wait_for_outcome

if TYPE_CHECKING:
    from ._async_gateway import AsyncGateway

_LONGEST_BATCH = 20


async def ask_and_wait(
    connection: Connection,
    create: Callable[[], Coroutine[Any, Any, PromptCreated]],
    wait_sec: Optional[float],
    cancel_on_interrupt: bool,
    on_created: Optional[OnCreated],
) -> Outcome[Any]:
    # Before the question is in the chat: a call that fails after that would be repeated with another question.
    check_seconds("wait_sec", wait_sec)
    created = await create()
    prompt_id = created["prompt_id"]
    async with cancelled_by_interrupt(connection, prompt_id, cancel_on_interrupt):
        stored = on_created(created) if on_created else None
        if inspect.isawaitable(stored):
            await stored
        return await wait_for_outcome(connection, prompt_id, wait_sec, Pending(prompt_id))


async def ask_all(
    gateway: AsyncGateway,
    connection: Connection,
    prompts: Sequence[Mapping[str, Any]],
    idempotency_keys: Optional[Sequence[str]],
    wait_sec: Optional[float],
) -> List[Union[Outcome[Answer], RetryableError]]:
    """Asks all questions at once, and waits for all answers. In place of a question that was refused is its error."""
    check_seconds("wait_sec", wait_sec)
    if idempotency_keys is not None and len(idempotency_keys) != len(prompts):
        raise ValueError("idempotency_keys must have one key for each question.")
    keys = [str(uuid.uuid4()) for _ in prompts] if idempotency_keys is None else list(idempotency_keys)
    asked: List[Union[str, None, RetryableError]] = [None] * len(prompts)
    if len(prompts) > 1:
        asked = await _ask_in_batches(gateway, prompts, keys)
    for index, prompt in enumerate(prompts):
        if asked[index] is None:
            # Alone, a question is retried, or refused with the whole error.
            asked[index] = await _ask_alone(gateway, prompt, keys[index])
    clock = connection.transport
    end = clock.monotonic() + (math.inf if wait_sec is None else wait_sec)
    results: List[Union[Outcome[Answer], RetryableError]] = []
    for each in asked:
        if not isinstance(each, str):
            results.append(cast(RetryableError, each))
            continue
        left = None if wait_sec is None else max(0.0, end - clock.monotonic())
        try:
            results.append(await wait_for_outcome(connection, each, left, Pending(each)))
        except (GatewayError, GatewayConnectionError) as error:
            results.append(error)
    return results


async def _ask_in_batches(
    gateway: AsyncGateway, prompts: Sequence[Mapping[str, Any]], keys: Sequence[str]
) -> List[Union[str, None, RetryableError]]:
    """The ids of the questions in the chat. None: it was not asked."""
    ids: List[Union[str, None, RetryableError]] = []
    for first in range(0, len(prompts), _LONGEST_BATCH):
        part = slice(first, first + _LONGEST_BATCH)
        reply = await gateway.create_batch(prompts[part], idempotency_keys=keys[part])
        ids += [result.get("prompt_id") for result in reply["results"]]
    return ids


async def _ask_alone(gateway: AsyncGateway, prompt: Mapping[str, Any], key: str) -> Union[str, RetryableError]:
    try:
        created = await gateway.create_prompt(**cast(Any, {**prompt, "idempotency_key": key}))
        return created["prompt_id"]
    except (GatewayError, GatewayConnectionError) as error:
        return error
