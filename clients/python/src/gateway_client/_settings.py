from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, TypedDict

if TYPE_CHECKING:
    from ._errors import RetryableError


class ClientOptions(TypedDict, total=False):
    """Options of a client that is made from the environment."""

    api_key: Optional[str]
    channel: Optional[str]
    retry_sec: float
    on_retry: Optional[Callable[[RetryableError, float], None]]


def settings_of_environment(options: Mapping[str, Any]) -> Dict[str, Any]:
    """The arguments of a client. `options` replace what the environment says."""
    url = os.environ.get("GATEWAY_URL")
    if not url:
        raise ValueError("GATEWAY_URL is not set: the address of the gateway, such as http://localhost:8100.")
    named = {"api_key": "GATEWAY_API_KEY", "channel": "GATEWAY_CHANNEL"}
    settings = {name: os.environ.get(variable) or None for name, variable in named.items()}
    return {"url": url, **settings, **options}
