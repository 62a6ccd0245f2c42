import json
import math
from dataclasses import dataclass
from typing import AsyncGenerator, List, Optional, Sequence, Tuple
from urllib.parse import urlencode

from ._connection import Connection
from ._errors import GatewayConnectionError, GatewayError, RetryableError
from ._prompts import Record
from ._transport import AsyncResponse

# The gateway sends a heartbeat every 15 seconds.
_LONGEST_SILENCE_SEC = 45


@dataclass(frozen=True)
class Event:
    """An event of the gateway."""

    id: str
    """Its position, for `last_event_id`."""
    data: Record
    """`data["type"]` is its type, such as `prompt.answered`."""


async def read_events(
    connection: Connection,
    types: Optional[Sequence[str]],
    channel_ids: Optional[Sequence[str]],
    correlation_ids: Optional[Sequence[str]],
    last_event_id: Optional[str],
) -> AsyncGenerator[Event, None]:
    """Reads events without end. After an interruption it reconnects and continues where it was."""
    filters = {"types": types, "channel_id": channel_ids, "correlation_id": correlation_ids}
    query = urlencode({name: ",".join(values) for name, values in filters.items() if values is not None})
    path = f"/v1/events?{query}" if query else "/v1/events"
    end = connection.transport.monotonic() + connection.retry_sec
    retry = 0
    while True:
        headers = {"Accept": "text/event-stream"}
        if last_event_id is not None:
            headers["Last-Event-ID"] = last_event_id
        try:
            response = await connection.open("GET", path, headers=headers, timeout=_LONGEST_SILENCE_SEC)
            # The gateway has replied once: every later interruption is waited out.
            end = math.inf
            try:
                while True:
                    block = await _next_block(connection, response)
                    if block is None:
                        break
                    event_id, data = block
                    retry = 0
                    last_event_id = last_event_id if event_id is None else event_id
                    record = None if data is None else json.loads(data)
                    if record is not None and record["type"] != "heartbeat":
                        yield Event(last_event_id or "", record)
            finally:
                response.close()
            failure: RetryableError = GatewayConnectionError("The gateway ended the stream of events.")
        except (GatewayError, GatewayConnectionError) as error:
            failure = error
        await connection.pause(failure, retry, end)
        retry += 1


async def _next_block(
    connection: Connection, response: AsyncResponse
) -> Optional[Tuple[Optional[str], Optional[str]]]:
    """The id and the data of the next server-sent event. None in place of one: the block does not have it. None: the stream ended."""
    event_id: Optional[str] = None
    data: List[str] = []
    while True:
        line = (await connection.reading(response.readline())).decode()
        if not line.endswith("\n"):
            return None
        name, _, value = line.rstrip("\r\n").partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "id":
            event_id = value
        elif name == "data":
            data.append(value)
        elif line.strip() == "":
            return event_id, "\n".join(data) if data else None
