import email.message
import io
import json
import urllib.error
from typing import Any, List, Mapping, Optional, Tuple

from .._prompts import Record
from ._clock import ManualClock
from ._refusals import FakeGatewayError


class JsonResponse(io.BytesIO):
    """A reply, as `urllib.request` returns it."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(json.dumps(body).encode())
        self.status = status
        self.headers = email.message.Message()
        self.headers["Content-Type"] = "application/json"


def http_error(url: str, status: int, body: Mapping[str, Any]) -> urllib.error.HTTPError:
    """The exception for an error response."""
    response = JsonResponse(status, body)
    if "retry_after_sec" in body:
        response.headers["Retry-After"] = str(body["retry_after_sec"])
    return urllib.error.HTTPError(url, status, "", response.headers, response)


class EventStream:
    """The reply to `GET /v1/events`. Its ids are 1, 2, 3 and so on."""

    status = 200

    def __init__(
        self, clock: ManualClock, events: List[Tuple[str, Record]], query: Mapping[str, str], last_id: Optional[str]
    ) -> None:
        self._clock = clock
        self._events = events
        self._query = query
        given = query.get("last_event_id") if last_id is None else last_id
        self._read = len(events) if given is None else int(given)
        self._lines = ["retry: 1000\n", f"id: {self._read}\n", "\n"]

    def readline(self) -> bytes:
        with self._clock.changed:
            while not self._lines:
                if self._read < len(self._events):
                    self._add(*self._events[self._read])
                elif self._clock.is_own_thread():
                    raise FakeGatewayError(
                        "There is no further event, and no other thread could make one: leave the loop, "
                        "or listen in another thread."
                    )
                else:
                    self._clock.wait_in_thread(lambda: self._read < len(self._events))
            return self._lines.pop(0).encode()

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

    def __enter__(self) -> "EventStream":
        return self

    def __exit__(self, *_raised: Any) -> None:
        pass
