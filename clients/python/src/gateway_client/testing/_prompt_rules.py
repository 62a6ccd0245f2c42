import json
import re
import unicodedata
from typing import Any, Callable

from ._refusals import Path

DECISIONS = ("approve", "reject", "edit", "respond")


def folded(label: Any) -> str:
    """A label without the differences that people do not see."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", str(label))).strip()


def between_fields(given: Any, _path: Path, report: Callable[..., None]) -> None:
    """Checks the rules between the fields of a new prompt."""
    labels, approving, asked = given.get("options") or [], given.get("approving_options"), given.get("decisions")
    action = given.get("action")

    def refuse(field: str, message: str) -> None:
        report([field], message)

    def has(name: str) -> bool:
        return given.get(name) is not None

    if has("media_url") and has("media_path"):
        refuse("media_path", "cannot be combined with media_url: give one media source")
    if given.get("allow_attachments") and not given.get("allow_text"):
        refuse("allow_attachments", "needs allow_text: true, because files come with a reply")
    if given.get("collapse") and not action:
        refuse("collapse", "needs an action: prompts are compared by it")
    if has("consume_within_sec") and not action:
        refuse("consume_within_sec", "needs an action: it is what the approval is for")
    if approving:
        unknown = [each for each in approving if each not in labels]
        if not action:
            refuse("approving_options", "needs an action: it is what the options let run")
        elif unknown:
            quoted = json.dumps(unknown[0], ensure_ascii=False)
            refuse("approving_options", f"must be some of the options: {quoted} is none of them")
        elif len(set(approving)) == len(labels):
            refuse(
                "approving_options",
                "must not be all of the options: one must be left that does not let the action run",
            )
    if not asked:
        if has("labels"):
            refuse("labels", "needs decisions: they are the labels of its buttons")
        if (given.get("ask_reason") or "never") != "never":
            refuse("ask_reason", 'needs decisions, such as ["approve","reject"]')
        if has("reason_wait_sec"):
            refuse("reason_wait_sec", "needs decisions and ask_reason")
        return
    if labels:
        refuse("decisions", "cannot be combined with options: give one of the two")
    if given.get("allow_text"):
        refuse("decisions", "cannot be combined with allow_text: use the decision respond to ask for a text")
    if "edit" in asked and not ((action or {}).get("args") or {}):
        refuse("decisions", "edit needs action.args with at least one argument to change")
    own = given.get("labels") or {}
    extra = [value for value in own if value not in asked]
    if extra:
        refuse("labels", f"names {', '.join(extra)}, which decisions does not ask for")
    shown = [folded(own.get(value, value)).lower() for value in asked]
    is_other = any(label in DECISIONS and label != value for label, value in zip(shown, asked))
    if is_other or len(set(shown)) != len(shown):
        refuse(
            "labels", "must all be different, also from the default labels of other decisions, as people read them"
        )
