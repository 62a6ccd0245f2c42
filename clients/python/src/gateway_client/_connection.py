import http.client
import json
import random
import socket
import ssl
import urllib.error
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Awaitable, Callable, Dict, Mapping, Optional, TypeVar
from urllib.parse import urlsplit

from ._errors import GatewayConnectionError, GatewayError, RetryableError, gateway_error
from ._timing import check_seconds
from ._transport import AsyncResponse, AsyncTransport

# Longer than the gateway holds a request with `wait`.
_RESPONSE_LIMIT_SEC = 90
_FIRST_DELAY_SEC = 0.5
_LONGEST_DELAY_SEC = 30

T = TypeVar("T")


@dataclass(frozen=True)
class Form:
    """A body that is not JSON."""

    content_type: str
    content: bytes


class Connection:
    """Makes requests to one gateway, with its key and retries."""

    def __init__(
        self,
        url: str,
        api_key: Optional[str],
        retry_sec: float,
        on_retry: Optional[Callable[[RetryableError, float], None]],
        transport: AsyncTransport,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            raise ValueError(
                "url must be an http:// or https:// address without a user, such as http://localhost:8100."
            )
        if api_key is not None and not (api_key.isascii() and api_key.isprintable()):
            raise ValueError("api_key has characters that a key cannot have, such as a line break.")
        check_seconds("retry_sec", retry_sec)
        self.url = url.rstrip("/")
        self.retry_sec = retry_sec
        self._api_key = api_key
        self._on_retry = on_retry
        self.transport = transport

    async def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        retry_sec: Optional[float] = None,
    ) -> Any:
        """Sends a request and retries it. Returns the parsed reply."""
        end = self.transport.monotonic() + (self.retry_sec if retry_sec is None else retry_sec)
        retry = 0
        while True:
            try:
                response = await self.open(method, path, body, headers)
                try:
                    self._check_is_json(response)
                    return self._parsed(await self.reading(response.read()))
                finally:
                    response.close()
            except (GatewayError, GatewayConnectionError) as error:
                failure = error
            await self.pause(failure, retry, end)
            retry += 1

    async def open(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Optional[Mapping[str, str]] = None,
        timeout: float = _RESPONSE_LIMIT_SEC,
    ) -> AsyncResponse:
        """Sends a request once. Returns the response with its unread body; any status but 2xx is a `GatewayError`."""
        request = urllib.request.Request(self.url + path, method=method, headers=dict(headers or {}))
        if self._api_key is not None:
            request.add_header("X-API-Key", self._api_key)
        if isinstance(body, Form):
            request.data, content_type = body.content, body.content_type
            request.add_header("Content-Type", content_type)
        elif body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        response = await self.reading(self.transport.open(request, timeout))
        if 200 <= response.status < 300:
            return response
        try:
            text = await self.reading(response.read())
            raise gateway_error(response.status, response.headers.get("Retry-After"), text)
        finally:
            response.close()

    async def reading(self, read: Awaitable[T]) -> T:
        """Turns every way in which a connection breaks into `GatewayConnectionError`."""
        try:
            return await read
        except (OSError, http.client.HTTPException) as error:
            raise self._broken(_reason_of(error)) from error

    async def pause(self, error: RetryableError, retry: int, end: float) -> None:
        """Sleeps before retry number `retry` (from 0), or raises the error if it is final or the time is over."""
        asked = error.retry_after_sec
        backoff = min(_FIRST_DELAY_SEC * 2 ** min(retry, 10), _LONGEST_DELAY_SEC) * (0.5 + random.random() / 2)
        delay = backoff if asked is None else asked
        if not error.retryable or self.transport.monotonic() + delay > end:
            raise error
        if self._on_retry:
            self._on_retry(error, delay)
        await self.transport.sleep(delay)

    def _parsed(self, content: bytes) -> Any:
        try:
            return json.loads(content)
        except ValueError as error:
            raise self._broken() from error

    def _check_is_json(self, response: AsyncResponse) -> None:
        """The sign-in page of a proxy or another website is a complete answer: a retry would get it again."""
        media_type = (response.headers.get("Content-Type") or "").split(";")[0]
        if media_type and not media_type.endswith("json"):
            detail = (
                f"The server at {self.url} answered {media_type} instead of JSON: "
                "is this the gateway, or a proxy in front of it?"
            )
            raise GatewayError(response.status, {"detail": detail, "code": None, "retryable": False})

    def _broken(self, reason: Optional[str] = None) -> GatewayConnectionError:
        return GatewayConnectionError(
            f"No complete response from the gateway at {self.url}{f': {reason}' if reason else ''}."
        )


def key_header(key: Optional[str]) -> Dict[str, str]:
    """A random key makes the retries of one call safe."""
    return {"Idempotency-Key": str(uuid.uuid4()) if key is None else key}


def _reason_of(error: BaseException) -> Optional[str]:
    """What Python says about a broken connection. None: nothing that is known here."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({cause.verify_message})"
    if isinstance(cause, ConnectionRefusedError):
        return "the connection was refused"
    if isinstance(cause, socket.gaierror):
        return "the host name is unknown"
    if isinstance(cause, (ConnectionResetError, BrokenPipeError, http.client.HTTPException)):
        return "the connection was closed"
    if isinstance(cause, (socket.timeout, TimeoutError)):
        return "it did not answer in time"
    return None
