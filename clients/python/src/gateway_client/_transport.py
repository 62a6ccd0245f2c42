import time
import urllib.request
from typing import Any, Protocol


class Transport(Protocol):
    """How a client makes requests, and by which time it waits."""

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        """Returns the response to a request, as `urllib.request` does. Any status but 2xx is an `HTTPError`.

        timeout: in seconds.
        """

    def time(self) -> float:
        """Seconds since 1970."""

    def monotonic(self) -> float:
        """Seconds since any point."""

    def sleep(self, seconds: float) -> None: ...


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
