"""The fields of questions, as in `POST /v1/prompts/new`."""

from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict

DecisionValue = Literal["approve", "reject", "edit", "respond"]


class _ActionName(TypedDict):
    name: str


class Action(_ActionName, total=False):
    """What the agent is about to do. It is shown with the question."""

    args: Optional[Mapping[str, Any]]
    summary: Optional[str]
    risk: Optional[Literal["low", "medium", "high"]]


class CommonFields(TypedDict, total=False):
    """Fields of every question."""

    channel_id: Optional[str]
    channels: Optional[Sequence[str]]
    callback_url: Optional[str]
    correlation_id: Optional[str]
    ttl_sec: Optional[int]
    media_url: Optional[str]
    media_path: Optional[str]
    notify_on_expiry: Optional[bool]
    approvers: Optional[Sequence[Mapping[str, str]]]
    requested_by: Optional[Mapping[str, str]]
    policy: Optional[str]
    consume_within_sec: Optional[int]
    collapse: Optional[bool]


class QuestionFields(CommonFields, total=False):
    """Fields of a question with buttons, free text or both."""

    options: Optional[Sequence[str]]
    allow_text: Optional[bool]
    allow_attachments: Optional[bool]
    action: Optional[Action]
    approving_options: Optional[Sequence[str]]


class DecisionFields(CommonFields, total=False):
    """Fields of a decision about an action."""

    labels: Optional[Mapping[DecisionValue, str]]
    ask_reason: Optional[Literal["never", "on_reject", "always"]]
    reason_wait_sec: Optional[int]


class PromptFields(QuestionFields, DecisionFields, total=False):
    """All fields except the text."""

    decisions: Optional[Sequence[DecisionValue]]


class PromptWarning(TypedDict):
    code: str
    message: str


class MatchedRule(TypedDict):
    """The rule that decided how a prompt is asked."""

    rule_id: str
    version: int


class _RuleOutcome(TypedDict, total=False):
    """Fields of a question whose action a rule matches. `state` is "answered" where no one was asked. `collapsed`: it was asked before."""

    state: Literal["pending", "answered"]
    decision: Optional[Mapping[str, Any]]
    rule: MatchedRule
    grant_id: Optional[str]
    """The standing approval that answered. None: none did."""
    collapsed: Literal[True]


class PromptCreated(_RuleOutcome):
    """The reply to a new question. `message_id` is None where a rule or a standing approval answered it."""

    prompt_id: str
    prompt_num: int
    url: str
    channel_id: str
    message_id: Any
    warnings: List[PromptWarning]


# A record of the API. `/docs` of the gateway lists its fields.
Record = Dict[str, Any]


def decision_fields(action: Action, decisions: Sequence[DecisionValue], fields: Mapping[str, Any]) -> Dict[str, Any]:
    """The fields of `POST /v1/prompts/new` for a decision."""
    text = {"text": f"The agent asks for a decision: {action['name']}"}
    reasonable = {"ask_reason": "on_reject"} if "reject" in decisions else {}
    return {**text, **reasonable, **fields, "action": action, "decisions": list(decisions)}
