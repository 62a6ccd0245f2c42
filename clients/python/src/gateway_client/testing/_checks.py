"""The rules of the contract for request bodies, as far as an agent can break them."""

import json
import re
from typing import Any, Callable, Dict, List, Mapping, Optional
from urllib.parse import urlsplit

from ._digest import is_exact
from ._prompt_rules import DECISIONS, between_fields, folded
from ._refusals import Issue, Path

Report = Callable[..., None]
Check = Callable[[Any, Path, Report], None]

_MISSING = object()


def _name_of(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, float) and not value.is_integer():
        return "a fraction"
    names = {int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}
    return names[type(value)]


def _typed(wanted: str, is_type: Callable[[Any], bool], then: Check) -> Check:
    def check(value: Any, path: Path, report: Report) -> None:
        if value is _MISSING:
            report(path, "is required", "invalid_type")
        elif is_type(value):
            then(value, path, report)
        else:
            report(path, f"must be {wanted}, not {_name_of(value)}", "invalid_type")

    return check


def _anything(_value: Any, _path: Path, _report: Report) -> None:
    pass


def _optional(check: Check) -> Check:
    return lambda value, path, report: None if value is _MISSING or value is None else check(value, path, report)


def _text(most: int, least: int = 0, then: Check = _anything) -> Check:
    def check(value: Any, path: Path, report: Report) -> None:
        if least > 0 and value == "":
            report(path, "must not be empty", "too_small")
        elif len(value) > most:
            report(path, f"must be at most {most} characters", "too_big")
        else:
            then(value, path, report)

    return _typed("a string", lambda value: isinstance(value, str), check)


def _not_blank(value: Any, path: Path, report: Report) -> None:
    if value.strip() == "":
        report(path, "must not be blank")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _whole(least: int, most: int, too_big: Optional[str] = None) -> Check:
    def check(value: Any, path: Path, report: Report) -> None:
        if not float(value).is_integer():
            report(path, "must be a whole number, not a fraction", "invalid_type")
        elif value < least:
            report(path, f"must be at least {least}", "too_small")
        elif value > most:
            report(path, too_big or f"must be at most {most}", "too_big")

    return _typed("a number", _is_number, check)


def _one_of(*values: str) -> Check:
    def check(value: Any, path: Path, report: Report) -> None:
        if value not in values:
            report(path, f"must be one of {', '.join(values)}", "invalid_value")

    return check


def _address_check(value: Any, path: Path, report: Report) -> None:
    parts = urlsplit(value)
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        report(path, "must be an http:// or https:// URL")


def _id_check(value: Any, path: Path, report: Report) -> None:
    if not re.fullmatch(r"[A-Za-z0-9._-]+", value):
        report(path, "must contain only A-Z a-z 0-9 . _ -", "invalid_format")


def _key_check(value: Any, path: Path, report: Report) -> None:
    if not re.fullmatch(r"[\x21-\x7e]{1,255}", value):
        report(path, "must be 1 to 255 visible ASCII characters without spaces", "invalid_format")


def _list_of(item: Check, most: float, least: int = 0, wrong_type: Optional[str] = None) -> Check:
    def check(value: Any, path: Path, report: Report) -> None:
        if not isinstance(value, list):
            return report(path, wrong_type or f"must be a list, not {_name_of(value)}", "invalid_type")
        for index, each in enumerate(value):
            item(each, [*path, index], report)
        if len(value) > most:
            report(path, f"must have at most {most} items", "too_big")
        if len(value) < least:
            report(path, f"must have at least {least} item", "too_small")

    return check


def _fields(known: Mapping[str, Check]) -> Check:
    def check(value: Any, path: Path, report: Report) -> None:
        for name, each in known.items():
            each(value.get(name, _MISSING), [*path, name], report)
        for name in value:
            if name not in known:
                report([*path, name], "is unknown", "unrecognized_keys")

    return _typed("an object", lambda value: isinstance(value, dict), check)


def _options(value: Any, path: Path, report: Report) -> None:
    _list_of(_label, 10, 0, 'must be a list of strings, such as ["Yes","No"]')(value, path, report)
    if isinstance(value, list) and len({folded(each) for each in value}) != len(value):
        report(path, "must not repeat a label: an answer names one option")


def _decisions(value: Any, path: Path, report: Report) -> None:
    example = 'must be a list of decisions, such as ["approve","reject"]'
    _list_of(_one_of(*DECISIONS), float("inf"), 0, example)(value, path, report)
    if not isinstance(value, list):
        return
    if not value:
        report(path, f"must name at least one of {', '.join(DECISIONS)}", "too_small")
    if len(set(map(str, value))) != len(value):
        report(path, "must not repeat a decision")


def _args(value: Any, path: Path, report: Report) -> None:
    if not isinstance(value, dict):
        given = "a list" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)[:40]
        report(path, f"must be an object, not {given}")


def _if_given(check: Check) -> Check:
    return lambda value, path, report: None if value is _MISSING else check(value, path, report)


def _digest(value: Any, path: Path, report: Report) -> None:
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", str(value)):
        report(path, "must be sha256: and 64 lower-case hexadecimal digits", "invalid_format")


_address = _text(2048, 1, _address_check)
_id = _text(64, 1, _id_check)
_label = _text(64, 1, _not_blank)
_flag = _typed("true or false", lambda value: isinstance(value, bool), _anything)
_exact_action: Dict[str, Check] = {"name": _text(128, 1), "args": _optional(_args)}
_prompt = _fields(
    {
        "text": _text(4096, 1, _not_blank),
        "channel_id": _optional(_id),
        "channels": _optional(_list_of(_id, 10, 1)),
        "options": _optional(_options),
        "allow_text": _optional(_flag),
        "allow_attachments": _optional(_flag),
        "callback_url": _optional(_address),
        "correlation_id": _optional(_text(255)),
        "ttl_sec": _optional(_whole(0, 604_800, "must be at most 604800 (7 days; 0: never)")),
        "media_url": _optional(_address),
        "media_path": _optional(_text(4096, 1)),
        "notify_on_expiry": _optional(_flag),
        "action": _optional(
            _fields(
                {
                    **_exact_action,
                    "summary": _optional(_text(1024)),
                    "risk": _optional(_one_of("low", "medium", "high")),
                }
            )
        ),
        "approving_options": _optional(_list_of(_label, 10, 1)),
        "consume_within_sec": _optional(_whole(1, 604_800)),
        "decisions": _optional(_decisions),
        "labels": _optional(_fields({value: _if_given(_label) for value in DECISIONS})),
        "ask_reason": _optional(_one_of("never", "on_reject", "always")),
        "reason_wait_sec": _optional(_whole(0, 600)),
        "approvers": _optional(_list_of(_anything, 100, 1)),
        "requested_by": _anything,
        "policy": _optional(_id),
        "collapse": _optional(_flag),
    }
)
_consume = _fields({"action_digest": _if_given(_digest), "action": _if_given(_fields(_exact_action))})
_note = _fields(
    {"kind": _one_of("progress", "done", "failed"), "text": _text(1000, 1, _not_blank), "url": _optional(_address)}
)
_message = _fields(
    {
        "channel_id": _id,
        "text": _text(65_536, 1),
        "reply_to": _optional(_text(255, 1)),
        "thread_id": _optional(_text(255, 1)),
    }
)
_batch = _fields({"prompts": _list_of(_anything, 20, 1), "idempotency_keys": _if_given(_list_of(_text(255, 0, _key_check), 20))})


def _issues_of(check: Check, body: Any) -> List[Issue]:
    issues: List[Issue] = []

    def report(path: Path, message: str, code: str = "custom") -> None:
        issues.append({"path": path, "message": message, "code": code})

    check(body, [], report)
    return issues


def _inexact_in(value: Any, path: Path) -> List[Issue]:
    """Whole numbers that no double has. Python writes them, and other programs would read another number."""
    if isinstance(value, dict):
        return [issue for name, each in value.items() for issue in _inexact_in(each, [*path, name])]
    if isinstance(value, list):
        return [issue for index, each in enumerate(value) for issue in _inexact_in(each, [*path, index])]
    if not isinstance(value, int) or is_exact(value):
        return []
    message = "is a number that would not be kept exactly: send it as a text"
    return [{"path": path, "message": message, "code": "inexact_number"}]


def _inexact_action(body: Any) -> List[Issue]:
    return _inexact_in(body.get("action"), ["action"])[:1] if isinstance(body, dict) else []


def issues_of_prompt(body: Any) -> List[Issue]:
    issues = _inexact_action(body) or _issues_of(_prompt, body)
    # What has the wrong type cannot be compared.
    wrong = ("invalid_type", "invalid_value", "unrecognized_keys", "inexact_number")
    if any(issue["code"] in wrong for issue in issues):
        return issues
    return issues + _issues_of(between_fields, body)


def issues_of_consume(body: Any) -> List[Issue]:
    issues = _inexact_action(body) or _issues_of(_consume, body)
    if issues or ("action" in body) != ("action_digest" in body):
        return issues
    return [{"path": [], "message": "must have either action_digest or action", "code": "custom"}]


def issues_of_note(body: Any) -> List[Issue]:
    return _issues_of(_note, body)


def issues_of_message(body: Any) -> List[Issue]:
    return _issues_of(_message, body)


def issues_of_batch(body: Any) -> List[Issue]:
    issues = _issues_of(_batch, body)
    if issues or len(body.get("idempotency_keys", body["prompts"])) == len(body["prompts"]):
        return issues
    return [{"path": ["idempotency_keys"], "message": "must have one key for each prompt", "code": "custom"}]
