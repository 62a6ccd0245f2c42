import hashlib
import json
from decimal import Decimal
from typing import Any, Mapping, Optional


def canonical_json(value: Any) -> str:
    """The RFC 8785 form of a JSON value."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{_text(name)}:{canonical_json(value[name])}" for name in names) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(canonical_json(each) for each in value) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(float(value))
    return _text(value)


def action_digest(name: str, args: Optional[Mapping[str, Any]]) -> str:
    """The digest of an action, as the gateway computes it."""
    return "sha256:" + hashlib.sha256(canonical_json({"args": args or {}, "name": name}).encode()).hexdigest()


def is_exact(value: int) -> bool:
    """Whether a double keeps this number: its shortest digits say the same."""
    try:
        return Decimal(repr(float(value))) == value
    except OverflowError:
        return False


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """A double as ECMAScript writes it: its shortest digits, and an exponent from 1e21 and below 1e-6."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text = "".join(map(str, digits))
    # The place of the decimal point in `text`.
    point = len(text) + int(exponent)
    if len(text) <= point <= 21:
        plain = text + "0" * (point - len(text))
    elif 0 < point <= 21:
        plain = f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        plain = "0." + "0" * -point + text
    else:
        plain = f"{text[0]}{'.' if len(text) > 1 else ''}{text[1:]}e{point - 1:+d}"
    return f"-{plain}" if sign else plain
