from typing import Any


def check_seconds(name: str, seconds: Any) -> None:
    """Raises `ValueError` unless a time is a number of seconds from 0, or None."""
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not seconds >= 0:
        raise ValueError(f"{name} must be a number of seconds, 0 or more.")
