import json
import re
from typing import Any, Dict, Mapping, Optional, Union


class GatewayError(Exception):
    """The gateway refused a request. The text says what is wrong and how to fix it; `code` is for programs."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        super().__init__(f"{status}: {body['detail']}")
        self.status = status
        self.body = body

    @property
    def code(self) -> Optional[str]:
        """None: the response does not come from the gateway, but from a proxy in front of it."""
        return self.body["code"]

    @property
    def retryable(self) -> bool:
        """Whether the same request can succeed later."""
        return self.body["retryable"]

    @property
    def retry_after_sec(self) -> Optional[float]:
        """Seconds to wait before a retry. None: unknown."""
        return self.body.get("retry_after_sec")


class GatewayConnectionError(ConnectionError):
    """No response arrived, or only a part of one. The request may have had an effect."""

    retryable = True
    retry_after_sec = None


# An error after which the same request can succeed later.
RetryableError = Union[GatewayError, GatewayConnectionError]

# Statuses that a proxy sends while the gateway behind it is unavailable or busy.
_RETRYABLE_STATUSES = (429, 502, 503, 504)


def gateway_error(status: int, retry_after: Optional[str], text: bytes) -> GatewayError:
    """The error that a response with another status than 2xx stands for."""
    body: Dict[str, Any] = {
        "detail": f"The server answered {status} without an explanation.",
        "code": None,
        "retryable": status in _RETRYABLE_STATUSES,
    }
    if re.fullmatch(r"[0-9]{1,9}", retry_after or ""):
        body["retry_after_sec"] = int(retry_after or "")
    try:
        received: Any = json.loads(text)
        if isinstance(received["detail"], str):
            body.update(received)
    except (ValueError, TypeError, KeyError, IndexError):
        pass  # Not the gateway's JSON: probably an error page of a proxy.
    return GatewayError(status, body)
