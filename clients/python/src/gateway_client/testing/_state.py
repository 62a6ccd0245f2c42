from __future__ import annotations

import copy
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from .._answers import Person
from .._prompts import Record
from ._answers import Answers, GivenAnswer, answer_to, read_answer
from ._clock import ManualClock, ms_of, time_of
from ._digest import action_digest, canonical_json
from ._records import PLATFORM, created_reply, new_record, post_of
from ._refusals import FakeGatewayError, Refusal, refused_field

_COMPARED = (
    "callback_url",
    "correlation_id",
    "requested_by",
    "approvers",
    "policy",
    "decisions",
    "options",
    "approving_options",
)


@dataclass
class Asked:
    """A question of the fake gateway."""

    record: Record
    same_as: Optional[str]
    """What another question must have in common to be answered by this one. None: nothing is."""
    usable_until: Optional[int] = None
    """Until when the approval can be used, in milliseconds since 1970. None: without limit."""
    ended_at: Optional[str] = None
    """When it was closed without an answer. None: it was not."""
    event_ids: Dict[str, str] = field(default_factory=dict)
    """Of its callbacks, by type."""


class State:
    """The questions and messages of a fake gateway."""

    def __init__(
        self,
        clock: ManualClock,
        answers: Answers,
        channels: Optional[Mapping[str, str]],
        default_channel: Optional[str],
    ) -> None:
        self.clock = clock
        self.prompts: List[Asked] = []
        self.messages: List[Record] = []
        self.events: List[Tuple[str, Record]] = []
        self._answers = answers
        self._channels = channels
        self._default_channel = default_channel
        self._posted = 0

    def changed(self, event_type: str, record: Record) -> None:
        self.events.append((event_type, record))
        self.clock.changed.notify_all()

    def time(self) -> str:
        return time_of(self.clock.now_ms())

    def check_channel(self, channel_id: str, channel_type: str, unknown_status: int) -> None:
        """Raises a `Refusal` unless the channel exists and has this type."""
        found = channel_type if self._channels is None else self._channels.get(channel_id)
        unknown = f'There is no channel "{channel_id}": register it with POST /v1/channels/new.'
        if found is None and unknown_status == 404:
            raise Refusal(404, "channel_not_found", unknown)
        if found is None:
            raise refused_field("channel_id", "channel_not_found", unknown)
        if found != channel_type:
            advice = {
                "PROMPT": "is of type MESSAGE: prompts need a channel of type PROMPT.",
                "MESSAGE": "is of type PROMPT: ask with POST /v1/prompts/new, or use a channel of type MESSAGE.",
            }
            raise refused_field("channel_id", "channel_wrong_type", f'Channel "{channel_id}" {advice[channel_type]}')

    def ask(self, body: Mapping[str, Any]) -> Record:
        """Asks a question, and answers it as the test says."""
        first = [body["channel_id"]] if body.get("channel_id") else []
        named = list(dict.fromkeys([*first, *(body.get("channels") or [])]))
        if not named and self._default_channel is None:
            detail = "Give a channel_id, or set DEFAULT_PROMPT_CHANNEL_ID on the gateway."
            raise refused_field("channel_id", "validation", detail)
        channel_ids = named or [self._default_channel or ""]
        for channel_id in channel_ids:
            self.check_channel(channel_id, "PROMPT", 400)
        action = body.get("action")
        digest = action_digest(action["name"], action.get("args")) if action else None
        same_as = digest and canonical_json([digest, channel_ids, *(body.get(name) for name in _COMPARED)])
        if body.get("collapse"):
            for each in self.prompts:
                if each.same_as == same_as and each.record["state"] == "pending":
                    return created_reply(each.record, True)
        posts = [post_of(channel_id, self.message_id(), digest is not None) for channel_id in channel_ids]
        now = self.clock.now_ms()
        asked = Asked(new_record(len(self.prompts) + 1, body, posts, digest, now), same_as)
        self.prompts.append(asked)
        reply = created_reply(asked.record, False)
        if asked.record["expires_at"] is not None:
            self.clock.after(ms_of(asked.record["expires_at"]) - now, lambda: self._end_of_time(asked))
        self.changed("prompt.created", asked.record)
        given = answer_to(self._answers, copy.deepcopy(asked.record))
        if given is not None:
            self.answer(asked, given)
        return reply

    def _end_of_time(self, asked: Asked) -> None:
        if asked.record["state"] == "pending":
            self.expire(asked, "ttl")

    def answer(self, asked: Asked, given: GivenAnswer) -> None:
        """Raises `FakeGatewayError` when no person could give this answer."""
        record = asked.record
        if not isinstance(given, str) and "expired" in given:
            return self.expire(asked, given["expired"])
        if record["state"] != "pending":
            raise FakeGatewayError(f"{record['id']} is {record['state']} already: a question takes one answer.")
        answer = read_answer(record, given)
        record.update(
            answered_at=self.time(),
            answered_by_id=answer.by.id,
            answered_by_username=answer.by.username,
            answer_type=answer.type,
            answer=answer.value,
        )
        if record.get("allow_attachments"):
            record["answer_attachments"] = []
        if "posts" in record:
            record["decided_by"] = "person"
        if answer.type == "decision":
            decision = {"type": "decision", "value": answer.value, "reason": answer.reason}
            record["decision"] = {**decision, "args": answer.args, "text": answer.text}
            if record["action"]:
                used = action_digest(record["action"]["name"], answer.args)
                record["decision"]["action_digest"] = None if answer.args is None else used
        within = record.get("consume_within_sec")
        if within is not None:
            asked.usable_until = self.clock.now_ms() + within * 1000
        self._close(record, "answered")

    def expire(self, asked: Asked, reason: str) -> None:
        """Closes a question without an answer, as if its time were over. reason: as `closed_reason`."""
        record = asked.record
        if record["state"] != "pending":
            raise FakeGatewayError(f"{record['id']} is {record['state']} already.")
        expires_at = record["expires_at"]
        if reason == "ttl" and (expires_at is None or ms_of(expires_at) > self.clock.now_ms()):
            record["expires_at"] = self.time()
        record["closed_reason"] = reason
        asked.ended_at = self.time()
        if reason == "undeliverable":
            record["closed_detail"] = "The test says that the question did not arrive."
            record["delivery_state"] = "failed"
        self._close(record, "expired")

    def _close(self, record: Record, state: str) -> None:
        record["state"] = state
        for post in record.get("posts", []):
            post["closed_at"] = self.time()
        self.changed(f"prompt.{state}", record)

    def message_id(self) -> str:
        self._posted += 1
        return str(self._posted)

    def add_message(self, event_type: str, channel_id: str, **fields: Any) -> Record:
        """Keeps a message that the agent sent or a person wrote."""
        self.check_channel(channel_id, "MESSAGE", 404)
        empty = ("from_user", "from_name", "from_id", "api_key_id", "operator_id", "thread_id", "reply_to", "status", "failure")
        message: Record = {
            "id": str(uuid.uuid4()),
            "channel_id": channel_id,
            "platform": PLATFORM,
            **dict.fromkeys(empty),
            "delivery_state": None,
            "platform_message_id": self.message_id(),
            "created_at": self.time(),
            **fields,
        }
        self.messages.append(message)
        self.changed(event_type, message)
        return message

    def write(self, channel_id: str, text: str, by: Person, name: Optional[str]) -> Record:
        """A text that a person writes. `name`: the display name."""
        named = {"from_user": by.username, "from_name": name, "from_id": by.id}
        return self.add_message("message.created", channel_id, direction="inbound", text=text, **named)

    def find(self, fits: Callable[[Record], bool]) -> Optional[Asked]:
        return next((asked for asked in self.prompts if fits(asked.record)), None)
