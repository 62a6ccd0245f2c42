import email.message
import io
import json
from typing import Any, List, Mapping, Optional, Tuple

from .._blocking import run
from .._prompts import Record
from .._transport import AsyncResponse
from ._clock import ManualClock
from ._refusals import FakeGatewayError


class JsonResponse:
    """A reply to a request."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status = status
        self.headers = email.message.Message()
        self.headers["Content-Type"] = "application/json"
        if status >= 400 and "retry_after_sec" in body:
            self.headers["Retry-After"] = str(body["retry_after_sec"])
        self._content = io.BytesIO(json.dumps(body).encode())

    async def read(self) -> bytes:
        return self._content.read()

    async def readline(self) -> bytes:
        return self._content.readline()

    def close(self) -> None:
        pass


class EventStream:
    """The reply to `GET /v1/events`. Its ids are 1, 2, 3 and so on."""

    status = 200

    def __init__(
        self,
        clock: ManualClock,
        events: List[Tuple[str, Record]],
        query: Mapping[str, str],
        last_id: Optional[str],
        in_task: bool,
    ) -> None:
        self.headers = email.message.Message()
        self._clock = clock
        self._in_task = in_task
        self._events = events
        self._query = query
        given = query.get("last_event_id") if last_id is None else last_id
        self._read = len(events) if given is None else int(given)
        self._lines = ["retry: 1000\n", f"id: {self._read}\n", "\n"]

    async def read(self) -> bytes:
        raise FakeGatewayError("The events have no end: read them line by line.")

    async def readline(self) -> bytes:
        while not self._lines:
            if self._has_more():
                self._add(*self._events[self._read])
            elif self._clock.is_own_task() if self._in_task else self._clock.is_own_thread():
                raise FakeGatewayError(
                    "There is no further event, and nothing else could make one: leave the loop, "
                    "or listen in another thread or task."
                )
            elif self._in_task:
                await self._clock.wait_in_task(self._has_more)
            else:
                with self._clock.changed:
                    self._clock.wait_in_thread(self._has_more)
        return self._lines.pop(0).encode()

    def close(self) -> None:
        pass

    def _has_more(self) -> bool:
        return self._read < len(self._events)

    def _add(self, event_type: str, record: Record) -> None:
        self._read += 1
        values = {
            "types": event_type,
            "channel_id": record["channel_id"],
            "correlation_id": record.get("correlation_id"),
        }
        if all(name not in self._query or value in self._query[name].split(",") for name, value in values.items()):
            data = json.dumps({**record, "type": event_type})
            self._lines = [f"id: {self._read}\n", f"event: {event_type}\n", f"data: {data}\n", "\n"]


class BlockingResponse(io.RawIOBase):
    """A reply, as `urllib.request` returns it."""

    def __init__(self, response: AsyncResponse) -> None:
        super().__init__()
        self.status = response.status
        self.headers = response.headers
        self._response = response

    def read(self, _size: int = -1) -> bytes:
        return run(self._response.read())

    def readline(self, _size: Optional[int] = -1) -> bytes:
        return run(self._response.readline())
