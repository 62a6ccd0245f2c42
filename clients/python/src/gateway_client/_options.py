from typing import Awaitable, Callable, Optional

from ._forms import FilePath
from ._prompts import DecisionFields, PromptCreated

OnCreated = Callable[[PromptCreated], Optional[Awaitable[None]]]


class DecideOptions(DecisionFields, total=False):
    """The arguments of `decide` besides the action and the decisions."""

    text: Optional[str]
    idempotency_key: Optional[str]
    wait_sec: Optional[float]
    cancel_on_interrupt: bool
    on_created: Optional[OnCreated]
    file: Optional[FilePath]
