import math
import re
from contextlib import asynccontextmanager, suppress
from typing import AsyncGenerator, Optional

from ._answers import Answer, Outcome, outcome_of, words_due_at
from ._connection import Connection
from ._errors import GatewayConnectionError, GatewayError
from ._timing import check_seconds

# Proxies and HTTP clients usually give up after 60 seconds.
_LONGEST_WAIT_SEC = 50
# The least time between two requests, if the gateway does not hold them.
_PAUSE_SEC = 1
_CANCEL_RETRY_SEC = 5


def prompt_path(prompt_id: str) -> str:
    """The path of a question by its id, such as `#12` or `12`."""
    match = re.fullmatch(r"#?([1-9][0-9]{0,8})", prompt_id)
    if not match:
        raise ValueError("A prompt id has the form #12 or 12.")
    return f"/v1/prompts/{match[1]}"


async def wait_for_outcome(
    connection: Connection, prompt_id: str, wait_sec: Optional[float], known: Optional[Outcome[Answer]] = None
) -> Outcome[Answer]:
    """Waits until a question is closed, or for `wait_sec`.

    `known` is what the gateway has replied before. Then an interruption of any length is waited out.
    """
    check_seconds("wait_sec", wait_sec)
    end = connection.transport.monotonic() + (math.inf if wait_sec is None else wait_sec)
    return await _read_until(connection, prompt_path(prompt_id), end, known)


async def _read_until(connection: Connection, path: str, end: float, last: Optional[Outcome[Answer]]) -> Outcome[Answer]:
    clock = connection.transport
    while True:
        begin = clock.monotonic()
        left = max(0.0, end - begin)
        wait = math.ceil(min(_LONGEST_WAIT_SEC, left))
        try:
            prompt = await connection.send("GET", f"{path}?wait={wait}", retry_sec=left if last else None)
        except (GatewayError, GatewayConnectionError) as error:
            # The gateway could not be reached until the end of the wait.
            if last and error.retryable:
                return last
            raise
        last = outcome_of(prompt)
        now = clock.monotonic()
        until = end if last.status == "pending" else min(end, now + words_due_at(prompt) - clock.time())
        if now >= until:
            return last
        await clock.sleep(max(0.0, _PAUSE_SEC - (now - begin)))


@asynccontextmanager
async def cancelled_by_interrupt(connection: Connection, prompt_id: str, enabled: bool) -> AsyncGenerator[None, None]:
    """Cancels a question when its wait is interrupted: by `KeyboardInterrupt`, `SystemExit`, or the end of the task."""
    try:
        yield
    except BaseException as interrupt:
        # In a coroutine that is closed, nothing can be awaited.
        if enabled and not isinstance(interrupt, (Exception, GeneratorExit)):
            # The question may be closed already, and the caller gets the interrupt in any case.
            with suppress(GatewayError, GatewayConnectionError):
                await connection.send("POST", f"{prompt_path(prompt_id)}/cancel", retry_sec=_CANCEL_RETRY_SEC)
        raise
