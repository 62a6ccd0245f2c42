import time
import urllib.request
from email.message import Message
from typing import Any, Protocol


class Transport(Protocol):
    """How a `Gateway` makes requests, and by which time it waits."""

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        """Returns the response to a request, as `urllib.request` does. Any status but 2xx is an `HTTPError`.

        timeout: in seconds.
        """

    def time(self) -> float:
        """Seconds since 1970."""
        ...

    def monotonic(self) -> float:
        """Seconds since any point."""
        ...

    def sleep(self, seconds: float) -> None: ...


class AsyncResponse(Protocol):
    """A response whose body is read as it arrives."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Message: ...

    async def read(self) -> bytes:
        """The whole body. An incomplete one is an `OSError` or an `HTTPException`."""
        ...

    async def readline(self) -> bytes:
        """The next line with its end. A line without one: the body ended."""
        ...

    def close(self) -> None:
        """Closes the connection at once."""


class AsyncTransport(Protocol):
    """How an `AsyncGateway` makes requests, and by which time it waits."""

    async def open(self, request: urllib.request.Request, timeout: float) -> AsyncResponse:
        """Returns the response to a request, with any status.

        timeout: in seconds, for the response and for each read of its body.
        """
        ...

    def time(self) -> float:
        """Seconds since 1970."""
        ...

    def monotonic(self) -> float:
        """Seconds since any point."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key must not follow a redirect to another host."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class Network:
    """Makes requests with the proxies of the environment, by the time of the system."""

    def __init__(self) -> None:
        self._opener = urllib.request.build_opener(_NoRedirect)

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        return self._opener.open(request, timeout=timeout)

    def time(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
