"""What the routes of a question change, besides its answer."""

from typing import Any, Mapping

from .._prompts import Record
from ._clock import ms_of
from ._digest import action_digest
from ._records import approved_digest
from ._refusals import FakeGatewayError, Refusal
from ._state import Asked, State

_NOTES = 20
_NOTE_INTERVAL_MS = 10_000
_TAKE_BACK_MS = 600_000


def cancel(state: State, asked: Asked) -> Record:
    record = asked.record
    if record["state"] != "pending":
        detail = f"Prompt {record['id']} is {record['state']}: only a pending prompt can be cancelled."
        raise Refusal(409, "prompt_not_pending", detail)
    state.expire(asked, "cancelled")
    return record


def add_note(state: State, asked: Asked, note: Mapping[str, Any]) -> Record:
    record = asked.record
    notes = record.get("notes", [])
    if len(notes) >= _NOTES:
        raise Refusal(429, "too_many_notes", f"{record['id']} has {len(notes)} notes, and cannot have more.")
    wait_ms = ms_of(notes[-1]["at"]) + _NOTE_INTERVAL_MS - state.clock.now_ms() if notes else 0
    if wait_ms > 0:
        seconds = -(-wait_ms // 1000)
        detail = f"{record['id']} gets one note every {_NOTE_INTERVAL_MS // 1000} s: try again in {seconds} s."
        raise Refusal(429, "rate_limited", detail, retryable=True, retry_after_sec=seconds)
    added = {"kind": note["kind"], "text": note["text"], "url": note.get("url"), "at": state.time()}
    record["notes"] = [*notes, added]
    state.changed("prompt.noted", record)
    return added


def consume(state: State, asked: Asked, used: Mapping[str, Any]) -> Record:
    """Uses an approval. used: with `action` or `action_digest`."""
    record = asked.record
    action = used.get("action")
    digest = action_digest(action["name"], action.get("args")) if action else used["action_digest"]
    approved = approved_digest(record)
    if approved is None:
        raise _not_approved(record)

    def conflict(code: str, detail: str, **more: Any) -> Refusal:
        return Refusal(409, code, f"{record['id']} {detail}", **more)

    consumed_at, withdrawn_at = record["consumed_at"], record["withdrawn_at"]
    if consumed_at is not None:
        detail = f"was used at {consumed_at}: an approval lets its action run once."
        raise conflict("already_consumed", detail, consumed_at=consumed_at, consumed_by=None)
    if asked.usable_until is not None and asked.usable_until < state.clock.now_ms():
        seconds = record["consume_within_sec"]
        raise conflict("approval_lapsed", f"was answered more than {seconds} s ago: ask again.")
    if withdrawn_at is not None:
        raise conflict("approval_withdrawn", f"was taken back at {withdrawn_at}.")
    if digest != approved:
        raise conflict("action_changed", "was approved for another action: its name or its arguments differ.")
    record["consumed_at"] = state.time()
    state.changed("prompt.consumed", record)
    return consumed_reply(record, False)


def consumed_reply(record: Record, replayed: bool) -> Record:
    """The reply about an approval that was used."""
    decision = record["decision"]
    args = decision["args"] if decision and decision["value"] == "edit" else record["action"]["args"]
    return {
        "prompt_id": record["id"],
        "action_digest": approved_digest(record),
        "args": args,
        "consumed_at": record["consumed_at"],
        "replayed": replayed,
    }


def _not_approved(record: Record) -> Refusal:
    ends = {
        "pending": "is not answered yet",
        "expired": "ended without an answer",
        "answered": "was answered, and the answer lets no action run",
    }
    has_action = record.get("action") is not None
    why = ends[record["state"]] if has_action else "has no action: there is nothing to let run"
    retryable = has_action and record["state"] == "pending"
    return Refusal(409, "prompt_not_approved", f"{record['id']} {why}.", retryable=retryable)


def withdraw(state: State, asked: Asked) -> None:
    """Takes an approval back, as a person can for 10 minutes until it is used."""
    record = asked.record
    if approved_digest(record) is None:
        raise FakeGatewayError(f"{record['id']} has no approval that can be taken back.")
    if record["consumed_at"] is not None or record["withdrawn_at"] is not None:
        raise FakeGatewayError(f"The approval of {record['id']} is used or taken back.")
    if state.clock.now_ms() - ms_of(record["answered_at"]) > _TAKE_BACK_MS:
        raise FakeGatewayError(f"{record['id']} was answered more than 10 minutes ago: no one can take it back.")
    record["withdrawn_at"] = state.time()
    state.changed("prompt.withdrawn", record)


def send(state: State, body: Mapping[str, Any]) -> Record:
    """Posts a text of the agent."""
    place = {"thread_id": body.get("thread_id"), "reply_to": body.get("reply_to")}
    fields = {"direction": "outbound", "text": body["text"], "status": "sent", **place}
    sent = state.add_message("message.sent", body["channel_id"], **fields)
    return {**sent, "message_id": sent["id"], "stored": True}
