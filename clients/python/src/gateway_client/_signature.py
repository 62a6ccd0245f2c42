import base64
import hmac
import re
import time
from typing import Mapping, Optional, Sequence, Union


def verify_signature(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    tolerance_sec: float = 300,
) -> bool:
    """Whether a callback comes from the gateway.

    That is, `webhook-signature` is valid and recent, or, in a request without it, `X-Signature` is valid. Compares in
    constant time.

    body: the raw body. JSON that was parsed and written again differs.
    headers: by name, in any case.
    secret: `CALLBACK_SIGNING_SECRET` of the gateway; during a change of the secret, the old and the new one.
    tolerance_sec: how old `webhook-timestamp` may be.
    """
    secrets = [secret] if isinstance(secret, str) else secret
    if "" in secrets:
        raise ValueError("The secret is empty.")
    content = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    if "webhook-signature" in lower:
        return _by_webhook_signature(content, lower, secrets, tolerance_sec)
    given = re.fullmatch(r"sha256=([0-9a-fA-F]{64})", lower.get("x-signature", ""))
    if not given:
        return False
    return any(_is_signed(bytes.fromhex(given[1]), each.encode(), content) for each in secrets)


def _by_webhook_signature(
    body: bytes, headers: Mapping[str, str], secrets: Sequence[str], tolerance_sec: float
) -> bool:
    """Checks `webhook-signature` as Standard Webhooks defines it."""
    event_id, seconds = headers.get("webhook-id"), headers.get("webhook-timestamp", "")
    if event_id is None or not re.fullmatch(r"[0-9]{1,15}", seconds):
        return False
    if abs(time.time() - int(seconds)) > tolerance_sec:
        return False
    signed = f"{event_id}.{seconds}.".encode() + body
    versions = [each.partition(",") for each in headers["webhook-signature"].split(" ")]
    signatures = [_from_base64(value) for version, _, value in versions if version == "v1"]
    keys = [webhook_key(each) for each in secrets]
    return any(_is_signed(each, key, signed) for key in keys for each in signatures if each is not None)


def _is_signed(signature: bytes, key: bytes, signed: bytes) -> bool:
    return hmac.compare_digest(signature, hmac.new(key, signed, "sha256").digest())


def webhook_key(secret: str) -> bytes:
    """The key of `webhook-signature`: the bytes after `whsec_`, or the text."""
    if not secret.startswith("whsec_"):
        return secret.encode()
    key = _from_base64(secret[len("whsec_") :])
    if key is None:
        raise ValueError("The secret begins with whsec_ and is not base64.")
    return key


def _from_base64(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        return None
