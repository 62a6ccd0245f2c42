from typing import Any, Dict, List, Sequence, Union


class FakeGatewayError(Exception):
    """A mistake of the test, or something that the fake does not have."""


class Refusal(Exception):
    """An error response of the fake gateway."""

    def __init__(self, status: int, code: str, detail: str, retryable: bool = False, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.body: Dict[str, Any] = {"detail": detail, "code": code, "retryable": retryable, **more}


# `path`: strings and numbers. `message` continues a sentence whose subject is the path.
Issue = Dict[str, Any]
Path = List[Union[str, int]]


def invalid(issues: Sequence[Issue], part: str = "body") -> Refusal:
    """For a request with fields that do not fit."""
    sentences = [
        f"{'.'.join(map(str, issue['path'])) or f'The {part}'} {issue['message']}" for issue in issues[:3]
    ]
    more = len(issues) - len(sentences)
    detail = f"{'; '.join(sentences)}{f' (and {more} more)' if more else ''}."
    return Refusal(400, "validation", detail, issues=list(issues))


def refused_field(field: str, code: str, detail: str) -> Refusal:
    """For a field that names something which does not exist or fit."""
    return Refusal(400, code, detail, issues=[{"path": [field], "message": detail, "code": "custom"}])
