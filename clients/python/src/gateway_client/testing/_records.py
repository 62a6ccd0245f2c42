"""The records of the API, as the gateway makes them."""

from typing import Any, Dict, List, Mapping, Optional, Sequence

from .._prompts import Record
from ._clock import time_of

PLATFORM = "fake"
_DEFAULT_TTL_SEC = 3600


def post_of(channel_id: str, message_id: str, has_action: bool) -> Record:
    """A message with a question."""
    post: Record = {
        "channel_id": channel_id,
        "platform": PLATFORM,
        "chat_id": f"chat-of-{channel_id}",
        "message_id": message_id,
        "failed": None,
        "closed_at": None,
    }
    return {**post, "uninspectable": False} if has_action else post


def new_record(
    num: int, body: Mapping[str, Any], posts: Sequence[Record], digest: Optional[str], now: int
) -> Record:
    """now: in milliseconds since 1970. digest: of the action; None: there is none."""
    ttl_sec = body.get("ttl_sec")
    ttl_sec = _DEFAULT_TTL_SEC if ttl_sec is None else ttl_sec
    record: Record = {
        "id": f"#{num}",
        "prompt_num": num,
        "channel_id": posts[0]["channel_id"],
        "platform": PLATFORM,
        "chat_id": posts[0]["chat_id"],
        "message_id": posts[0]["message_id"],
        "text": body["text"],
        "media_url": body.get("media_url"),
        "options": body.get("options") or [],
        "allow_text": bool(body.get("allow_text")),
        **({"allow_attachments": True} if body.get("allow_attachments") else {}),
        "callback_url": body.get("callback_url"),
        "correlation_id": body.get("correlation_id"),
        "notify_on_expiry": bool(body.get("notify_on_expiry")),
        "api_key_id": None,
        "operator_id": None,
        "state": "pending",
        "taken_by": None,
        "taken_at": None,
        "waiting_for_window": False,
        "closed_reason": None,
        "closed_detail": None,
        "delivery_state": None,
        "delivery_remark": None,
        "created_at": time_of(now),
        "expires_at": None if ttl_sec == 0 else time_of(now + ttl_sec * 1000),
        "answered_at": None,
        "answered_by_id": None,
        "answered_by_username": None,
        "answer_type": None,
        "answer": None,
    }
    rich = ("action", "decisions", "approvers", "requested_by", "policy")
    if len(posts) > 1 or any(body.get(name) is not None for name in rich):
        record.update(_terms_of(body, digest), posts=list(posts))
    return record


def _terms_of(body: Mapping[str, Any], digest: Optional[str]) -> Record:
    action, by, policy = body.get("action"), body.get("requested_by"), body.get("policy")
    terms: Record = {"action": action and {"args": None, "summary": None, "risk": None, **action}}
    if digest is not None:
        terms.update(
            action_digest=digest,
            approving_options=body.get("approving_options"),
            consume_within_sec=body.get("consume_within_sec"),
            consumed_at=None,
            consumed_by=None,
            withdrawn_at=None,
        )
    reason_wait_sec = body.get("reason_wait_sec")
    terms.update(
        decisions=body.get("decisions"),
        labels=body.get("labels"),
        ask_reason=body.get("ask_reason") or "never",
        reason_wait_sec=120 if reason_wait_sec is None else reason_wait_sec,
        decision=None,
        approvers=body.get("approvers"),
        requested_by=by
        and {
            "person": by.get("person"),
            "platform": None if "person" in by else PLATFORM,
            "user_id": by.get("user_id"),
            "name": None,
            "verified": False,
        },
        policy=policy and _policy_of(policy),
        votes=[],
        decided_by=None,
        next_step_at=None,
    )
    return terms


def _policy_of(policy_id: str) -> Record:
    """The fake counts no votes."""
    return {
        "policy_id": policy_id,
        "name": policy_id,
        "approvals": 1,
        "rejections": 1,
        "requester_may_answer": True,
        "steps": [],
        "on_timeout": None,
    }


def created_reply(record: Record, is_collapsed: bool) -> Record:
    reply: Dict[str, Any] = {
        "prompt_id": record["id"],
        "prompt_num": record["prompt_num"],
        "url": f"/v1/prompts/{record['prompt_num']}",
        "channel_id": record["channel_id"],
        "message_id": record["message_id"],
    }
    if "action_digest" in record:
        reply["action_digest"] = record["action_digest"]
    if is_collapsed:
        reply["collapsed"] = True
    message = (
        "This prompt cannot be answered: give options, decisions, or allow_text: true. "
        "It can only expire or be cancelled."
    )
    is_answerable = record["allow_text"] or record["options"] or record.get("decisions")
    warnings: List[Record] = [] if is_answerable else [{"code": "not_answerable", "message": message}]
    return {**reply, "warnings": warnings}


def approved_digest(record: Record) -> Optional[str]:
    """The digest of the action that the answer lets run. None: it lets none run."""
    decision: Record = record.get("decision") or {}
    digest: Optional[str] = (decision if decision.get("value") == "edit" else record).get("action_digest")
    approving = record.get("approving_options") or []
    lets_run = decision["value"] in ("approve", "edit") if decision else record["answer"] in approving
    return digest if lets_run else None
