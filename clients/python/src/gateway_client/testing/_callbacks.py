import base64
import hmac
import json
import time
import uuid
from dataclasses import dataclass
from typing import Dict, Mapping, Optional

from .._prompts import Record
from .._signature import webhook_key
from ._records import approved_digest
from ._refusals import FakeGatewayError
from ._state import Asked


@dataclass(frozen=True)
class FakeCallback:
    """A callback as the gateway posts it."""

    url: Optional[str]
    """The `callback_url` of the question. None: that of the channel, which the fake does not know."""
    headers: Mapping[str, str]
    body: bytes


def signed(event: Record, url: Optional[str], secret: str) -> FakeCallback:
    """Signs an event. `webhook-timestamp` is the time of the system, by which receivers judge the age of a callback."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    seconds = int(time.time())
    signature = hmac.new(webhook_key(secret), f"{event['event_id']}.{seconds}.".encode() + body, "sha256").digest()
    headers: Dict[str, str] = {
        "content-type": "application/json",
        "webhook-id": event["event_id"],
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{base64.b64encode(signature).decode()}",
    }
    if event["type"] != "message.created":
        headers["x-signature"] = f"sha256={hmac.new(secret.encode(), body, 'sha256').hexdigest()}"
    return FakeCallback(url, headers, body)


def event_of(asked: Asked) -> Record:
    """The newest event about a question. Raises `FakeGatewayError` when there is none."""
    record = asked.record
    state = record["state"]
    if record["callback_url"] is None:
        raise FakeGatewayError(f"{record['id']} has no callback_url, so the gateway posts nothing about it.")
    if state == "pending":
        raise FakeGatewayError(f"{record['id']} is pending: there is no callback yet.")
    if state == "expired" and not record["notify_on_expiry"]:
        raise FakeGatewayError(f"{record['id']} expired without notify_on_expiry, so the gateway posts nothing about it.")
    event_type = "prompt.withdrawn" if record.get("withdrawn_at") else f"prompt.{state}"
    event: Record = {
        "type": event_type,
        "event_id": asked.event_ids.setdefault(event_type, str(uuid.uuid4())),
        "prompt_id": record["id"],
        **{name: record[name] for name in ("prompt_num", "channel_id", "platform", "chat_id", "correlation_id")},
        "state": state,
    }
    by = {"id": record["answered_by_id"], "username": record["answered_by_username"]}
    if event_type == "prompt.expired":
        closed = {"closed_reason": record["closed_reason"], "closed_detail": record["closed_detail"]}
        return {**event, **closed, "expired_at": asked.ended_at}
    if event_type == "prompt.withdrawn":
        taken_back = {"withdrawn_at": record["withdrawn_at"], "withdrawn_by": by}
        return {**event, "action_digest": approved_digest(record), **taken_back}
    answer = record.get("decision")
    if not answer:
        answer = {"type": record["answer_type"], "value": record["answer"]}
        if record.get("action"):
            answer["action_digest"] = approved_digest(record)
        if "answer_attachments" in record:
            answer["attachments"] = record["answer_attachments"]
    return {**event, "answer": answer, "answered_at": record["answered_at"], "answered_by": by}


def message_event(message: Record, seq: int) -> Record:
    """seq: the number of the message among those that people wrote in its channel."""
    same = ("platform", "channel_id", "text", "platform_message_id", "thread_id", "created_at")
    return {
        "type": "message.created",
        **{name: message[name] for name in same},
        "from": message["from_user"] or message["from_id"],
        "event_id": message["id"],
        "message_id": message["id"],
        "seq": seq,
        "sender": {"id": message["from_id"], "username": message["from_user"]},
    }
