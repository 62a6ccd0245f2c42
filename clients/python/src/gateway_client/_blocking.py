"""Runs what is written for an event loop without one: in a call that blocks until it is done."""

from __future__ import annotations

import functools
import urllib.error
import urllib.request
from email.message import Message
from typing import TYPE_CHECKING, Any, Callable, Coroutine, Generic, TypeVar

from ._transport import AsyncResponse, Transport

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    P = ParamSpec("P")

Calls = TypeVar("Calls")
Result = TypeVar("Result")


class Blocking(Generic[Calls]):
    """A client whose calls block until they are done. `_calls` is the asynchronous client that makes them."""

    _calls: Calls


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine that never waits for an event loop, because its transport blocks."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: Result = done.value
        return result
    coroutine.close()
    raise TypeError("Gateway cannot wait for a coroutine, such as that of an async on_created: use AsyncGateway.")


def blocking(
    method: Callable[Concatenate[Calls, P], Coroutine[Any, Any, Result]],
) -> Callable[Concatenate[Blocking[Calls], P], Result]:
    """The method of a blocking client that does the same as this one of the asynchronous client."""

    @functools.wraps(method)
    def call(self: Blocking[Calls], *args: P.args, **named: P.kwargs) -> Result:
        return run(method(self._calls, *args, **named))

    return call


class BlockingTransport:
    """A transport that blocks, in the shape of an asynchronous one."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.time = transport.time
        self.monotonic = transport.monotonic

    async def open(self, request: urllib.request.Request, timeout: float) -> AsyncResponse:
        try:
            return _BlockingResponse(self._transport.open(request, timeout))
        except urllib.error.HTTPError as error:
            return _BlockingResponse(error)

    async def sleep(self, seconds: float) -> None:
        self._transport.sleep(seconds)


class _BlockingResponse:
    def __init__(self, response: Any) -> None:
        self._response = response

    @property
    def status(self) -> int:
        status: int = self._response.status
        return status

    @property
    def headers(self) -> Message:
        headers: Message = self._response.headers
        return headers

    async def read(self) -> bytes:
        content: bytes = self._response.read()
        return content

    async def readline(self) -> bytes:
        line: bytes = self._response.readline()
        return line

    def close(self) -> None:
        # Responses of transports of one's own may only have this.
        self._response.__exit__(None, None, None)
