import email.parser
import email.policy
import json
import urllib.request
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Tuple
from urllib.parse import parse_qsl, urlsplit

from ._refusals import Refusal

_KEEP_MS = 24 * 3_600_000

# The fields of a form that are texts. The others are JSON.
_TEXTS = ("text", "channel_id", "callback_url", "correlation_id", "media_url", "media_path", "ask_reason", "policy")

# The values of fields of new questions that say no more than their absence.
_DEFAULTS: Dict[str, Any] = {
    "channels": [],
    "options": [],
    "allow_text": False,
    "allow_attachments": False,
    "ttl_sec": 3600,
    "notify_on_expiry": False,
    "collapse": False,
}


@dataclass(frozen=True)
class FakeCall:
    """A request that the agent sent."""

    method: str
    path: str
    query: Mapping[str, str]
    body: Any
    """Parsed. None: there is none. In place of a file stands its name."""
    idempotency_key: Optional[str]
    last_event_id: Optional[str]


def read_call(request: urllib.request.Request) -> FakeCall:
    parts = urlsplit(request.full_url)
    data = request.data if isinstance(request.data, bytes) else b""
    content_type = request.get_header("Content-type") or ""
    try:
        body = _body_of(content_type, data)
    except ValueError:
        raise Refusal(400, "validation", "The body is not valid JSON.") from None
    return FakeCall(
        request.get_method(),
        parts.path,
        dict(parse_qsl(parts.query)),
        body,
        request.get_header("Idempotency-key"),
        request.get_header("Last-event-id"),
    )


def _body_of(content_type: str, data: bytes) -> Any:
    if content_type.startswith("multipart/form-data"):
        return _form_body(content_type, data)
    return json.loads(data, parse_constant=_no_constant) if data else None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


def _form_body(content_type: str, data: bytes) -> Dict[str, Any]:
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    form = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + data)
    body: Dict[str, Any] = {}
    for part in form.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        content = part.get_payload(decode=True)
        if part.get_filename() is not None:
            body[name] = part.get_filename()
        elif isinstance(content, bytes):
            body[name] = content.decode() if name in _TEXTS else json.loads(content)
    return body


def said_in(body: Any) -> Any:
    """The body without the fields that change nothing, to compare two requests."""
    if not isinstance(body, dict):
        return {}
    return {name: value for name, value in body.items() if value is not None and not _is_default(name, value)}


def _is_default(name: str, value: Any) -> bool:
    return name in _DEFAULTS and type(value) is type(_DEFAULTS[name]) and value == _DEFAULTS[name]


Outcome = Tuple[int, Any]


class IdempotentReplies:
    """The replies to requests with an `Idempotency-Key`, for 24 hours."""

    def __init__(self) -> None:
        self._replies: Dict[str, Tuple[str, int, Outcome]] = {}

    def find(self, key: Optional[str], fingerprint: str, now: int) -> Optional[Outcome]:
        """None: the request is new. Raises a `Refusal` when the key was used for another request."""
        found = None if key is None else self._replies.get(key)
        if found is None or found[1] <= now:
            return None
        if found[0] != fingerprint:
            detail = "This Idempotency-Key was used for another request: use a new key for each new request."
            raise Refusal(422, "idempotency_mismatch", detail)
        return found[2]

    def keep(self, key: Optional[str], fingerprint: str, outcome: Outcome, now: int) -> None:
        if key is not None:
            self._replies[key] = (fingerprint, now + _KEEP_MS, outcome)
